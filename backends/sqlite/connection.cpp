// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/connection.h"

#include "backends/engine/text/fold.h"
#include "backends/engine/text/placeholders.h"
#include "backends/engine/text/text.h"
#include "embedded/sqlite.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <thread>
#include <utility>

namespace lockdesk::sqlite {

namespace {

// The two spellings of "now"; {now} in a statement becomes one of these.
constexpr const char* store_now = "lockdesk_clock_us()";
constexpr const char* sandbox_now =
    "(SELECT base + CAST(round((lockdesk_clock_us() - set_at) * rate) AS INTEGER) FROM {p}clock)";

std::int64_t system_clock_us()
{
    return std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Variants of lists that changes() needs; `name#variant` names one.
struct Variant
{
    std::string_view name, where, order, limit;
};
constexpr std::array<Variant, 7> variants{{
    {"since", "change > ?1", "change", "?2"},
    {"latest", "change > ?1", "change DESC", "?2"},
    {"pending", "state = 'pending' AND ?1 < 0", "next_at, seq", "?2"},
    {"sending", "state = 'sending' AND ?1 < 0", "lease_until", "?2"},
    {"dead", "state = 'dead' AND ?1 < 0", "seq", "?2"},
    {"all", "?1 = 0", "name, since, owner", "?2"},
    {"newest", "1", "seq DESC", "?1"},
}};

const Variant* variant_of(std::string_view name)
{
    const auto variant = std::find_if(variants.begin(), variants.end(), [&](const Variant& v) { return v.name == name; });
    return variant == variants.end() ? nullptr : &*variant;
}

} // namespace

Connection::Connection(std::string path, SessionOptions options)
    : m_path(std::move(path)), m_options(std::move(options)),
      m_prefix(m_options.sandbox ? "lockdesk_sb_" + m_options.sandbox->str() + "_" : "lockdesk_"),
      m_now_text(fill_placeholders(m_options.sandbox ? sandbox_now : store_now, {{"p", m_prefix}})),
      m_gate(Gate::of(m_path)), m_jitter(reinterpret_cast<std::uintptr_t>(this) | 1)
{
}

Connection::~Connection()
{
    abandon();
    close();
}

std::string Connection::text_of(std::string_view name) const
{
    const auto mark = name.find('#');
    const auto text = resource(name.substr(0, mark));
    assert(!text.empty());
    const auto* variant = mark == std::string_view::npos ? nullptr : variant_of(name.substr(mark + 1));
    if (!variant)
        return fill_placeholders(text, {{"now", m_now_text}, {"p", m_prefix}});
    return fill_placeholders(text, {{"now", m_now_text},
                                    {"p", m_prefix},
                                    {"where", variant->where},
                                    {"order", variant->order},
                                    {"limit", variant->limit}});
}

Query Connection::query(std::string_view name)
{
    m_statement = name;
    auto& slot = m_statements[name];
    if (!slot)
        slot = prepare(text_of(name), name);
    return Query(*slot);
}

Query Connection::one_off(const std::string& sql, std::string_view name)
{
    m_statement = name;
    return Query(prepare(sql, name));
}

void Connection::execute(const std::string& sql, std::string_view name)
{
    m_statement = name;
    m_db->exec(sql);
}

std::unique_ptr<PreparedStatement> Connection::prepare(const std::string& sql, std::string_view name)
{
    m_statement = name;
    return std::make_unique<PreparedStatement>(m_db->getHandle(), sql, name, m_statement);
}

int Connection::changes() const { return sqlite3_changes(m_db->getHandle()); }

std::int64_t Connection::now()
{
    if (m_now)
        return *m_now;
    if (!in_sandbox() || !m_schema_checked) {
        m_now = wall_clock();
        return *m_now;
    }
    auto clock = query("clock_now");
    if (!clock.step())
        throw StoreError{missing_schema(m_path, schema_hint())};
    m_now = clock.number(0);
    return *m_now;
}

std::int64_t Connection::wall_clock()
{
    if (!m_clock)
        m_clock = system_clock_us();
    return *m_clock;
}

std::int64_t Connection::stamp()
{
    if (!m_stamp) {
        auto next = query(m_rehearses ? "stamp_read" : "stamp_next");
        if (!next.step())
            throw StoreError{missing_schema(m_path, schema_hint())};
        m_stamp = next.number(0) + (m_rehearses ? 1 : 0);
    }
    return *m_stamp;
}

std::int64_t Connection::data_version()
{
    auto version = query("data_version");
    return version.step() ? version.number(0) : 0;
}

// The flag suffices: the busy handler, the gate and the progress handler check it, and no handle has to outlive a race.
void Connection::interrupt() noexcept { m_interrupted.store(true); }

void Connection::begin(Mode mode, Need need)
{
    m_deadline = steady_after(std::chrono::steady_clock::now(), m_options.timeout);
    ++m_verb;
    m_now.reset();
    m_clock.reset();
    m_stamp.reset();
    m_statement = "open";
    m_committing = false;
    if (is_interrupted())
        throw StoreError{was_interrupted()};
    if (need != Need::nothing)
        ensure_open();
    if (need == Need::schema)
        check_schema();
    if (mode == Mode::write && m_write_refusal)
        throw StoreError{*m_write_refusal};
    m_rehearses = mode == Mode::write && m_options.trace && m_options.trace->holds();
    if (m_rehearses) {
        hold_writes(true);
        query("begin_read").run();
        m_in_transaction = true;
        m_options.trace->add({"begin_write", std::string(resource("begin_write")), {}, false});
    }
    listen(m_options.trace != nullptr);
    if (m_rehearses)
        return;
    if (mode == Mode::write) {
        m_turn.emplace(*m_gate, m_deadline, m_interrupted);
        if (!m_turn->entered())
            throw SQLite::Exception("the file is busy", is_interrupted() ? SQLITE_INTERRUPT : SQLITE_BUSY);
        m_changes_before = sqlite3_total_changes(m_db->getHandle());
        query("begin_write").run();
        m_in_transaction = true;
    } else if (mode == Mode::snapshot) {
        query("begin_read").run();
        m_in_transaction = true;
    }
}

// The statement is traced as it starts, and refused before it changes anything.
int Connection::rehearse(Query& statement)
{
    try {
        statement.run();
    } catch (const SQLite::Exception& refused) {
        if (refused.getErrorCode() != SQLITE_READONLY)
            throw;
    }
    return 1;
}

void Connection::hold_writes(bool on) noexcept
{
    if (m_db)
        m_db->tryExec(on ? "PRAGMA query_only=ON" : "PRAGMA query_only=OFF");
}

// SQLite reports each statement with its values filled in. Off while there is no trace to write.
void Connection::listen(bool on)
{
    if (on != m_listens && m_db)
        sqlite3_trace_v2(m_db->getHandle(), on ? SQLITE_TRACE_STMT : 0, on ? on_statement : nullptr, this);
    m_listens = on;
}

int Connection::on_statement(unsigned, void* self, void* statement, void* text)
{
    const auto& me = *static_cast<const Connection*>(self);
    if (std::string_view(static_cast<const char*>(text)).starts_with("-- TRIGGER"))
        return 0;
    const std::unique_ptr<char, void (*)(void*)> expanded(sqlite3_expanded_sql(static_cast<sqlite3_stmt*>(statement)),
                                                          sqlite3_free);
    const char* sql = expanded ? expanded.get() : static_cast<const char*>(text);
    const auto name = me.m_statement.substr(0, me.m_statement.find('#'));
    const bool aside = name == "clock_now" || name.starts_with("stamp_") || name == "sql_neighbours";
    me.m_options.trace->add({std::string(name), sql, {}, aside});
    return 0;
}

void Connection::end()
{
    if (!m_in_transaction)
        return listen(false);
    m_committing = true;
    query("commit").run();
    m_committing = false;
    m_in_transaction = false;
    listen(false);
    if (std::exchange(m_rehearses, false))
        hold_writes(false);
    if (m_turn) {
        m_turn.reset();
        if (sqlite3_total_changes(m_db->getHandle()) != m_changes_before)
            m_gate->ring();
    }
}

void Connection::abandon() noexcept
{
    if (m_db && sqlite3_get_autocommit(m_db->getHandle()) == 0)
        m_db->tryExec("ROLLBACK");
    if (std::exchange(m_rehearses, false))
        hold_writes(false);
    m_in_transaction = false;
    m_committing = false;
    m_turn.reset();
}

Circumstances Connection::circumstances() const
{
    std::string statement(m_statement.substr(0, m_statement.find('#')));
    return {m_path, std::move(statement), schema_hint(), duration_text(m_options.timeout), m_committing, is_interrupted()};
}

Failure Connection::recover(std::exception_ptr error) noexcept
{
    Failure failure;
    try {
        std::rethrow_exception(error);
    } catch (const StoreError& e) {
        failure = e.failure;
    } catch (const SQLite::Exception& e) {
        const int code = e.getExtendedErrorCode() > 0 ? e.getExtendedErrorCode() : e.getErrorCode();
        failure = to_failure(code, e.what(), circumstances());
    } catch (const std::exception& e) {
        failure = Failure::internal(e.what()).in_statement(std::string(m_statement));
    }
    abandon();
    listen(false);
    if (failure.connection_lost)
        close();
    else if (failure.kind == FailureKind::unavailable)
        m_schema_checked = false;
    return failure;
}

int Connection::on_busy(void* self, int count)
{
    auto& me = *static_cast<Connection*>(self);
    const auto now = std::chrono::steady_clock::now();
    if (me.is_interrupted() || now >= me.m_deadline)
        return 0;
    // Short and jittered: a writer finishes within a few hundred microseconds, and SQLite's own back-off to 100 ms would
    // sleep through dozens of turns. xorshift is enough to keep processes from retrying in step.
    me.m_jitter ^= me.m_jitter << 13;
    me.m_jitter ^= me.m_jitter >> 7;
    me.m_jitter ^= me.m_jitter << 17;
    const std::uint64_t ceiling = count < 4 ? 100 : count < 20 ? 500 : 2'000;
    const auto nap = std::chrono::microseconds(ceiling / 4 + me.m_jitter % ceiling);
    std::this_thread::sleep_until(std::min<SteadyPoint>(now + nap, me.m_deadline));
    return 1;
}

int Connection::on_progress(void* self)
{
    const auto& me = *static_cast<Connection*>(self);
    return me.is_interrupted() || std::chrono::steady_clock::now() >= me.m_deadline ? 1 : 0;
}

void Connection::on_clock(sqlite3_context* context, int, sqlite3_value**)
{
    auto& me = *static_cast<Connection*>(sqlite3_user_data(context));
    sqlite3_result_int64(context, me.wall_clock());
}

// The first value is sought in the others. One call a row takes a fifth of the time of SQLite's lower() and instr() for each column.
void Connection::on_contains(sqlite3_context* context, int count, sqlite3_value** values)
{
    const auto text = [](sqlite3_value* value) {
        const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(value)); // before its length
        return bytes == nullptr ? std::string_view() : std::string_view(bytes, static_cast<std::size_t>(sqlite3_value_bytes(value)));
    };
    bool found = false;
    for (int i = 1; i < count && !found; ++i)
        found = contains_folded(text(values[i]), text(values[0]));
    sqlite3_result_int(context, found ? 1 : 0);
}

} // namespace lockdesk::sqlite
