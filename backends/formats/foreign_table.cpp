// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/foreign_table.h"

#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"

#include <algorithm>

namespace lockdesk::formats {

namespace {

bool is_table_name(std::string_view text)
{
    const auto plain = [](std::string_view part) {
        const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
        return !part.empty() && part.size() <= 63 && letter(part.front())
               && std::all_of(part.begin(), part.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
    };
    const auto dot = text.find('.');
    return dot == std::string_view::npos ? plain(text) : plain(text.substr(0, dot)) && plain(text.substr(dot + 1));
}

} // namespace

bool is_source(std::string_view source, std::string_view name) { return source.substr(0, source.find(':')) == name; }

Answer<std::string> parse_table(std::string_view source, std::string_view name, std::string_view otherwise,
                                std::initializer_list<std::string_view> keys)
{
    std::string table(otherwise);
    auto rest = source.substr(std::min(source.size(), name.size() + 1));
    while (!rest.empty()) {
        const auto end = std::min(rest.find(','), rest.size());
        const auto option = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const auto equals = std::min(option.find('='), option.size());
        if (equals == option.size() || std::find(keys.begin(), keys.end(), option.substr(0, equals)) == keys.end())
            return Failure::usage("unknown option '" + to_valid_utf8(option) + "' of " + std::string(name) + "; "
                                  + std::string(*keys.begin()) + "=NAME is known");
        table = option.substr(equals + 1);
        if (!is_table_name(table))
            return Failure::usage("'" + to_valid_utf8(table)
                                  + "' is not a table name; letters, digits and _ are allowed, and one dot after a schema");
    }
    return table;
}

Capabilities lock_capabilities(std::string store, std::string version, std::string_view source, Duration resolution,
                               std::int64_t max_name_bytes)
{
    Capabilities c;
    c.store = std::move(store);
    c.version = std::move(version);
    c.source = source;
    c.resolution = resolution;
    c.fence = FenceStrength::none;
    c.durable_tokens = false;
    c.max_name_bytes = max_name_bytes;
    c.waiters = c.hints = c.batch_claim = c.session_locks = c.skip_locked = false;
    c.tasks = c.outbox = c.records = c.workers = c.audit = c.sandbox = c.changes = false;
    return c;
}

std::optional<Failure> too_long(const std::string& text, std::string_view what, std::size_t most, std::string_view record)
{
    if (text.size() <= most)
        return std::nullopt;
    return Failure::usage(std::string(what) + " has " + std::to_string(text.size()) + " bytes; " + std::string(record)
                          + " holds " + std::to_string(most));
}

Failure missing_table(const StoreUrl& url, const SessionOptions& options, std::string code, std::string statement,
                      const std::string& table_and_columns)
{
    return Failure::unavailable(
               "there is no table " + table_and_columns + " in this database; run `"
               + CommandLine("init").global("--store", url.redacted()).global("--source", options.source).text() + "`")
        .with_code(std::move(code))
        .in_statement(std::move(statement));
}

Answer<SchemaState> TableAdmin::schema()
{
    const auto found = look();
    if (!found)
        return found.failure();
    return {SchemaState{*found == Found::known ? schema_version : 0, false}, found.store_time()};
}

Answer<SchemaState> TableAdmin::create_schema(const std::optional<TokenFloor>& floor)
{
    if (floor)
        return no_token_floor_failure();
    const auto before = look();
    if (!before)
        return before.failure();
    if (*before == Found::foreign)
        return foreign_failure();
    if (*before == Found::nothing)
        if (const auto created = create(); !created)
            return created.failure();
    auto after = schema();
    if (after)
        after->created = *before == Found::nothing;
    return after;
}

Answer<Done> SharedTableAdmin::drop_schema()
{
    return Failure::unsupported(m_record + " may belong to other programs; drop it with their own tools");
}

} // namespace lockdesk::formats
