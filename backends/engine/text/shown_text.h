// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockdesk {

/// Text that somebody else wrote (a name, an owner, a server's message, a file's name), safe to show on one line of a terminal or
/// window. What acts or cannot be seen becomes an escape in printable ASCII, as bash's $'...' spells it:
///
/// - control characters: `\n` `\r` `\t`, others `\x1b`; those above ASCII `\u009b`
/// - bidirectional controls, zero-width and other invisible characters, separators of lines, spaces other than U+0020, private
///   and non-characters: `\u202e`, `\U000e0041`
/// - bytes that are no UTF-8, surrogates included: `\xed\xa0\x80`
/// - a space at the end or beginning: `\x20`
/// - combining marks with nothing before them, or after four others: `\u0301`
///
/// A backslash is doubled where it would begin one of these, so that two different texts never are shown alike. The joiner and
/// the variation selector of an emoji stay, as do letters of all scripts. Text without any of it is returned as it is.
/// For the last step before a person reads: applied twice it doubles backslashes twice.
std::string shown(std::string_view text);

/// The text that `shown` shows so: its inverse. Nothing: `shown` never writes that (an escape of a byte, a code point or a letter
/// that is none).
std::optional<std::string> from_shown(std::string_view text);

/// The text itself where it is UTF-8, else as `shown` shows it: for places that take UTF-8 alone and lead nowhere by themselves
/// (JSON, evidence). Two texts that are no UTF-8 stay two.
std::string readable(std::string text);

/// The same for text of several lines in a language that has escapes of its own (SQL, a store's commands, JSON, a command line):
/// line ends, tabs, spaces and backslashes stay as they are. Applied twice it changes nothing.
std::string shown_code(std::string_view text);

/// JSON text, with what `shown` would hide as JSON escapes: the same value to a JSON parser. Bad UTF-8 becomes U+FFFD.
std::string shown_json(std::string_view json);

/// True for a code point that no eye sees or that moves others: what `shown` escapes wherever it stands.
bool is_hidden(char32_t c);

} // namespace lockdesk
