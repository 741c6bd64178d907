// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/link.h"

#include "embedded/mariadb.h"

#include <algorithm>
#include <random>

namespace lockdesk::mariadb {

namespace {

constexpr auto roll_back_within = std::chrono::milliseconds{300};
constexpr int most_tries = 12;
constexpr int no_such_table = 1146;
constexpr int no_such_column = 1054; // somebody else's table
constexpr const char* row_stayed_locked = "1205";

} // namespace

std::string statement_text(std::string_view name) { return std::string(resource(std::string(name) + ".sql")); }

Link::Link(const StoreUrl& url, const SessionOptions& options)
    : m_url(url), m_options(options), m_place(place_of(url, options)), m_interrupter(std::make_shared<Interrupter>()),
      m_connection(connect_options(url, options), m_interrupter), m_fixed(fixed_values(options.sandbox))
{
}

Answer<Done> Link::open()
{
    const std::stop_callback cut(m_options.stop, [this] { m_interrupter->interrupt(); });
    const auto deadline = steady_after(std::chrono::steady_clock::now(), m_options.timeout);
    if (auto trouble = ready(deadline))
        return to_failure(*trouble, m_place, "connect", false);
    if (auto failure = outdated("connect"))
        return *failure;
    return Done{};
}

std::optional<Failure> Link::outdated(const std::string& statement)
{
    if (m_options.without_schema || m_schema_version == 0 || m_schema_version >= lockdesk::schema_version)
        return std::nullopt;
    m_greeted = false; // the next call looks again: somebody may bring it up to date meanwhile
    return older_schema_failure(m_schema_version, m_place, statement);
}

std::optional<Trouble> Link::ready(SteadyPoint deadline)
{
    if (m_interrupter->is_interrupted()) {
        Trouble trouble;
        trouble.cause = Trouble::Cause::interrupted;
        return trouble;
    }
    if (m_connection.is_open() && m_greeted && m_connection.is_alive())
        return std::nullopt;
    if (!m_connection.is_alive())
        m_connection.close();
    m_greeted = false;
    if (auto trouble = m_connection.open(deadline))
        return trouble;
    m_server_version = m_connection.server_version_text();
    return greet(deadline);
}

// Whose schema is it, and how new? A missing one is no trouble for `init`.
std::optional<Trouble> Link::greet(SteadyPoint deadline)
{
    auto answer = m_connection.query(text("hello", {}), deadline);
    if (auto* trouble = std::get_if<Trouble>(&answer)) {
        const bool absent =
            trouble->cause == Trouble::Cause::server && (trouble->code == no_such_table || trouble->code == no_such_column);
        trouble->sent = false;
        if (!absent || !m_options.without_schema)
            return std::move(*trouble);
        m_schema_version = 0;
        m_greeted = true;
        return std::nullopt;
    }
    const auto& row = std::get<Reply>(answer).last();
    m_schema_version = static_cast<int>(row.number(0, 0));
    if (!row.is_null(0, 2))
        m_place.user = row.text(0, 2);
    m_greeted = true;
    return std::nullopt;
}

const Template& Link::statement(const std::string& name)
{
    auto found = m_statements.find(name);
    if (found == m_statements.end())
        found = m_statements.emplace(name, Template(statement_text(name), m_fixed)).first;
    return found->second;
}

namespace {

std::string without_line_ends(std::string sql)
{
    while (!sql.empty() && sql.back() == '\n')
        sql.pop_back();
    return sql;
}

} // namespace

std::string Link::text(const std::string& name, const Values& values)
{
    return without_line_ends(statement(name).fill(values));
}

std::string Link::told_text(const std::string& name, const Values& values)
{
    return without_line_ends(statement(name).told(values));
}

bool Link::rest(const Failure& failure, int tries, SteadyPoint deadline)
{
    static thread_local std::minstd_rand random{std::random_device{}()};
    const auto needed = failure.code == row_stayed_locked ? lock_wait(m_options) : std::chrono::seconds{0};
    if (tries >= most_tries || std::chrono::steady_clock::now() + needed >= deadline)
        return false;
    ++m_retries;
    const auto ceiling = std::min<std::int64_t>(1000LL << tries, 100'000);
    return m_connection.pause(Duration{std::uniform_int_distribution<std::int64_t>{0, ceiling}(random)});
}

// What this connection does not know yet. It may know one of which it is not sure: preparing it again does no harm.
std::string Link::preparation(const std::string& name)
{
    const auto known = m_prepared.find(name);
    const bool knows = !m_connection.is_pooled() && known != m_prepared.end() && known->second == m_connection.generation();
    return knows ? "" : statement(name).prepare(name) + ";\n";
}

Answer<Reply> Link::call(const std::string& name, const std::string& sql, Effect effect, const Values* values,
                         const std::string& told)
{
    const bool write = effect == Effect::write;
    if (!m_in_transaction)
        m_deadline = steady_after(std::chrono::steady_clock::now(), m_options.timeout);
    for (int tries = 1;; ++tries) {
        if (!m_in_transaction)
            if (const auto trouble = ready(m_deadline))
                return to_failure(*trouble, m_place, name, false);
        if (write && m_schema_version > lockdesk::schema_version)
            return newer_schema_failure(m_schema_version, name);
        if (auto failure = outdated(name))
            return *failure;
        // Behind a proxy the next session of the server may be one that can write.
        if (write && m_options.read_only && m_connection.is_pooled())
            return read_only_failure(name);
        if (!m_connection.is_open()) {
            Trouble trouble;
            trouble.cause = Trouble::Cause::lost;
            return to_failure(trouble, m_place, name, false);
        }
        if (values != nullptr)
            note_prepared(name, *values);
        else
            note(name, told.empty() ? sql : told);
        auto answer = m_connection.query(values != nullptr ? preparation(name) + sql : sql, m_deadline + cancel_grace);
        if (auto* reply = std::get_if<Reply>(&answer)) {
            if (values != nullptr)
                m_prepared[name] = m_connection.generation();
            const auto now = reply->now();
            return {std::move(*reply), now};
        }
        const auto& trouble = std::get<Trouble>(answer);
        const auto failure = to_failure(trouble, m_place, name, write && !m_in_transaction);
        if (m_in_transaction)
            return failure;
        // What failed in the middle has left its transaction open.
        if (write)
            roll_back();
        if (!was_rolled_back(failure) || !rest(failure, tries, m_deadline))
            return failure;
    }
}

Answer<Reply> Link::run(const std::string& name, const Values& values, Effect effect)
{
    if (!values.storable())
        return not_storable_failure(name);
    const std::string told = m_options.trace ? told_text(name, values) : std::string();
    if (auto failure = held(name, told, effect))
        return *failure;
    return call(name, text(name, values), effect, nullptr, told);
}

Answer<Reply> Link::run_to_change(const std::string& name, const Values& locking, const Values& plain)
{
    if (!locking.storable())
        return not_storable_failure(name);
    if (!m_options.trace || !m_options.trace->holds())
        return run(name, locking, Effect::write);
    note(name, told_text(name, locking));
    const StatementTrace::Deaf deaf(m_options.trace);
    return run(name, plain, Effect::read);
}

Answer<Reply> Link::run_prepared(const std::string& name, const Values& values, Effect effect)
{
    if (!values.storable())
        return not_storable_failure(name);
    if (auto failure = held(name, {}, effect, &values))
        return *failure;
    return call(name, statement(name).execute(name, values), effect, &values);
}

Answer<Reply> Link::run_literal(const std::string& name, const std::string& sql, Effect effect)
{
    if (auto failure = held(name, sql, effect))
        return *failure;
    return call(name, sql, effect);
}

std::optional<Failure> Link::held(const std::string& name, const std::string& sql, Effect effect, const Values* prepared)
{
    if (effect != Effect::write || !m_options.trace || !m_options.trace->holds())
        return std::nullopt;
    if (prepared != nullptr)
        note_prepared(name, *prepared);
    else
        note(name, sql);
    return held_failure(name);
}

void Link::note(const std::string& name, const std::string& sql) const
{
    if (m_options.trace)
        m_options.trace->add({name, sql, {}, name == "clock"});
}

void Link::note_prepared(const std::string& name, const Values& values)
{
    if (m_options.trace)
        m_options.trace->add({name, statement(name).with_marks(), statement(name).marked(values), false});
}

std::optional<Failure> Link::begin(const std::string& name)
{
    if (const auto trouble = ready(m_deadline))
        return to_failure(*trouble, m_place, name, false);
    if (m_schema_version > lockdesk::schema_version)
        return newer_schema_failure(m_schema_version, name);
    if (auto failure = outdated(name))
        return failure;
    note("begin", "START TRANSACTION");
    auto begun = m_connection.query("START TRANSACTION", m_deadline + cancel_grace);
    if (const auto* trouble = std::get_if<Trouble>(&begun))
        return to_failure(*trouble, m_place, name, false);
    m_in_transaction = true;
    return std::nullopt;
}

std::optional<Failure> Link::commit(const std::string& name)
{
    note("commit", "COMMIT");
    auto done = m_connection.query("COMMIT", m_deadline + cancel_grace);
    if (const auto* trouble = std::get_if<Trouble>(&done))
        return to_failure(*trouble, m_place, name, true);
    return std::nullopt;
}

void Link::roll_back()
{
    // What a rehearsal held back was not refused: sent, it would be kept.
    if (m_options.trace && m_options.trace->holds())
        note("commit", "COMMIT");
    // If this fails too, the line goes, and with it the transaction.
    if (m_connection.is_open()
        && std::holds_alternative<Trouble>(
            m_connection.query("ROLLBACK", std::chrono::steady_clock::now() + roll_back_within)))
        m_connection.close();
}

} // namespace lockdesk::mariadb
