// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/own_runner.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <variant>
#include <vector>

struct sqlite3;
namespace SQLite {
class Database;
}

namespace lockdesk::sqlite {

/// The caller's own connection, in its open transaction: our writers' statements run in it. It must have Lockdesk's schema
/// (of the sandbox, if given).
class OwnTransaction
{
public:
    explicit OwnTransaction(sqlite3* db, const std::optional<SandboxId>& sandbox = std::nullopt);
    explicit OwnTransaction(SQLite::Database& db, const std::optional<SandboxId>& sandbox = std::nullopt);
    explicit OwnTransaction(OwnRunner runner);

    using Value = std::variant<std::int64_t, std::string>;
    using Reply = OwnReply;
    /// Runs one statement of resources/sqlite. Throws StoreError; the transaction stays open, and the caller ends it.
    Reply run(const char* name, std::initializer_list<Value> values) const;
    /// The store's clock, in a sandbox that of the sandbox.
    [[nodiscard]] std::int64_t now() const;
    /// Throws StoreError, a usage failure, when the connection is in no transaction.
    void check_open() const;

private:
    [[nodiscard]] Reply step(const char* name, const std::string& sql, std::initializer_list<Value> values) const;
    [[nodiscard]] Failure failure(const char* name, int code) const;

    sqlite3* m_db;
    std::string m_prefix;
    bool m_sandbox;
    OwnRunner m_runner;
};

} // namespace lockdesk::sqlite
