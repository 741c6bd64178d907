// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/program.h"
#include "backends/scenarios/yaml_reader.h"

namespace lockdesk::scenarios {

/// What can be read of it. `name` names the steps that have no name of their own.
Program read_program(const YAML::Node& node, const std::string& name, Mistakes& mistakes);
/// The words of faults as lessons write them, and `cut_off` for `cut-off`.
std::optional<std::string> fault_word(const std::string& word);
/// Throws Mistake: the one key of `node` that names a fault, and on whom.
std::optional<std::pair<std::string, std::string>> read_fault(MapReader& reader);
/// `times: 3` of slow, `ahead: 31s` of skew.
std::int64_t read_amount(MapReader& reader);

} // namespace lockdesk::scenarios
