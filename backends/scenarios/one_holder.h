// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/checks.h"
#include "backends/scenarios/rule_reader.h"

#include <memory>

namespace lockdesk::scenarios {

/// one_holder: nobody begins between begin and end of another actor at work; with `lease` an expired lease lets others in.
std::unique_ptr<Check> make_one_holder(RuleReader& rule);

} // namespace lockdesk::scenarios
