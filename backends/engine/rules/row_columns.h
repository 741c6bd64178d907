// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Rows of our tables in the stores that speak SQL: the same columns in the same order.
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/rules/foreign_time.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace lockdesk {

/// Returns the word that the text is, or nullopt.
template <class Word> std::optional<Word> one_of(std::initializer_list<Word> words, std::string_view text)
{
    const auto found = std::find_if(words.begin(), words.end(), [&](Word one) { return text == word(one); });
    return found == words.end() ? std::nullopt : std::optional(*found);
}
/// All words of a column.
template <class Word> inline constexpr auto words_of = std::initializer_list<Word>{};
template <> inline constexpr auto words_of<DesiredState> = {DesiredState::running, DesiredState::stopped, DesiredState::deleted};
template <>
inline constexpr auto words_of<MessageState> = {MessageState::pending, MessageState::sending, MessageState::sent,
                                                MessageState::dead};
template <>
inline constexpr auto words_of<WorkerOrder> = {WorkerOrder::run, WorkerOrder::pause, WorkerOrder::slow, WorkerOrder::stop};

/// Whether a row has its columns as JSON. Answers of claims and steps omit them: they are frequent and must be fast.
enum class Raw { with, without, doubtful };

/// A text that may be NULL, which is an empty one.
template <class Text> struct OrEmpty
{
    Text& text;
};
template <class Text> OrEmpty(Text&) -> OrEmpty<Text>;
struct SkippedColumn
{
};

/// Reads the columns of one row from left to right. An unexpected NULL, or a value that is not a number or a known word, leaves
/// the default and is named in `doubt`. `Columns` is a row of a store: `is_null`, `is_text`, `text`, `whole` (nullopt unless
/// it is a whole number), `name` and `json` of a column.
template <class Columns> class Decoder
{
public:
    explicit Decoder(Columns columns, int first = 0) : m_columns(columns), m_column(first), m_first(first) {}

    /// Reads one column into each field. NULL is doubtful except for `OrEmpty` and optional fields.
    template <class... Fields> Decoder& read(Fields&&... fields)
    {
        (take(fields), ...);
        return *this;
    }
    /// Column names, comma-separated.
    [[nodiscard]] const std::string& doubt() const { return m_doubt; }
    /// Returns the columns before `end` as a JSON object; 0: those read so far.
    [[nodiscard]] std::string json(int end = 0) const
    {
        std::string out = "{";
        for (int column = m_first; column < (end == 0 ? m_column : end); ++column) {
            out += out.size() > 1 ? ",\"" : "\"";
            out += m_columns.name(column);
            out += "\":";
            out += m_columns.json(column);
        }
        return out + "}";
    }
    /// Adds what is doubtful to the row, and the columns where they are wanted.
    template <class Row> void complete(Row& row, Raw raw, int end = 0) const
    {
        row.doubt = m_doubt;
        if (raw == Raw::with || (raw == Raw::doubtful && !m_doubt.empty()))
            row.raw = json(end);
    }

private:
    void take(SkippedColumn) { ++m_column; }
    void take(std::string& out) { take_text(out, m_columns.is_null(m_column)); }
    template <class Text> void take(OrEmpty<Text> out) { take_text(out.text, false); }
    template <class Text> void take_text(Text& out, bool doubtful)
    {
        out = m_columns.text(m_column++);
        if (doubtful || !(m_columns.is_text(m_column - 1) || m_columns.is_null(m_column - 1)))
            doubt_last();
    }
    template <class Number> void take(std::optional<Number>& out)
    {
        out.reset();
        if (const auto number = m_columns.whole(m_column++))
            set(out.emplace(), *number);
        else if (!m_columns.is_null(m_column - 1))
            doubt_last();
    }
    template <class Number> void take(Number& out)
    {
        if (const auto number = m_columns.whole(m_column++))
            set(out, *number);
        else
            doubt_last();
    }
    template <class Word>
        requires std::is_enum_v<Word>
    void take(Word& out)
    {
        const auto known = one_of(words_of<Word>, m_columns.text(m_column++));
        if (!known || !m_columns.is_text(m_column - 1))
            doubt_last();
        out = known.value_or(out);
    }
    static void set(std::int64_t& out, std::int64_t number) { out = number; }
    static void set(FencingToken& out, std::int64_t number) { out = FencingToken{number}; }
    static void set(Duration& out, std::int64_t us) { out = foreign_span(us); }
    static void set(TimePoint& out, std::int64_t us) { out = foreign_time(us); }
    void doubt_last() { m_doubt += (m_doubt.empty() ? "" : ", ") + std::string(m_columns.name(m_column - 1)); }

    Columns m_columns;
    int m_column;
    int m_first;
    std::string m_doubt;
};

// Read the columns that the lists of all SQL stores begin with: lock_list, task_list and so on.

/// Skips the requests; the number of waiters follows.
template <class Columns> void read_columns(Decoder<Columns>& d, LockRow& out)
{
    d.read(out.name, OrEmpty{out.owner}, out.token, out.holds, out.lease, out.acquired_at, out.renewed_at, out.expires_at);
    d.read(out.cooling_until, out.released_at, OrEmpty{out.last_owner}, OrEmpty{out.reason}, out.renewals, SkippedColumn{});
    if (out.owner.empty())
        out.holds = 0;
}

/// Columns of the task's rule follow.
template <class Columns> void read_columns(Decoder<Columns>& d, TaskRow& out)
{
    d.read(out.id, out.kind, out.phase, out.desired_state, out.payload, OrEmpty{out.owner}, out.token);
    d.read(OrEmpty{out.claim_id}, out.locked_at, out.updated_at, out.created_at, out.claims, out.takeovers, out.failures);
    d.read(OrEmpty{out.last_error});
}

/// `now`: a message is `sending` only while its lease runs.
template <class Columns> void read_columns(Decoder<Columns>& d, MessageRow& out, const std::optional<TimePoint>& now)
{
    d.read(out.id, out.seq, out.topic, out.payload, out.state, out.tries, out.created_at, out.next_at, OrEmpty{out.owner});
    d.read(out.token, OrEmpty{out.claim_id}, out.lease_until, out.sent_at, OrEmpty{out.last_error}, out.cuts, out.begun_at);
    if (out.state == MessageState::sending && (!out.lease_until || out.lease_until <= now))
        out.state = MessageState::pending;
}

/// Without kind and phase. NULL is the default.
template <class Columns> void read_rule(Decoder<Columns>& d, TaskRule& out)
{
    std::optional<Duration> timeout;
    std::optional<std::int64_t> most;
    std::string policy;
    d.read(timeout, OrEmpty{policy}, most);
    out.lock_timeout = timeout.value_or(out.lock_timeout);
    out.max_failures = most.value_or(out.max_failures);
    if (const auto known = parse_backoff_policy(policy))
        out.backoff = *known;
}

template <class Columns> void read_columns(Decoder<Columns>& d, WorkerRow& out)
{
    WorkerCounters& c = out.counters;
    d.read(out.id, OrEmpty{out.host}, out.pid, out.role, OrEmpty{out.kinds}, out.state, OrEmpty{out.doing});
    d.read(out.doing_since, out.lease_until, out.period, out.started_at, out.beat_at, out.order, out.slow_by);
    d.read(c.claims, c.done, c.relocked, c.failed, c.refused, c.wait_p50_us, c.hold_p50_us);
}

template <class Columns> void read_columns(Decoder<Columns>& d, WaiterRow& out)
{
    d.read(out.name, out.owner, out.since, out.until);
}

template <class Columns> void read_columns(Decoder<Columns>& d, FenceRow& out)
{
    d.read(out.resource, out.token, out.largest, OrEmpty{out.who}, out.at);
}

template <class Columns> void read_columns(Decoder<Columns>& d, AuditRow& out)
{
    d.read(out.seq, out.at, OrEmpty{out.who}, OrEmpty{out.action}, OrEmpty{out.entity}, OrEmpty{out.key});
    d.read(OrEmpty{out.reason}, OrEmpty{out.evidence}, OrEmpty{out.command}, OrEmpty{out.result});
}

} // namespace lockdesk
