// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/row_json.h"

#include "backends/engine/contracts/task_state.h"
#include "backends/engine/text/row_keys.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"

#include <algorithm>

namespace lockdesk {

using Json = RowJson;

namespace {

Json begin_row(const char* entity, const std::string& key, const char* state, std::optional<TimePoint> at)
{
    Json out = json_line("row", at);
    out["entity"] = entity;
    out["key"] = key;
    out["state"] = state;
    return out;
}

/// Writes the keys of row_keys into an object.
class JsonKeys
{
public:
    explicit JsonKeys(Json& out) : m_out(out) {}
    void name(const char* key, const std::string& value) { m_out[key] = value; }
    void text(const char* key, std::string_view value) { m_out[key] = text_or_null(value); }
    void long_text(const char* key, std::string_view value) { text(key, value); }
    void payload(const char* key, std::string_view value) { m_out[key] = json_or_text(value); }
    void number(const char* key, std::int64_t value) { m_out[key] = value; }
    void time(const char* key, std::optional<TimePoint> value) { m_out[key] = us_or_null(value); }
    void span(const char* key, std::optional<Duration> value) { m_out[key] = us_or_null(value); }

private:
    Json& m_out;
};

template <class Row, class Put> Json part_json(const Row& row, Put put)
{
    Json out = Json::object();
    JsonKeys keys(out);
    put(keys, row);
    return out;
}

// A state needs a clock; without one (the store was unreachable) the row's own newest time is used.
TimePoint clock_or(std::optional<TimePoint> at, std::optional<TimePoint> newest)
{
    return at.value_or(newest.value_or(TimePoint{}));
}

// Adds the record itself where it says more than the keys: other formats, and rows that cannot be interpreted for sure.
void add_raw(Json& out, const std::string& raw, const std::string& doubt, bool own)
{
    out["doubt"] = text_or_null(doubt);
    out["raw"] = own && doubt.empty() ? Json(nullptr) : json_or_text(raw);
}

} // namespace

Json json_line(std::string_view type, std::optional<TimePoint> store_time)
{
    return {{"v", 1}, {"type", type}, {"store_us", us_or_null(store_time)}};
}

std::string json_text(const Json& object) { return json_line(object); }

Json us_or_null(std::optional<TimePoint> t) { return t ? Json(to_us(*t)) : Json(nullptr); }
Json us_or_null(std::optional<Duration> d) { return d ? Json(to_us(*d)) : Json(nullptr); }
// May be invalid UTF-8; `json_text` replaces that.
Json text_or_null(std::string_view text) { return text.empty() ? Json(nullptr) : Json(std::string(text)); }

Json json_or_text(std::string_view text)
{
    if (text.empty())
        return nullptr;
    Json parsed = read_json<Json>(text);
    return parsed.is_discarded() ? Json(to_valid_utf8(text)) : parsed;
}

std::string text_of(const Json& value)
{
    if (value.is_null())
        return {};
    if (!value.is_string())
        return json_text(value);
    auto text = value.get<std::string>();
    // A text that would parse as another value was written as a JSON string.
    return read_json<Json>(text).is_discarded() ? text : json_text(value);
}

void add_task_fields(Json& out, const TaskRow& row)
{
    JsonKeys keys(out);
    row_keys::put_task(keys, row);
}

void add_task_extras(Json& out, const TaskRow& row)
{
    JsonKeys keys(out);
    row_keys::put_task_extras(keys, row);
}

void add_message_fields(Json& out, const MessageRow& row)
{
    JsonKeys keys(out);
    row_keys::put_message_name(keys, row);
    out["state"] = word(row.state);
    row_keys::put_message(keys, row);
}

Json row_json(const LockRow& row, std::optional<TimePoint> at, bool has_tokens)
{
    const TimePoint now = clock_or(at, row.renewed_at);
    const LockState state = lock_state(row, now);
    const bool owned = !row.owner.empty();
    const auto ends = owned ? row.expires_at : state == LockState::cooling ? row.cooling_until : std::nullopt;
    Json out = begin_row("lock", row.name, word(state), at);
    row_keys::LockValues values;
    values.expires_at = ends;
    if (has_tokens)
        values.token = row.token.number();
    if (owned) {
        values.acquired_at = row.acquired_at;
        values.renewed_at = row.renewed_at;
        values.lease = row.lease;
        values.renewals = row.renewals;
    } else {
        values.released_at = row.released_at;
        values.last_owner = row.last_owner;
    }
    if (state == LockState::cooling)
        values.reason = row.reason;
    JsonKeys keys(out);
    row_keys::put_grant(keys, row, values);
    out["remaining_us"] = ends ? Json(std::max<std::int64_t>(to_us(*ends) - to_us(now), 0)) : Json(nullptr);
    row_keys::put_lease(keys, row, values);
    row_keys::put_last_release(keys, values);
    add_raw(out, row.raw, row.doubt, row.source == "lockdesk");
    return out;
}

Json row_json(const TaskRow& row, std::optional<TimePoint> at)
{
    Json out = begin_row("task", row.id, state_word(row, clock_or(at, row.updated_at)), at);
    add_task_fields(out, row);
    out["result"] = nullptr;
    out["wait_us"] = nullptr;
    add_task_extras(out, row);
    add_raw(out, row.raw, row.doubt, true);
    return out;
}

Json row_json(const MessageRow& row, std::optional<TimePoint> at)
{
    Json out = begin_row("message", row.id, word(row.state), at);
    add_message_fields(out, row);
    add_raw(out, row.raw, row.doubt, true);
    return out;
}

Json row_json(const WorkerRow& row, std::optional<TimePoint> at)
{
    const TimePoint now = clock_or(at, row.beat_at);
    Json out = begin_row("worker", row.id, word(worker_health(row, now)), at);
    JsonKeys keys(out);
    row_keys::put_worker(keys, row);
    add_raw(out, row.raw, row.doubt, true);
    return out;
}

Json row_json(const WaiterRow& row, std::optional<TimePoint> at)
{
    Json out = begin_row("waiter", row.name + '\n' + row.owner, "waiting", at);
    out["name"] = row.name;
    out["owner"] = row.owner;
    out["since_us"] = to_us(row.since);
    out["until_us"] = to_us(row.until);
    return out;
}

Json row_json(const FenceRow& row, std::optional<TimePoint> at)
{
    Json out = begin_row("fence", row.resource, "refused", at);
    out["resource"] = row.resource;
    out["token"] = row.token.number();
    out["max_token"] = row.largest.number();
    out["who"] = text_or_null(row.who);
    out["at_us"] = to_us(row.at);
    return out;
}

Json row_json(const AuditRow& row, std::optional<TimePoint> at)
{
    Json out = begin_row("audit", row.key, row.result.c_str(), at);
    out["state"] = row.result;
    out["seq"] = row.seq;
    out["at_us"] = to_us(row.at);
    out["who"] = text_or_null(row.who);
    out["action"] = row.action;
    out["of"] = row.entity;
    out["reason"] = text_or_null(row.reason);
    out["evidence"] = json_or_text(row.evidence);
    out["command"] = text_or_null(row.command);
    out["raw"] = Json{{"where", row.where == AuditRow::local ? "local" : "store"}};
    return out;
}

Json event_json(const Event& event, std::optional<TimePoint> at)
{
    Json line = json_line("event", at);
    line["t_us"] = to_us(event.at);
    line["actor"] = text_or_null(event.actor);
    line["event"] = word(event.kind);
    line["entity"] = word(event.entity);
    line["key"] = to_valid_utf8(event.key);
    line["token"] = event.token.number() == 0 ? Json(nullptr) : Json(event.token.number());
    line["detail"] = text_or_null(event.detail);
    if (event.wait)
        line["wait_us"] = to_us(*event.wait);
    if (event.seen.number() > 0)
        line["seen"] = event.seen.number();
    if (!event.result.empty())
        line["result"] = to_valid_utf8(event.result);
    return line;
}

namespace {

Json session_json(const LockSession& session)
{
    return part_json(session, [](JsonKeys& keys, const auto& s) { row_keys::put_session(keys, s, false); });
}

Json quorum_json(const LockQuorum& quorum)
{
    Json out = part_json(quorum, [](JsonKeys& keys, const auto& q) { row_keys::put_quorum(keys, q); });
    Json servers = Json::array();
    for (const ServerVote& vote : quorum.servers)
        servers.push_back(part_json(vote, [](JsonKeys& keys, const auto& v) { row_keys::put_vote(keys, v); }));
    out["servers"] = std::move(servers);
    return out;
}

Json draw_json(const DrawProgress& draw)
{
    return part_json(draw, [](JsonKeys& keys, const auto& d) { row_keys::put_draw(keys, d); });
}

} // namespace

Json unsaid(const LockRow& row)
{
    Json out = Json::object();
    const auto time = [&](const char* key, std::optional<TimePoint> at) {
        if (at)
            out[key] = to_us(*at);
    };
    if (row.owner.empty()) {
        time("acquired_us", row.acquired_at);
        time("renewed_us", row.renewed_at);
        time("expires_us", row.expires_at);
        if (row.lease)
            out["lease_us"] = to_us(*row.lease);
        if (row.renewals != 0)
            out["renewals"] = row.renewals;
    } else {
        time("released_us", row.released_at);
        if (!row.last_owner.empty())
            out["last_owner"] = row.last_owner;
    }
    time("cooling_us", row.cooling_until);
    if (!row.reason.empty())
        out["reason"] = row.reason;
    if (row.session)
        out["session"] = session_json(*row.session);
    if (row.quorum)
        out["quorum"] = quorum_json(*row.quorum);
    if (row.draw)
        out["draw"] = draw_json(*row.draw);
    return out.empty() ? Json(nullptr) : out;
}

} // namespace lockdesk
