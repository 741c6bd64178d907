// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <string>

namespace lockdesk::sqlite {

/// Thrown where a call fails, caught at the end of its verb; never leaves the backend.
struct StoreError
{
    Failure failure;
};

/// The situation in which SQLite refused.
struct Circumstances
{
    std::string path;
    std::string statement;   ///< as in resources/sqlite
    std::string schema_hint; ///< the command to run when a table is missing
    std::string timeout;     ///< of the verb, as text
    bool committing = false;
    bool interrupted = false; ///< by Session::interrupt, not by the deadline
};

/// Returns the symbol of the primary code, such as `SQLITE_BUSY`; empty for an unknown code.
const char* result_name(int code);

/// The only mapping of SQLite's results to failures. `code` is the extended result code.
Failure to_failure(int code, const std::string& text, const Circumstances& at);

Failure missing_file(const std::string& path);
Failure missing_schema(const std::string& path, const std::string& hint);
Failure is_folder(const std::string& path);
Failure on_network(const std::string& path, const std::string& file_system);
Failure not_permitted(const std::string& path, const std::string& to_do_what);
Failure read_only_session();
Failure read_only_file(const std::string& path);
Failure older_schema(const std::string& path, long long version, const std::string& hint);
Failure newer_schema(const std::string& path, long long version);
Failure foreign_table(const std::string& path, const std::string& table);
Failure was_interrupted();

} // namespace lockdesk::sqlite
