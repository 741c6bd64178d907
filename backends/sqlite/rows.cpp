// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/rows.h"

#include "backends/engine/rules/foreign_time.h"
#include "backends/engine/text/text.h"

#include <sqlite3.h>

#include <array>
#include <charconv>
#include <cmath>

namespace lockdesk::sqlite {

namespace {

// The stored columns of the lists; the following ones are computed.
constexpr int stored_lock_columns = 15;
constexpr int stored_task_columns = 16;

std::string hex_text(const std::string& bytes)
{
    return hex(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::string json_value(const Column& column)
{
    switch (column.type()) {
    case SQLITE_INTEGER: return std::to_string(column.number());
    case SQLITE_FLOAT: {
        const double value = column.real();
        if (!std::isfinite(value))
            return "null";
        std::array<char, 40> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        return {digits.data(), end};
    }
    case SQLITE_TEXT: return json_quote(column.text());
    case SQLITE_BLOB: return json_quote("x'" + hex_text(column.text()) + "'");
    default: return "null";
    }
}

bool wanted(Raw raw, const std::string& doubt) { return raw == Raw::always || (raw == Raw::doubtful && !doubt.empty()); }

void finish(const RowReader& reader, Raw raw, RareText& doubt, RareText& record, int columns = -1)
{
    doubt = reader.doubt();
    if (wanted(raw, doubt))
        record = reader.raw(columns);
}

template <class Text> void add_doubt(Text& doubt, const char* column)
{
    doubt += (doubt.empty() ? "" : ", ") + std::string(column);
}

TaskRow task_fields(RowReader& reader, std::int64_t* row)
{
    TaskRow t;
    t.id = reader.text();
    t.kind = reader.text();
    t.phase = reader.text();
    const auto desired = reader.text();
    t.payload = reader.text();
    t.owner = reader.maybe_text();
    t.token = FencingToken{reader.number()};
    t.claim_id = reader.maybe_text();
    t.locked_at = reader.time();
    t.updated_at = reader.time();
    t.created_at = reader.time();
    t.claims = reader.number();
    t.takeovers = reader.number();
    t.failures = reader.number();
    t.last_error = reader.maybe_text();
    reader.skip(); // change
    const auto number = reader.number();
    if (row)
        *row = number;
    t.doubt = reader.doubt();
    if (const auto parsed = parse_desired_state(desired))
        t.desired_state = *parsed;
    else if (t.doubt.str().find("desired_state") == std::string::npos)
        add_doubt(t.doubt, "desired_state");
    return t;
}

} // namespace

void RowReader::doubt_column(int index) { add_doubt(m_doubt, m_query.column(index).name()); }

std::int64_t RowReader::number(std::int64_t fallback)
{
    const auto column = m_query.column(m_next++);
    if (column.type() == SQLITE_INTEGER)
        return column.number();
    doubt_column(m_next - 1);
    return fallback;
}

std::optional<std::int64_t> RowReader::maybe_number()
{
    if (m_query.is_null(m_next)) {
        ++m_next;
        return std::nullopt;
    }
    const auto doubts = m_doubt.size();
    const auto value = number();
    return m_doubt.size() == doubts ? std::optional(value) : std::nullopt;
}

std::string RowReader::text()
{
    const auto column = m_query.column(m_next++);
    if (column.type() == SQLITE_TEXT)
        return column.text();
    doubt_column(m_next - 1);
    return column.is_null() ? std::string{} : column.text(); // a BLOB as its bytes: two stay distinct
}

std::string RowReader::maybe_text()
{
    if (m_query.is_null(m_next)) {
        ++m_next;
        return {};
    }
    return text();
}

std::optional<TimePoint> RowReader::maybe_time()
{
    const auto us = maybe_number();
    return us ? std::optional(foreign_time(*us)) : std::nullopt;
}

std::optional<Duration> RowReader::maybe_span()
{
    const auto us = maybe_number();
    return us ? std::optional(foreign_span(*us)) : std::nullopt;
}

std::string RowReader::raw(int columns) const
{
    std::string out = "{";
    for (int i = 0; i < (columns < 0 ? m_query.columns() : columns); ++i) {
        const auto column = m_query.column(i);
        out += (i == 0 ? "" : ",") + json_quote(column.name()) + ":" + json_value(column);
    }
    return out + "}";
}

LockRow read_lock(const Query& query, Raw raw)
{
    RowReader reader(query);
    LockRow l;
    l.name = reader.text();
    l.owner = reader.maybe_text();
    l.token = FencingToken{reader.number()};
    l.holds = reader.number();
    l.lease = reader.maybe_span();
    l.acquired_at = reader.maybe_time();
    l.renewed_at = reader.maybe_time();
    l.expires_at = reader.maybe_time();
    l.cooling_until = reader.maybe_time();
    l.released_at = reader.maybe_time();
    l.last_owner = reader.maybe_text();
    l.reason = reader.maybe_text();
    l.renewals = reader.number();
    reader.skip(); // requests
    reader.skip(); // change
    l.waiters = reader.number();
    finish(reader, raw, l.doubt, l.raw, stored_lock_columns);
    return l;
}

TaskRow read_task(const Query& query, Raw raw, std::int64_t* row)
{
    RowReader reader(query);
    TaskRow t = task_fields(reader, row);
    if (wanted(raw, t.doubt))
        t.raw = reader.raw(stored_task_columns);
    return t;
}

TaskRow read_listed_task(const Query& query, Raw raw)
{
    RowReader reader(query);
    TaskRow t = task_fields(reader, nullptr);
    const TaskRule defaults;
    t.lock_timeout = reader.maybe_span().value_or(defaults.lock_timeout);
    t.max_failures = reader.maybe_number().value_or(defaults.max_failures);
    if (wanted(raw, t.doubt))
        t.raw = reader.raw(stored_task_columns);
    return t;
}

MessageRow read_message(const Query& query, TimePoint now, Raw raw)
{
    RowReader reader(query);
    MessageRow m;
    m.seq = reader.number();
    m.id = reader.text();
    m.topic = reader.text();
    m.payload = reader.text();
    const auto state = reader.text();
    m.tries = reader.number();
    m.created_at = reader.time();
    m.next_at = reader.maybe_time();
    m.owner = reader.maybe_text();
    m.token = FencingToken{reader.number()};
    m.claim_id = reader.maybe_text();
    m.lease_until = reader.maybe_time();
    m.sent_at = reader.maybe_time();
    m.last_error = reader.maybe_text();
    m.cuts = reader.number();
    m.begun_at = reader.maybe_time();
    finish(reader, raw, m.doubt, m.raw);
    bool known = false;
    for (const auto s : {MessageState::pending, MessageState::sending, MessageState::sent, MessageState::dead})
        if (state == word(s)) {
            m.state = s;
            known = true;
        }
    if (m.state == MessageState::sending && (!m.lease_until || *m.lease_until <= now))
        m.state = MessageState::pending;
    if (!known && m.doubt.str().find("state") == std::string::npos)
        add_doubt(m.doubt, "state");
    return m;
}

WorkerRow read_worker(const Query& query, Raw raw)
{
    RowReader reader(query);
    WorkerRow w;
    w.id = reader.text();
    w.host = reader.text();
    w.pid = reader.number();
    w.role = reader.text();
    w.kinds = reader.maybe_text();
    w.state = reader.text();
    w.doing = reader.maybe_text();
    w.doing_since = reader.maybe_time();
    w.lease_until = reader.maybe_time();
    w.period = foreign_span(reader.number(to_us(w.period)));
    w.started_at = reader.time();
    w.beat_at = reader.time();
    const auto order = reader.text();
    w.slow_by = foreign_span(reader.number());
    w.counters.claims = reader.number();
    w.counters.done = reader.number();
    w.counters.relocked = reader.number();
    w.counters.failed = reader.number();
    w.counters.refused = reader.number();
    w.counters.wait_p50_us = reader.number(-1);
    w.counters.hold_p50_us = reader.number(-1);
    finish(reader, raw, w.doubt, w.raw);
    for (const auto o : {WorkerOrder::run, WorkerOrder::pause, WorkerOrder::slow, WorkerOrder::stop})
        if (order == word(o))
            w.order = o;
    if (order != word(w.order) && w.doubt.str().find("control") == std::string::npos)
        add_doubt(w.doubt, "control");
    return w;
}

WaiterRow read_waiter(const Query& query)
{
    RowReader reader(query);
    return {reader.text(), reader.text(), reader.time(), reader.time()};
}

FenceRow read_refusal(const Query& query, std::int64_t* change)
{
    RowReader reader(query);
    FenceRow f{reader.text(), FencingToken{reader.number()}, FencingToken{reader.number()}, reader.maybe_text(),
               reader.time()};
    if (change)
        *change = reader.maybe_number().value_or(0);
    return f;
}

AuditRow read_audit(const Query& query, std::int64_t* change)
{
    RowReader reader(query);
    AuditRow a{reader.number(),     reader.time(),       reader.maybe_text(), reader.maybe_text(), reader.maybe_text(),
               reader.maybe_text(), reader.maybe_text(), reader.maybe_text(), reader.maybe_text(), reader.maybe_text()};
    if (change)
        *change = reader.maybe_number().value_or(0);
    return a;
}

std::string literal(const std::string& text)
{
    if (text.find('\0') != std::string::npos)
        return "CAST(x'" + hex_text(text) + "' AS TEXT)";
    const bool has_lines = text.find_first_of("\n\r") != std::string::npos;
    std::string out = has_lines ? "('" : "'";
    for (const char c : text) {
        if (c == '\n' || c == '\r') { // a line of a name must not look like one of the statement
            out += c == '\n' ? "' || char(10) || '" : "' || char(13) || '";
            continue;
        }
        if (c == '\'')
            out += '\'';
        out += c;
    }
    return out + (has_lines ? "')" : "'");
}

} // namespace lockdesk::sqlite
