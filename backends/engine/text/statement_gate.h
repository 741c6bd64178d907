// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

enum class StatementWrites { allowed, refused };

/// Returns why a text is not allowed as SQL in a sandbox, on any store; nullopt: it is. Allowed are the statements that a
/// lesson needs: rows, its own tables, views and indexes, transactions. Refused are statements that leave the store
/// (files, programs, other servers), act later (functions, triggers, rules, events), change the session or the server (SET,
/// GRANT), or use what the whole server shares (its named locks and catalogues). The store, not this function, decides
/// which tables a statement may use. `{name}` is a table of the sandbox; the character \x02 a value not known yet.
/// `writes`: refused in a read-only session, which must not become a writing one.
std::optional<std::string> refused_statement(std::string_view text, StatementWrites writes = StatementWrites::allowed);

/// Returns the tables after REFERENCES in a definition's foreign keys, with ASCII letters in lower case; for anything but a
/// name, its sign. For a text that `refused_statement` allows; else may be empty.
std::vector<std::string> referenced_tables(std::string_view text);

/// Returns the query of a definition of a view; nullopt for any other statement. For a text that `refused_statement` allows.
/// A store may define a view without asking for rights to its tables, which their owner then cannot change any more.
std::optional<std::string> query_of_view(std::string_view text);

} // namespace lockdesk
