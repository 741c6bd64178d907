// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

enum class StatementWrites { allowed, refused };

/// Why a text is no SQL for a sandbox, whatever store it is sent to; nothing: it may be asked. It says what kind of statement a
/// lesson has a use for: rows, tables, views and indexes of its own, transactions. What leaves the store (files, programs, other
/// servers), what acts later (functions, triggers, rules, events), what changes the session or the server (SET, GRANT) and what
/// the whole server shares (its named locks and catalogues) is not among it. Which tables a statement may touch is the store's to
/// say, not decided here. `{name}` is a table of the sandbox; the character \x02 a value that is not known yet. `writes`: refused in a
/// read-only session, which must not be made a writing one.
std::optional<std::string> refused_statement(std::string_view text, StatementWrites writes = StatementWrites::allowed);

/// The tables that foreign keys of a definition name (what stands behind REFERENCES), in small letters as far as they are ASCII;
/// what is no name there is the sign itself. For a text that `refused_statement` lets pass; of another nothing.
std::vector<std::string> referenced_tables(std::string_view text);

} // namespace lockdesk
