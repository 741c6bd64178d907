// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/spans.h"
#include "backends/observe/update.h"

namespace lockdesk {

const char* word(EventKind kind)
{
    switch (kind) {
    case EventKind::acquired: return "acquired";
    case EventKind::renewed: return "renewed";
    case EventKind::released: return "released";
    case EventKind::expired: return "expired";
    case EventKind::taken_over: return "taken over";
    case EventKind::forced: return "forced";
    case EventKind::cooling_ended: return "cooling ended";
    case EventKind::collected: return "collected";
    case EventKind::added: return "added";
    case EventKind::claimed: return "claimed";
    case EventKind::timed_out: return "timed out";
    case EventKind::advanced: return "advanced";
    case EventKind::unlocked: return "unlocked";
    case EventKind::relocked: return "relocked";
    case EventKind::failed: return "failed";
    case EventKind::removed: return "removed";
    case EventKind::sending: return "sending";
    case EventKind::sent: return "sent";
    case EventKind::retry: return "retry";
    case EventKind::dead: return "dead";
    case EventKind::retried: return "retried";
    case EventKind::started: return "started";
    case EventKind::left: return "left";
    case EventKind::late: return "late";
    case EventKind::silent: return "silent";
    case EventKind::beating: return "beating";
    case EventKind::ordered: return "ordered";
    case EventKind::refused: return "refused";
    case EventKind::audit: return "audit";
    }
    return "";
}

namespace {

std::string with_token(std::string text, FencingToken token)
{
    return token.number() > 0 ? text + ", token " + std::to_string(token.number()) : text;
}

std::string with_detail(std::string text, const std::string& between, const std::string& detail)
{
    return detail.empty() ? text : text + between + detail;
}

} // namespace

std::string event_text(const Event& e)
{
    switch (e.kind) {
    case EventKind::acquired: return with_token("acquired " + e.key, e.token);
    case EventKind::renewed: return "renewed " + e.key;
    case EventKind::released: return "released " + e.key + ", free";
    case EventKind::expired: return with_token("let " + e.key + " expire", e.token);
    case EventKind::taken_over: return with_token("took over " + e.key, e.token);
    case EventKind::forced: return with_token(e.key + " was freed by force", e.token);
    case EventKind::cooling_ended: return e.key + " may be taken again";
    case EventKind::collected: return "row of " + e.key + " collected";
    case EventKind::added: return with_detail("added " + e.key, ", ", e.detail);
    case EventKind::claimed: return with_token(with_detail("claimed " + e.key, " in phase ", e.detail), e.token);
    case EventKind::timed_out: return "lock of " + e.key + " timed out";
    case EventKind::advanced: return with_detail("advanced " + e.key, " to ", e.detail);
    case EventKind::unlocked: return "gave back " + e.key;
    case EventKind::relocked: return with_detail("relocked " + e.key, ", due in ", e.wait ? ahead_text(*e.wait) : e.detail);
    case EventKind::failed: return with_detail("failed " + e.key, ": ", e.detail);
    case EventKind::removed: return e.key + " removed";
    case EventKind::sending: return with_detail("sends " + e.key, ", ", e.detail);
    case EventKind::sent: return with_detail("sent " + e.key, ", ", e.detail);
    case EventKind::retry: return with_detail(e.key + " not delivered", ": ", e.detail);
    case EventKind::dead: return with_detail(e.key + " dead", ": ", e.detail);
    case EventKind::retried: return e.key + " pending again";
    case EventKind::started: return "started";
    case EventKind::left: return "left";
    case EventKind::late: return "heartbeat late";
    case EventKind::silent: return "heartbeat silent";
    case EventKind::beating: return "heartbeat again";
    case EventKind::ordered: return with_detail("ordered", " to ", e.detail);
    case EventKind::refused: {
        const std::string text = with_token("late write to " + e.key + " refused", e.token);
        return e.seen.number() > 0 ? text + ", " + std::to_string(e.seen.number()) + " was seen"
                                   : with_detail(text, ", ", e.detail);
    }
    case EventKind::audit:
        return with_detail(e.detail, " ", e.key) + (forced_in_vain(e) ? ": nothing was done (" + e.result + ")" : "");
    }
    return {};
}

bool forced_in_vain(const Event& e)
{
    // Older recordings lack the result; their actions count as done.
    return e.kind == EventKind::audit && !e.result.empty() && e.result != "done" && e.result != "released"
           && e.result != "cooling" && e.result != "ended";
}

bool is_alarm(EventKind kind)
{
    return kind == EventKind::refused || kind == EventKind::dead || kind == EventKind::silent || kind == EventKind::expired;
}

const char* word(FindingKind kind)
{
    switch (kind) {
    case FindingKind::expired_and_held: return "expired and held";
    case FindingKind::holder_silent: return "holder silent";
    case FindingKind::holder_gone: return "holder gone";
    case FindingKind::task_over_failures: return "task over its failures";
    case FindingKind::message_dead: return "message dead";
    case FindingKind::alive_but_overdue: return "alive but overdue";
    case FindingKind::no_expiry: return "no expiry at all";
    case FindingKind::starving: return "starving";
    case FindingKind::oldest_age: return "oldest age";
    case FindingKind::missed_run: return "missed run";
    case FindingKind::weak_store: return "weak store";
    case FindingKind::clock_doubt: return "clock doubt";
    case FindingKind::store_silent: return "store does not answer";
    case FindingKind::wait_cycle: return "cycle of waits";
    case FindingKind::count_: break;
    }
    return "";
}

const char* word(Severity severity)
{
    switch (severity) {
    case Severity::notice: return "notice";
    case Severity::warning: return "warning";
    case Severity::act: return "act";
    }
    return "";
}

const char* word(NextStep step)
{
    switch (step) {
    case NextStep::show: return "Show";
    case NextStep::force_release: return "Force unlock…";
    case NextStep::relock: return "Relock…";
    case NextStep::retry_dead: return "Retry dead…";
    }
    return "";
}

const char* word(HealthState state)
{
    switch (state) {
    case HealthState::connecting: return "connecting";
    case HealthState::live: return "live";
    case HealthState::stale: return "stale";
    }
    return "";
}

TimePoint ClockState::at_steady(SteadyPoint steady) const
{
    if (!known)
        return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    const auto passed = std::chrono::duration_cast<Duration>(steady - at);
    return store + Duration{static_cast<std::int64_t>(static_cast<double>(passed.count()) * rate)};
}

} // namespace lockdesk
