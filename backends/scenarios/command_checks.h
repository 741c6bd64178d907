// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/lesson.h"
#include "backends/scenarios/yaml_reader.h"

namespace lockdesk::scenarios {

/// Checks the commands of all steps for every actor in every variant: variables that are never set, and the mistakes that
/// `check` returns; without a check, the variables alone.
void check_commands(const Lesson& lesson, const CommandCheck& check, Mistakes& mistakes);

} // namespace lockdesk::scenarios
