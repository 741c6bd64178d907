// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/expression.h"

#include <optional>

namespace lockdesk::scenarios {

struct Instruction;
using Program = std::vector<Instruction>;

/// A row to read before and after a step: `lock ledger`, `record ${id}`.
struct ShownRow
{
    std::string entity, key;
};

/// One action of an actor. docs/lessons.md describes each kind with its keys.
struct Instruction
{
    enum class Kind {
        run,    ///< commands in order, as long as each exits with 0: one step, one event
        at,     ///< wait until that time of the lesson (nothing if it has passed)
        sleep,  ///< wait that long; `slow` extends it
        repeat, ///< repeat the body
        branch, ///< if, then, else
        set,    ///< set variables
        start,  ///< start a thread with a program
        cancel, ///< end that thread
        leave,  ///< leave the innermost loop
        end,    ///< end this thread
        note,   ///< emit an event without using the store
        fault,  ///< inject a fault into another actor
        await,  ///< wait for an event of others
        engine, ///< let an object of the engine play a part
        stop,   ///< tell such a part to end
    };
    Kind kind = Kind::run;
    int line = 0;                   ///< in the lesson's file
    std::vector<std::string> only;  ///< variants; empty: all
    std::optional<Expression> when; ///< skipped if false

    // run and note
    std::string step;
    std::vector<std::string> commands;
    std::vector<int> command_lines;                       ///< of the file
    std::string sql;                                      ///< for `sql:`, which is a command too
    std::string input;                                    ///< standard input, in lines
    std::vector<std::pair<std::string, Expression>> save; ///< variable := expression over the reply
    std::vector<std::pair<std::string, Expression>> with; ///< added to the event's values
    std::vector<std::pair<std::string, std::optional<Expression>>> events; ///< the word of the first that is true
    std::vector<ShownRow> show;
    std::map<std::string, Text> say; ///< by event word; `` for any, unless the command was refused or changed nothing
    std::map<std::string, Text> why; ///< explanation under the statement, by event word; `` for any
    bool wrong = false;
    bool quiet = false;                   ///< in the file, not in lists
    std::vector<std::string> quiet_words; ///< only these of its events
    bool silent = false;                  ///< not even in the file
    std::optional<Expression> silent_if;  ///< likewise, when true for the reply
    bool each = false;                    ///< an event per line of the reply
    bool may_block = false;               ///< may wait inside the store for others

    // times and loops
    std::optional<Expression> time;      ///< at, sleep, every, at most
    std::optional<Expression> times;     ///< repeat
    std::optional<Expression> condition; ///< while, until, if
    std::string awaited;                 ///< await: event filter, as JSON
    bool until = false;                  ///< `condition` ends the loop when true
    std::string variable;                ///< for-each
    std::vector<std::string> items;
    Program body, otherwise;

    // set, start, cancel, fault, engine (name; its program is `actor`), stop
    std::vector<std::pair<std::string, Expression>> set;
    std::string name; ///< of a program, thread or fault
    std::string actor;
    std::int64_t amount = 0;
};

/// Whether an item with this `only` belongs to the variant.
bool is_meant(const std::vector<std::string>& only, std::string_view variant);

} // namespace lockdesk::scenarios
