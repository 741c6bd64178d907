// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Words that filters of the command line and the console have in common.
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/engine/text/filter.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockdesk {

/// Returns the states that a row of this entity can have; empty: they are not from a list.
std::span<const std::string_view> states_of(Entity entity);
/// Returns the keys of the command line's filters that rows of this entity have.
std::span<const std::string_view> filter_keys_of(Entity entity);

/// Returns why no row can have this value, with the values that are possible, or nullopt. `~` finds parts of words, so that
/// any text is allowed.
std::optional<Failure> value_defect(const FilterTerm& term, std::span<const std::string_view> can);

} // namespace lockdesk
