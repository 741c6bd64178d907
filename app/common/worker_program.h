// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace lockdesk::app {

/// lockdesk-worker: that beside this program, or of LOCKDESK_WORKER, or whatever PATH finds.
std::filesystem::path worker_program();

} // namespace lockdesk::app
