// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <cstddef>
#include <filesystem>
#include <string>

namespace lockdesk {

/// Returns the text of a file that somebody else may have chosen. Usage failure, without the file's name, when it is no regular
/// file (a pipe, a device, a folder), larger than `most` bytes, empty or not readable. Never blocks. Any thread.
Answer<std::string> read_plain_file(const std::filesystem::path& file, std::size_t most);

} // namespace lockdesk
