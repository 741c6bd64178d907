// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The keys of rows in JSON, in their order: of the command line, of recordings, and of evidence in the audit.
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/contracts/task_state.h"

#include <cstdint>
#include <optional>
#include <string_view>

/// `Out` writes a key and its value: `name` (a text), `text` and `long_text` (null when empty), `payload`, `number`, `time`
/// and `span` in microseconds (null for nullopt).
namespace lockdesk::row_keys {

/// Values of a lock that depend on the writer: evidence has all columns, a list those that its state gives a meaning.
struct LockValues
{
    std::optional<std::int64_t> token; ///< nullopt: the source has none
    std::optional<TimePoint> acquired_at, expires_at, renewed_at, released_at;
    std::optional<Duration> lease;
    std::int64_t renewals = 0;
    std::string_view last_owner, reason;
};

template <class Out> void put_grant(Out& out, const LockRow& row, const LockValues& values)
{
    out.name("source", row.source);
    out.name("name", row.name);
    out.text("owner", row.owner);
    if (values.token)
        out.number("token", *values.token);
    else
        out.time("token", std::nullopt);
    out.number("holds", row.holds);
    out.time("acquired_us", values.acquired_at);
    out.time("expires_us", values.expires_at);
}
template <class Out> void put_lease(Out& out, const LockRow& row, const LockValues& values)
{
    out.number("waiters", row.waiters);
    out.span("lease_us", values.lease);
    out.time("renewed_us", values.renewed_at);
    out.number("renewals", values.renewals);
}
template <class Out> void put_last_release(Out& out, const LockValues& values)
{
    out.time("released_us", values.released_at);
    out.text("last_owner", values.last_owner);
    out.text("reason", values.reason);
}

/// `just_before`: without what varies from moment to moment.
template <class Out> void put_session(Out& out, const LockSession& session, bool just_before)
{
    out.name("id", session.id);
    out.text("program", session.program);
    out.text("user", session.user);
    out.text("client", session.client);
    out.time("since_us", session.since);
    out.text("state", just_before ? std::string_view() : session.state);
    out.time("transaction_us", just_before ? std::nullopt : session.transaction_since);
    out.text("last_statement", just_before ? std::string_view() : session.last_statement);
}
/// Without the `servers`, whose votes follow.
template <class Out> void put_quorum(Out& out, const LockQuorum& quorum)
{
    out.number("quorum", quorum.quorum);
    out.number("held", quorum.held);
    out.span("valid_us", quorum.valid);
}
template <class Out> void put_vote(Out& out, const ServerVote& vote)
{
    out.name("server", vote.server);
    out.text("says", word(vote.says));
    out.text("owner", vote.owner);
    out.span("left_us", vote.left);
}
template <class Out> void put_draw(Out& out, const DrawProgress& draw)
{
    out.name("event", draw.event);
    out.number("places", draw.places);
    out.number("accepted", draw.accepted);
    out.number("ranked", draw.ranked);
}

template <class Out> void put_task(Out& out, const TaskRow& row)
{
    out.name("id", row.id);
    out.name("kind", row.kind);
    out.name("phase", row.phase);
    out.text("desired_state", word(row.desired_state));
    out.text("owner", row.owner);
    out.number("token", row.token.number());
    out.text("claim_id", row.claim_id);
    out.time("locked_at_us", row.locked_at);
    out.time("updated_at_us", row.updated_at);
    out.time("due_us", task_due_at(row));
    out.number("claims", row.claims);
    out.number("takeovers", row.takeovers);
    out.number("failures", row.failures);
}
template <class Out> void put_task_extras(Out& out, const TaskRow& row)
{
    out.time("created_at_us", row.created_at);
    out.span("lock_timeout_us", row.lock_timeout);
    out.number("max_failures", row.max_failures);
    out.long_text("last_error", row.last_error);
    out.payload("payload", row.payload);
}

template <class Out> void put_message_name(Out& out, const MessageRow& row)
{
    out.name("id", row.id);
    out.name("topic", row.topic);
}
template <class Out> void put_message(Out& out, const MessageRow& row)
{
    out.number("tries", row.tries);
    out.number("cuts", row.cuts);
    out.time("begun_us", row.begun_at);
    out.time("next_us", row.next_at);
    out.number("seq", row.seq);
    out.text("owner", row.owner);
    out.number("token", row.token.number());
    out.text("claim_id", row.claim_id);
    out.time("created_us", row.created_at);
    out.time("lease_until_us", row.lease_until);
    out.time("sent_us", row.sent_at);
    out.long_text("last_error", row.last_error);
    out.payload("payload", row.payload);
}

template <class Out> void put_worker(Out& out, const WorkerRow& row)
{
    const auto measured = [](std::int64_t us) { return us < 0 ? std::nullopt : std::optional(Duration{us}); };
    const WorkerCounters& counters = row.counters;
    out.name("id", row.id);
    out.name("host", row.host);
    out.number("pid", row.pid);
    out.name("role", row.role);
    out.name("kinds", row.kinds);
    out.name("mode", row.state);
    out.text("control", word(row.order));
    out.span("slow_by_us", row.slow_by);
    out.text("doing", row.doing);
    out.time("doing_since_us", row.doing_since);
    out.time("lease_until_us", row.lease_until);
    out.span("period_us", row.period);
    out.time("started_us", row.started_at);
    out.time("beat_us", row.beat_at);
    out.number("claims", counters.claims);
    out.number("done", counters.done);
    out.number("relocked", counters.relocked);
    out.number("failed", counters.failed);
    out.number("refused", counters.refused);
    out.span("wait_p50_us", measured(counters.wait_p50_us));
    out.span("hold_p50_us", measured(counters.hold_p50_us));
}

} // namespace lockdesk::row_keys
