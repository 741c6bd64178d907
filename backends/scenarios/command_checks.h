// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/lesson.h"
#include "backends/scenarios/yaml_reader.h"

namespace lockdesk::scenarios {

/// The commands of all steps, as every actor would ask them in every variant: variables that nobody sets, and what the command
/// check says.
void check_commands(const Lesson& lesson, Mistakes& mistakes);

} // namespace lockdesk::scenarios
