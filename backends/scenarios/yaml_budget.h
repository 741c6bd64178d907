// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace lockdesk::scenarios {

/// Limits of a lesson; three times the largest built-in one.
inline constexpr std::size_t most_lesson_bytes = 256 * 1024;
inline constexpr std::size_t most_lesson_nodes = 20'000; ///< with aliases expanded
inline constexpr std::size_t most_lesson_depth = 40;

/// Throws Mistake when a text exceeds the limits, or an anchor contains itself. Works on the parser's events and builds
/// no nodes, so that neither time nor memory depend on the expanded size.
void check_yaml_budget(const std::string& text);

/// Returns the text of a lesson's file; usage failure when it is not a regular file (a pipe, a device, a folder), too
/// large, or not readable. Never blocks.
Answer<std::string> read_lesson_text(const std::filesystem::path& file);

} // namespace lockdesk::scenarios
