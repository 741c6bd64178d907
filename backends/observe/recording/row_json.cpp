// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/row_json.h"

#include "backends/engine/contracts/task_state.h"
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

Json token_or_null(FencingToken token, bool has_tokens) { return has_tokens ? Json(token.number()) : Json(nullptr); }

Json measured_or_null(std::int64_t us) { return us < 0 ? Json(nullptr) : Json(us); }

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
    out["id"] = row.id;
    out["kind"] = row.kind;
    out["phase"] = row.phase;
    out["desired_state"] = word(row.desired_state);
    out["owner"] = text_or_null(row.owner);
    out["token"] = row.token.number();
    out["claim_id"] = text_or_null(row.claim_id);
    out["locked_at_us"] = to_us(row.locked_at);
    out["updated_at_us"] = to_us(row.updated_at);
    out["due_us"] = to_us(task_due_at(row));
    out["claims"] = row.claims;
    out["takeovers"] = row.takeovers;
    out["failures"] = row.failures;
}

void add_task_extras(Json& out, const TaskRow& row)
{
    out["created_at_us"] = to_us(row.created_at);
    out["lock_timeout_us"] = to_us(row.lock_timeout);
    out["max_failures"] = row.max_failures;
    out["last_error"] = text_or_null(row.last_error);
    out["payload"] = json_or_text(row.payload);
}

void add_message_fields(Json& out, const MessageRow& row)
{
    out["id"] = row.id;
    out["topic"] = row.topic;
    out["state"] = word(row.state);
    out["tries"] = row.tries;
    out["cuts"] = row.cuts;
    out["begun_us"] = us_or_null(row.begun_at);
    out["next_us"] = us_or_null(row.next_at);
    out["seq"] = row.seq;
    out["owner"] = text_or_null(row.owner);
    out["token"] = row.token.number();
    out["claim_id"] = text_or_null(row.claim_id);
    out["created_us"] = to_us(row.created_at);
    out["lease_until_us"] = us_or_null(row.lease_until);
    out["sent_us"] = us_or_null(row.sent_at);
    out["last_error"] = text_or_null(row.last_error);
    out["payload"] = json_or_text(row.payload);
}

Json row_json(const LockRow& row, std::optional<TimePoint> at, bool has_tokens)
{
    const TimePoint now = clock_or(at, row.renewed_at);
    const LockState state = lock_state(row, now);
    const bool owned = !row.owner.empty();
    const auto ends = owned ? row.expires_at : state == LockState::cooling ? row.cooling_until : std::nullopt;
    Json out = begin_row("lock", row.name, word(state), at);
    out["source"] = row.source;
    out["name"] = row.name;
    out["owner"] = text_or_null(row.owner);
    out["token"] = token_or_null(row.token, has_tokens);
    out["holds"] = row.holds;
    out["acquired_us"] = owned ? us_or_null(row.acquired_at) : Json(nullptr);
    out["expires_us"] = us_or_null(ends);
    out["remaining_us"] = ends ? Json(std::max<std::int64_t>(to_us(*ends) - to_us(now), 0)) : Json(nullptr);
    out["waiters"] = row.waiters;
    out["lease_us"] = owned ? us_or_null(row.lease) : Json(nullptr);
    out["renewed_us"] = owned ? us_or_null(row.renewed_at) : Json(nullptr);
    out["renewals"] = owned ? row.renewals : 0;
    out["released_us"] = owned ? Json(nullptr) : us_or_null(row.released_at);
    out["last_owner"] = owned ? Json(nullptr) : text_or_null(row.last_owner);
    out["reason"] = state == LockState::cooling ? text_or_null(row.reason) : Json(nullptr);
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
    out["id"] = row.id;
    out["host"] = row.host;
    out["pid"] = row.pid;
    out["role"] = row.role;
    out["kinds"] = row.kinds;
    out["mode"] = row.state;
    out["control"] = word(row.order);
    out["slow_by_us"] = to_us(row.slow_by);
    out["doing"] = text_or_null(row.doing);
    out["doing_since_us"] = us_or_null(row.doing_since);
    out["lease_until_us"] = us_or_null(row.lease_until);
    out["period_us"] = to_us(row.period);
    out["started_us"] = to_us(row.started_at);
    out["beat_us"] = to_us(row.beat_at);
    out["claims"] = row.counters.claims;
    out["done"] = row.counters.done;
    out["relocked"] = row.counters.relocked;
    out["failed"] = row.counters.failed;
    out["refused"] = row.counters.refused;
    out["wait_p50_us"] = measured_or_null(row.counters.wait_p50_us);
    out["hold_p50_us"] = measured_or_null(row.counters.hold_p50_us);
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
    return {{"id", to_valid_utf8(session.id)},
            {"program", text_or_null(session.program)},
            {"user", text_or_null(session.user)},
            {"client", text_or_null(session.client)},
            {"since_us", us_or_null(session.since)},
            {"state", text_or_null(session.state)},
            {"transaction_us", us_or_null(session.transaction_since)},
            {"last_statement", text_or_null(session.last_statement)}};
}

Json quorum_json(const LockQuorum& quorum)
{
    Json servers = Json::array();
    for (const ServerVote& vote : quorum.servers)
        servers.push_back({{"server", to_valid_utf8(vote.server)},
                           {"says", word(vote.says)},
                           {"owner", text_or_null(vote.owner)},
                           {"left_us", us_or_null(vote.left)}});
    return {{"quorum", quorum.quorum}, {"held", quorum.held}, {"valid_us", to_us(quorum.valid)}, {"servers", servers}};
}

Json draw_json(const DrawProgress& draw)
{
    return {
        {"event", to_valid_utf8(draw.event)}, {"places", draw.places}, {"accepted", draw.accepted}, {"ranked", draw.ranked}};
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
