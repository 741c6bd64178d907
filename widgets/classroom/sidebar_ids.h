// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockdesk {

/// Sidebar entry of the classroom that is no lesson: the page Which lock?. No lesson can be called so.
inline constexpr auto whichLockEntry = "*which-lock";

} // namespace lockdesk
