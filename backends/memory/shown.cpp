// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/json_text.h"
#include "backends/memory/database.h"

namespace lockdesk::memory {

std::int64_t waiting_for(const Space& s, const std::string& name, TimePoint now)
{
    std::int64_t n = 0;
    for (auto it = s.waiters.lower_bound({name, {}}); it != s.waiters.end() && it->first.first == name; ++it)
        n += it->second.row.until > now ? 1 : 0;
    return n;
}

// The raw text contains only stored columns, so that equal texts mean an untouched row.
LockRow shown(const Space& space, const LockRecord& lock, TimePoint now)
{
    LockRow row = lock.row;
    row.waiters = waiting_for(space, row.name, now);
    JsonText raw;
    raw.text("name", row.name).text_or_null("owner", row.owner).number("token", row.token.number());
    raw.number("holds", row.holds).span("lease_us", row.lease).time("acquired_at", row.acquired_at);
    raw.time("renewed_at", row.renewed_at).time("expires_at", row.expires_at).time("cooling_until", row.cooling_until);
    raw.time("released_at", row.released_at).text_or_null("last_owner", row.last_owner).text_or_null("reason", row.reason);
    raw.number("renewals", row.renewals).text("requests", lock.requests).number("change", lock.stamp);
    row.raw = raw.str();
    return row;
}

TaskRow shown(const Space& space, const TaskRecord& task)
{
    TaskRow row = task.row;
    const auto rule = space.rule(row.kind, row.phase);
    row.lock_timeout = rule.lock_timeout;
    row.max_failures = rule.max_failures;
    JsonText raw;
    raw.text("id", row.id).text("kind", row.kind).text("phase", row.phase).text("desired_state", word(row.desired_state));
    raw.text("payload", row.payload).text_or_null("owner", row.owner).number("token", row.token.number());
    raw.text_or_null("claim_id", row.claim_id).time("locked_at", row.locked_at).time("updated_at", row.updated_at);
    raw.time("created_at", row.created_at).number("claims", row.claims).number("takeovers", row.takeovers);
    raw.number("failures", row.failures).text_or_null("last_error", row.last_error).number("change", task.stamp);
    row.raw = raw.str();
    return row;
}

MessageRow shown(const MessageRecord& message, TimePoint now)
{
    MessageRow row = message.row;
    switch (message.stored) {
    case Stored::pending: row.state = MessageState::pending; break;
    case Stored::sending:
        row.state = row.lease_until && *row.lease_until > now ? MessageState::sending : MessageState::pending;
        break;
    case Stored::sent: row.state = MessageState::sent; break;
    case Stored::dead: row.state = MessageState::dead; break;
    }
    constexpr const char* words[]{"pending", "sending", "sent", "dead"};
    JsonText raw;
    raw.text("id", row.id).number("seq", row.seq).text("topic", row.topic).text("payload", row.payload);
    raw.text("state", words[static_cast<int>(message.stored)]).number("tries", row.tries);
    raw.number("cuts", row.cuts).time("begun_at", row.begun_at);
    raw.time("created_at", row.created_at).time("next_at", row.next_at).text_or_null("owner", row.owner);
    raw.number("token", row.token.number()).text_or_null("claim_id", row.claim_id).time("lease_until", row.lease_until);
    raw.time("sent_at", row.sent_at).text_or_null("last_error", row.last_error).number("change", message.stamp);
    row.raw = raw.str();
    return row;
}

WorkerRow shown(const WorkerRecord& worker)
{
    WorkerRow row = worker.row;
    JsonText raw;
    raw.text("id", row.id).text("host", row.host).number("pid", row.pid).text("role", row.role).text("kinds", row.kinds);
    raw.text("state", row.state).text("doing", row.doing).time("doing_since", row.doing_since);
    raw.time("lease_until", row.lease_until).span("period_us", row.period).time("started_at", row.started_at);
    raw.time("beat_at", row.beat_at).text("order", word(row.order)).span("slow_us", row.slow_by);
    raw.number("claims", row.counters.claims).number("done", row.counters.done).number("relocked", row.counters.relocked);
    raw.number("failed", row.counters.failed).number("refused", row.counters.refused);
    raw.number("wait_p50_us", row.counters.wait_p50_us).number("hold_p50_us", row.counters.hold_p50_us);
    raw.number("change", worker.stamp);
    row.raw = raw.str();
    return row;
}

} // namespace lockdesk::memory
