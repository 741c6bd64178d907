// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/link.h"

#include "backends/mariadb/errors.h"
#include "embedded/mariadb.h"

#include <algorithm>
#include <array>

namespace lockdesk::mariadb {

namespace {

constexpr const char* row_stayed_locked = "1205";
// Long and frequent statements: the server parses each once per connection.
constexpr std::array<std::string_view, 5> prepared{"lock_acquire", "lock_renew", "lock_release", "task_claim_first",
                                                   "task_claim_one"};

bool is_prepared(std::string_view name) { return std::find(prepared.begin(), prepared.end(), name) != prepared.end(); }

// Values of the parameters, in their order, as a trace shows them.
std::vector<std::string> marked(const sql::Template& statement, const Values& values)
{
    std::vector<std::string> out;
    for (const auto& [text, placeholder] : statement.parts())
        if (!placeholder.empty())
            statement.write(out.emplace_back(), values, placeholder, sql::Template::For::trace);
    return out;
}

constexpr sql::Dialect dialect{
    .quote = quote,
    .statement_text = statement_text,
    .to_failure = to_failure,
    .is_rolled_back = is_rolled_back,
    .is_no_schema = [](const std::string& code) { return code == "1146" || code == "1054"; }, // no such table, or column
    .is_storable = [](const Values& v) { return v.is_utf8(); },
    .not_storable = not_storable_failure,
    .leaves_transactions_open = true,
    .sorts_without_index = false, // it sorts all rows on disk: the keys of so many first ones exceed its buffer
};

/// A session's connection to MariaDB. Sends statements as literal text; long and frequent ones are prepared.
class MariaDbLink final : public sql::Link
{
public:
    MariaDbLink(const StoreUrl& url, const SessionOptions& options)
        : sql::Link(url, options, place_of(url, options),
                    fixed_values(options.sandbox).sql("own_begin", "START TRANSACTION;").sql("own_commit", "COMMIT;"), dialect),
          m_connection(connect_options(url, options), interrupter())
    {
    }

    using sql::Link::note;

    [[nodiscard]] std::unique_ptr<sql::Driver> holder() const override
    {
        auto with = connect_options(url(), options());
        with.setup += "; " + expand(statement_text("holder_setup"));
        return std::make_unique<Connection>(std::move(with), interrupter());
    }

    Outcome<Reply> send_over(sql::Driver& holder, const std::string& name, const Values& values,
                             SteadyPoint deadline) override
    {
        note(name, values);
        return holder.literal(text(name, values), deadline);
    }

    [[nodiscard]] Connection& connection() override { return m_connection; }

private:
    Outcome<Reply> send(const Statement& statement, SteadyPoint deadline) override
    {
        if (!is_prepared(statement.name))
            return m_connection.literal(statement.text.fill(statement.values), deadline);
        auto answer = m_connection.literal(
            preparation(statement) + execute(statement.name, statement.text, statement.values), deadline);
        if (std::holds_alternative<Reply>(answer))
            m_prepared[statement.name] = m_connection.generation();
        return answer;
    }

    void note(const Statement& statement) const override
    {
        using For = sql::Template::For;
        if (is_prepared(statement.name))
            note(statement.name, statement.text.fill({}, For::prepare), marked(statement.text, statement.values));
        else
            note(statement.name, statement.text.fill(statement.values, For::trace));
    }

    void learn(const Result& hello) override
    {
        if (!hello.is_null(0, 2))
            m_place.user = hello.text(0, 2);
    }

    [[nodiscard]] Duration needed_for_a_try(const std::string& code) const override
    {
        return code == row_stayed_locked ? Duration(lock_wait(options())) : Duration{0};
    }

    // Behind a proxy the next server session may be able to write.
    [[nodiscard]] std::optional<Failure> refused(const std::string& name, Effect effect) const override
    {
        if (effect == Effect::write && options().read_only && m_connection.is_pooled())
            return Failure::read_only("the session is read-only, so the write was not sent").in_statement(name);
        return std::nullopt;
    }

    // Returns the preparation that this connection lacks. After a doubtful one, preparing again does no harm.
    std::string preparation(const Statement& statement)
    {
        const auto known = m_prepared.find(statement.name);
        const bool knows =
            !m_connection.is_pooled() && known != m_prepared.end() && known->second == m_connection.generation();
        return knows ? "" : prepare(statement.name, statement.text) + ";\n";
    }

    Connection m_connection;
    std::map<std::string, std::uint64_t, std::less<>> m_prepared; ///< generation of the connection that has it prepared
};

} // namespace

std::string statement_text(std::string_view name) { return std::string(resource(name)); }

std::unique_ptr<sql::Link> make_link(const StoreUrl& url, const SessionOptions& options)
{
    return std::make_unique<MariaDbLink>(url, options);
}

} // namespace lockdesk::mariadb
