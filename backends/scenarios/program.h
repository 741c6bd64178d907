// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/expression.h"

#include <optional>

namespace lockdesk::scenarios {

struct Instruction;
using Program = std::vector<Instruction>;

/// A row to be read before and after a step: `lock ledger`, `record ${id}`.
struct ShownRow
{
    std::string entity, key;
};

/// One thing that an actor does. docs/lessons.md describes each kind with its keys.
struct Instruction
{
    enum class Kind {
        run,    ///< commands, one after the other as long as each ends with 0: one step, one event
        at,     ///< until that time of the lesson (nothing if it is over)
        sleep,  ///< that long; `slow` makes it longer
        repeat, ///< the body again and again
        branch, ///< if, then, else
        set,    ///< variables
        start,  ///< a thread beside this one with a program
        cancel, ///< ends that thread
        leave,  ///< the innermost loop
        end,    ///< this thread
        note,   ///< an event of its own that asks nothing of the store
        fault,  ///< done by this actor to another
        await,  ///< until an event of others
        engine, ///< one of the engine's own objects begins to play a part
        stop,   ///< tells such a part to end
    };
    Kind kind = Kind::run;
    int line = 0;                   ///< in the lesson's file
    std::vector<std::string> only;  ///< variants; empty: all
    std::optional<Expression> when; ///< skipped if it does not hold

    // run and note
    std::string step;
    std::vector<std::string> commands;
    std::vector<int> command_lines;                       ///< of the file
    std::string sql;                                      ///< for `sql:`, which is a command too
    std::string input;                                    ///< lines for a command that reads its standard input
    std::vector<std::pair<std::string, Expression>> save; ///< variable := expression over the reply
    std::vector<std::pair<std::string, Expression>> with; ///< added to the event's values
    std::vector<std::pair<std::string, std::optional<Expression>>> events; ///< the word of the first that holds
    std::vector<ShownRow> show;
    std::map<std::string, Text> say; ///< by event word; `` for any, unless the command came to nothing
    std::map<std::string, Text> why; ///< why it is so, under the statement; `` for any
    bool wrong = false;
    bool quiet = false;                   ///< in the file, not in lists
    std::vector<std::string> quiet_words; ///< only these events of it
    bool silent = false;                  ///< not even in the file
    std::optional<Expression> silent_if;  ///< the same, when it holds for the reply
    bool each = false;                    ///< an event per line of the reply
    bool may_block = false;               ///< may wait inside the store for others

    // times and loops
    std::optional<Expression> time;      ///< at, sleep, every, at most
    std::optional<Expression> times;     ///< repeat
    std::optional<Expression> condition; ///< while, until, if
    std::string awaited;                 ///< await: which events, as JSON
    bool until = false;                  ///< `condition` ends the loop when it holds
    std::string variable;                ///< for-each
    std::vector<std::string> items;
    Program body, otherwise;

    // set, start, cancel, fault, engine (name; its program is `actor`), stop
    std::vector<std::pair<std::string, Expression>> set;
    std::string name; ///< program or thread; fault
    std::string actor;
    std::int64_t amount = 0;
};

/// Whether what has this `only` belongs to the variant.
bool is_meant(const std::vector<std::string>& only, std::string_view variant);

} // namespace lockdesk::scenarios
