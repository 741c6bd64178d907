// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/record_text.h"

#include "backends/engine/text.h"

namespace lockdesk {

namespace {

class Writer
{
public:
    Writer& text(const char* name, const std::string& value)
    {
        return put(name, value.empty() ? "null" : json_quote(value));
    }
    Writer& number(const char* name, std::int64_t value) { return put(name, std::to_string(value)); }
    Writer& time(const char* name, const std::optional<TimePoint>& value)
    {
        return put(name, value ? std::to_string(to_us(*value)) : "null");
    }
    Writer& span(const char* name, const std::optional<Duration>& value)
    {
        return put(name, value ? std::to_string(to_us(*value)) : "null");
    }
    [[nodiscard]] std::string done() const { return m_text + "}"; }

private:
    Writer& put(const char* name, const std::string& value)
    {
        m_text += (m_text.size() > 1 ? ",\"" : "\"") + std::string(name) + "\":" + value;
        return *this;
    }
    std::string m_text = "{";
};

} // namespace

std::string recordText(const LockRow& row)
{
    if (!row.raw.empty())
        return row.raw;
    return Writer()
        .text("name", row.name)
        .text("owner", row.owner)
        .number("token", row.token.number())
        .number("holds", row.holds)
        .span("lease_us", row.lease)
        .time("acquired_at", row.acquired_at)
        .time("renewed_at", row.renewed_at)
        .time("expires_at", row.expires_at)
        .time("cooling_until", row.cooling_until)
        .time("released_at", row.released_at)
        .text("last_owner", row.last_owner)
        .text("reason", row.reason)
        .number("renewals", row.renewals)
        .done();
}

std::string recordText(const TaskRow& row)
{
    if (!row.raw.empty())
        return row.raw;
    return Writer()
        .text("id", row.id)
        .text("kind", row.kind)
        .text("phase", row.phase)
        .text("desired_state", word(row.desired_state))
        .text("payload", row.payload)
        .text("owner", row.owner)
        .number("token", row.token.number())
        .text("claim_id", row.claim_id)
        .time("locked_at", row.locked_at)
        .time("updated_at", row.updated_at)
        .time("created_at", row.created_at)
        .number("claims", row.claims)
        .number("takeovers", row.takeovers)
        .number("failures", row.failures)
        .text("last_error", row.last_error)
        .done();
}

std::string recordText(const MessageRow& row)
{
    if (!row.raw.empty())
        return row.raw;
    return Writer()
        .number("seq", row.seq)
        .text("id", row.id)
        .text("topic", row.topic)
        .text("payload", row.payload)
        .text("state", word(row.state))
        .number("tries", row.tries)
        .number("cuts", row.cuts)
        .time("begun_at", row.begun_at)
        .time("created_at", row.created_at)
        .time("next_at", row.next_at)
        .text("owner", row.owner)
        .number("token", row.token.number())
        .text("claim_id", row.claim_id)
        .time("lease_until", row.lease_until)
        .time("sent_at", row.sent_at)
        .text("last_error", row.last_error)
        .done();
}

std::string recordText(const WorkerRow& row)
{
    if (!row.raw.empty())
        return row.raw;
    return Writer()
        .text("id", row.id)
        .text("host", row.host)
        .number("pid", row.pid)
        .text("role", row.role)
        .text("kinds", row.kinds)
        .text("state", row.state)
        .text("doing", row.doing)
        .time("doing_since", row.doing_since)
        .time("lease_until", row.lease_until)
        .span("period", row.period)
        .time("started_at", row.started_at)
        .time("beat_at", row.beat_at)
        .text("control", word(row.order))
        .span("slow_by", row.slow_by)
        .number("claims", row.counters.claims)
        .number("done", row.counters.done)
        .number("relocked", row.counters.relocked)
        .number("failed", row.counters.failed)
        .number("refused", row.counters.refused)
        .done();
}

} // namespace lockdesk
