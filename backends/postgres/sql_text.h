// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Values of a statement in PostgreSQL's syntax.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::postgres {

// Format arrays as the text of one parameter.
std::string array_of(std::span<const std::string> values);
std::string array_of(std::span<const std::optional<std::string>> values);
std::string array_of(std::span<const std::int64_t> values);
std::string array_of(std::span<const std::optional<std::int64_t>> values);
std::string array_of(std::span<const double> values);
std::string array_of(const std::vector<bool>& values);

/// Appends a literal as PQescapeLiteral writes it with standard_conforming_strings on: quotes doubled; an escape string if
/// it contains a backslash.
void quote(std::string& to, std::string_view text);
std::string literal(std::string_view text);

} // namespace lockdesk::postgres
