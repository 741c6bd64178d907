// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/report_json.h"

#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/observe/recording/incident.h"

#include <array>
#include <type_traits>
#include <utility>

namespace lockdesk {

namespace {

using Json = RowJson;

constexpr std::size_t most_entries = 200; ///< of a list in a file from elsewhere

constexpr std::array fences{std::pair{FenceStrength::none, "none"}, std::pair{FenceStrength::weak, "weak"},
                            std::pair{FenceStrength::strict, "strict"}};
constexpr std::array weakness_kinds{Weakness::Kind::loses, Weakness::Kind::lags, Weakness::Kind::evicts, Weakness::Kind::unknown};

/// What a session can do, by its name in the file.
struct Ability
{
    const char* name;
    bool Capabilities::* has;
};
constexpr std::array abilities{
    Ability{"waiters", &Capabilities::waiters},         Ability{"hints", &Capabilities::hints},
    Ability{"changes", &Capabilities::changes},         Ability{"batch_claim", &Capabilities::batch_claim},
    Ability{"session_locks", &Capabilities::session_locks}, Ability{"skip_locked", &Capabilities::skip_locked},
    Ability{"tasks", &Capabilities::tasks},             Ability{"outbox", &Capabilities::outbox},
    Ability{"records", &Capabilities::records},         Ability{"workers", &Capabilities::workers},
    Ability{"audit", &Capabilities::audit},             Ability{"server_read_only", &Capabilities::server_read_only}};

std::string clean(const std::string& text) { return to_valid_utf8(masked(text)); }

template <class T> Json or_null(const std::optional<T>& value) { return value ? Json(*value) : Json(nullptr); }

template <class T> std::optional<T> value_of(const Json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return std::nullopt;
    if constexpr (std::is_same_v<T, bool>)
        return found->is_boolean() ? std::optional(found->template get<bool>()) : std::nullopt;
    else if constexpr (std::is_same_v<T, std::string>)
        return found->is_string() ? std::optional(found->template get<std::string>()) : std::nullopt;
    else
        return found->is_number_integer() ? std::optional(found->template get<T>()) : std::nullopt;
}

template <class Take> void each(const Json& object, const char* key, Take take)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array())
        return;
    std::size_t taken = 0;
    for (const Json& one : *found)
        if (taken++ < most_entries)
            take(one);
}

std::string text_in(const Json& object, const char* key)
{
    return object.is_object() ? value_of<std::string>(object, key).value_or(std::string()) : std::string();
}

Weakness weakness_of(const Json& one)
{
    Weakness out{Weakness::Kind::unknown, text_in(one, "setting"), text_in(one, "evidence"), text_in(one, "advice")};
    for (const Weakness::Kind kind : weakness_kinds)
        if (text_in(one, "kind") == word(kind))
            out.kind = kind;
    return out;
}

void read_capabilities(const Json& facts, Capabilities& can)
{
    can.store = text_in(facts, "store");
    can.version = text_in(facts, "version");
    can.source = text_in(facts, "source");
    can.replica = value_of<bool>(facts, "replica").value_or(false);
    for (const auto& [fence, name] : fences)
        if (text_in(facts, "fence") == name)
            can.fence = fence;
    can.durable_tokens = value_of<bool>(facts, "durable_tokens").value_or(false);
    each(facts, "weaknesses", [&](const Json& one) { can.weaknesses.push_back(weakness_of(one)); });
    can.resolution = Duration{value_of<std::int64_t>(facts, "resolution_us").value_or(1)};
    if (const auto supports = facts.find("supports"); supports != facts.end() && supports->is_object())
        for (const Ability& one : abilities)
            can.*one.has = value_of<bool>(*supports, one.name).value_or(false);
}

} // namespace

void add_report(Json& facts, const StoreReport& report)
{
    const Capabilities& can = report.can;
    facts["store"] = clean(can.store);
    facts["version"] = clean(can.version);
    facts["source"] = clean(can.source);
    facts["replica"] = can.replica;
    for (const auto& [fence, name] : fences)
        if (can.fence == fence)
            facts["fence"] = name;
    facts["durable_tokens"] = can.durable_tokens;
    facts["weaknesses"] = Json::array();
    for (const Weakness& one : can.weaknesses)
        facts["weaknesses"].push_back({{"kind", word(one.kind)},
                                       {"setting", clean(one.setting)},
                                       {"evidence", clean(one.evidence)},
                                       {"advice", clean(one.advice)}});
    facts["settings"] = Json::array();
    for (const ServerSetting& one : report.server.settings)
        facts["settings"].push_back({{"name", clean(one.name)}, {"value", clean(one.value)}});
    facts["schema_version"] = or_null(report.schema);
    facts["token_floor"] = or_null(report.server.token_floor);
    facts["clock_offset_us"] = to_us(report.clock_offset);
    facts["clock_uncertainty_us"] = to_us(report.clock_uncertainty);
    facts["pooled"] = or_null(report.server.pooled);
    facts["may_write"] = or_null(report.server.may_write);
    facts["superuser"] = or_null(report.server.superuser);
    facts["resolution_us"] = to_us(can.resolution);
    facts["supports"] = Json::object();
    for (const Ability& one : abilities)
        facts["supports"][one.name] = can.*one.has;
    facts["unread"] = Json::array();
    for (const std::string& one : report.unread)
        facts["unread"].push_back(clean(one));
    facts["read_us"] = us_or_null(report.at);
}

std::optional<StoreReport> report_of(const std::string& text)
{
    const Json facts = read_json<Json>(text);
    if (!facts.is_object())
        return std::nullopt;
    StoreReport out;
    read_capabilities(facts, out.can);
    each(facts, "settings", [&](const Json& one) { out.server.settings.push_back({text_in(one, "name"), text_in(one, "value")}); });
    out.schema = value_of<int>(facts, "schema_version");
    out.server.token_floor = value_of<std::int64_t>(facts, "token_floor");
    out.clock_offset = Duration{value_of<std::int64_t>(facts, "clock_offset_us").value_or(0)};
    out.clock_uncertainty = Duration{value_of<std::int64_t>(facts, "clock_uncertainty_us").value_or(0)};
    out.server.pooled = value_of<bool>(facts, "pooled");
    out.server.may_write = value_of<bool>(facts, "may_write");
    out.server.superuser = value_of<bool>(facts, "superuser");
    each(facts, "unread", [&](const Json& one) {
        if (one.is_string())
            out.unread.push_back(one.get<std::string>());
    });
    if (const auto at = value_of<std::int64_t>(facts, "read_us"))
        out.at = time_from_us(*at);
    return out;
}

} // namespace lockdesk
