// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockdesk::sqlite {

/// Returns the statement of that name for tables with `prefix`.
std::string with_prefix(std::string_view name, const std::string& prefix);

} // namespace lockdesk::sqlite
