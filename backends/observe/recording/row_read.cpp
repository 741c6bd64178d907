// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/foreign_time.h"
#include "backends/json/json.h"
#include "backends/observe/recording/row_json.h"

namespace lockdesk::recorded {

namespace {

using Json = RowJson;

const Json& value(const Json& line, const char* key)
{
    static const Json none;
    const auto found = line.find(key);
    return found == line.end() ? none : *found;
}

std::optional<Duration> duration(const Json& line, const char* key)
{
    const Json& us = value(line, key);
    return us.is_null() ? std::nullopt : std::optional(foreign_span(us.get_ref<const std::int64_t&>()));
}

TimePoint time_or_zero(const Json& line, const char* key) { return time(line, key).value_or(TimePoint{}); }

template <class Enum> Enum worded(const Json& line, const char* key, std::initializer_list<Enum> all)
{
    const std::string said = text(line, key);
    for (const Enum each : all)
        if (said == word(each))
            return each;
    return *all.begin();
}

LockSession session_of(const Json& said)
{
    return {.id = text(said, "id"),
            .program = text(said, "program"),
            .user = text(said, "user"),
            .client = text(said, "client"),
            .since = time(said, "since_us"),
            .state = text(said, "state"),
            .transaction_since = time(said, "transaction_us"),
            .last_statement = text(said, "last_statement")};
}

LockQuorum quorum_of(const Json& said)
{
    LockQuorum quorum{number(said, "quorum"), number(said, "held"), duration(said, "valid_us").value_or(Duration{0}), {}};
    for (const Json& one : value(said, "servers"))
        quorum.servers.push_back(
            {text(one, "server"),
             worded(one, "says", {ServerSays::missing, ServerSays::held, ServerSays::other_owner, ServerSays::unreachable}),
             text(one, "owner"), duration(one, "left_us")});
    return quorum;
}

} // namespace

std::string text(const Json& line, const char* key)
{
    const Json& said = value(line, key);
    return said.is_null() ? std::string{} : said.get<std::string>();
}

std::int64_t number(const Json& line, const char* key, std::int64_t otherwise)
{
    const Json& said = value(line, key);
    return said.is_null() ? otherwise : said.get_ref<const std::int64_t&>();
}

std::optional<TimePoint> time(const Json& line, const char* key)
{
    const Json& us = value(line, key);
    return us.is_null() ? std::nullopt : std::optional(foreign_time(us.get_ref<const std::int64_t&>()));
}

void read(const Json& line, LockRow& row)
{
    row.source = text(line, "source");
    row.name = text(line, "name");
    row.owner = text(line, "owner");
    row.token = FencingToken{number(line, "token")};
    row.holds = number(line, "holds");
    row.waiters = number(line, "waiters");
    row.doubt = text(line, "doubt");
    row.raw = text_of(value(line, "raw"));
    if (const auto key = text(line, "key"); key != row.name)
        row.key = key;
    const Json none = Json::object();
    const Json& more = line.contains("unsaid") ? line["unsaid"] : none;
    const bool owned = !row.owner.empty();
    const Json& held = owned ? line : more; // the contract has these only for a held lock
    const Json& freed = owned ? more : line;
    row.acquired_at = time(held, "acquired_us");
    row.renewed_at = time(held, "renewed_us");
    row.expires_at = time(held, "expires_us");
    row.lease = duration(held, "lease_us");
    row.renewals = number(held, "renewals");
    row.released_at = time(freed, "released_us");
    row.last_owner = text(freed, "last_owner");
    row.cooling_until = time(more, "cooling_us");
    row.reason = text(more, "reason");
    if (const Json& session = value(more, "session"); session.is_object())
        row.session = session_of(session);
    if (const Json& quorum = value(more, "quorum"); quorum.is_object())
        row.quorum = quorum_of(quorum);
    if (const Json& draw = value(more, "draw"); draw.is_object())
        row.draw =
            DrawProgress{text(draw, "event"), number(draw, "places"), number(draw, "accepted"), number(draw, "ranked")};
}

void read(const Json& line, TaskRow& row)
{
    row.id = text(line, "id");
    row.kind = text(line, "kind");
    row.phase = text(line, "phase");
    row.desired_state = worded(line, "desired_state", {DesiredState::running, DesiredState::stopped, DesiredState::deleted});
    row.owner = text(line, "owner");
    row.token = FencingToken{number(line, "token")};
    row.claim_id = text(line, "claim_id");
    row.locked_at = time_or_zero(line, "locked_at_us");
    row.updated_at = time_or_zero(line, "updated_at_us");
    row.created_at = time_or_zero(line, "created_at_us");
    row.claims = number(line, "claims");
    row.takeovers = number(line, "takeovers");
    row.failures = number(line, "failures");
    row.last_error = text(line, "last_error");
    row.lock_timeout = duration(line, "lock_timeout_us").value_or(row.lock_timeout);
    row.max_failures = number(line, "max_failures", row.max_failures);
    row.payload = text_of(value(line, "payload"));
    row.doubt = text(line, "doubt");
    row.raw = text_of(value(line, "raw"));
}

void read(const Json& line, MessageRow& row)
{
    row.id = text(line, "id");
    row.topic = text(line, "topic");
    row.state =
        worded(line, "state", {MessageState::pending, MessageState::sending, MessageState::sent, MessageState::dead});
    row.tries = number(line, "tries");
    row.cuts = number(line, "cuts");
    row.begun_at = time(line, "begun_us");
    row.next_at = time(line, "next_us");
    row.seq = number(line, "seq");
    row.owner = text(line, "owner");
    row.token = FencingToken{number(line, "token")};
    row.claim_id = text(line, "claim_id");
    row.created_at = time_or_zero(line, "created_us");
    row.lease_until = time(line, "lease_until_us");
    row.sent_at = time(line, "sent_us");
    row.last_error = text(line, "last_error");
    row.payload = text_of(value(line, "payload"));
    row.doubt = text(line, "doubt");
    row.raw = text_of(value(line, "raw"));
}

void read(const Json& line, WorkerRow& row)
{
    row.id = text(line, "id");
    row.host = text(line, "host");
    row.pid = number(line, "pid");
    row.role = text(line, "role");
    row.kinds = text(line, "kinds");
    row.state = text(line, "mode");
    row.order = worded(line, "control", {WorkerOrder::run, WorkerOrder::pause, WorkerOrder::slow, WorkerOrder::stop});
    row.slow_by = duration(line, "slow_by_us").value_or(Duration{0});
    row.doing = text(line, "doing");
    row.doing_since = time(line, "doing_since_us");
    row.lease_until = time(line, "lease_until_us");
    row.period = duration(line, "period_us").value_or(row.period);
    row.started_at = time_or_zero(line, "started_us");
    row.beat_at = time_or_zero(line, "beat_us");
    row.counters.claims = number(line, "claims");
    row.counters.done = number(line, "done");
    row.counters.relocked = number(line, "relocked");
    row.counters.failed = number(line, "failed");
    row.counters.refused = number(line, "refused");
    row.counters.wait_p50_us = number(line, "wait_p50_us", -1);
    row.counters.hold_p50_us = number(line, "hold_p50_us", -1);
    row.doubt = text(line, "doubt");
    row.raw = text_of(value(line, "raw"));
}

void read(const Json& line, WaiterRow& row)
{
    row.name = text(line, "name");
    row.owner = text(line, "owner");
    row.since = time_or_zero(line, "since_us");
    row.until = time_or_zero(line, "until_us");
}

void read(const Json& line, FenceRow& row)
{
    row.resource = text(line, "resource");
    row.token = FencingToken{number(line, "token")};
    row.largest = FencingToken{number(line, "max_token")};
    row.who = text(line, "who");
    row.at = time_or_zero(line, "at_us");
}

void read(const Json& line, AuditRow& row)
{
    row.seq = number(line, "seq");
    row.at = time_or_zero(line, "at_us");
    row.who = text(line, "who");
    row.action = text(line, "action");
    row.entity = text(line, "of");
    row.key = text(line, "key");
    row.reason = text(line, "reason");
    row.evidence = text_of(value(line, "evidence"));
    row.command = text(line, "command");
    row.result = text(line, "state");
    const Json raw = value(line, "raw");
    row.where = raw.is_object() && text(raw, "where") == "local" ? AuditRow::local : AuditRow::store;
}

void read(const Json& line, Event& event)
{
    event.kind = event_kind(text(line, "event")).value_or(EventKind::audit);
    event.entity = entity_of(text(line, "entity")).value_or(Entity::lock);
    event.key = text(line, "key");
    event.actor = text(line, "actor");
    event.token = FencingToken{number(line, "token")};
    event.at = time_or_zero(line, "t_us");
    event.detail = text(line, "detail");
    event.wait = duration(line, "wait_us");
    event.seen = FencingToken{number(line, "seen")};
    event.result = text(line, "result");
}

std::optional<EventKind> event_kind(std::string_view said)
{
    for (int i = 0; i <= static_cast<int>(EventKind::audit); ++i)
        if (said == word(static_cast<EventKind>(i)))
            return static_cast<EventKind>(i);
    return std::nullopt;
}

std::optional<Entity> entity_of(std::string_view said)
{
    for (const Entity each :
         {Entity::lock, Entity::task, Entity::message, Entity::worker, Entity::waiter, Entity::refusal, Entity::audit})
        if (said == word(each))
            return each;
    return std::nullopt;
}

} // namespace lockdesk::recorded
