// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format/record_text.h"

#include "backends/engine/text/json_text.h"

namespace lockdesk {

std::string recordText(const LockRow& row)
{
    if (!row.raw.empty())
        return row.raw;
    return JsonText()
        .text_or_null("name", row.name)
        .text_or_null("owner", row.owner)
        .number("token", row.token.number())
        .number("holds", row.holds)
        .span("lease_us", row.lease)
        .time("acquired_at", row.acquired_at)
        .time("renewed_at", row.renewed_at)
        .time("expires_at", row.expires_at)
        .time("cooling_until", row.cooling_until)
        .time("released_at", row.released_at)
        .text_or_null("last_owner", row.last_owner)
        .text_or_null("reason", row.reason)
        .number("renewals", row.renewals)
        .str();
}

std::string recordText(const TaskRow& row)
{
    if (!row.raw.empty())
        return row.raw;
    return JsonText()
        .text_or_null("id", row.id)
        .text_or_null("kind", row.kind)
        .text_or_null("phase", row.phase)
        .text_or_null("desired_state", word(row.desired_state))
        .text_or_null("payload", row.payload)
        .text_or_null("owner", row.owner)
        .number("token", row.token.number())
        .text_or_null("claim_id", row.claim_id)
        .time("locked_at", row.locked_at)
        .time("updated_at", row.updated_at)
        .time("created_at", row.created_at)
        .number("claims", row.claims)
        .number("takeovers", row.takeovers)
        .number("failures", row.failures)
        .text_or_null("last_error", row.last_error)
        .str();
}

std::string recordText(const MessageRow& row)
{
    if (!row.raw.empty())
        return row.raw;
    return JsonText()
        .number("seq", row.seq)
        .text_or_null("id", row.id)
        .text_or_null("topic", row.topic)
        .text_or_null("payload", row.payload)
        .text_or_null("state", word(row.state))
        .number("tries", row.tries)
        .number("cuts", row.cuts)
        .time("begun_at", row.begun_at)
        .time("created_at", row.created_at)
        .time("next_at", row.next_at)
        .text_or_null("owner", row.owner)
        .number("token", row.token.number())
        .text_or_null("claim_id", row.claim_id)
        .time("lease_until", row.lease_until)
        .time("sent_at", row.sent_at)
        .text_or_null("last_error", row.last_error)
        .str();
}

std::string recordText(const WorkerRow& row)
{
    if (!row.raw.empty())
        return row.raw;
    return JsonText()
        .text_or_null("id", row.id)
        .text_or_null("host", row.host)
        .number("pid", row.pid)
        .text_or_null("role", row.role)
        .text_or_null("kinds", row.kinds)
        .text_or_null("state", row.state)
        .text_or_null("doing", row.doing)
        .time("doing_since", row.doing_since)
        .time("lease_until", row.lease_until)
        .span("period", row.period)
        .time("started_at", row.started_at)
        .time("beat_at", row.beat_at)
        .text_or_null("control", word(row.order))
        .span("slow_by", row.slow_by)
        .number("claims", row.counters.claims)
        .number("done", row.counters.done)
        .number("relocked", row.counters.relocked)
        .number("failed", row.counters.failed)
        .number("refused", row.counters.refused)
        .str();
}

} // namespace lockdesk
