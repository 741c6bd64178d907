// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include "backends/postgres/errors.h"
#include "backends/postgres/sandbox_login.h"
#include "backends/sql/statements.h"

namespace lockdesk::postgres {

namespace {

class PostgresStatements final : public sql::HandWritten
{
public:
    using HandWritten::HandWritten;

private:
    [[nodiscard]] std::string schema() const { return sandbox_schema(*m_link.options().sandbox); }

    [[nodiscard]] std::string meaning(std::string_view name) const override
    {
        return name == "now" ? std::string("lockdesk_now()") : schema() + ".lockdesk_" + std::string(name);
    }

    Answer<std::string> ready(const std::string& sql, const std::set<std::string>&, SteadyPoint deadline) override
    {
        if (sql.find('\0') != std::string::npos)
            return not_storable_failure("sql");
        if (m_own)
            return std::string();
        auto options = m_link.options();
        options.application_name += " statements";
        auto connect = connect_options(m_link.url(), options);
        if (!options.trust_statements)
            return open_confined(std::move(connect), deadline);
        auto own = std::make_unique<Connection>(std::move(connect), m_link.interrupter());
        if (const auto trouble = own->open(deadline))
            return m_link.to_failure(*trouble, "sql", false);
        m_own = std::move(own);
        return std::string();
    }

    Answer<std::string> open_confined(ConnectOptions connect, SteadyPoint deadline)
    {
        const auto login = sandbox_login(m_link);
        if (!login)
            return login.failure();
        auto own = std::make_unique<Connection>(as_sandbox_login(std::move(connect), *login), m_link.interrupter());
        if (const auto trouble = own->open(deadline)) {
            const bool let_in = trouble->cause != Trouble::Cause::server || trouble->code.starts_with("57P")
                                || trouble->code.starts_with("53");
            return let_in ? m_link.to_failure(*trouble, "sql", false)
                          : cannot_confine("an account of its own is not let in (" + trouble->text + ")");
        }
        const auto beyond = beyond_the_sandbox(*own, m_link, *login, deadline + cancel_grace);
        if (!beyond)
            return beyond.failure();
        if (!beyond->empty())
            return cannot_confine(*beyond);
        m_own = std::move(own);
        return std::string();
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
