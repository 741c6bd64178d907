// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace lockdesk::app {

/// Path of lockdesk-worker: next to this program, from LOCKDESK_WORKER, or in PATH.
std::filesystem::path worker_program();

} // namespace lockdesk::app
