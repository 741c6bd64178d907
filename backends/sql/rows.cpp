// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/rows.h"

#include "backends/engine/text/text.h"

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

void Decoder::doubt_last() { m_doubt += (m_doubt.empty() ? "" : ", ") + std::string(m_result.name(m_column - 1)); }

void Decoder::take(std::string& out)
{
    const bool is_null = m_result.is_null(m_row, m_column);
    take(OrEmpty{out});
    if (is_null)
        doubt_last();
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
    d.read(out.name, OrEmpty{out.owner}, out.token, out.holds, out.lease, out.acquired_at, out.renewed_at, out.expires_at);
    d.read(out.cooling_until, out.released_at, OrEmpty{out.last_owner}, OrEmpty{out.reason}, out.renewals);
    d.read(SkippedColumn{}, out.waiters); // its requests
    if (out.owner.empty())
        out.holds = 0;
    complete(out, d, raw);
    return out;
}

TaskRow task_row(const Result& result, int row, int first, Raw raw)
{
    Decoder d(result, row, first);
    TaskRow out;
    d.read(out.id, out.kind, out.phase, out.desired_state, out.payload, OrEmpty{out.owner}, out.token);
    d.read(OrEmpty{out.claim_id}, out.locked_at, out.updated_at, out.created_at, out.claims, out.takeovers, out.failures);
    d.read(OrEmpty{out.last_error}, out.lock_timeout, out.max_failures);
    complete(out, d, raw);
    return out;
}

MessageRow message_row(const Result& result, int row, int first, Raw raw)
{
    Decoder d(result, row, first);
    MessageRow out;
    d.read(out.id, out.seq, out.topic, out.payload, out.state, out.tries, out.created_at, out.next_at, OrEmpty{out.owner});
    d.read(out.token, OrEmpty{out.claim_id}, out.lease_until, out.sent_at, OrEmpty{out.last_error}, out.cuts, out.begun_at);
    // `sending` only while the lease runs.
    if (out.state == MessageState::sending && (!out.lease_until || out.lease_until <= result.time(row, 0)))
        out.state = MessageState::pending;
    complete(out, d, raw);
    return out;
}

WorkerRow worker_row(const Result& result, int row, int first, Raw raw)
{
    Decoder d(result, row, first);
    WorkerRow out;
    WorkerCounters& c = out.counters;
    d.read(out.id, OrEmpty{out.host}, out.pid, out.role, OrEmpty{out.kinds}, out.state, OrEmpty{out.doing});
    d.read(out.doing_since, out.lease_until, out.period, out.started_at, out.beat_at, out.order, out.slow_by);
    d.read(c.claims, c.done, c.relocked, c.failed, c.refused, c.wait_p50_us, c.hold_p50_us);
    complete(out, d, raw);
    return out;
}

WaiterRow waiter_row(const Result& result, int row, int first, Raw)
{
    WaiterRow out;
    Decoder(result, row, first).read(out.name, out.owner, out.since, out.until);
    return out;
}

FenceRow refusal_row(const Result& result, int row, int first, Raw)
{
    FenceRow out;
    Decoder(result, row, first + 1).read(out.resource, out.token, out.largest, OrEmpty{out.who}, out.at);
    return out;
}

AuditRow audit_row(const Result& result, int row, int first, Raw)
{
    AuditRow out;
    Decoder d(result, row, first);
    d.read(out.seq, out.at, OrEmpty{out.who}, OrEmpty{out.action}, OrEmpty{out.entity}, OrEmpty{out.key});
    d.read(OrEmpty{out.reason}, OrEmpty{out.evidence}, OrEmpty{out.command}, OrEmpty{out.result});
    return out;
}

} // namespace lockdesk::sql
