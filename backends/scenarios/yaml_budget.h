// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace lockdesk::scenarios {

/// What a lesson may be at most; three times the largest that comes with Lockdesk.
inline constexpr std::size_t most_lesson_bytes = 256 * 1024;
inline constexpr std::size_t most_lesson_nodes = 20'000; ///< with what every alias stands for
inline constexpr std::size_t most_lesson_depth = 40;

/// Throws Mistake where a text is more than that, or an anchor contains itself. It looks at the text as it is read, and builds
/// nothing: so neither time nor memory depend on what the text would become.
void check_yaml_budget(const std::string& text);

/// The text of a lesson's file; usage failure when it is no plain file (a pipe, a device, a folder), too large, or cannot be read.
/// Waits for nobody.
Answer<std::string> read_lesson_text(const std::filesystem::path& file);

} // namespace lockdesk::scenarios
