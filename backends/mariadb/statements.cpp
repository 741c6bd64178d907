// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/statements.h"

#include "backends/engine/contracts/marked_sessions.h"
#include "backends/engine/text/text.h"
#include "backends/mariadb/errors.h"
#include "backends/mariadb/link.h"
#include "backends/mariadb/sandbox_login.h"
#include "backends/sql/statement_result.h"

#include <algorithm>

namespace lockdesk::mariadb {

class MariaDbStatements final : public Statements
{
public:
    explicit MariaDbStatements(sql::Link& link) : m_link(link) {}
    Answer<StatementResult> run(const std::string& text) override;

private:
    std::optional<Failure> ready(SteadyPoint deadline);
    std::optional<Trouble> open(SteadyPoint deadline);
    std::optional<TimePoint> now();

    sql::Link& m_link; ///< the session's: reads the time, whatever transaction is open on the other connection
    std::unique_ptr<Connection> m_own;
    std::optional<SandboxLogin> m_login; ///< nullopt: the session's own
    TableRights m_rights;
};

namespace {

// Keeps the server's defaults, including its isolation level: lessons show their effect. A transaction may stay open as
// long as a teacher talks. One statement, because such a connection takes only one at a time.
std::string setup_of(const SessionOptions& options)
{
    const auto seconds = std::clamp<long long>(std::chrono::ceil<std::chrono::seconds>(options.timeout).count(), 1, 86400);
    const auto text = std::to_string(seconds);
    return "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', autocommit = 1, "
           "idle_transaction_timeout = 0, idle_write_transaction_timeout = 0, idle_readonly_transaction_timeout = 0, "
           "innodb_lock_wait_timeout = "
           + text + ", lock_wait_timeout = " + text + ", tx_read_only = " + (options.read_only ? "1" : "0")
           + (options.trust_statements ? "" : ", max_statement_time = " + text);
}

// The account differs between sandboxes, and its host between pupils.
std::string without_account(std::string text, const std::string& account)
{
    const std::string begin = "'" + account + "'@'";
    for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
        const auto end = std::min(text.find('\'', at + begin.size()), text.size() - 1);
        text.replace(at, end - at + 1, "of the sandbox");
    }
    return text;
}

// Returns true if the connection has ended, not only the statement.
bool ended_by_server(const Trouble& trouble) { return trouble.code == "1927" || trouble.code == "1053"; }

} // namespace

std::string statement_mark(const Place& place, const SandboxId& sandbox, int number)
{
    const auto hash = sha256(place.database + "\n" + sandbox.str() + "\n" + std::to_string(number));
    return "lockdesk sql " + hex(hash.data(), 20);
}

// Marks the connection by a named lock of the server, which ends with the connection in any case.
std::optional<Trouble> MariaDbStatements::open(SteadyPoint deadline)
{
    auto options = connect_options(m_link.url(), m_link.options());
    if (m_login) {
        options.user = m_login->account;
        options.password = m_login->password;
    }
    options.setup = setup_of(m_link.options());
    options.program += " statements";
    options.by_hand = true;
    m_own = std::make_unique<Connection>(std::move(options), m_link.interrupter());
    if (auto trouble = m_own->open(deadline))
        return trouble;
    std::string marks;
    for (int i = 0; i < statement_marks; ++i)
        marks += (i > 0 ? " OR GET_LOCK(" : "GET_LOCK(")
                 + literal(statement_mark(m_link.place(), *m_link.options().sandbox, i)) + ", 0) = 1";
    if (const auto mark = mark_of(m_link.options().application_name); !mark.empty())
        marks += ", " + taking_mark(mark);
    auto marked = m_own->literal("SELECT " + marks, deadline);
    if (auto* trouble = std::get_if<Trouble>(&marked))
        return std::move(*trouble);
    return std::nullopt;
}

std::optional<Failure> MariaDbStatements::ready(SteadyPoint deadline)
{
    const StatementTrace::Deaf making_an_account(m_link.options().trace);
    if (!m_link.options().trust_statements && !m_login) {
        auto login = sandbox_login(m_link);
        if (!login)
            return login.failure();
        m_login = std::move(login).value();
    }
    if (m_own)
        return std::nullopt;
    if (const auto trouble = open(deadline)) {
        m_own.reset();
        const bool let_in = !m_login || trouble->cause != Trouble::Cause::server;
        return let_in ? m_link.to_failure(*trouble, "sql", false)
                      : cannot_confine("an account of its own is not let in (" + trouble->text + ")");
    }
    if (!m_login)
        return std::nullopt;
    const auto beyond = beyond_the_sandbox(*m_own, m_link, *m_login, deadline + cancel_grace);
    if (beyond && beyond->empty())
        return std::nullopt;
    m_own.reset();
    return beyond ? cannot_confine(*beyond) : beyond.failure();
}

std::optional<TimePoint> MariaDbStatements::now()
{
    const auto answer = m_link.run_literal("clock", m_link.expand("SELECT {now}"), Effect::read);
    return answer ? answer.store_time() : std::nullopt;
}

Answer<StatementResult> MariaDbStatements::run(const std::string& text)
{
    if (!m_link.options().sandbox)
        return only_in_a_sandbox();
    if (auto refused = refused_answer(text, m_link.options().read_only, m_own && m_own->in_transaction()))
        return {std::move(*refused), now()};
    const auto prefix = table_prefix(m_link.options().sandbox);
    std::set<std::string> names;
    const auto sql = with_names(text, [&](std::string_view name) {
        if (name == "now")
            return m_link.expand("{now}");
        names.emplace(name);
        return prefix + std::string(name);
    });
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
    if (auto failure = ready(deadline))
        return std::move(*failure);
    if (m_login) {
        const StatementTrace::Deaf giving_rights(m_link.options().trace);
        auto refused = m_rights.give(m_link, *m_login, names);
        if (!refused)
            return refused.failure();
        if (!refused->empty())
            return {StatementResult{{}, {}, false, 0, m_own->in_transaction(), not_for_sandboxes, *refused}, now()};
    }
    if (m_link.options().trace)
        m_link.options().trace->add({"sql", sql, {}, false});
    auto answer = m_own->literal(sql, deadline + cancel_grace);
    StatementResult result;
    if (const auto* trouble = std::get_if<Trouble>(&answer)) {
        if (trouble->cause != Trouble::Cause::server || ended_by_server(*trouble)) {
            m_own.reset();
            return m_link.to_failure(*trouble, "sql", true);
        }
        result.code = trouble->code;
        result.message = without(m_login ? without_account(trouble->text, m_login->account) : trouble->text, prefix);
        // The server reports with an answer whether a transaction is open, but not with an error, which may have ended it.
        auto asked = m_own->literal("SELECT @@in_transaction", deadline + cancel_grace);
        const auto* open = std::get_if<Reply>(&asked);
        result.in_transaction = open && open->last().boolean(0, 0);
    } else {
        result = sql::statement_result(std::get<Reply>(answer));
        result.in_transaction = m_own->in_transaction();
    }
    return {std::move(result), now()};
}

std::unique_ptr<Statements> make_statements(sql::Link& link) { return std::make_unique<MariaDbStatements>(link); }

} // namespace lockdesk::mariadb
