// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Forced actions on locks and their previews: the same commands, for showing and for sending.
#include "backends/mongodb/forced.h"

#include "backends/engine/text/audit_rows.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/mongodb/audit.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/errors.h"
#include "backends/mongodb/listing.h"
#include "backends/mongodb/seen_lock.h"
#include "backends/mongodb/spans.h"

namespace lockdesk::mongodb {

namespace {

Bson same_time(const char* field, TimePoint t) { return Bson().array("$eq", Bson().text("0", field).whole("1", to_us(t))); }

Values values_of(const ForceRelease& r)
{
    Bson conditions;
    if (r.if_acquired_at)
        conditions.push(same_time("$acquired_at", *r.if_acquired_at));
    if (r.if_expires_at)
        conditions.push(same_time("$expires_at", *r.if_expires_at));
    Values v;
    v.text("name", r.name.str()).text("owner", r.if_owner.str()).whole("token", r.if_token.number());
    v.whole("next_token", r.if_token.next().number()).doc("identity", Bson().array("$and", conditions));
    v.whole("hold_off", std::max<std::int64_t>(0, lease_us(r.hold_off))).text("reason", r.reason);
    return v;
}

Values values_of(const EndCooling& r)
{
    Values v;
    v.text("name", r.name.str()).whole("token", r.if_token.number());
    return v.whole("seen_until", to_us(r.if_cooling_until)).text("reason", r.reason);
}

constexpr std::array<const char*, 2> steps{"lock_force_release", "fence_raise"};

// Nothing was changed: reads who holds the lock now, and writes that to the audit.
template <class Request, class Result> Answer<SeenLock> refuse_changed(Link& link, const Request& request, Result& out)
{
    auto seen = see_lock(link, request.name);
    if (!seen)
        return seen;
    out.holder = holder_of(seen->row, seen->now());
    if (auto written = link.write("audit_write", audit_values(audit_row(request, word(ForceResult::changed)))); !written)
        return written.failure();
    return seen;
}

} // namespace

Answer<ForcePreview> preview_force_release(Link& link, const ForceRelease& request)
{
    if (auto failed = link.begin_read())
        return *failed;
    auto seen = see_lock(link, request.name);
    if (!seen)
        return seen.failure();
    ForcePreview out;
    for (const char* step : steps)
        out.commands.push_back(link.shown(step, values_of(request)));
    out.commands.push_back(link.shown("audit_write", audit_values(audit_row(request, word(ForceResult::released)))));
    out.wakes = seen->row.waiters;
    return {std::move(out), seen->now()};
}

Answer<ForceAnswer> force_release(Link& link, const ForceRelease& request)
{
    if (auto wrong = not_text(request.name.str(), request.if_owner.str()))
        return *wrong;
    if (auto failed = link.begin_write("lock_force_release", Schema::fresh))
        return *failed;
    std::vector<Bson> commands;
    for (const char* step : steps)
        commands.push_back(link.filled(step, values_of(request)));
    commands.push_back(link.filled("audit_write", audit_values(audit_row(request, word(ForceResult::released)))));
    ForceAnswer out;
    TimePoint now{};
    // The lock first: a fence that was raised for a lock that is not freed would refuse a holder who is in the right.
    const auto failed = link.together("lock_force_release", commands, [&](std::size_t i, const Bson& reply) {
        if (i > 0)
            return true;
        const View doc = reply["value"];
        out = {};
        if (!doc.is_document())
            return false;
        const LockRow row = lock_row(doc);
        now = time_from_us(doc["at"].integer());
        out.result = ForceResult::released;
        out.token = row.token;
        out.expires_at = row.cooling_until;
        return true;
    });
    if (failed)
        return *failed;
    if (out.result == ForceResult::released)
        return {std::move(out), now};
    const auto seen = refuse_changed(link, request, out);
    if (!seen)
        return seen.failure();
    return {std::move(out), seen->now()};
}

Answer<ForcePreview> preview_end_cooling(Link& link, const EndCooling& request)
{
    if (auto failed = link.begin_read())
        return *failed;
    auto seen = see_lock(link, request.name);
    if (!seen)
        return seen.failure();
    ForcePreview out;
    out.commands = {link.shown("lock_end_cooling", values_of(request)),
                    link.shown("audit_write", audit_values(audit_row(request, word(ForceResult::released))))};
    out.may_run_twice = false;
    out.wakes = seen->row.waiters;
    return {std::move(out), seen->now()};
}

Answer<CoolingEnd> end_cooling(Link& link, const EndCooling& request)
{
    if (auto wrong = not_text(request.name.str(), {}))
        return *wrong;
    if (auto failed = link.begin_write("lock_end_cooling", Schema::fresh))
        return *failed;
    const std::vector<Bson> commands{
        link.filled("lock_end_cooling", values_of(request)),
        link.filled("audit_write", audit_values(audit_row(request, word(ForceResult::released))))};
    CoolingEnd out;
    TimePoint now{};
    const auto failed = link.together("lock_end_cooling", commands, [&](std::size_t i, const Bson& reply) {
        if (i > 0)
            return true;
        const View doc = reply["value"];
        out = {};
        if (!doc.is_document())
            return false;
        now = time_from_us(doc["at"].integer());
        out.result = ForceResult::released;
        return true;
    });
    if (failed)
        return *failed;
    if (out.result == ForceResult::released)
        return {std::move(out), now};
    const auto seen = refuse_changed(link, request, out);
    if (!seen)
        return seen.failure();
    if (lock_state(seen->row, seen->now()) == LockState::cooling)
        out.cooling_until = seen->row.cooling_until;
    return {std::move(out), seen->now()};
}

} // namespace lockdesk::mongodb
