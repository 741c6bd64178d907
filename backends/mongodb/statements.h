// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mongodb/bson.h"

#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lockdesk::mongodb {

/// The values of a statement's `"@name"` in one call.
class Values
{
public:
    struct Null
    {
    };
    struct Array
    {
        Bson items;
    };
    using Value = std::variant<Null, std::int64_t, std::string, Bson, Array>;

    Values& text(std::string name, std::string_view value) { return set(std::move(name), std::string(value)); }
    Values& whole(std::string name, std::int64_t value) { return set(std::move(name), value); }
    Values& doc(std::string name, Bson value) { return set(std::move(name), std::move(value)); }
    Values& array(std::string name, Bson value) { return set(std::move(name), Array{std::move(value)}); }
    Values& null(std::string name) { return set(std::move(name), Null{}); }
    /// Null when empty.
    Values& text_or_null(std::string name, std::string_view value)
    {
        return value.empty() ? null(std::move(name)) : text(std::move(name), value);
    }
    [[nodiscard]] const Value* find(std::string_view name) const;

private:
    Values& set(std::string name, Value value)
    {
        m_values.emplace_back(std::move(name), std::move(value));
        return *this;
    }
    std::vector<std::pair<std::string, Value>> m_values;
};

/// The environment of a statement: its collections' prefix, and its expression for now.
struct Scope
{
    std::string prefix;
    Bson now;
};

/// A command or a part of one, from resources/mongodb. In it, `"@:locks"` is the name of a collection, `"@name"` a value of
/// the call, `@now`, or a part from fragments.json. Parsed once; callers' texts are within `$literal` wherever the server
/// would evaluate them as an expression.
class Statement
{
public:
    Statement(std::string name, const Bson& text) : m_name(std::move(name)), m_text(text) {}
    [[nodiscard]] const char* name() const { return m_name.c_str(); }
    [[nodiscard]] Bson fill(const Values& values, const Scope& scope) const;

private:
    std::string m_name;
    Bson m_text;
};

/// Returns the statement in `resources/mongodb/<name>.json`.
const Statement& statement(std::string_view name);

/// Expression for the microseconds of the server's clock, from `$$NOW`, which counts milliseconds.
const Bson& server_now();

} // namespace lockdesk::mongodb
