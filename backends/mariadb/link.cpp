// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/link.h"

#include "backends/mariadb/errors.h"
#include "embedded/mariadb.h"

#include <algorithm>
#include <array>

namespace lockdesk::mariadb {

namespace {

constexpr const char* no_such_table = "1146";
constexpr const char* no_such_column = "1054"; // a foreign table
constexpr const char* row_stayed_locked = "1205";
// Long and frequent statements: the server parses each once per connection.
constexpr std::array<std::string_view, 5> prepared{"lock_acquire", "lock_renew", "lock_release", "task_claim_first",
                                                   "task_claim_one"};

bool is_prepared(std::string_view name) { return std::find(prepared.begin(), prepared.end(), name) != prepared.end(); }

/// A session's connection to MariaDB. Sends statements as literal text; long and frequent ones are prepared.
class MariaDbLink final : public sql::Link
{
public:
    // It sorts all rows on disk: the keys of so many first ones exceed its buffer.
    [[nodiscard]] bool sorts_without_index() const override { return false; }

    MariaDbLink(const StoreUrl& url, const SessionOptions& options)
        : sql::Link(url, options, place_of(url, options), fixed_values(options.sandbox), quote),
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

    [[nodiscard]] Failure to_failure(const Trouble& trouble, const std::string& statement, bool write) const override
    {
        return mariadb::to_failure(trouble, place(), statement, write);
    }

    [[nodiscard]] Connection& connection() override { return m_connection; }

private:
    [[nodiscard]] std::string resource_text(std::string_view name) const override { return statement_text(name); }

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
            note(statement.name, with_marks(statement.text), marked(statement.text, statement.values));
        else
            note(statement.name, statement.text.fill(statement.values, For::trace));
    }

    [[nodiscard]] bool is_storable(const Values& values) const override { return values.is_utf8(); }

    [[nodiscard]] Failure not_storable_failure(const std::string& statement) const override
    {
        return mariadb::not_storable_failure(statement);
    }

    std::optional<Trouble> greet(SteadyPoint deadline) override
    {
        auto answer = m_connection.literal(text("hello"), deadline);
        if (auto* trouble = std::get_if<Trouble>(&answer)) {
            const bool absent = trouble->cause == Trouble::Cause::server
                                && (trouble->code == no_such_table || trouble->code == no_such_column);
            trouble->sent = false;
            if (!absent || !options().without_schema)
                return std::move(*trouble);
            set_schema(0);
            return std::nullopt;
        }
        const auto& row = std::get<Reply>(answer);
        if (!row.is_null(0, 2))
            m_place.user = row.text(0, 2);
        set_schema(static_cast<int>(row.number(0, 0)));
        return std::nullopt;
    }

    [[nodiscard]] bool is_rolled_back(const std::string& code) const override { return mariadb::is_rolled_back(code); }

    [[nodiscard]] Duration needed_for_a_try(const std::string& code) const override
    {
        return code == row_stayed_locked ? Duration(lock_wait(options())) : Duration{0};
    }

    // Behind a proxy the next server session may be able to write.
    [[nodiscard]] std::optional<Failure> refused(const std::string& name, Effect effect) const override
    {
        if (effect == Effect::write && options().read_only && m_connection.is_pooled())
            return read_only_failure(name);
        return std::nullopt;
    }

    [[nodiscard]] bool leaves_transactions_open() const override { return true; }

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
