// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/statements.h"

#include "embedded/mongodb.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

namespace lockdesk::mongodb {

namespace {

[[noreturn]] void unknown(std::string_view what)
{
    std::fprintf(stderr, "no such statement or value: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

Bson parsed(const std::string& name)
{
    std::string_view text = resource(name);
    if (text.empty())
        unknown(name);
    // Skips our comments at the top, which JSON does not have.
    while (text.starts_with("//"))
        text.remove_prefix(text.find('\n') + 1);
    return Bson::of_json(text);
}

const Bson& fragments()
{
    static const Bson all = parsed("fragments");
    return all;
}

class Filler
{
public:
    Filler(const Values& values, const Scope& scope) : m_values(values), m_scope(scope) {}

    void fill(View from, bson_t* to)
    {
        for (const View& item : from.items())
            one(item, item.key(), to);
    }

private:
    void one(View item, std::string_view key, bson_t* to)
    {
        const auto size = static_cast<int>(key.size());
        if (item.is_text() && item.text().starts_with('@')) {
            resolve(item.text().substr(1), key, to);
        } else if (item.is_document()) {
            bson_t child;
            bson_append_document_begin(to, key.data(), size, &child);
            fill(item, &child);
            bson_append_document_end(to, &child);
        } else if (item.is_array()) {
            bson_t child;
            bson_append_array_begin(to, key.data(), size, &child);
            fill(item, &child);
            bson_append_array_end(to, &child);
        } else {
            item.append_to(to, key);
        }
    }

    void resolve(std::string_view name, std::string_view key, bson_t* to)
    {
        const auto size = static_cast<int>(key.size());
        if (name.starts_with(':')) {
            const std::string collection = m_scope.prefix + std::string(name.substr(1));
            bson_append_utf8(to, key.data(), size, collection.data(), static_cast<int>(collection.size()));
        } else if (const auto* value = m_values.find(name)) {
            std::visit([&](const auto& v) { given(v, key, to); }, *value);
        } else if (name == "now") {
            bson_append_document(to, key.data(), size, m_scope.now.get());
        } else if (const View fragment = fragments()[name]; fragment.present()) {
            one(fragment, key, to);
        } else {
            unknown(name);
        }
    }

    static void given(const Values::Null&, std::string_view key, bson_t* to)
    {
        bson_append_null(to, key.data(), static_cast<int>(key.size()));
    }
    static void given(std::int64_t v, std::string_view key, bson_t* to)
    {
        bson_append_int64(to, key.data(), static_cast<int>(key.size()), v);
    }
    static void given(const std::string& v, std::string_view key, bson_t* to)
    {
        bson_append_utf8(to, key.data(), static_cast<int>(key.size()), v.data(), static_cast<int>(v.size()));
    }
    static void given(const Bson& v, std::string_view key, bson_t* to)
    {
        bson_append_document(to, key.data(), static_cast<int>(key.size()), v.get());
    }
    static void given(const Values::Array& v, std::string_view key, bson_t* to)
    {
        bson_append_array(to, key.data(), static_cast<int>(key.size()), v.items.get());
    }

    const Values& m_values;
    const Scope& m_scope;
};

} // namespace

const Values::Value* Values::find(std::string_view name) const
{
    for (const auto& [known, value] : m_values)
        if (known == name)
            return &value;
    return nullptr;
}

Bson Statement::fill(const Values& values, const Scope& scope) const
{
    Bson out;
    Filler(values, scope).fill(m_text.view(), out.get());
    return out;
}

const Statement& statement(std::string_view name)
{
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<Statement>, std::less<>> all;
    const std::lock_guard lock(mutex);
    auto found = all.find(name);
    if (found == all.end()) {
        const std::string key(name);
        found = all.emplace(key, std::make_unique<Statement>(key, parsed(key))).first;
    }
    return *found->second;
}

const Bson& server_now()
{
    static const Bson now = fragments()["real"].copy();
    return now;
}

} // namespace lockdesk::mongodb
