// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include "backends/engine/contracts/marked_sessions.h"
#include "backends/engine/text/text.h"
#include "backends/sql/statements.h"

#include <algorithm>
#include <ranges>

namespace lockdesk::mariadb {

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

class MariaDbStatements final : public sql::HandWritten
{
public:
    using HandWritten::HandWritten;

private:
    [[nodiscard]] std::string meaning(std::string_view name) const override
    {
        return name == "now" ? m_link.expand("{now}") : table_prefix(m_link.options().sandbox) + std::string(name);
    }

    Answer<sql::SandboxLogin> login() override { return sandbox_login(m_link); }

    [[nodiscard]] std::unique_ptr<sql::Driver> connection(const SessionOptions& options) const override
    {
        auto connect = connect_options(m_link.url(), options);
        if (m_login) {
            connect.user = m_login->name;
            connect.password = m_login->password;
        }
        connect.setup = setup_of(options);
        connect.by_hand = true;
        return std::make_unique<Connection>(std::move(connect), m_link.interrupter());
    }

    // By a named lock of the server, which ends with the connection in any case.
    std::optional<Trouble> mark(SteadyPoint deadline) override
    {
        const auto taking = [&](int number) {
            return "GET_LOCK(" + literal(statement_mark(m_link.place(), *m_link.options().sandbox, number)) + ", 0) = 1";
        };
        auto marks = sql::joined(std::views::iota(0, statement_marks), taking, " OR ");
        if (const auto mark = mark_of(m_link.options().application_name); !mark.empty())
            marks += ", " + taking_mark(mark);
        auto marked = m_own->literal("SELECT " + marks, deadline);
        auto* trouble = std::get_if<Trouble>(&marked);
        return trouble != nullptr ? std::optional(std::move(*trouble)) : std::nullopt;
    }

    [[nodiscard]] Values login_values() const override
    {
        return Values().text("prefix", table_prefix(m_link.options().sandbox)).text("account", m_login->name + "@%");
    }

    Answer<std::string> give_rights(const std::set<std::string>& names) override
    {
        return give_rights_on(m_link, *m_login, names, m_given);
    }

    Outcome<Reply> send(const std::string& sql, SteadyPoint deadline) override { return m_own->literal(sql, deadline); }

    [[nodiscard]] bool ends_connection(const std::string& code) const override { return code == "1927" || code == "1053"; }

    [[nodiscard]] std::string same_everywhere(const std::string& message) const override
    {
        return without(m_login ? without_account(message, m_login->name) : message, table_prefix(m_link.options().sandbox));
    }

    // The server reports with an answer whether a transaction is open, but not with an error, which may have ended it.
    bool keeps_transaction(SteadyPoint deadline) override
    {
        auto asked = m_own->literal("SELECT @@in_transaction", deadline);
        const auto* open = std::get_if<Reply>(&asked);
        return open && open->last().boolean(0, 0);
    }

    std::set<std::string> m_given; ///< tables on which the account has its rights
};

} // namespace

std::string statement_mark(const Place& place, const SandboxId& sandbox, int number)
{
    const auto hash = sha256(place.database + "\n" + sandbox.str() + "\n" + std::to_string(number));
    return "lockdesk sql " + hex(hash.data(), 20);
}

std::unique_ptr<Statements> make_statements(sql::Link& link) { return std::make_unique<MariaDbStatements>(link); }

} // namespace lockdesk::mariadb
