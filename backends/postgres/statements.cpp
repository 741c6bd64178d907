// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include "backends/engine/text/statement_gate.h"
#include "backends/sql/statements.h"

namespace lockdesk::postgres {

namespace {

class PostgresStatements final : public sql::HandWritten
{
public:
    using HandWritten::HandWritten;

private:
    [[nodiscard]] std::string schema() const { return sandbox_name(*m_link.options().sandbox); }

    [[nodiscard]] std::string meaning(std::string_view name) const override
    {
        return name == "now" ? std::string("lockdesk_now()") : schema() + ".lockdesk_" + std::string(name);
    }

    Answer<sql::SandboxLogin> login() override { return sandbox_login(m_link); }

    [[nodiscard]] std::unique_ptr<sql::Driver> connection(const SessionOptions& options) const override
    {
        auto connect = connect_options(m_link.url(), options);
        if (m_login) {
            connect.erase("passfile");
            connect["user"] = m_login->name;
            connect["password"] = m_login->password;
        }
        return std::make_unique<Connection>(std::move(connect), m_link.interrupter());
    }

    // The role has the rights of PUBLIC in this database: they cannot be revoked from one role.
    [[nodiscard]] Values login_values() const override
    {
        return Values().sql("schema", schema()).sql("role", m_login->name);
    }

    // Anybody may define a view of a table that everybody may name; then its owner cannot change the table's columns.
    [[nodiscard]] std::string rights_check(const std::string& sql) const override
    {
        const auto query = query_of_view(sql);
        return query ? "EXPLAIN " + *query : std::string();
    }

    Outcome<Reply> send(const std::string& sql, SteadyPoint deadline) override
    {
        return dynamic_cast<Connection&>(*m_own).query_once(sql, {}, deadline);
    }

    [[nodiscard]] bool ends_connection(const std::string& code) const override
    {
        return code.starts_with("57P") || code.starts_with("08");
    }

    [[nodiscard]] std::string same_everywhere(const std::string& message) const override
    {
        return without(without(message, schema() + "."), "lockdesk_");
    }
};

} // namespace

std::unique_ptr<Statements> make_statements(sql::Link& link) { return std::make_unique<PostgresStatements>(link); }

} // namespace lockdesk::postgres
