// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/actor_link.h"
#include "backends/scenarios/event_filter.h"
#include "backends/scenarios/lesson.h"
#include "backends/scenarios/player.h"
#include "backends/scenarios/seeded.h"

#include <set>
#include <utility>

namespace lockdesk::scenarios {

/// A step in progress: its commands, the rows before it, the replies so far.
struct Pending
{
    const Instruction* instruction = nullptr;
    std::vector<std::string> commands, input;
    std::string sql;
    std::vector<RowChange> rows;
    std::vector<ActorReply> replies;
    std::size_t sent = 0; ///< number of commands sent
    bool waits = false;   ///< a `waits` event was emitted
};

/// A wait for an event of other actors.
struct Awaiting
{
    const Instruction* instruction = nullptr;
    EventFilter filter;
    std::optional<Duration> until;
};

struct ProgramThread
{
    int number = 0;
    std::string name; ///< of a thread started by another
    Player player;
    std::shared_ptr<Fields> variables;
    Duration ready{0};
    std::optional<Pending> pending;
    std::optional<Awaiting> awaiting;
    std::uint64_t order = 0; ///< of its last command among all threads
    bool ended = false;
    bool is_job = false; ///< runs the program of a part: a hung actor stops it
};

/// A part that an object of the engine plays for an actor, in its process.
struct PartState
{
    std::int64_t id = 0;
    const Instruction* instruction = nullptr;
    std::shared_ptr<Fields> variables; ///< of the thread that started it
    int thread = 0;
    ProgramThread* job = nullptr; ///< runs the part's program
    std::int64_t asked = 0;       ///< number of attempts to acquire the lock
    bool wants = false;           ///< the part waits for its program to end
    bool told_to_stop = false, ended = false;

    /// Whether the part ends without a stop: true for one that holds its lock once; others run until the programs end.
    [[nodiscard]] bool ends_by_itself() const { return instruction->commands.front().starts_with("hold "); }
};

struct ActorState
{
    ActorSpec spec;
    std::string owner;
    std::unique_ptr<ActorLink> link;
    std::string joined_id; ///< id of the joined process; empty: our own process
    std::vector<std::unique_ptr<ProgramThread>> threads;
    std::vector<std::unique_ptr<PartState>> parts;
    std::optional<Duration> parts_wake; ///< when the first part wakes by itself
    std::set<std::string> parts_listen; ///< locks of which parts await release hints
    std::int64_t number = 0;            ///< process number in owners
    Fields own;                         ///< variables from the lesson
    Seeded ids{0};                      ///< source of claim ids
    bool frozen = false, hung = false, cut_off = false, dead = false;
    bool freeze_later = false; ///< requested in the middle of a command
    std::int64_t slow = 1;
    Duration skew{0};
    bool busy = false;           ///< a command of one of its threads is in progress
    bool in_transaction = false; ///< a transaction of its `sql` is open
    bool lost_transaction = false; ///< its transaction ended with its connection, and its program has not come to the end of it
    bool tells_no_statement = false; ///< the process that joined once failed to report a statement while it waited

    [[nodiscard]] bool can_run(const ProgramThread& thread) const
    {
        return !dead && !frozen && !busy && !(hung && (thread.number == 0 || thread.is_job));
    }
    void lose_transaction() { lost_transaction = std::exchange(in_transaction, false) || lost_transaction; }
    [[nodiscard]] bool is_joined() const { return !joined_id.empty(); }
};

} // namespace lockdesk::scenarios
