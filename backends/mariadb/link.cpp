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
constexpr std::array<std::string_view, 4> prepared{"lock_acquire", "lock_renew", "lock_release", "task_claim_one"};

bool is_prepared(std::string_view name) { return std::find(prepared.begin(), prepared.end(), name) != prepared.end(); }

} // namespace

std::string statement_text(std::string_view name) { return std::string(resource(name)); }

Link::Link(const StoreUrl& url, const SessionOptions& options)
    : sql::Link(url, options, place_of(url, options), fixed_values(options.sandbox), quote),
      m_connection(connect_options(url, options), interrupter())
{
}

std::optional<Trouble> Link::greet(SteadyPoint deadline)
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

// Returns the preparation that this connection lacks. After a doubtful one, preparing again does no harm.
std::string Link::preparation(const Statement& statement)
{
    const auto known = m_prepared.find(statement.name);
    const bool knows = !m_connection.is_pooled() && known != m_prepared.end() && known->second == m_connection.generation();
    return knows ? "" : prepare(statement.name, statement.text) + ";\n";
}

Outcome<Reply> Link::send(const Statement& statement, SteadyPoint deadline)
{
    if (!is_prepared(statement.name))
        return m_connection.literal(statement.text.fill(statement.values), deadline);
    auto answer =
        m_connection.literal(preparation(statement) + execute(statement.name, statement.text, statement.values), deadline);
    if (std::holds_alternative<Reply>(answer))
        m_prepared[statement.name] = m_connection.generation();
    return answer;
}

Outcome<Reply> Link::send_over(sql::Driver& holder, const std::string& name, const Values& values, SteadyPoint deadline)
{
    note(name, values);
    return holder.literal(text(name, values), deadline);
}

std::unique_ptr<sql::Driver> Link::holder() const
{
    auto with = connect_options(url(), options());
    with.setup += "; " + expand(statement_text("holder_setup"));
    return std::make_unique<Connection>(std::move(with), interrupter());
}

void Link::note(const Statement& statement) const
{
    using For = sql::Template::For;
    if (is_prepared(statement.name))
        note(statement.name, with_marks(statement.text), marked(statement.text, statement.values));
    else
        note(statement.name, statement.text.fill(statement.values, For::trace));
}

Failure Link::not_storable_failure(const std::string& statement) const { return mariadb::not_storable_failure(statement); }

Failure Link::to_failure(const Trouble& trouble, const std::string& statement, bool write) const
{
    return mariadb::to_failure(trouble, place(), statement, write);
}

Link::Again Link::again(const Trouble& trouble) const
{
    return trouble.cause == Trouble::Cause::server && is_rolled_back(trouble.code) ? Again::after_a_pause : Again::no;
}

bool Link::was_rolled_back(const Failure& failure) const { return is_rolled_back(failure.code); }

Duration Link::needed_for_a_try(const std::string& code) const
{
    return code == row_stayed_locked ? Duration(lock_wait(options())) : Duration{0};
}

// Behind a proxy the next server session may be able to write.
std::optional<Failure> Link::refused(const std::string& name, Effect effect) const
{
    if (effect == Effect::write && options().read_only && m_connection.is_pooled())
        return read_only_failure(name);
    return std::nullopt;
}

} // namespace lockdesk::mariadb
