// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/listed_rows.h"

namespace lockdesk::mongodb {

/// Rows per reply.
inline constexpr std::int64_t page_size = 1000;

} // namespace lockdesk::mongodb
