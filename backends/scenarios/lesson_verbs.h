// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <optional>
#include <span>
#include <string>

namespace lockdesk::scenarios {

/// Whatever a lesson or a letter says, an actor has no more parts that the engine plays, and no later time.
inline constexpr std::int64_t most_parts_of_an_actor = 32;
/// Where actors find the URL of the servers of the guard redlock: other users may read a process's arguments.
inline constexpr const char* redlock_variable = "LOCKDESK_REDLOCK";
inline constexpr Duration longest_lesson = std::chrono::hours{24 * 366};

/// Why a command is none of a lesson's; nothing: it is one. `words`: a command line of lockdeskctl, split, without the program's
/// name. A lesson's commands ask one sandbox of one store: they start no program, read and write no file, name no other store,
/// sandbox or source, and stay no longer than they are asked for. Everything that is not known to be so is refused, options too.
/// The file of a lesson comes from anybody, and the letters to an actor from whoever can write its store: so this is asked where
/// a lesson is read, and again by the actor itself.
std::optional<std::string> refused_in_lessons(std::span<const std::string> words);

} // namespace lockdesk::scenarios
