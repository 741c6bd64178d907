// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace lockdesk::chaos {

inline constexpr int resource_count = 4;
/// In addition, the resource of the leader elected by Lead.
inline constexpr int led_resource = resource_count;
/// From this number of operations on each loop does more at once, so that a long run tests faults and not round trips.
inline constexpr std::int64_t long_run = 20'000;
inline constexpr const char* phases[]{"First", "Second", "Done"};
inline constexpr Duration lock_lease = std::chrono::milliseconds{300};
inline constexpr Duration task_timeout = std::chrono::milliseconds{500};
inline constexpr Duration message_lease = std::chrono::milliseconds{500};
/// A frozen process is thawed after all its leases have expired.
inline constexpr std::chrono::milliseconds frozen_for{650};

/// The work of one process: a number of fenced writes.
struct WorkerPlan
{
    std::string run;  ///< prefix of all names, so that runs on one store do not collide
    std::string name; ///< name of this process
    std::int64_t operations = 0;
    std::uint64_t seed = 1;
    std::filesystem::path history;
    bool fenced = true;
    bool kill_itself = false;   ///< now and then, during its work
    bool freeze_itself = false; ///< likewise; another process must thaw it
    bool many = false;          ///< a long run: more writes per change of the counter, more tasks per claim
    std::int64_t people = 100;  ///< number of possible applicants to the draw
    bool control = false;       ///< freezes more often, so that a short run suffices to catch it
    bool engine = false;        ///< through the classes of the engine, not the verbs of the contracts
    bool locks_only = false;    ///< Redlock: no tokens, fence, tasks or messages
};

/// The event of the draw, and the lock of its leader.
std::string draw_name(const std::string& run);

std::string resource_name(const std::string& run, std::uint64_t number);

/// Works until done: locks with read-modify-write, tasks, messages. Throws std::runtime_error if the store is unreachable
/// for half a minute.
void work(Store& store, const WorkerPlan& plan);

/// Handles what others left behind until all tasks are in their last phase and no message is pending. False: timeout.
bool drain(Store& store, const WorkerPlan& plan, std::chrono::seconds at_most);

} // namespace lockdesk::chaos
