// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::worker {

/// The command line as texts from CLI11: of the process, then of one role.
struct OptionTexts
{
    std::string store, sandbox, timeout = "5s", name, retention;
    bool json = false, with_parent = false, faults = false;
    std::vector<std::string> also;

    std::string role = "tasks", source = "lockdesk", interval = "1s", work = "0", exec;
    std::string kind, strategy = "atomic", lock_timeout, receiver, lease, limit = "forever", guard, at_most, announce, topic;
    std::string guard_store, cron, fixed_delay, fixed_rate, at_least, once_per, wait, batch, handlers;
    std::string fail_every = "0", tries = "3", backoff = "exponential";
    std::string event, places = "0", persons, applications = "0";
    std::vector<std::string> phases, advance, desired, desired_exec, locks, headers;
    bool extend = false, fence = false;
    std::set<std::string, std::less<>> present; ///< options that the command line has
    [[nodiscard]] bool given(std::string_view option) const { return present.contains(option); }
};

} // namespace lockdesk::worker
