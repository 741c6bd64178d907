// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/program.h"
#include "backends/scenarios/yaml_reader.h"

namespace lockdesk::scenarios {

/// Reads a program as far as it is valid. `name` is the prefix for steps without a name.
Program read_program(const YAML::Node& node, const std::string& name, Mistakes& mistakes);
/// Accepts the faults as lessons spell them, and `cut_off` for `cut-off`.
std::optional<std::string> fault_word(const std::string& word);
/// Reads the one key of `node` that is a fault, and its target. Throws Mistake.
std::optional<std::pair<std::string, std::string>> read_fault(MapReader& reader);
/// Reads `times: 3` of slow, `ahead: 31s` of skew.
std::int64_t read_amount(MapReader& reader);

} // namespace lockdesk::scenarios
