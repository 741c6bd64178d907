// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockdesk::scenarios {

/// The values of replies, variables and expressions. Null is `monostate`.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// A flattened JSON object: `{"holder":{"token":3},"rows":[{"id":1}]}` becomes `holder.token`, `rows.0.id` and
/// `rows.count`. Omits nulls. Sorted, so that the same content gives the same bytes.
using Fields = std::map<std::string, Value, std::less<>>;

/// Formats for people: texts without quotes, null as empty, true and false as words.
std::string text_of(const Value& value);
/// Formats as JSON.
std::string json_of(const Value& value);
std::string json_of(const Fields& fields);
/// Null when absent.
Value field(const Fields& fields, std::string_view key);
/// Returns a usage failure for anything but a JSON object.
Answer<Fields> fields_of_json(std::string_view object);

/// A text in several languages.
class Text
{
public:
    Text() = default;
    explicit Text(std::map<std::string, std::string, std::less<>> by_language) : m_by_language(std::move(by_language)) {}
    /// Returns the text in that language, else in English, else an empty one.
    [[nodiscard]] const std::string& in(std::string_view language) const;
    [[nodiscard]] bool empty() const { return m_by_language.empty(); }
    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& all() const { return m_by_language; }

private:
    std::map<std::string, std::string, std::less<>> m_by_language;
};

/// Replaces `${name}` and `${expression}` by results of `look_up`; unknown names become empty.
std::string fill_in(std::string_view text, const std::function<Value(std::string_view)>& look_up);

} // namespace lockdesk::scenarios
