// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/draws.h"

namespace lockdesk::postgres {

/// Calls a function of the server, which returns one row per person, in their order.
Answer<std::optional<std::vector<DrawEntry>>> apply_to_draw(sql::Link& link, const EventId& event,
                                                          std::span<const PersonId> persons);

} // namespace lockdesk::postgres
