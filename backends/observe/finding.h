// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/observe/saying.h"

#include <string>
#include <vector>

namespace lockdesk {

/// In recordings by their number: new ones come last.
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
    store_silent, ///< it does not answer: nothing else that is told of it is news
    count_        ///< not a kind: how many there are
};

enum class Severity { notice, warning, act }; ///< act: a human is needed now

/// What can be done about it: the console turns it into a button.
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
    std::string key;  ///< what it is about; a topic or `kind phase` when it stands for several rows; `outbox`, `clock`,
                      ///< `store`
    Sayings evidence; ///< parts of one line
    TimePoint since{};
    NextStep next = NextStep::show;
    std::vector<ProvingRow> rows; ///< at most 100
    std::int64_t count = 1;       ///< rows that it stands for
    friend bool operator==(const Finding&, const Finding&) = default;
};

const char* word(FindingKind); ///< `expired and held`
const char* word(Severity);
const char* word(NextStep); ///< `Force unlock…`

} // namespace lockdesk
