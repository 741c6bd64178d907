// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/link.h"

#include "backends/postgres/hint_listener.h"
#include "embedded/postgres.h"

#include <algorithm>
#include <cstdlib>
#include <random>

namespace lockdesk::postgres {

namespace {

constexpr auto farewell_send = std::chrono::milliseconds{300};
constexpr int most_tries = 12;

} // namespace

std::string statement_text(std::string_view name) { return std::string(resource(std::string(name) + ".sql")); }

Link::Link(const StoreUrl& url, const SessionOptions& options, std::shared_ptr<HintSender> hints)
    : m_url(url), m_options(options), m_place(place_of(url, options)), m_interrupter(std::make_shared<Interrupter>()),
      m_connection(connect_options(url, options), m_interrupter), m_hints(std::move(hints))
{
}

Link::~Link()
{
    if (!m_connection.is_alive() || m_interrupter->is_interrupted() || !m_hints)
        return;
    if (const auto unsent = m_hints->take_unsent(); !unsent.empty())
        HintSender::send(m_connection, unsent, std::chrono::steady_clock::now() + farewell_send);
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
    if (m_connection.is_open() && m_connection.is_alive() && m_greeted)
        return std::nullopt;
    m_connection.close();
    m_greeted = false;
    if (auto trouble = m_connection.open(deadline))
        return trouble;
    m_server_version = m_connection.server_version_text();
    m_place.user = m_connection.user();
    return greet(deadline);
}

// Whose schema is it, and how new? A missing one is no trouble for `init`.
std::optional<Trouble> Link::greet(SteadyPoint deadline)
{
    m_greeted = m_options.source != "lockdesk";
    if (m_greeted)
        return std::nullopt; // somebody else's table has no schema of ours
    auto answer = m_connection.query("hello", text_of("hello"), {}, deadline);
    if (auto* trouble = std::get_if<Trouble>(&answer)) {
        const bool absent =
            trouble->cause == Trouble::Cause::server && trouble->sqlstate.starts_with("42") && trouble->sqlstate != "42501";
        if (!absent || !m_options.without_schema)
            return std::move(*trouble);
        m_schema_version = 0;
        m_greeted = true;
        return std::nullopt;
    }
    const auto& row = std::get<Result>(answer);
    m_schema_version = row.rows() > 0 ? static_cast<int>(row.number(0, 1)) : 0;
    if (row.rows() > 0) {
        m_place.schema = row.text(0, 2);
        m_in_recovery = row.boolean(0, 3);
    }
    m_channel = hint_channel(m_place.schema);
    m_greeted = true;
    return std::nullopt;
}

const std::string& Link::text_of(const std::string& name)
{
    return made(name, [&] { return statement_text(name); });
}

const std::string& Link::made(const std::string& key, const std::function<std::string()>& make)
{
    auto found = m_texts.find(key);
    if (found == m_texts.end())
        found = m_texts.emplace(key, make()).first;
    return found->second;
}

bool Link::rest(int tries, SteadyPoint deadline)
{
    static thread_local std::minstd_rand random{std::random_device{}()};
    if (tries >= most_tries || std::chrono::steady_clock::now() >= deadline)
        return false;
    ++m_retries;
    const auto ceiling = std::min<std::int64_t>(1000LL << tries, 100'000);
    return m_connection.pause(Duration{std::uniform_int_distribution<std::int64_t>{0, ceiling}(random)});
}

Answer<Result> Link::call(const std::string& name, Effect effect, const Send& send)
{
    const bool write = effect == Effect::write;
    if (!m_in_transaction)
        m_deadline = steady_after(std::chrono::steady_clock::now(), m_options.timeout);
    bool replanned = false;
    for (int tries = 1;; ++tries) {
        if (!m_in_transaction)
            if (const auto trouble = ready(m_deadline))
                return to_failure(*trouble, m_place, name, false);
        if (write && m_schema_version > lockdesk::schema_version)
            return newer_schema_failure(m_schema_version, name);
        if (auto failure = outdated(name))
            return *failure;
        if (!m_connection.is_open()) {
            Trouble trouble;
            trouble.cause = Trouble::Cause::lost;
            return to_failure(trouble, m_place, name, false);
        }
        auto answer = send(m_deadline + cancel_grace);
        if (auto* result = std::get_if<Result>(&answer)) {
            const auto now = result->now();
            return {std::move(*result), now};
        }
        const auto& trouble = std::get<Trouble>(answer);
        // Somebody dropped our prepared statements, or changed a table under them.
        const bool stale_plan = trouble.sqlstate == "26000" || trouble.sqlstate == "0A000";
        if (!m_in_transaction && stale_plan && !replanned) {
            replanned = true;
            m_connection.close();
            continue;
        }
        const bool again = !m_in_transaction && is_worth_retrying(trouble) && rest(tries, m_deadline);
        if (!again)
            return to_failure(trouble, m_place, name, write && !m_in_transaction);
    }
}

Answer<Result> Link::run(const std::string& name, const Params& params, Effect effect)
{
    return run_as(name, name, text_of(name), params, effect);
}

Answer<Result> Link::run_as(const std::string& name, const std::string& key, const std::string& sql, const Params& params,
                            Effect effect)
{
    if (!params.storable())
        return not_storable_failure(name);
    if (auto failure = held(name, sql, &params, effect))
        return *failure;
    return call(name, effect, [&](SteadyPoint deadline) {
        note(name, sql, &params);
        return m_connection.query(key, sql, params, deadline);
    });
}

Answer<Result> Link::run_to_change(const std::string& name, const std::string& locking, const std::string& plain,
                                   const Params& params)
{
    const auto shown = held(name, locking, &params, Effect::write);
    if (!shown)
        return run_as(name, name + "_locked", locking, params, Effect::write);
    return call(name, Effect::read, [&](SteadyPoint deadline) { return m_connection.query(name, plain, params, deadline); });
}

Answer<Result> Link::run_once(const std::string& name, const std::string& sql, const Params& params, Effect effect)
{
    if (!params.storable())
        return not_storable_failure(name);
    if (auto failure = held(name, sql, &params, effect))
        return *failure;
    return call(name, effect, [&](SteadyPoint deadline) {
        note(name, sql, &params);
        return m_connection.query_once(sql, params, deadline);
    });
}

Answer<Result> Link::run_literal(const std::string& name, const std::string& sql, Effect effect)
{
    if (sql.find('\0') != std::string::npos)
        return not_storable_failure(name);
    if (auto failure = held(name, sql, nullptr, effect))
        return *failure;
    return call(name, effect, [&](SteadyPoint deadline) {
        note(name, sql, nullptr);
        return m_connection.literal(sql, deadline);
    });
}

std::optional<Failure> Link::held(const std::string& name, const std::string& sql, const Params* params, Effect effect) const
{
    if (effect != Effect::write || !m_options.trace || !m_options.trace->holds())
        return std::nullopt;
    note(name, sql, params);
    return held_failure(name);
}

void Link::note(const std::string& name, const std::string& sql, const Params* params) const
{
    if (!m_options.trace)
        return;
    const auto end = sql.find_last_not_of('\n') + 1;
    m_options.trace->add(
        {name, sql.substr(0, end), params != nullptr ? params->shown() : std::vector<std::string>{}, name == "clock"});
}

std::optional<Failure> Link::begin(const std::string& name)
{
    if (const auto trouble = ready(m_deadline))
        return to_failure(*trouble, m_place, name, false);
    if (m_schema_version > lockdesk::schema_version)
        return newer_schema_failure(m_schema_version, name);
    if (auto failure = outdated(name))
        return failure;
    note("begin", "BEGIN", nullptr);
    auto begun = m_connection.begin(m_deadline + cancel_grace);
    if (const auto* trouble = std::get_if<Trouble>(&begun))
        return to_failure(*trouble, m_place, name, false);
    m_in_transaction = true;
    return std::nullopt;
}

std::optional<Failure> Link::commit(const std::string& name)
{
    note("commit", "COMMIT", nullptr);
    auto done = m_connection.literal("COMMIT", m_deadline + cancel_grace);
    if (const auto* trouble = std::get_if<Trouble>(&done))
        return to_failure(*trouble, m_place, name, true);
    m_in_transaction = false;
    return std::nullopt;
}

void Link::roll_back()
{
    m_in_transaction = false;
    if (!m_connection.is_open())
        return;
    // What a rehearsal held back was not refused: sent, it would be kept.
    if (m_options.trace && m_options.trace->holds())
        note("commit", "COMMIT", nullptr);
    else
        note("rollback", "ROLLBACK", nullptr);
    m_connection.literal("ROLLBACK", m_deadline + cancel_grace);
}

void Link::hint(Entity entity, const std::string& key)
{
    if (m_hints && !m_channel.empty())
        m_hints->post(m_channel, hint_payload(entity, key));
}

void Link::hint_taken(Entity entity, const std::string& key)
{
    if (m_hints && !m_channel.empty())
        m_hints->post(m_channel, taken_payload(entity, key));
}

void Link::hint_observers(Entity entity)
{
    if (m_hints && !m_channel.empty())
        m_hints->post(m_channel, observer_payload(entity));
}

} // namespace lockdesk::postgres
