// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/own_runner.h"
#include "backends/mariadb/sql_text.h"

#include <optional>
#include <string>

struct st_mysql;

namespace lockdesk::mariadb {

/// The caller's own transaction: our writers' statements run in it. The connection must have the character set utf8mb4 and
/// no sql_mode NO_BACKSLASH_ESCAPES.
class OwnTransaction
{
public:
    explicit OwnTransaction(st_mysql* connection, const std::optional<SandboxId>& sandbox = std::nullopt);
    explicit OwnTransaction(OwnRunner runner) : m_connection(nullptr), m_runner(std::move(runner)) {}

    using Reply = OwnReply;
    /// Runs one statement of resources/mariadb. Usage failure outside a transaction. After any other failure roll back.
    [[nodiscard]] Answer<Reply> run(const char* name, const Values& values) const;
    /// Likewise for a text made of it.
    [[nodiscard]] Answer<Reply> run(const char* name, const std::string& text, const Values& values) const;

private:
    [[nodiscard]] Failure failure(const char* name) const;
    [[nodiscard]] bool is_open() const;

    st_mysql* m_connection;
    std::optional<SandboxId> m_sandbox;
    OwnRunner m_runner;
};

} // namespace lockdesk::mariadb
