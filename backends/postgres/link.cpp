// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/link.h"

#include "backends/postgres/errors.h"
#include "embedded/postgres.h"

#include <algorithm>

namespace lockdesk::postgres {

namespace {

constexpr auto farewell_send = std::chrono::milliseconds{300};

Values fixed_values()
{
    Values values;
    values.sql("p", "lockdesk_");
    for (const auto* piece : {"audit_key", "lock_state", "task_due", "task_final", "token_left"})
        values.sql(piece, statement_text(piece));
    return values;
}

constexpr sql::Dialect dialect{
    .quote = quote,
    .statement_text = statement_text,
    .to_failure = to_failure,
    .is_rolled_back = is_rolled_back,
    .is_no_schema = [](const std::string& code) { return code.starts_with("42") && code != "42501"; },
    .is_storable = [](const Values& v) { return v.is_utf8() && v.is_foreign_utf8() && !v.has_nul(); },
    .not_storable = not_storable_failure,
    .leaves_transactions_open = false,
    .sorts_without_index = true,
};

Connection::Parameters parameters(const Numbered& statement, const Values& values)
{
    Connection::Parameters out;
    out.reserve(statement.parameters.size());
    for (const auto& key : statement.parameters) {
        const auto* value = values.find(key);
        out.push_back(value == nullptr || value->kind == Values::Kind::null ? nullptr : value->text.c_str());
    }
    return out;
}

/// A session's connection to PostgreSQL. Statements are prepared.
class PostgresLink final : public sql::Link
{
public:
    PostgresLink(const StoreUrl& url, const SessionOptions& options, std::shared_ptr<HintSender> hints)
        : sql::Link(url, options, place_of(url, options), fixed_values(), dialect),
          m_connection(connect_options(url, options), interrupter()), m_hints(std::move(hints))
    {
    }

    ~PostgresLink() override
    {
        if (!m_connection.is_alive() || interrupter()->is_interrupted() || !m_hints)
            return;
        if (const auto unsent = m_hints->take_unsent(); !unsent.empty())
            HintSender::send(m_connection, unsent, std::chrono::steady_clock::now() + farewell_send);
    }

    void hint(Entity entity, const std::string& key) override { post(hint_payload(entity, key)); }
    void hint_taken(Entity entity, const std::string& key) override { post(taken_payload(entity, key)); }
    void hint_observers(Entity entity) override { post(observer_payload(entity)); }

    using sql::Link::note;

    [[nodiscard]] std::unique_ptr<sql::Driver> holder() const override
    {
        return std::make_unique<Connection>(connect_options(url(), options()), interrupter());
    }

    Outcome<Reply> send_over(sql::Driver& holder, const std::string& name, const Values& values,
                             SteadyPoint deadline) override
    {
        note(name, values);
        const Prepared& known = prepared({name, statement(name), values, Use::often});
        return dynamic_cast<Connection&>(holder).query(known.name, known.text.sql, parameters(known.text, values), deadline);
    }

    [[nodiscard]] Connection& connection() override { return m_connection; }
    /// Returns true for a standby server, which allows no writes and no LISTEN.
    [[nodiscard]] bool in_recovery() const { return m_in_recovery; }

private:
    void post(std::string payload)
    {
        if (m_hints && !m_channel.empty())
            m_hints->post(m_channel, std::move(payload));
    }

    struct Prepared
    {
        std::string name; ///< on the server
        Numbered text;
    };

    Outcome<Reply> send(const Statement& statement, SteadyPoint deadline) override
    {
        if (statement.use == Use::once) {
            const Numbered text(statement.text, statement.values);
            return m_connection.query_once(text.sql, parameters(text, statement.values), deadline);
        }
        const Prepared& known = prepared(statement);
        return m_connection.query(known.name, known.text.sql, parameters(known.text, statement.values), deadline);
    }

    void note(const Statement& statement) const override
    {
        const Numbered text(statement.text, statement.values);
        std::vector<std::string> shown;
        for (const auto& key : text.parameters) {
            const auto* value = statement.values.find(key);
            shown.push_back(!value->shown_as.empty()            ? value->shown_as
                            : value->kind == Values::Kind::null ? "NULL"
                                                                : postgres::literal(value->text));
        }
        note(statement.name, text.sql, std::move(shown));
    }

    void learn(const Result& hello) override
    {
        m_place.schema = hello.text(0, 2);
        m_in_recovery = hello.boolean(0, 3);
        m_channel = hint_channel(m_place.schema);
    }

    [[nodiscard]] bool is_unprepared(const std::string& code) const override { return code == "26000" || code == "0A000"; }

    // Server names of prepared statements are short: the first text of a statement gets its name, others a number after it.
    const Prepared& prepared(const Statement& statement)
    {
        const auto make = [&](std::string name) { return Prepared{std::move(name), {statement.text, statement.values}}; };
        std::string put_in;
        for (const auto& value : statement.values.all())
            if (value.kind == Values::Kind::sql)
                put_in += '\n' + value.key + '=' + value.text;
        const std::string& key = put_in.empty() ? statement.name : put_in.insert(0, statement.name);
        const auto found = m_prepared.find(key);
        if (found != m_prepared.end())
            return found->second;
        auto name = put_in.empty() ? statement.name : statement.name + "_" + std::to_string(m_prepared.size());
        return m_prepared.emplace(key, make(std::move(name))).first->second;
    }

    Connection m_connection;
    std::shared_ptr<HintSender> m_hints;
    std::string m_channel;
    std::map<std::string, Prepared, std::less<>> m_prepared; ///< by name and the SQL filled into the text
    bool m_in_recovery = false;
};

} // namespace

Numbered::Numbered(const sql::Template& text, const Values& values)
{
    for (const auto& [between, key] : text.parts()) {
        sql += between;
        const auto* value = key.empty() ? nullptr : values.find(key);
        if (value == nullptr)
            continue;
        if (value->kind == Values::Kind::sql) {
            sql += value->text;
            continue;
        }
        const auto known = std::find(parameters.begin(), parameters.end(), key);
        sql += '$' + std::to_string(known - parameters.begin() + 1);
        if (known == parameters.end())
            parameters.push_back(key);
    }
    if (!parameters.empty())
        return;
    for (const auto& value : values.all())
        if (value.kind != Values::Kind::sql)
            parameters.push_back(value.key);
}

std::string statement_text(std::string_view name) { return std::string(resource(name)); }

std::unique_ptr<sql::Link> make_link(const StoreUrl& url, const SessionOptions& options, std::shared_ptr<HintSender> hints)
{
    return std::make_unique<PostgresLink>(url, options, std::move(hints));
}

bool has_hints(sql::Link& link) { return !dynamic_cast<PostgresLink&>(link).in_recovery(); }

} // namespace lockdesk::postgres
