// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockdesk {

/// Sidebar entry of the page Which lock?, which is not a lesson. No lesson can have this name.
inline constexpr auto whichLockEntry = "*which-lock";

} // namespace lockdesk
