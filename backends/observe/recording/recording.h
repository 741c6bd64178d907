// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/update.h"

#include <string>

/// A recording is a file of the JSON lines of `watch`, and a few more, so that an observer's updates can be replayed
/// without its store. The first line identifies it: `{"v":1,"type":"recording",...}`. Each line ends with `sum`, a checksum
/// of itself and everything before it, which reveals cut and edited lines. It contains no address, user or password.
namespace lockdesk {

struct RecordingHeader
{
    std::string name;                    ///< of the connection, for people
    std::string environment;             ///< development, staging, production; empty: unknown
    std::string what = "all";            ///< locks, tasks, outbox, workers, all
    Entities entities = Entities::all(); ///< not in the file: follows from `what`
    bool has_tokens = true;
    Capabilities capabilities; ///< store, version, source and those that pages need
    TimePoint begun{};         ///< on this computer's clock
    std::string facts{};       ///< of an incident bundle: a JSON object about the store; empty: a plain recording
};

/// Returns the entities that `what` stands for, and those that explain them.
Entities recorded_entities(std::string_view what);

/// Backlog, rates and truncated entities.
struct RecordedNumbers
{
    std::optional<Backlog> backlog;
    Rates rates;
    Entities truncated;
    std::map<Entity, std::int64_t> about;
    Duration offset{0}, uncertainty{0};
};

} // namespace lockdesk
