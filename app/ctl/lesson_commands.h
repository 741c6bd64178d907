// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockdesk::ctl {

/// From here on lessons are read together with the commands of their steps: a wrong verb, option or value is a mistake of the
/// file. Once in a program, before it reads lessons.
void look_at_lesson_commands();

} // namespace lockdesk::ctl
