// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/statements.h"

namespace lockdesk::sql {

namespace {

// Converts the reply into the form that a lesson shows.
StatementResult result_of(const Reply& reply)
{
    StatementResult result;
    result.affected = reply.affected();
    for (int i = 0; i < reply.columns(); ++i)
        result.columns.emplace_back(reply.name(i));
    for (int r = 0; r < reply.rows(); ++r) {
        if (result.rows.size() == most_statement_rows) {
            result.truncated = true;
            break;
        }
        auto& row = result.rows.emplace_back();
        for (int i = 0; i < reply.columns(); ++i) {
            const auto number = reply.is_number_column(i) ? reply.whole(r, i) : std::nullopt;
            if (reply.is_null(r, i))
                row.emplace_back(std::monostate{});
            else if (number)
                row.emplace_back(number.value_or(0));
            else
                row.emplace_back(std::string(reply.text(r, i)));
        }
    }
    return result;
}

// Returns what a connection with a login could reach beyond its sandbox, according to the server, or an empty string.
Answer<std::string> beyond_the_sandbox(Driver& connection, const Link& link, const Values& values, SteadyPoint deadline)
{
    const auto answer = connection.literal(link.text("login_beyond", values), deadline);
    if (const auto* trouble = std::get_if<Trouble>(&answer))
        return link.to_failure(*trouble, "sandbox_login", false);
    const Result& found = std::get<Reply>(answer);
    return found.rows() == 1 ? std::string(found.text(0, 0)) : std::string("it does not say what this account may do");
}

} // namespace

std::optional<TimePoint> HandWritten::now()
{
    const auto answer = m_link.run_literal("clock", "SELECT " + meaning("now"), Effect::read);
    return answer ? answer.store_time() : std::nullopt;
}

std::optional<Failure> HandWritten::open(SteadyPoint deadline)
{
    auto options = m_link.options();
    if (!options.trust_statements) {
        auto own = login();
        if (!own)
            return own.failure();
        m_login = std::move(own).value();
    }
    options.application_name += " statements";
    m_own = connection(options);
    auto trouble = m_own->open(deadline);
    if (!trouble)
        trouble = mark(deadline);
    if (trouble) {
        auto failure = m_link.to_failure(*trouble, "sql", false);
        const bool let_in = !m_login || trouble->cause != Trouble::Cause::server || failure.retryable;
        return let_in ? failure : cannot_confine("an account of its own is not let in (" + trouble->text + ")");
    }
    if (!m_login)
        return std::nullopt;
    const auto beyond = beyond_the_sandbox(*m_own, m_link, login_values(), deadline + cancel_grace);
    if (beyond && beyond->empty())
        return std::nullopt;
    return beyond ? cannot_confine(*beyond) : beyond.failure();
}

Answer<std::string> HandWritten::ready(const std::set<std::string>& names, SteadyPoint deadline)
{
    if (!m_own)
        if (auto failure = open(deadline)) {
            m_own.reset();
            return *failure;
        }
    return m_login ? give_rights(names) : Answer<std::string>(std::string());
}

Answer<StatementResult> HandWritten::run(const std::string& text)
{
    const auto& options = m_link.options();
    if (!options.sandbox)
        return only_in_a_sandbox();
    if (auto refused = refused_answer(text, options.read_only, m_own && m_own->in_transaction()))
        return {std::move(*refused), now()};
    std::set<std::string> names;
    const auto sql = with_names(text, [&](std::string_view name) {
        if (name != "now")
            names.emplace(name);
        return meaning(name);
    });
    if (const auto opened = m_link.open(); !opened)
        return opened.failure();
    if (m_link.connection().is_pooled())
        return no_own_session_failure(m_link.place(),
                                      "statements of a lesson need a session of their own; address the server itself");
    const auto deadline = steady_after(std::chrono::steady_clock::now(), options.timeout);
    // A lost connection has ended its transaction: reported once, then the caller may start again.
    if (m_own && !m_own->is_alive()) {
        m_own.reset();
        const bool cut = m_link.interrupter()->is_interrupted();
        return m_link.to_failure(Trouble{.cause = cut ? Trouble::Cause::interrupted : Trouble::Cause::lost}, "sql", false);
    }
    {
        const StatementTrace::Deaf making_an_account(options.trace);
        if (auto failure = m_link.not_storable("sql", {{"text", Sql{sql}}}))
            return *failure;
        auto refused = ready(names, deadline);
        if (!refused)
            return refused.failure();
        if (!refused->empty())
            return {StatementResult{{}, {}, false, 0, m_own->in_transaction(), not_for_sandboxes, *refused}, now()};
    }
    if (options.trace)
        options.trace->add({"sql", sql, {}, false});
    const auto check = m_login ? rights_check(sql) : std::string();
    auto answer = send(check.empty() ? sql : check, deadline + cancel_grace);
    if (!check.empty() && std::holds_alternative<Reply>(answer))
        answer = send(sql, deadline + cancel_grace);
    StatementResult result;
    if (const auto* trouble = std::get_if<Trouble>(&answer)) {
        if (trouble->cause != Trouble::Cause::server || ends_connection(trouble->code)) {
            m_own.reset();
            return m_link.to_failure(*trouble, "sql", true);
        }
        result.code = trouble->code;
        result.message = same_everywhere(trouble->text);
        result.in_transaction = keeps_transaction(deadline + cancel_grace);
    } else {
        result = result_of(std::get<Reply>(answer));
        result.in_transaction = m_own->in_transaction();
    }
    return {std::move(result), now()};
}

} // namespace lockdesk::sql
