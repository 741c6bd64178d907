// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Fields that stores of documents and stores of hashes name alike. `f` reads one by its name: text, whole, needed (in doubt
// if it is missing), time, time_or_epoch and span; it keeps the names of those that are invalid.
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/rules/foreign_time.h"

namespace lockdesk {

template <class Fields> void read_lock_fields(Fields& f, LockRow& out)
{
    out.owner = f.text("owner");
    out.token = FencingToken(f.needed("token"));
    out.holds = f.whole("holds", out.owner.empty() ? 0 : 1);
    out.lease = f.span("lease_us");
    out.acquired_at = f.time("acquired_at");
    out.renewed_at = f.time("renewed_at");
    out.expires_at = f.time("expires_at");
    out.cooling_until = f.time("cooling_until");
    out.released_at = f.time("released_at");
    out.last_owner = f.text("last_owner");
    out.reason = f.text("reason");
    out.renewals = f.whole("renewals");
}

/// Without id, seq, topic, payload, state and token.
template <class Fields> void read_delivery_fields(Fields& f, MessageRow& out)
{
    out.tries = f.whole("tries");
    out.cuts = f.whole("cuts");
    out.begun_at = f.time("begun_at");
    out.created_at = f.time_or_epoch("created_at");
    out.next_at = f.time("next_at");
    out.owner = f.text("owner");
    out.claim_id = f.text("claim_id");
    out.lease_until = f.time("lease_until");
    out.sent_at = f.time("sent_at");
    out.last_error = f.text("last_error");
}

template <class Fields> void read_worker_fields(Fields& f, WorkerRow& out)
{
    out.host = f.text("host");
    out.pid = f.whole("pid");
    out.role = f.text("role");
    out.kinds = f.text("kinds");
    out.state = f.text("state");
    out.doing = f.text("doing");
    out.doing_since = f.time("doing_since");
    out.lease_until = f.time("lease_until");
    out.period = foreign_span(f.whole("period", to_us(out.period)));
    out.started_at = f.time_or_epoch("started_at");
    out.beat_at = f.time_or_epoch("beat_at");
    const auto order = f.text("control");
    for (const auto known : {WorkerOrder::pause, WorkerOrder::slow, WorkerOrder::stop})
        if (order == word(known))
            out.order = known;
    out.slow_by = foreign_span(f.whole("slow_by"));
    out.counters.claims = f.whole("claims");
    out.counters.done = f.whole("done");
    out.counters.relocked = f.whole("relocked");
    out.counters.failed = f.whole("failed");
    out.counters.refused = f.whole("refused");
    out.counters.wait_p50_us = f.whole("wait_p50", -1);
    out.counters.hold_p50_us = f.whole("hold_p50", -1);
}

} // namespace lockdesk
