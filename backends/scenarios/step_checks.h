// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/lesson.h"
#include "backends/scenarios/yaml_reader.h"

namespace lockdesk::scenarios {

/// Steps of one name in one variant that say different things: which of them a line of the event file means could not be told.
void check_steps(const Lesson& lesson, Mistakes& mistakes);

} // namespace lockdesk::scenarios
