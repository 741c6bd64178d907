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
/// Beside them, the one of the leader that Lead elects.
inline constexpr int led_resource = resource_count;
/// From so many operations on each loop does more at once, so that a long run is about faults and not about round trips.
inline constexpr std::int64_t long_run = 20'000;
inline constexpr const char* phases[]{"First", "Second", "Done"};
inline constexpr Duration lock_lease = std::chrono::milliseconds{300};
inline constexpr Duration task_timeout = std::chrono::milliseconds{500};
inline constexpr Duration message_lease = std::chrono::milliseconds{500};
/// A frozen process is thawed when everything that it held has run out.
inline constexpr std::chrono::milliseconds frozen_for{650};

/// What one process does: so many fenced writes.
struct WorkerPlan
{
    std::string run;  ///< prefix of all names, so that runs on one store do not meet
    std::string name; ///< of this process
    std::int64_t operations = 0;
    std::uint64_t seed = 1;
    std::filesystem::path history;
    bool fenced = true;
    bool kill_itself = false;   ///< now and then, in the middle of its work
    bool freeze_itself = false; ///< the same; somebody else must thaw it
    bool many = false;          ///< a long run: more writes for each change of the counter, more tasks for each claim
    std::int64_t people = 100;  ///< who may apply to the draw
    bool control = false;       ///< freezes more often, so that a short run is enough to be caught
    bool engine = false;        ///< through the classes of the engine, not by the verbs of the contracts
    bool locks_only = false;    ///< Redlock: no tokens, fence, tasks or messages
};

/// The event of the draw, and the lock of its leader.
std::string draw_name(const std::string& run);

std::string resource_name(const std::string& run, std::uint64_t number);

/// Works until it is done: locks with read-modify-write, tasks, messages. Throws std::runtime_error when the store cannot be
/// reached for half a minute.
void work(Store& store, const WorkerPlan& plan);

/// Handles what the others left behind, until every task is in its last phase and no message is pending. False: it did not
/// end.
bool drain(Store& store, const WorkerPlan& plan, std::chrono::seconds at_most);

} // namespace lockdesk::chaos
