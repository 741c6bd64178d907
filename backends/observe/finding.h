// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/observe/saying.h"

#include <string>
#include <vector>

namespace lockdesk {

/// Recordings store the number: append new kinds.
enum class FindingKind {
    expired_and_held,
    holder_silent,
    holder_gone,
    task_over_failures,
    message_dead,
    alive_but_overdue,
    no_expiry,
    starving,
    oldest_age,
    missed_run,
    weak_store,
    clock_doubt,
    store_silent, ///< the store does not answer: its other findings may be out of date
    wait_cycle,   ///< owners or sessions that wait for one another
    count_        ///< not a kind: the number of kinds
};

enum class Severity { notice, warning, act }; ///< act: a human must act now

/// The remedy; the console shows a button for it.
enum class NextStep { show, force_release, relock, retry_dead };

struct ProvingRow
{
    Entity entity = Entity::lock;
    std::string key;
    friend bool operator==(const ProvingRow&, const ProvingRow&) = default;
};

/// A verdict about a lock, task, message or store, with its evidence.
struct Finding
{
    FindingKind kind = FindingKind::expired_and_held;
    Severity severity = Severity::warning;
    Entity entity = Entity::lock;
    std::string key;  ///< the row's key; a topic or `kind phase` when it covers several rows; `outbox`,
                      ///< `clock`, `store`; names of the locks of a cycle, or of its sessions
    Sayings evidence; ///< parts of one line
    TimePoint since{};
    NextStep next = NextStep::show;
    std::vector<ProvingRow> rows; ///< at most 100
    std::int64_t count = 1;       ///< rows that it covers
    friend bool operator==(const Finding&, const Finding&) = default;
};

const char* word(FindingKind); ///< `expired and held`
const char* word(Severity);
const char* word(NextStep); ///< `Force unlock…`

} // namespace lockdesk
