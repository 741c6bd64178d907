// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/guard_bounds.h"

#include "backends/engine/text/text.h"

namespace lockdesk::app {

namespace {

bool is_session(GuardKind kind) { return kind == GuardKind::named || kind == GuardKind::skip_locked; }
bool has_lease(GuardKind kind)
{
    return kind == GuardKind::fixed || kind == GuardKind::watchdog || kind == GuardKind::redlock;
}
bool has_lock(GuardKind kind) { return has_lease(kind) || is_session(kind); }

std::string under(const char* option, GuardKind kind)
{
    return std::string(option) + " does not apply to guard " + word(kind) + ": ";
}

std::string no_lease(GuardKind kind)
{
    return is_session(kind) ? "its lock lasts as long as the session and has no lease" : "it has no lock";
}

std::optional<Failure> kind_defect(GuardKind kind, const GuardBounds& given)
{
    if (given.at_most && !has_lease(kind))
        return Failure::usage(under("--at-most", kind) + no_lease(kind));
    for (const auto& [bound, option] : {std::pair{&given.at_least, "--at-least"}, std::pair{&given.once_per, "--once-per"}})
        if (!*bound || **bound == Duration{0})
            continue;
        else if (kind == GuardKind::redlock)
            return Failure::usage(under(option, kind) + "it does not keep its lock after the run");
        else if (!has_lease(kind))
            return Failure::usage(under(option, kind) + no_lease(kind));
    if (given.wait && !has_lock(kind))
        return Failure::usage(under("--wait", kind) + no_lease(kind));
    return std::nullopt;
}

std::optional<Failure> defect_of(const GuardBounds& given)
{
    if (given.once_per && given.at_least)
        return Failure::usage("--once-per cannot be combined with --at-least: --once-per D is --at-least of nine "
                              "tenths of D");
    if (given.once_per && (*given.once_per <= Duration{0} || *given.once_per == no_end))
        return Failure::usage("--once-per needs a duration above 0 that ends, not forever");
    if (given.at_most && given.at_least && *given.at_least > *given.at_most)
        return Failure::usage("--at-least is longer than --at-most: the lease would end before it");
    return std::nullopt;
}

} // namespace

Answer<GuardKind> job_guard_kind(std::string_view text)
{
    auto kind = parse_guard_kind(text);
    if (!kind)
        return Failure::usage("Unknown guard '" + to_valid_utf8(text)
                              + "'. Use one of: none, named, skip-locked, fixed, watchdog, redlock.");
    return kind;
}

Answer<GuardOptions> bounded(GuardOptions options, const GuardBounds& given)
{
    if (auto defect = kind_defect(options.kind, given))
        return *defect;
    if (auto defect = defect_of(given))
        return *defect;
    options.at_most = given.at_most.value_or(options.at_most);
    options.at_least = given.at_least.value_or(options.at_least);
    options.wait = given.wait.value_or(options.wait);
    // The next one may come a little early, by the clock of another computer: the tenth is for it.
    if (given.once_per)
        options.at_least = *given.once_per / 10 * 9;
    return options;
}

std::optional<Failure> relay_guard_defect(GuardKind kind, const RelayGuardGiven& given)
{
    if (given.lease && is_session(kind))
        return Failure::usage(under("--lease", kind) + no_lease(kind));
    if (given.store && !has_lock(kind))
        return Failure::usage(under("--guard-store", kind) + no_lease(kind));
    return std::nullopt;
}

} // namespace lockdesk::app
