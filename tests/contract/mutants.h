// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace lockdesk::contract {

/// Planted mistakes: a session that does one thing wrong, over a right one. The suite must notice each of them.
using Decorate = std::function<std::unique_ptr<Session>(std::unique_ptr<Session>)>;

/// Throws std::invalid_argument for a mutant that is not there.
Decorate mutant_named(const std::string& name);

/// All of them.
std::span<const std::string> mutant_names();

/// Those that the cases of Lead alone must notice.
std::span<const std::string> lead_mutant_names();

} // namespace lockdesk::contract
