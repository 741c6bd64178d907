// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/update.h"

#include <string>

/// A recording is a file of the JSON lines that `watch` prints, and a few more, so that all that an observer told can be told again
/// without its store. The first line says what it is: `{"v":1,"type":"recording",...}`. Each line ends with `sum`, a check over
/// itself and everything before it, so that a cut or edited line is found and named. No address, user or password is in it.
namespace lockdesk {

struct RecordingHeader
{
    std::string name;                    ///< of the connection, for people
    std::string environment;             ///< development, staging, production; empty: not known
    std::string what = "all";            ///< locks, tasks, outbox, workers, all
    Entities entities = Entities::all(); ///< not in the file: follows from `what`
    bool has_tokens = true;
    Capabilities capabilities; ///< store, version, source and what pages ask for
    TimePoint begun{};         ///< on this computer's clock
};

/// The entities that `what` stands for: also those that explain it.
Entities recorded_entities(std::string_view what);

/// Backlog, rates and what the observer knew to be more than it has.
struct RecordedNumbers
{
    std::optional<Backlog> backlog;
    Rates rates;
    Entities truncated;
    std::map<Entity, std::int64_t> about;
    Duration offset{0}, uncertainty{0};
};

} // namespace lockdesk
