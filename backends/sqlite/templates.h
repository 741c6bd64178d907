// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockdesk::sqlite {

/// Puts `with` in the place of each `what`.
void replace_all(std::string& text, std::string_view what, std::string_view with);

/// The statement of resources/sqlite/`file` for the tables that begin with `prefix`.
std::string with_prefix(std::string_view file, const std::string& prefix);

} // namespace lockdesk::sqlite
