// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/worker_program.h"

#include <cstdlib>

namespace lockdesk::app {

std::filesystem::path worker_program()
{
    if (const char* given = std::getenv("LOCKDESK_WORKER"); given != nullptr && *given != '\0')
        return given;
    std::error_code unknown;
    const auto beside = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path() / "lockdesk-worker";
    return std::filesystem::exists(beside, unknown) ? beside : std::filesystem::path("lockdesk-worker");
}

} // namespace lockdesk::app
