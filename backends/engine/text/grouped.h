// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace lockdesk {

/// Formats a number as `5,404`.
std::string grouped(std::int64_t n);

} // namespace lockdesk
