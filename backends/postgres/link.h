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

/// Connections to an address: libpq's keywords; below, the place for messages and a sandbox's schema.
ConnectOptions connect_options(const StoreUrl& url, const SessionOptions& options);
/// Returns the keywords and values of the URL's options, ours translated; usage failure for unknown, contradictory or
/// unavailable ones.
Answer<ConnectOptions> url_wishes(const StoreUrl& url);
Place place_of(const StoreUrl& url, const SessionOptions& options);
std::string sandbox_schema(const SandboxId& id);

/// Returns the statement of that name from resources/postgres.
std::string statement_text(std::string_view name);

/// A statement as the server gets it: the `{name}` of a value other than SQL becomes a parameter, numbered by first use. A
/// text without such names numbers its parameters itself, in the order of the values.
struct Numbered
{
    Numbered(const sql::Template& text, const Values& values);
    std::string sql;
    std::vector<std::string> parameters; ///< the keys of $1, $2 and so on
};

/// A session's connection to PostgreSQL. Statements are prepared.
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
    /// Returns true for a standby server, which allows no writes and no LISTEN.
    [[nodiscard]] bool in_recovery() const { return m_in_recovery; }

private:
    struct Prepared
    {
        std::string name; ///< on the server
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
    std::map<std::string, Prepared, std::less<>> m_prepared; ///< by name and the SQL filled into the text
    bool m_in_recovery = false;
};

} // namespace lockdesk::postgres
