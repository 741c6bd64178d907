// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/guarded_relay.h"
#include "backends/engine/retention.h"
#include "backends/engine/store.h"
#include "backends/engine/tasks.h"

#include <map>
#include <string>
#include <vector>

namespace lockdesk::worker {

enum class Role { tasks, relay, guard };

/// The command line, validated: names are names and durations are durations before a store is asked.
struct Options
{
    Role role = Role::tasks;
    std::string store;
    SessionOptions session;
    std::string name; ///< first part of the owner id; empty: this computer's name
    bool json = false;
    bool with_parent = false;
    bool faults = false; ///< take orders for faults on standard input
    Duration interval = std::chrono::seconds{1};
    Duration work{0};
    std::string exec;
    std::optional<Duration> retention; ///< none: it removes nothing
    // tasks
    std::optional<TaskKind> kind;
    std::vector<Phase> phases;
    std::map<std::string, Phase> advance; ///< from -> to
    std::int64_t batch = 1;
    std::int64_t handlers = 0; ///< 0: as many as the batch, at most 8
    std::int64_t fail_every = 0;
    bool extend = false;
    ClaimStrategy strategy = ClaimStrategy::atomic;
    std::optional<Duration> lock_timeout;
    // relay
    std::string receiver;
    std::int64_t tries = 3;
    DeliveryRetry retry;
    std::optional<Duration> lease;
    Duration limit = forever;
    std::optional<GuardKind> relay_guard; ///< none: the messages' leases keep relays apart
    std::string guard_store;              ///< empty: the store itself
    // relay and guard
    std::optional<Schedule> schedule; ///< none: `interval`
    std::vector<LockName> locks;
    GuardKind guard = GuardKind::watchdog;
    Duration at_most = std::chrono::seconds{30};
    Duration at_least{0};
    Duration wait{0};
};

/// What the command line came to.
struct Parsed
{
    std::optional<Options> options; ///< none: print `text` and end with `status`
    int status = 0;
    std::string text;
};
Parsed parse_options(int argc, char** argv);

} // namespace lockdesk::worker
