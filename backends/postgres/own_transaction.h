// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/own_runner.h"
#include "backends/sql/values.h"

#include <string>
#include <vector>

struct pg_conn;
namespace pqxx {
class transaction_base;
}

namespace lockdesk::postgres {

/// The caller's own transaction, of libpqxx, of libpq or of another library: our writers' statements run in it. Holds a
/// reference.
class OwnTransaction
{
public:
    explicit OwnTransaction(pqxx::transaction_base& transaction) : m_pqxx(&transaction) {}
    explicit OwnTransaction(pg_conn* connection) : m_libpq(connection) {}
    explicit OwnTransaction(OwnRunner runner) : m_runner(std::move(runner)) {}

    using Reply = OwnReply;
    /// Runs one statement. `name`: for the failure. Usage failure outside a transaction. After any other failure the
    /// transaction is broken.
    [[nodiscard]] Answer<Reply> run(const char* name, const std::string& text, const sql::Values& values) const;

private:
    [[nodiscard]] Answer<Reply> run_pqxx(const char* name, const std::string& sql,
                                         const std::vector<std::string>& values) const;
    [[nodiscard]] Answer<Reply> run_libpq(const char* name, const std::string& sql,
                                          const std::vector<std::string>& values) const;

    pqxx::transaction_base* m_pqxx = nullptr;
    pg_conn* m_libpq = nullptr;
    OwnRunner m_runner;
};

} // namespace lockdesk::postgres
