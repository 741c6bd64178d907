// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockdesk {

/// Whether `text` contains `sought`, byte by byte, except that the letters A to Z equal a to z. Allocates nothing.
bool contains_folded(std::string_view text, std::string_view sought) noexcept;

/// Returns the text with the letters A to Z as a to z.
std::string lower_case(std::string_view text);

} // namespace lockdesk
