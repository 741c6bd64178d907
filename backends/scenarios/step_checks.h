// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/lesson.h"
#include "backends/scenarios/yaml_reader.h"

namespace lockdesk::scenarios {

/// Reports steps of one name in one variant with different texts: a line of the event file could mean either of them.
void check_steps(const Lesson& lesson, Mistakes& mistakes);

} // namespace lockdesk::scenarios
