// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/lease_book.h"

#include <algorithm>
#include <array>

namespace lockdesk {

using namespace std::chrono_literals;

const char* word(LeaseVerdict verdict)
{
    switch (verdict) {
    case LeaseVerdict::too_few: return "too few";
    case LeaseVerdict::short_: return "short";
    case LeaseVerdict::tight: return "tight";
    case LeaseVerdict::fits: return "fits";
    case LeaseVerdict::generous: return "generous";
    case LeaseVerdict::endless: return "endless";
    }
    return "";
}

Duration percentile(const std::vector<Duration>& sorted, int percent)
{
    if (sorted.empty())
        return Duration{0};
    const auto rank = (sorted.size() * static_cast<std::size_t>(percent) + 99) / 100;
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

Duration usual_lease(Duration needed)
{
    static constexpr std::array<Duration, 27> usual{
        300ms, 500ms, 1s,   2s,   3s,    5s,    10s,   15s,   20s,   30s,   45s,   60s,    90s, 2min,
        3min,  5min,  10min, 15min, 20min, 30min, 45min, 60min, 90min, 120min, 180min, 360min, 720min};
    const auto wanted = needed + needed / 10;
    const auto found = std::lower_bound(usual.begin(), usual.end(), wanted);
    if (found != usual.end())
        return *found;
    const Duration day = 24h;
    return (wanted / day + (wanted % day == Duration{0} ? 0 : 1)) * day;
}

LeaseVerdict lease_verdict(const LeaseAdvice& advice)
{
    // A lease that ended before the work is a fact, however few were seen.
    if (advice.ended > 0)
        return LeaseVerdict::short_;
    if (!advice.lease)
        return LeaseVerdict::endless;
    if (advice.holds < LeaseAdvice::enough_holds)
        return LeaseVerdict::too_few;
    if (advice.longest_unrenewed > *advice.lease - *advice.lease / 10)
        return LeaseVerdict::tight;
    if (advice.covers * 10 <= *advice.lease)
        return LeaseVerdict::generous;
    return LeaseVerdict::fits;
}

Sayings advice_text(const LeaseAdvice& advice)
{
    using C = SayingCode;
    Sayings out;
    out.push_back(say(C::lease_holds).count(advice.holds).count(advice.grants).age(advice.since));
    if (advice.lease)
        out.push_back(say(C::lease_is).fine(*advice.lease));
    else
        out.push_back(say(C::lease_is_endless));
    if (advice.holds > 0)
        out.push_back(say(advice.at_least ? C::work_at_least : C::work_took)
                          .fine(advice.p50)
                          .fine(advice.p99)
                          .fine(advice.longest));
    if (advice.renewed > 0)
        out.push_back(say(C::longest_unrenewed).count(advice.renewed).fine(advice.longest_unrenewed));
    if (advice.ended > 0) {
        const auto percent = 100.0 * static_cast<double>(advice.ended) / static_cast<double>(std::max<std::int64_t>(advice.grants, 1));
        out.push_back(say(C::leases_ended).count(advice.ended).rate(percent));
        out.push_back(say(C::ended_of_which).count(advice.late).count(advice.taken_over));
    }
    if (advice.died > 0)
        out.push_back(say(C::holders_died).count(advice.died));
    switch (advice.verdict) {
    case LeaseVerdict::too_few: out.push_back(say(C::too_few_holds).count(LeaseAdvice::enough_holds)); break;
    case LeaseVerdict::short_: out.push_back(say(C::would_have_covered).fine(advice.covers)); break;
    case LeaseVerdict::tight: out.push_back(say(C::lease_is_tight).fine(advice.covers)); break;
    case LeaseVerdict::fits: out.push_back(say(C::lease_fits)); break;
    case LeaseVerdict::generous: out.push_back(say(C::lease_is_generous).fine(*advice.lease).fine(advice.covers)); break;
    case LeaseVerdict::endless: break;
    }
    return out;
}

} // namespace lockdesk
