// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockdesk {

/// Makes foreign text (a name, an owner, a server's message, a file's name) safe to show on one line of a terminal or
/// window. Control and invisible characters become escapes in printable ASCII, spelled as in bash's $'...':
///
/// - control characters: `\n` `\r` `\t`, others `\x1b`; those above ASCII `\u009b`
/// - bidirectional controls, zero-width and other invisible characters, line separators, spaces other than U+0020,
/// private-use and non-characters: `\u202e`, `\U000e0041`
/// - bytes that are not UTF-8, surrogates included: `\xed\xa0\x80`
/// - a space at the end or beginning: `\x20`
/// - combining marks at the beginning, or after four others: `\u0301`
///
/// A backslash is doubled where it would begin one of these, so that two different texts are never shown alike. Joiners and
/// variation selectors of emojis stay, as do letters of all scripts. Text without any of this is returned unchanged.
/// Apply it once, right before showing: a second time doubles backslashes again.
std::string shown(std::string_view text);

/// The inverse of `shown`. Nullopt: not a result of `shown` (an invalid escape of a byte, a code point or a
/// letter).
std::optional<std::string> from_shown(std::string_view text);

/// Returns UTF-8 text unchanged, other text as `shown`: for uses that require UTF-8 and are not shown directly
/// (JSON, evidence). Different texts stay different.
std::string readable(std::string text);

/// Likewise for text of several lines in a language with its own escapes (SQL, a store's commands, JSON, a command line):
/// line ends, tabs, spaces and backslashes are unchanged. Idempotent.
std::string shown_code(std::string_view text);

/// Returns JSON in which characters that `shown` would escape are JSON escapes: same value. Bad UTF-8 becomes U+FFFD.
std::string shown_json(std::string_view json);

/// Whether a code point is invisible or moves others, so that `shown` escapes it anywhere.
bool is_hidden(char32_t c);

} // namespace lockdesk
