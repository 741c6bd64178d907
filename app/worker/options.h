// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/draws.h"
#include "backends/engine/contracts/store.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/engine/runners/guarded_relay.h"
#include "backends/engine/runners/retention.h"

#include <map>
#include <string>
#include <vector>

namespace lockdesk::worker {

enum class Role { tasks, relay, guard, leader, draw };
const char* word(Role role);

/// One role of the process with its options, validated: names and durations are checked before a
/// store is used. Options of the whole process are the same in all of its roles.
struct Options
{
    Role role = Role::tasks;
    StoreUrl store;
    SessionOptions session;
    std::string name; ///< first part of the owner id; empty: this computer's name
    bool json = false;
    bool with_parent = false;
    bool faults = false; ///< read orders for faults from standard input
    Duration interval = std::chrono::seconds{1};
    Duration work{0};
    std::string exec;
    std::optional<Duration> retention; ///< nullopt: no removal
    // tasks
    std::optional<TaskKind> kind;
    std::vector<Phase> phases;
    std::map<std::string, Phase> advance;             ///< from -> to
    std::map<DesiredState, Phase> desired;            ///< next phase of tasks with this desired state; precedes `advance`
    std::map<DesiredState, std::string> desired_exec; ///< the command that handles them; missing: `exec`
    std::string announce;                             ///< topic of a message for each task that advances; empty: none
    std::int64_t batch = 1;
    std::int64_t handlers = 0; ///< 0: same as the batch, at most 8
    std::int64_t fail_every = 0;
    bool extend = false;
    ClaimStrategy strategy = ClaimStrategy::atomic;
    std::optional<Duration> lock_timeout;
    // relay
    std::string receiver;
    std::vector<std::string> headers; ///< of an HTTP receiver
    std::int64_t tries = 3;
    DeliveryRetry retry;
    std::optional<Topic> topic; ///< nullopt: of all messages
    std::optional<Duration> lease;
    Duration limit = no_end;
    std::optional<GuardKind> relay_guard; ///< nullopt: the messages' leases keep relays apart
    std::optional<StoreUrl> guard_store;  ///< nullopt: the same store
    // relay, guard and leader
    std::optional<Schedule> schedule; ///< nullopt: `interval`
    std::vector<LockName> locks;
    GuardKind guard = GuardKind::watchdog;
    Duration at_most = std::chrono::seconds{30};
    Duration at_least{0};
    Duration wait{0};
    bool fence = false; ///< a demonstration job also writes what its lock protects
    // draw
    std::optional<EventId> event;
    std::int64_t places = 0;       ///< 0: the event is already open
    std::string persons;           ///< file of applicants, one per line; empty: none
    std::int64_t applications = 0; ///< from generated persons, some of them twice
};

/// The parsed command line.
struct Parsed
{
    std::vector<Options> roles; ///< empty: print `text` and end with `status`
    int status = 0;
    std::string text;
};
Parsed parse_options(int argc, char** argv);
/// Examples of command lines, one a line.
std::string example_lines();
/// The program's page of the manual, in roff.
std::string manual();

/// The bad value of an option.
struct BadValue
{
    Failure failure;
};
struct OptionTexts;
/// Parses the texts of one role. Throws BadValue.
Options read_role(const OptionTexts& texts);

} // namespace lockdesk::worker
