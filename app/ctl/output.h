// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/observe/recording/row_json.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::ctl {

class StopSignals;

/// JSON that keeps the order of its keys, for readable lines.
using Json = RowJson;

/// The exit statuses of the contract.
enum Exit : int {
    exit_done = 0,
    exit_internal = 1,
    exit_usage = 2,       ///< wrong usage or invalid input; the store was not queried
    exit_no = 3,          ///< the store's answer is no
    exit_refused = 4,     ///< not owner, stale token, expired, changed hands
    exit_unavailable = 5, ///< unreachable, or rejected by the store
    exit_in_doubt = 6,
    exit_unsupported = 7,
    exit_read_only = 8,
};
Exit exit_of(FailureKind kind);
const char* word(FailureKind kind);

struct TableSeries;

/// How rows are shown. Columns, order and headers are for tables.
struct Layout
{
    enum class Format { table, wide, json, jsonl };
    Format format = Format::table;    ///< json: one array; jsonl: the same as --json
    std::vector<std::string> columns; ///< in capitals; empty: all of the format
    std::string sort;                 ///< a column in capitals, `-` before it: descending; empty: as the store gives them
    bool headers = true;
    bool pager = true;
};

/// A command's output. With --json: only one object a line on standard output, flushed at once; text for people on standard
/// error. Without: sentences and tables on standard output, errors on standard error. Text for people contains no character
/// that a terminal would obey, even from foreign text; JSON is exact. Thread-safe.
class Output
{
public:
    Output(bool json, StopSignals& signals);
    ~Output();

    /// Passes lines to `sink` instead of standard output, each with its line end.
    void redirect(std::function<void(const std::string&)> sink) { m_sink = std::move(sink); }
    [[nodiscard]] bool json() const { return m_json; }
    void set_json(bool json);
    void set_layout(Layout layout);
    /// For programs that run one command and end: a table or a page that is longer than the terminal goes to a pager.
    void allow_pager(bool allowed) { m_may_page = allowed; }
    [[nodiscard]] bool colour() const { return m_colour; }

    /// Begins an object: `v`, `type` and `store_us` (null when the store was not reached).
    static Json line(std::string_view type, std::optional<TimePoint> store_time);

    /// Prints the object, or, for people, its sentence (human.h). Collects rows into one table, printed at `end` or when the
    /// command ends.
    void emit(const Json& object);
    /// The same with the caller's sentence for people, one line; prints nothing for people if it is empty. It may contain
    /// raw text from outside: this makes it safe to show (shown_text.h), as does everything below except `emit_lines` and
    /// `page`.
    void emit(const Json& object, std::string_view human);
    /// The same for one of several rows of an entity: for people they are one table, like rows.
    void emit_row(const Json& object, std::string_view entity);
    /// The same for text of several lines. The caller passes text from outside through `shown` first, so that it cannot add
    /// lines; this escapes everything else that a terminal would obey.
    void emit_lines(const Json& object, std::string_view human);
    /// Reports that nothing was found or done: an `end` object, or for people a sentence on standard error.
    void nothing(std::string_view text, std::optional<TimePoint> store_time);
    /// Prints a sentence for people only: to standard error under --json.
    void note(std::string_view text);
    /// Prints a sentence for people that is no result, such as that nothing has this name, to standard error.
    void aside(std::string_view text);
    /// Prints a question to standard error, without a line end.
    void ask(std::string_view text);
    /// Prints Lockdesk's own text of several lines, such as help: to standard error under --json.
    void page(std::string_view text);
    /// Prints a script or a page of the manual as it is.
    void page_exactly(std::string_view text);
    /// Prints a sentence to standard error, prefixed with the program's name.
    void complain(std::string_view text);
    /// Prints the error object (or its message on standard error) and returns the exit status.
    int fail(const Failure& failure, std::optional<TimePoint> store_time);
    /// Returns the exit status of a command that ended with `status`: that of an internal error if its output could not be written,
    /// which is said once on standard error.
    int end_status(int status);
    /// Prints the table of the rows collected so far.
    void finish();

    /// While it exists, tables continue one another: see TableSeries.
    class Series
    {
    public:
        explicit Series(Output& out);
        ~Series();
        Series(const Series&) = delete;
        Series& operator=(const Series&) = delete;

    private:
        Output& m_out;
    };

private:
    void write(std::FILE* to, std::string text);
    void write_object(const Json& object);
    void write_long(const std::string& text);
    [[nodiscard]] std::string take_table();
    void end_array();

    std::recursive_mutex m_mutex;
    std::function<void(const std::string&)> m_sink;
    bool m_json;
    bool m_colour = false;
    bool m_may_page = false;
    bool m_array_begun = false;
    std::string m_unwritten; ///< why standard output cannot be written; empty: it can, or its reader has closed it
    bool m_reported_unwritten = false;
    Layout m_layout;
    StopSignals& m_signals;
    struct Rows;
    std::unique_ptr<Rows> m_rows;
    std::unique_ptr<TableSeries> m_series; ///< null: each table stands alone
};

using lockdesk::json_or_text;
using lockdesk::text_or_null;
using lockdesk::us_or_null;

} // namespace lockdesk::ctl
