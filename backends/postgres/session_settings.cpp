// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/session_settings.h"

#include "backends/engine/text/fold.h"
#include "backends/postgres/sql_text.h"
#include "backends/sql/values.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace lockdesk::postgres {

namespace {

constexpr std::string_view isolation_setting = "default_transaction_isolation";
constexpr std::string_view read_only_setting = "default_transaction_read_only";

// The settings on which correct answers depend. The packet is kept or dropped as a whole, so they stand for the others.
constexpr std::array<std::string_view, 8> decisive{isolation_setting,   read_only_setting,   "search_path",
                                                   "statement_timeout", "client_encoding",   "standard_conforming_strings",
                                                   "plan_cache_mode",   "synchronous_commit"};

std::vector<std::string> option_words(std::string_view text)
{
    std::vector<std::string> words;
    bool in_word = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
            in_word = false;
            continue;
        }
        if (!in_word)
            words.emplace_back();
        in_word = true;
        if (text[i] == '\\' && i + 1 < text.size())
            ++i;
        words.back() += text[i];
    }
    return words;
}

bool is_on(const std::string& value)
{
    const auto low = lower_case(value);
    constexpr std::array<std::string_view, 4> words{"on", "true", "yes", "1"};
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view w) { return w == low || (low.size() > 0 && low != "o" && w.starts_with(low)); });
}

std::string set_local(const std::string& name, const std::string& value)
{
    return "set_config(" + literal(name) + ", " + literal(value) + ", true)";
}

std::string is_and_should(std::string_view name, const std::string& should)
{
    const auto quoted = literal(name);
    return ", " + quoted + ", current_setting(" + quoted + "), " + should;
}

} // namespace

const std::string* SessionSettings::find(std::string_view name) const
{
    const auto found = values.find(name);
    return found == values.end() ? nullptr : &found->second;
}

bool SessionSettings::reads_only() const
{
    const auto* value = find(read_only_setting);
    return value != nullptr && is_on(*value);
}

SessionSettings read_session_settings(std::string_view options)
{
    SessionSettings settings;
    auto words = option_words(options);
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string text = words[i];
        if (text == "-c" && i + 1 < words.size())
            text = words[++i];
        else if ((text.starts_with("-c") || text.starts_with("--")) && text.size() > 2)
            text.erase(0, 2);
        else
            text.clear();
        const auto equals = text.find('=');
        auto name = lower_case(text.substr(0, equals));
        std::ranges::replace(name, '-', '_');
        if (equals != std::string::npos && equals > 0)
            settings.values[name] = text.substr(equals + 1);
        else if (settings.odd.empty())
            settings.odd = words[i];
    }
    return settings;
}

std::string greeting_sql(const SessionSettings& settings, bool inside)
{
    std::string sql = "SELECT pg_backend_pid()";
    for (const auto name : decisive)
        if (const auto* value = settings.find(name))
            sql += is_and_should(name, set_local(std::string(name), *value));
    if (!inside)
        return sql;
    if (const auto* value = settings.find(isolation_setting))
        sql += is_and_should("transaction_isolation", "lower(" + literal(*value) + ")");
    if (const auto* value = settings.find(read_only_setting); value && is_on(*value))
        sql += is_and_should("transaction_read_only", "'on'");
    return sql;
}

std::string first_difference(const sql::Result& greeting)
{
    for (int column = 1; column + 2 < greeting.columns(); column += 3)
        if (greeting.rows() == 0 || greeting.text(0, column + 1) != greeting.text(0, column + 2))
            return greeting.rows() == 0 ? "pg_backend_pid" : std::string(greeting.text(0, column));
    return {};
}

std::string carrying_sql(const SessionSettings& settings)
{
    constexpr std::array<std::string_view, 4> levels{"read uncommitted", "read committed", "repeatable read",
                                                     "serializable"};
    std::string sql = "BEGIN";
    const auto* isolation = settings.find(isolation_setting);
    const bool known = isolation && std::find(levels.begin(), levels.end(), *isolation) != levels.end();
    if (known)
        sql += " ISOLATION LEVEL " + *isolation;
    if (const auto* read_only = settings.find(read_only_setting))
        sql += std::string(known ? "," : "") + (is_on(*read_only) ? " READ ONLY" : " READ WRITE");
    if (!settings.find("search_path"))
        sql += "; SET LOCAL search_path TO DEFAULT";
    const auto sets = sql::joined(settings.values, [](const auto& one) { return set_local(one.first, one.second); });
    return sets.empty() ? sql : sql + "; SELECT " + sets;
}

} // namespace lockdesk::postgres
