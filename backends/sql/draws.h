// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/draws.h"
#include "backends/sql/link.h"

#include <memory>
#include <span>

namespace lockdesk::sql {

/// Applies a batch, in the server's form.
using ApplyToDraw = Answer<std::optional<std::vector<DrawEntry>>> (*)(Link&, const EventId&, std::span<const PersonId>);

std::unique_ptr<Draws> make_draws(Link& link, ApplyToDraw apply);

DrawInfo draw_info(const Result& r);
/// Reads event, person, seq, rank and applied_at from column `first` on.
DrawEntry draw_entry(const Result& r, int row, int first);

} // namespace lockdesk::sql
