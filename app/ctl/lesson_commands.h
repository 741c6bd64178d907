// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/lesson.h"

namespace lockdesk::ctl {

/// Checks the commands of a lesson's steps: a wrong verb, option or value is an error of the file. Any thread may read
/// lessons with it.
scenarios::CommandCheck lesson_command_check();

} // namespace lockdesk::ctl
