// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/runners/guard.h"

#include <optional>
#include <string_view>

namespace lockdesk::app {

/// What a command line says of a guard's time. None: not given.
struct GuardBounds
{
    std::optional<Duration> at_most, at_least, once_per, wait;
};

/// The guard of a job. Usage failure: no such guard; the sentence names those that a job may have.
Answer<GuardKind> job_guard_kind(std::string_view text);

/// Puts them into the options. Usage failure: one that this kind of guard cannot keep, or two that contradict each other.
Answer<GuardOptions> bounded(GuardOptions options, const GuardBounds& given);

/// What a relay's guard was given beside its time.
struct RelayGuardGiven
{
    bool store = false, lease = false; ///< a name of a lock may be given under each
};
/// None: all of it has a meaning under this guard.
std::optional<Failure> relay_guard_defect(GuardKind kind, const RelayGuardGiven& given);

} // namespace lockdesk::app
