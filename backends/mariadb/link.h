// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/url_options.h"
#include "backends/mariadb/connection.h"
#include "backends/mariadb/sql_text.h"
#include "backends/sql/link.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace lockdesk::mariadb {

using sql::cancel_grace;
using sql::Effect;
using sql::Place;
using sql::Use;

/// What connections of an address look like: where to, and what a new session is told.
ConnectOptions connect_options(const StoreUrl& url, const SessionOptions& options);
/// What the URL asks for beside its address.
struct UrlWishes
{
    std::string socket;
    TlsOptions tls;
};
/// Usage failure for what is unknown, contradicts itself or cannot be had.
Answer<UrlWishes> url_wishes(const StoreUrl& url);
Place place_of(const StoreUrl& url, const SessionOptions& options);
/// An expression that gives a connection the mark of its program's name (`MarkedSessions`): a lock of the server, which goes with the connection after all else
/// that it held. 1; 0 where too many connections have it.
std::string taking_mark(const std::string& mark);
/// One that counts those who have it.
std::string sessions_with(const std::string& mark);
/// What our tables' names begin with: `lockdesk_`, or `lockdesk_sb_<id>_` in a sandbox.
std::string table_prefix(const std::optional<SandboxId>& sandbox);
/// `{p}`, `{now}` (in a sandbox the sandbox's clock) and `{real}`: the same in every statement of a session.
Values fixed_values(const std::optional<SandboxId>& sandbox);
/// How long a statement waits for a row of somebody else's, so that there is time left to try again.
std::chrono::seconds lock_wait(const SessionOptions& options);
/// The statement of that name, as in resources/mariadb.
std::string statement_text(std::string_view name);

/// A session's line to MariaDB. Statements are sent as literal text; long ones that run over and over are prepared.
class Link final : public sql::Link
{
public:
    Link(const StoreUrl& url, const SessionOptions& options);

    using sql::Link::note;
    [[nodiscard]] std::unique_ptr<sql::Driver> holder() const override;
    Outcome<Reply> send_over(sql::Driver& holder, const std::string& name, const Values& values,
                             SteadyPoint deadline) override;
    [[nodiscard]] Failure to_failure(const Trouble& trouble, const std::string& statement, bool write) const override;
    [[nodiscard]] Connection& connection() override { return m_connection; }

private:
    [[nodiscard]] std::string resource_text(std::string_view name) const override { return statement_text(name); }
    Outcome<Reply> send(const Statement& statement, SteadyPoint deadline) override;
    void note(const Statement& statement) const override;
    [[nodiscard]] bool is_storable(const Values& values) const override { return values.is_utf8(); }
    [[nodiscard]] Failure not_storable_failure(const std::string& statement) const override;
    std::optional<Trouble> greet(SteadyPoint deadline) override;
    [[nodiscard]] Again again(const Trouble& trouble) const override;
    [[nodiscard]] bool was_rolled_back(const Failure& failure) const override;
    [[nodiscard]] Duration needed_for_a_try(const std::string& code) const override;
    [[nodiscard]] std::optional<Failure> refused(const std::string& name, Effect effect) const override;
    [[nodiscard]] bool leaves_transactions_open() const override { return true; }
    std::string preparation(const Statement& statement);

    Connection m_connection;
    std::map<std::string, std::uint64_t, std::less<>> m_prepared; ///< generation of the connection that knows it
};

} // namespace lockdesk::mariadb
