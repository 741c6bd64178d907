// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <optional>
#include <span>
#include <string>

namespace lockdesk::scenarios {

/// Limits of an actor, whatever a lesson or a letter requests: parts that the engine plays, and times.
inline constexpr std::int64_t most_parts_of_an_actor = 32;
/// Environment variable with the URL of the redlock guard's servers: other users may read a process's arguments.
inline constexpr const char* redlock_variable = "LOCKDESK_REDLOCK";
inline constexpr Duration longest_lesson = std::chrono::hours{24 * 366};

/// Returns why a command is not allowed in a lesson; nullopt: it is. `words`: a command line of lockdeskctl, split, without
/// the program's name. A lesson's commands use one sandbox of one store: they start no program, read and write no file,
/// name no other store, sandbox or source, and end when requested. Unknown commands and options are refused. Anybody may
/// write a lesson's file, and anybody who can write to an actor's store may write letters to it: so this is checked when a
/// lesson is read, and again by the actor.
std::optional<std::string> refused_in_lessons(std::span<const std::string> words);

} // namespace lockdesk::scenarios
