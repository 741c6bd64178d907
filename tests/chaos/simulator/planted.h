// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/contract/mutants.h"

namespace lockdesk::simulator {

/// Returns sessions with that mutant. Throws std::invalid_argument for an unknown one.
contract::Decorate planted(const std::string& mutant);

} // namespace lockdesk::simulator
