// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/link.h"

#include "backends/engine/rules/retry_delay.h"

#include <algorithm>
#include <cassert>

namespace lockdesk::sql {

namespace {

constexpr auto roll_back_within = std::chrono::milliseconds{300};
constexpr int most_tries = 12;

// The last line may have held only a placeholder without a value.
void trim_line_ends(std::string& sql) { sql.erase(sql.find_last_not_of('\n') + 1); }

} // namespace

Link::Link(const StoreUrl& url, const SessionOptions& options, Place place, Values fixed, const Dialect& dialect)
    : m_place(std::move(place)), m_url(url), m_options(options), m_interrupter(std::make_shared<Interrupter>()),
      m_fixed(std::move(fixed)), m_dialect(dialect)
{
}

Answer<Done> Link::open()
{
    const std::stop_callback cut(m_options.stop, [this] { m_interrupter->interrupt(); });
    if (auto trouble = ready(steady_after(std::chrono::steady_clock::now(), m_options.timeout)))
        return to_failure(*trouble, "connect", false);
    if (auto failure = outdated("connect"))
        return *failure;
    return Done{};
}

SteadyPoint Link::deadline() const
{
    return steady_after(std::chrono::steady_clock::now(), m_options.timeout) + cancel_grace;
}

std::optional<Failure> Link::outdated(const std::string& statement)
{
    if (m_options.without_schema || m_schema_version == 0 || m_schema_version >= lockdesk::schema_version)
        return std::nullopt;
    m_greeted = false; // the next call reads it again: the schema may be updated meanwhile
    return older_schema_failure(m_schema_version, m_place, statement);
}

std::optional<Trouble> Link::ready(SteadyPoint deadline)
{
    if (m_interrupter->is_interrupted())
        return Trouble{.cause = Trouble::Cause::interrupted};
    Driver& driver = connection();
    const bool alive = driver.is_open() && driver.is_alive();
    if (alive && m_greeted)
        return std::nullopt;
    if (!alive)
        driver.close();
    m_greeted = false;
    if (auto trouble = driver.open(deadline))
        return trouble;
    m_server_version = driver.server_version_text();
    return greet(deadline);
}

// Reads the schema's version. A missing schema is no trouble for `init`, and a foreign table has none of ours.
std::optional<Trouble> Link::greet(SteadyPoint deadline)
{
    if (const auto user = connection().user(); !user.empty())
        m_place.user = user;
    m_schema_version = 0;
    if (m_options.source == "lockdesk") {
        const std::string name = "hello";
        auto answer = send({name, statement(name), {}, Use::often}, deadline);
        if (auto* trouble = std::get_if<Trouble>(&answer)) {
            const bool absent = trouble->cause == Trouble::Cause::server && m_dialect.is_no_schema(trouble->code);
            if (!absent || !m_options.without_schema)
                return std::move(*trouble);
        } else {
            const Result& row = std::get<Reply>(answer);
            m_schema_version = static_cast<int>(row.number(0, 1));
            learn(row);
        }
    }
    m_greeted = true;
    return std::nullopt;
}

std::optional<Failure> Link::unusable(const std::string& name, Effect effect)
{
    if (effect == Effect::write && m_schema_version > lockdesk::schema_version)
        return newer_schema_failure(m_schema_version, name);
    if (auto failure = outdated(name))
        return failure;
    return refused(name, effect);
}

const Template& Link::statement(const std::string& name) const
{
    auto found = m_statements.find(name);
    if (found == m_statements.end()) {
        const auto text = m_dialect.statement_text(name);
        assert(!text.empty());
        found = m_statements.emplace(name, Template(text, m_fixed, m_dialect.quote)).first;
    }
    return found->second;
}

std::string Link::text(const std::string& name, const Values& values) const
{
    auto sql = statement(name).fill(values);
    trim_line_ends(sql);
    return sql;
}

std::string Link::expand(std::string_view sql) const { return Template(sql, m_fixed, m_dialect.quote).fill({}); }

// MariaDB stores names as bytes. Each byte is a character of latin1, in which letters have a case.
std::string Link::contains(const std::string& sql, std::string_view sought) const
{
    std::string pattern = "%";
    for (const char c : sought)
        pattern += (c == '%' || c == '_' || c == '\\' ? "\\" : "") + std::string(1, c);
    return text("text_contains", {{"text", Sql{sql}}, {"sought", sought}, {"pattern", pattern + "%"}});
}

std::string Link::literal(std::string_view text) const
{
    std::string out;
    m_dialect.quote(out, text);
    return out;
}

std::string Link::table(std::string_view name) const { return m_fixed.find("p")->text + std::string(name); }

bool Link::rest(const std::string& code, int tries, SteadyPoint deadline)
{
    if (tries >= most_tries || std::chrono::steady_clock::now() + needed_for_a_try(code) >= deadline)
        return false;
    ++m_retries;
    const auto ceiling = std::min<std::int64_t>(1000LL << tries, 100'000);
    return connection().pause(Duration{random_between(0, ceiling)});
}

template <class Send> Answer<Reply> Link::call(const std::string& name, Effect effect, const Send& send)
{
    const bool write = effect == Effect::write;
    if (!m_in_transaction)
        m_deadline = steady_after(std::chrono::steady_clock::now(), m_options.timeout);
    bool reconnected = false;
    for (int tries = 1;; ++tries) {
        if (!m_in_transaction)
            if (const auto trouble = ready(m_deadline))
                return to_failure(*trouble, name, false);
        if (auto failure = unusable(name, effect))
            return *failure;
        if (!connection().is_open())
            return to_failure(Trouble{.cause = Trouble::Cause::lost}, name, false);
        auto answer = send(m_deadline + cancel_grace);
        if (auto* reply = std::get_if<Reply>(&answer)) {
            const auto now = reply->now();
            return {std::move(*reply), now};
        }
        const auto& trouble = std::get<Trouble>(answer);
        if (m_in_transaction)
            return to_failure(trouble, name, false);
        if (is_unprepared(trouble.code) && !reconnected) {
            reconnected = true;
            connection().close();
            continue;
        }
        if (write && m_dialect.leaves_transactions_open)
            roll_back();
        const bool again = trouble.cause == Trouble::Cause::server && m_dialect.is_rolled_back(trouble.code);
        if (!again || !rest(trouble.code, tries, m_deadline))
            return to_failure(trouble, name, write);
    }
}

Answer<Reply> Link::run(const std::string& name, const Values& values, Effect effect, Use use)
{
    if (auto failure = not_storable(name, values))
        return *failure;
    const Statement what{name, statement(name), values, use};
    if (m_options.trace && holds(effect)) {
        note(what);
        return held_failure(name);
    }
    return call(name, effect, [&](SteadyPoint deadline) {
        if (m_options.trace)
            note(what);
        return send(what, deadline);
    });
}

Answer<Done> Link::write(const std::string& name, const Values& values, Entity changed)
{
    return decoded(run(name, values, Effect::write), [&](const Reply&) {
        hint_observers(changed);
        return Done{};
    });
}

Answer<Reply> Link::run_to_change(const std::string& name, const Values& locking, const Values& plain)
{
    if (auto failure = not_storable(name, locking))
        return *failure;
    if (!holds(Effect::write))
        return run(name, locking, Effect::write);
    note(name, locking);
    const StatementTrace::Deaf deaf(m_options.trace);
    return run(name, plain, Effect::read);
}

Answer<Reply> Link::run_literal(const std::string& name, const std::string& sql, Effect effect)
{
    if (sql.find('\0') != std::string::npos)
        return m_dialect.not_storable(name);
    if (holds(effect)) {
        note(name, sql);
        return held_failure(name);
    }
    return call(name, effect, [&](SteadyPoint deadline) {
        note(name, sql);
        return connection().literal(sql, deadline);
    });
}

Answer<Done> Link::begin_over(Driver& holder, const std::string& name, const char* also, SteadyPoint deadline)
{
    if (!holder.is_alive())
        holder.close();
    if (const auto trouble = holder.open(deadline))
        return to_failure(*trouble, name, false);
    if (also == nullptr)
        return Done{};
    note("begin", std::string("BEGIN") + (*also == '\0' ? "" : "; ") + also);
    const auto begun = holder.begin(deadline, also);
    const auto* trouble = std::get_if<Trouble>(&begun);
    return trouble == nullptr ? Answer<Done>(Done{}) : to_failure(*trouble, name, false);
}

Answer<Reply> Link::answer_over(Driver& holder, const std::string& name, const Values& values, SteadyPoint deadline,
                                bool write)
{
    auto answer = send_over(holder, name, values, deadline);
    if (const auto* trouble = std::get_if<Trouble>(&answer))
        return to_failure(*trouble, name, write);
    auto& reply = std::get<Reply>(answer);
    const auto now = reply.now();
    return {std::move(reply), now};
}

Answer<bool> Link::holder_mine(Driver& holder)
{
    if (!holder.is_alive()) {
        holder.close();
        return false;
    }
    const auto answer = send_over(holder, "holder_mine", {}, deadline());
    if (const auto* reply = std::get_if<Reply>(&answer))
        return {reply->boolean(0, 1), reply->now()};
    const auto& trouble = std::get<Trouble>(answer);
    holder.close();
    const bool unknown = trouble.cause == Trouble::Cause::timeout || trouble.cause == Trouble::Cause::interrupted;
    return unknown ? Answer<bool>(to_failure(trouble, "holder_mine", false)) : Answer<bool>(false);
}

std::optional<Failure> Link::not_storable(const std::string& statement, const Values& values) const
{
    return m_dialect.is_storable(values) ? std::nullopt : std::optional(m_dialect.not_storable(statement));
}

bool Link::holds(Effect effect) const { return effect == Effect::write && m_options.trace && m_options.trace->holds(); }

void Link::note(const std::string& name, const std::string& sql, std::vector<std::string> values) const
{
    if (!m_options.trace)
        return;
    auto shown = sql;
    trim_line_ends(shown);
    m_options.trace->add({name, std::move(shown), std::move(values), name == "clock"});
}

void Link::note(const std::string& name, const Values& values) const
{
    if (m_options.trace)
        note({name, statement(name), values, Use::once});
}

std::optional<Failure> Link::begin(const std::string& name)
{
    if (const auto trouble = ready(m_deadline))
        return to_failure(*trouble, name, false);
    if (auto failure = unusable(name, Effect::write))
        return failure;
    note("begin", "BEGIN");
    auto begun = connection().begin(m_deadline + cancel_grace);
    if (const auto* trouble = std::get_if<Trouble>(&begun))
        return to_failure(*trouble, name, false);
    m_in_transaction = true;
    return std::nullopt;
}

std::optional<Failure> Link::commit(const std::string& name)
{
    note("commit", "COMMIT");
    auto done = connection().literal("COMMIT", m_deadline + cancel_grace);
    if (const auto* trouble = std::get_if<Trouble>(&done))
        return to_failure(*trouble, name, true);
    return std::nullopt;
}

// Statements that a rehearsal held back were not refused: sent, they would be committed.
void Link::note_roll_back()
{
    if (!connection().is_open())
        return;
    if (m_options.trace && m_options.trace->holds())
        note("commit", "COMMIT");
    else
        note("rollback", "ROLLBACK");
}

// If this fails too, the connection is closed, which ends the transaction.
void Link::roll_back()
{
    const auto until = std::max(m_deadline + cancel_grace, std::chrono::steady_clock::now() + roll_back_within);
    if (connection().is_open() && std::holds_alternative<Trouble>(connection().literal("ROLLBACK", until)))
        connection().close();
}

} // namespace lockdesk::sql
