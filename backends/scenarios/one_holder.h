// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/checks.h"
#include "backends/scenarios/rule_reader.h"

#include <memory>

namespace lockdesk::scenarios {

/// one_holder: nobody begins between begin and end of another who is at work; with `lease` an ended lease lets others in.
std::unique_ptr<Check> make_one_holder(RuleReader& rule);

} // namespace lockdesk::scenarios
