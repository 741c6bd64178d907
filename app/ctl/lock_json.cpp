// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/lock_json.h"

#include "app/ctl/row_json.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

bool has_tokens(const Capabilities& can) { return can.fence != FenceStrength::none; }

Json token_json(FencingToken token, const Capabilities& can)
{
    return has_tokens(can) ? Json(token.number()) : Json(nullptr);
}

} // namespace

Json lock_line(const char* op, const LockName& name, const OwnerId& caller, const Capabilities& can,
               std::optional<TimePoint> at)
{
    Json line = Output::line("lock", at);
    line["op"] = op;
    line["name"] = name.str();
    line["source"] = can.source;
    line["result"] = nullptr;
    line["owner"] = caller.str();
    line["token"] = nullptr;
    line["holds"] = 0;
    line["extended"] = false;
    line["acquired_us"] = nullptr;
    line["expires_us"] = nullptr;
    line["holder"] = nullptr;
    return line;
}

Json acquisition_json(const LockName& name, const OwnerId& caller, const Acquisition& answer, const Capabilities& can,
                      std::optional<TimePoint> at)
{
    Json line = lock_line("acquire", name, caller, can, at);
    line["result"] = word(answer.result);
    line["holder"] = holder_json(answer.holder, has_tokens(can));
    if (answer.result == AcquireResult::acquired) {
        line["token"] = token_json(answer.token.value_or(FencingToken{}), can);
        line["holds"] = answer.holds;
        line["extended"] = answer.extended;
        line["acquired_us"] = us_or_null(answer.acquired_at);
    }
    if (answer.result != AcquireResult::busy) // when busy, `holder` has the expiry
        line["expires_us"] = us_or_null(answer.expires_at);
    return line;
}

Json lease_json(const char* op, const LockName& name, const OwnerId& caller, FencingToken token, const LeaseAnswer& answer,
                const Capabilities& can, std::optional<TimePoint> at)
{
    const bool holds = answer.result == LeaseResult::renewed || answer.result == LeaseResult::still_held;
    const bool cooling = answer.result == LeaseResult::cooling;
    Json line = lock_line(op, name, caller, can, at);
    line["result"] = word(answer.result);
    line["token"] = cooling ? Json(nullptr) : token_json(token, can);
    line["holds"] = answer.holds;
    line["extended"] = answer.extended;
    line["acquired_us"] = holds ? us_or_null(answer.acquired_at) : Json(nullptr);
    line["expires_us"] = holds || cooling ? us_or_null(answer.expires_at) : Json(nullptr);
    if (!cooling && answer.result != LeaseResult::released) // no holder then
        line["holder"] = holder_json(answer.holder, has_tokens(can));
    return line;
}

Json force_json(const ForceRelease& request, const ForceAnswer& answer, const Capabilities& can, std::optional<TimePoint> at)
{
    Json line = lock_line("force-release", request.name, request.if_owner, can, at);
    line["result"] = word(answer.result);
    if (answer.result == ForceResult::released) {
        line["token"] = answer.token ? token_json(*answer.token, can) : Json(nullptr);
        line["expires_us"] = us_or_null(answer.expires_at);
    }
    line["holder"] = holder_json(answer.holder, has_tokens(can));
    return line;
}

Json end_cooling_json(const EndCooling& request, const CoolingEnd& answer, const Capabilities& can,
                      std::optional<TimePoint> at)
{
    Json line = lock_line("end-hold-off", request.name, OwnerId::trusted("nobody"), can, at);
    line["owner"] = nullptr; // nobody holds what is held off
    line["result"] = answer.result == ForceResult::released ? "ended" : word(answer.result);
    if (answer.result == ForceResult::released)
        line["token"] = token_json(request.if_token, can);
    line["expires_us"] = us_or_null(answer.cooling_until);
    line["holder"] = holder_json(answer.holder, has_tokens(can));
    return line;
}

Exit exit_of(AcquireResult result) { return result == AcquireResult::acquired ? exit_done : exit_no; }

Exit exit_of(LeaseResult result)
{
    switch (result) {
    case LeaseResult::not_owner:
    case LeaseResult::stale:
    case LeaseResult::expired: return exit_refused;
    default: return exit_done;
    }
}

} // namespace lockdesk::ctl
