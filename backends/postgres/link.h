// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/connection.h"
#include "backends/postgres/hint_sender.h"
#include "backends/postgres/sql_text.h"
#include "backends/sql/link.h"

namespace lockdesk::postgres {

using sql::cancel_grace;
using sql::Effect;
using sql::Place;
using sql::Use;
using sql::Values;

/// What connections of an address look like: libpq's keywords, the place for messages, the search path of a sandbox.
ConnectOptions connect_options(const StoreUrl& url, const SessionOptions& options);
/// Keywords and values that the URL asks for, ours translated; usage failure for what is unknown, contradicts itself or cannot
/// be had.
Answer<ConnectOptions> url_wishes(const StoreUrl& url);
Place place_of(const StoreUrl& url, const SessionOptions& options);
std::string sandbox_schema(const SandboxId& id);

/// The statement of that name, as in resources/postgres.
std::string statement_text(std::string_view name);

/// A statement as the server gets it: `{name}` of a value that is no SQL is a parameter, numbered as the text has them first. A
/// text without any numbers its parameters itself, in the order of the values.
struct Numbered
{
    Numbered(const sql::Template& text, const Values& values);
    std::string sql;
    std::vector<std::string> parameters; ///< the keys of $1, $2 and so on
};

/// A session's line to PostgreSQL. Statements are prepared.
class Link final : public sql::Link
{
public:
    Link(const StoreUrl& url, const SessionOptions& options, std::shared_ptr<HintSender> hints);
    ~Link() override;

    void hint(Entity entity, const std::string& key) override;
    void hint_taken(Entity entity, const std::string& key) override;
    void hint_observers(Entity entity) override;

    using sql::Link::note;
    [[nodiscard]] std::unique_ptr<sql::Driver> holder() const override;
    Outcome<Reply> send_over(sql::Driver& holder, const std::string& name, const Values& values,
                             SteadyPoint deadline) override;
    [[nodiscard]] Failure to_failure(const Trouble& trouble, const std::string& statement, bool write) const override;
    [[nodiscard]] Connection& connection() override { return m_connection; }
    /// The server follows another one, and lets nobody write or listen.
    [[nodiscard]] bool in_recovery() const { return m_in_recovery; }

private:
    struct Prepared
    {
        std::string name; ///< the server's
        Numbered text;
    };
    [[nodiscard]] std::string resource_text(std::string_view name) const override { return statement_text(name); }
    Outcome<Reply> send(const Statement& statement, SteadyPoint deadline) override;
    void note(const Statement& statement) const override;
    [[nodiscard]] bool is_storable(const Values& values) const override;
    [[nodiscard]] Failure not_storable_failure(const std::string& statement) const override;
    std::optional<Trouble> greet(SteadyPoint deadline) override;
    [[nodiscard]] Again again(const Trouble& trouble) const override;
    [[nodiscard]] bool was_rolled_back(const Failure& failure) const override;
    const Prepared& prepared(const Statement& statement);

    Connection m_connection;
    std::shared_ptr<HintSender> m_hints;
    std::string m_channel;
    std::map<std::string, Prepared, std::less<>> m_prepared; ///< by name and what is put into the text
    bool m_in_recovery = false;
};

} // namespace lockdesk::postgres
