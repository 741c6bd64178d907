// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/statements.h"

#include "backends/postgres/errors.h"
#include "backends/postgres/link.h"
#include "backends/postgres/sandbox_login.h"
#include "backends/sql/statement_result.h"

namespace lockdesk::postgres {

class PostgresStatements final : public Statements
{
public:
    explicit PostgresStatements(sql::Link& link) : m_link(link) {}
    Answer<StatementResult> run(const std::string& text) override;

private:
    std::optional<Failure> ready(SteadyPoint deadline);
    std::optional<Failure> ready_confined(ConnectOptions connect, SteadyPoint deadline);
    std::optional<TimePoint> now();

    sql::Link& m_link; ///< the session's: reads the time, whatever transaction is open on the other connection
    std::unique_ptr<Connection> m_own;
};

namespace {

// Returns true if the server ended the connection, not only the statement.
bool is_beyond_the_statement(const Trouble& trouble)
{
    return trouble.cause != Trouble::Cause::server || trouble.code.starts_with("57P")
           || trouble.code.starts_with("08");
}

} // namespace

std::optional<Failure> PostgresStatements::ready(SteadyPoint deadline)
{
    if (m_own && m_own->is_alive())
        return std::nullopt;
    auto options = m_link.options();
    options.application_name += " statements";
    auto connect = connect_options(m_link.url(), options);
    if (!options.trust_statements)
        return ready_confined(std::move(connect), deadline);
    m_own = std::make_unique<Connection>(std::move(connect), m_link.interrupter());
    if (const auto trouble = m_own->open(deadline))
        return m_link.to_failure(*trouble, "sql", false);
    return std::nullopt;
}

std::optional<Failure> PostgresStatements::ready_confined(ConnectOptions connect, SteadyPoint deadline)
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
    return std::nullopt;
}

std::optional<TimePoint> PostgresStatements::now()
{
    const auto answer = m_link.run_literal("clock", "SELECT lockdesk_now()", Effect::read);
    return answer ? answer->now() : std::nullopt;
}

Answer<StatementResult> PostgresStatements::run(const std::string& text)
{
    if (!m_link.options().sandbox)
        return only_in_a_sandbox();
    if (auto refused = refused_answer(text, m_link.options().read_only, m_own && m_own->in_transaction()))
        return {std::move(*refused), now()};
    const auto schema = sandbox_schema(*m_link.options().sandbox);
    const auto sql = with_names(text, [&](std::string_view name) {
        return name == "now" ? std::string("lockdesk_now()") : schema + ".lockdesk_" + std::string(name);
    });
    if (sql.find('\0') != std::string::npos)
        return not_storable_failure("sql");
    if (const auto opened = m_link.open(); !opened)
        return opened.failure();
    if (m_link.connection().is_pooled())
        return sql::no_own_session_failure(
            m_link.place(), "statements of a lesson need a session of their own; address the server itself");
    const auto deadline = steady_after(std::chrono::steady_clock::now(), m_link.options().timeout);
    // A lost connection has ended its transaction: reported once, then the caller may start again.
    if (m_own && !m_own->is_alive()) {
        m_own.reset();
        return m_link.to_failure(
            sql::trouble_of(m_link.interrupter()->is_interrupted() ? Trouble::Cause::interrupted : Trouble::Cause::lost), "sql",
            false);
    }
    {
        const StatementTrace::Deaf making_an_account(m_link.options().trace);
        if (auto failure = ready(deadline))
            return std::move(*failure);
    }
    if (m_link.options().trace)
        m_link.options().trace->add({"sql", sql, {}, false});
    auto answer = m_own->query_once(sql, {}, deadline + cancel_grace);
    StatementResult result;
    if (const auto* trouble = std::get_if<Trouble>(&answer)) {
        if (is_beyond_the_statement(*trouble)) {
            m_own.reset();
            return m_link.to_failure(*trouble, "sql", true);
        }
        result.code = trouble->code;
        result.message = without(without(trouble->text, schema + "."), "lockdesk_");
    } else {
        result = sql::statement_result(std::get<Reply>(answer));
    }
    result.in_transaction = m_own->in_transaction();
    return {std::move(result), now()};
}

std::unique_ptr<Statements> make_statements(sql::Link& link) { return std::make_unique<PostgresStatements>(link); }

} // namespace lockdesk::postgres
