// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockdesk::ctl {

/// Makes reading a lesson check the commands of its steps: a wrong verb, option or value is an error of the file. Call it
/// once per program, before reading lessons.
void look_at_lesson_commands();

} // namespace lockdesk::ctl
