// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace lockdesk::contract {

using MakeLocks = std::function<std::unique_ptr<Locks>(Locks&)>;
const std::map<std::string, MakeLocks>& lock_mutants();

} // namespace lockdesk::contract
