// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace lockdesk::contract {

/// Planted mutants: a session with one defect over a correct one. The suite must catch each of them.
using Decorate = std::function<std::unique_ptr<Session>(std::unique_ptr<Session>)>;

/// Throws std::invalid_argument for an unknown mutant.
Decorate mutant_named(const std::string& name);

/// All names.
std::span<const std::string> mutant_names();

/// Names of those that the cases of Lead alone must catch.
std::span<const std::string> lead_mutant_names();

} // namespace lockdesk::contract
