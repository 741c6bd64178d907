// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Decodes rows of our tables from result sets. Column 0 is the store's clock.
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/rules/foreign_time.h"
#include "backends/sql/result.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::sql {

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

/// Returns what `read` makes of each row that has a value in column 1: one without carries only the clock.
template <class Read> auto rows_of(const Result& result, const Read& read)
{
    std::vector<decltype(read(result, 0))> rows;
    for (int row = 0; row < result.rows(); ++row)
        if (!result.is_null(row, 1))
            rows.push_back(read(result, row));
    return rows;
}

/// The same for every result set.
template <class Read> auto rows_of_all(const Reply& reply, const Read& read)
{
    std::vector<decltype(read(reply, 0))> rows;
    for (std::size_t i = 0; i < reply.size(); ++i)
        std::ranges::move(rows_of(reply.set(i), read), std::back_inserter(rows));
    return rows;
}

/// A text that may be NULL, which is an empty one.
template <class Text> struct OrEmpty
{
    Text& text;
};
template <class Text> OrEmpty(Text&) -> OrEmpty<Text>;
struct SkippedColumn
{
};

/// Reads the columns of one row from left to right. An unexpected NULL, or text that is not a number or a known word, leaves
/// the default and is named in `doubt`.
class Decoder
{
public:
    Decoder(const Result& result, int row, int first) : m_result(result), m_row(row), m_column(first), m_first(first) {}

    /// Reads one column into each field. NULL is doubtful except for `OrEmpty` and optional fields.
    template <class... Fields> Decoder& read(Fields&&... fields)
    {
        (take(fields), ...);
        return *this;
    }
    [[nodiscard]] const std::string& doubt() const { return m_doubt; }
    /// Returns the columns read so far as a JSON object.
    [[nodiscard]] std::string json() const;

private:
    void take(SkippedColumn) { ++m_column; }
    void take(std::string& out);
    template <class Text> void take(OrEmpty<Text> out) { out.text = m_result.text(m_row, m_column++); }
    template <class Number> void take(std::optional<Number>& out)
    {
        out.reset();
        if (const auto number = m_result.whole(m_row, m_column++))
            set(out.emplace(), *number);
        else if (!m_result.is_null(m_row, m_column - 1))
            doubt_last();
    }
    template <class Number> void take(Number& out)
    {
        if (const auto number = m_result.whole(m_row, m_column++))
            set(out, *number);
        else
            doubt_last();
    }
    template <class Word>
        requires std::is_enum_v<Word>
    void take(Word& out)
    {
        const auto known = one_of(words_of<Word>, m_result.text(m_row, m_column++));
        if (!known)
            doubt_last();
        out = known.value_or(out);
    }
    static void set(std::int64_t& out, std::int64_t number) { out = number; }
    static void set(FencingToken& out, std::int64_t number) { out = FencingToken{number}; }
    static void set(Duration& out, std::int64_t us) { out = foreign_span(us); }
    static void set(TimePoint& out, std::int64_t us) { out = foreign_time(us); }
    void doubt_last();

    const Result& m_result;
    int m_row;
    int m_column;
    int m_first;
    std::string m_doubt;
};

/// Answers of claims and steps omit `raw`: they are frequent and must be fast.
enum class Raw { with, without, doubtful };

// Columns in the order of lock_list and so on, from column `first` on.
LockRow lock_row(const Result& result, int row, int first = 1, Raw raw = Raw::doubtful);
TaskRow task_row(const Result& result, int row, int first = 1, Raw raw = Raw::doubtful);
MessageRow message_row(const Result& result, int row, int first = 1, Raw raw = Raw::doubtful);
WorkerRow worker_row(const Result& result, int row, int first = 1, Raw raw = Raw::doubtful);
WaiterRow waiter_row(const Result& result, int row, int first = 1, Raw raw = Raw::without);
FenceRow refusal_row(const Result& result, int row, int first = 1, Raw raw = Raw::without);
AuditRow audit_row(const Result& result, int row, int first = 1, Raw raw = Raw::without);
/// One of these.
template <class Row> using ReadRow = Row (*)(const Result& result, int row, int first, Raw raw);

} // namespace lockdesk::sql
