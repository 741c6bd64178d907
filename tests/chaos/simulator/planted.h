// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/contract/mutants.h"

namespace lockdesk::simulator {

/// A session with that mistake. Throws std::invalid_argument for one that is not there.
contract::Decorate planted(const std::string& mutant);

} // namespace lockdesk::simulator
