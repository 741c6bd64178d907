// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockdesk {

/// Length in bytes of the well-formed UTF-8 sequence at the start of `text`, which must not be empty; 0: none.
std::size_t utf8_length(std::string_view text);

/// Whether the text is well-formed UTF-8 (RFC 3629: no surrogates, no overlong forms, at most U+10FFFF).
bool is_utf8(std::string_view text);

/// Well-formed copy: every bad byte becomes U+FFFD. For JSON and other formats that require UTF-8; use `shown`
/// (shown_text.h) for text that people read.
std::string to_valid_utf8(std::string_view text);

/// Joins lines and runs of blanks by one space and trims: makes a sentence of a client library's multi-line message.
std::string one_line(std::string_view text);

/// Parses `250ms 30s 2m 1h forever`, also `10us`, `1d` and fractions such as `1.5s`. A bare number is refused, except 0.
/// A usage failure contains the text and the accepted forms; negative durations are refused.
Answer<Duration> parse_duration(std::string_view text);

/// Returns the shortest exact form that `parse_duration` accepts: `30s`, `1500ms`, `forever`.
std::string duration_text(Duration d);

/// Parses a decimal integer >= 0 without anything else. A usage failure contains `what`.
Answer<std::int64_t> parse_whole(std::string_view text, std::string_view what);

/// JSON string literal with quotes. Bad UTF-8 is replaced, so the result is always valid JSON.
std::string json_quote(std::string_view text);

/// SHA-256 (FIPS 180-4).
std::array<std::uint8_t, 32> sha256(std::string_view data);
std::string hex(const std::uint8_t* data, std::size_t size);

/// First 8 bytes of SHA-256 of the name, big-endian, signed: the PostgreSQL advisory key of a name.
std::int64_t advisory_key(std::string_view name);

/// `|` and the first 24 hex digits of SHA-256 of a request id: fixed width (25), so that a row can keep the requests of
/// its holds as one text, look one up with a substring search and drop the newest by cutting 25 characters.
std::string request_mark(std::string_view request_id);
inline constexpr std::size_t request_mark_bytes = 25;
/// Maximum number of marks per row: enough to recognize every request that is still in doubt.
inline constexpr std::size_t max_request_marks = 64;

} // namespace lockdesk
