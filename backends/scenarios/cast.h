// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/actor_link.h"
#include "backends/scenarios/event_filter.h"
#include "backends/scenarios/lesson.h"
#include "backends/scenarios/player.h"
#include "backends/scenarios/seeded.h"

#include <set>

namespace lockdesk::scenarios {

/// A step under way: its commands, what was shown before it, what came back so far.
struct Pending
{
    const Instruction* instruction = nullptr;
    std::vector<std::string> commands, input;
    std::string sql;
    std::vector<RowChange> rows;
    std::vector<ActorReply> replies;
    std::size_t sent = 0; ///< commands that were sent
    bool waits = false;   ///< an event said so
};

/// Waits for an event of others.
struct Awaiting
{
    const Instruction* instruction = nullptr;
    EventFilter filter;
    std::optional<Duration> until;
};

struct ProgramThread
{
    int number = 0;
    std::string name; ///< of a thread that was started beside another
    Player player;
    std::shared_ptr<Fields> variables;
    Duration ready{0};
    std::optional<Pending> pending;
    std::optional<Awaiting> awaiting;
    std::uint64_t order = 0; ///< of its last command among all
    bool ended = false;
    bool is_job = false; ///< the program of a part: what hangs when its actor does
};

/// A part that one of the engine's objects plays for an actor, in its process.
struct PartState
{
    std::int64_t id = 0;
    const Instruction* instruction = nullptr;
    std::shared_ptr<Fields> variables; ///< of the thread that began it
    int thread = 0;
    ProgramThread* job = nullptr; ///< runs the part's program
    std::int64_t asked = 0;       ///< so often it has asked for its lock
    bool wants = false;           ///< the part waits for the end of its program
    bool told_to_stop = false, ended = false;

    /// Whether it is over by itself: one that holds its lock once, other than those that go on as long as a program does.
    [[nodiscard]] bool ends_by_itself() const { return instruction->commands.front().starts_with("hold "); }
};

struct ActorState
{
    ActorSpec spec;
    std::string owner;
    std::unique_ptr<ActorLink> link;
    std::string joined_id; ///< of the process that joined; empty: a process of ours
    std::vector<std::unique_ptr<ProgramThread>> threads;
    std::vector<std::unique_ptr<PartState>> parts;
    std::optional<Duration> parts_wake; ///< when the first of them goes on by itself
    std::set<std::string> parts_listen; ///< the locks that some of them wait to hear of
    std::int64_t number = 0;            ///< of its process, as owners name it
    Fields own;                         ///< variables from the lesson
    Seeded ids{0};                      ///< for claim ids
    bool frozen = false, hung = false, cut_off = false, dead = false;
    bool freeze_later = false; ///< asked for in the middle of a command
    std::int64_t slow = 1;
    Duration skew{0};
    bool busy = false;           ///< a command of one of its threads is under way
    bool in_transaction = false; ///< one of its own is open, by `sql`
    bool tells_no_statement = false; ///< while it waits: whoever has joined under this name did not, once

    [[nodiscard]] bool can_run(const ProgramThread& thread) const
    {
        return !dead && !frozen && !busy && !(hung && (thread.number == 0 || thread.is_job));
    }
    [[nodiscard]] bool is_joined() const { return !joined_id.empty(); }
};

} // namespace lockdesk::scenarios
