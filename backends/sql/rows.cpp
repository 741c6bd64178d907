// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/rows.h"

#include "backends/engine/rules/foreign_time.h"
#include "backends/engine/text/text.h"
#include "backends/sql/words.h"

namespace lockdesk::sql {

namespace {

// Adds what the decoder doubts, and the columns as text where they are wanted.
template <class Row> void complete(Row& row, const Decoder& d, Raw raw)
{
    row.doubt = d.doubt();
    if (raw == Raw::with || (raw == Raw::doubtful && !row.doubt.empty()))
        row.raw = d.json();
}

} // namespace

std::string Decoder::text()
{
    if (m_result.is_null(m_row, m_column))
        m_doubt += (m_doubt.empty() ? "" : ", ") + std::string(m_result.name(m_column));
    return std::string(m_result.text(m_row, m_column++));
}

std::string Decoder::text_or_empty() { return std::string(m_result.text(m_row, m_column++)); }

void Decoder::doubt_last() { m_doubt += (m_doubt.empty() ? "" : ", ") + std::string(m_result.name(m_column - 1)); }

std::int64_t Decoder::number(std::int64_t fallback)
{
    const auto value = m_result.whole(m_row, m_column++);
    if (!value)
        doubt_last();
    return value.value_or(fallback);
}

std::optional<TimePoint> Decoder::time()
{
    const auto value = m_result.time(m_row, m_column++);
    if (!value && !m_result.is_null(m_row, m_column - 1))
        doubt_last();
    return value;
}

TimePoint Decoder::time_or_epoch()
{
    const auto value = m_result.time(m_row, m_column++);
    if (!value)
        doubt_last();
    return value.value_or(TimePoint{});
}

std::optional<Duration> Decoder::duration()
{
    const auto value = time();
    return value ? std::optional(foreign_span(to_us(*value))) : std::nullopt;
}

std::string Decoder::json() const
{
    std::string out = "{";
    for (int column = m_first; column < m_column; ++column) {
        if (out.size() > 1)
            out += ',';
        out += '"';
        out += m_result.name(column);
        out += "\":";
        if (m_result.is_null(m_row, column))
            out += "null";
        else if (m_result.is_number_column(column))
            out += m_result.text(m_row, column);
        else
            out += json_quote(m_result.text(m_row, column));
    }
    return out + "}";
}

LockRow lock_row(const Result& result, int row, int first, Raw raw)
{
    Decoder d(result, row, first);
    LockRow out;
    out.name = d.text();
    out.owner = d.text_or_empty();
    out.token = FencingToken{d.number()};
    out.holds = d.number();
    out.lease = d.duration();
    out.acquired_at = d.time();
    out.renewed_at = d.time();
    out.expires_at = d.time();
    out.cooling_until = d.time();
    out.released_at = d.time();
    out.last_owner = d.text_or_empty();
    out.reason = d.text_or_empty();
    out.renewals = d.number();
    d.text_or_empty();
    out.waiters = d.number();
    if (out.owner.empty())
        out.holds = 0;
    complete(out, d, raw);
    return out;
}

TaskRow task_row(const Result& result, int row, int first, Raw raw)
{
    Decoder d(result, row, first);
    TaskRow out;
    out.id = d.text();
    out.kind = d.text();
    out.phase = d.text();
    if (const auto desired = parse_desired_state(d.text_or_empty()))
        out.desired_state = *desired;
    else
        d.doubt_last();
    out.payload = d.text();
    out.owner = d.text_or_empty();
    out.token = FencingToken{d.number()};
    out.claim_id = d.text_or_empty();
    out.locked_at = d.time_or_epoch();
    out.updated_at = d.time_or_epoch();
    out.created_at = d.time_or_epoch();
    out.claims = d.number();
    out.takeovers = d.number();
    out.failures = d.number();
    out.last_error = d.text_or_empty();
    out.lock_timeout = foreign_span(d.number(out.lock_timeout.count()));
    out.max_failures = d.number(out.max_failures);
    complete(out, d, raw);
    return out;
}

MessageRow message_row(const Result& result, int row, int first, Raw raw)
{
    Decoder d(result, row, first);
    MessageRow out;
    out.id = d.text();
    out.seq = d.number();
    out.topic = d.text();
    out.payload = d.text();
    if (const auto state = message_state(d.text_or_empty()))
        out.state = *state;
    else
        d.doubt_last();
    out.tries = d.number();
    out.created_at = d.time_or_epoch();
    out.next_at = d.time();
    out.owner = d.text_or_empty();
    out.token = FencingToken{d.number()};
    out.claim_id = d.text_or_empty();
    out.lease_until = d.time();
    // `sending` only while the lease runs.
    if (out.state == MessageState::sending && (!out.lease_until || out.lease_until <= result.time(row, 0)))
        out.state = MessageState::pending;
    out.sent_at = d.time();
    out.last_error = d.text_or_empty();
    out.cuts = d.number();
    out.begun_at = d.time();
    complete(out, d, raw);
    return out;
}

WorkerRow worker_row(const Result& result, int row, int first, Raw raw)
{
    Decoder d(result, row, first);
    WorkerRow out;
    out.id = d.text();
    out.host = d.text_or_empty();
    out.pid = d.number();
    out.role = d.text();
    out.kinds = d.text_or_empty();
    out.state = d.text();
    out.doing = d.text_or_empty();
    out.doing_since = d.time();
    out.lease_until = d.time();
    out.period = foreign_span(d.number(out.period.count()));
    out.started_at = d.time_or_epoch();
    out.beat_at = d.time_or_epoch();
    if (const auto order = worker_order(d.text_or_empty()))
        out.order = *order;
    else
        d.doubt_last();
    out.slow_by = foreign_span(d.number());
    out.counters.claims = d.number();
    out.counters.done = d.number();
    out.counters.relocked = d.number();
    out.counters.failed = d.number();
    out.counters.refused = d.number();
    out.counters.wait_p50_us = d.number(-1);
    out.counters.hold_p50_us = d.number(-1);
    complete(out, d, raw);
    return out;
}

WaiterRow waiter_row(const Result& result, int row, int first)
{
    Decoder d(result, row, first);
    WaiterRow out;
    out.name = d.text();
    out.owner = d.text();
    out.since = d.time_or_epoch();
    out.until = d.time_or_epoch();
    return out;
}

FenceRow refusal_row(const Result& result, int row, int first)
{
    Decoder d(result, row, first + 1);
    FenceRow out;
    out.resource = d.text();
    out.token = FencingToken{d.number()};
    out.largest = FencingToken{d.number()};
    out.who = d.text_or_empty();
    out.at = d.time_or_epoch();
    return out;
}

AuditRow audit_row(const Result& result, int row, int first)
{
    Decoder d(result, row, first);
    AuditRow out;
    out.seq = d.number();
    out.at = d.time_or_epoch();
    out.who = d.text_or_empty();
    out.action = d.text_or_empty();
    out.entity = d.text_or_empty();
    out.key = d.text_or_empty();
    out.reason = d.text_or_empty();
    out.evidence = d.text_or_empty();
    out.command = d.text_or_empty();
    out.result = d.text_or_empty();
    return out;
}

} // namespace lockdesk::sql
