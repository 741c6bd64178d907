// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/draws.h"

namespace lockdesk::mariadb {

/// Runs one compound statement, which returns the entries that it found or created.
Answer<std::optional<std::vector<DrawEntry>>> apply_to_draw(sql::Link& link, const EventId& event,
                                                          std::span<const PersonId> persons);

} // namespace lockdesk::mariadb
