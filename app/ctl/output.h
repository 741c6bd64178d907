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

/// Keeps the order of its keys, so that lines read well.
using Json = RowJson;

/// The exit statuses of the contract.
enum Exit : int {
    exit_done = 0,
    exit_internal = 1,
    exit_usage = 2,       ///< wrong usage or invalid input; the store was not asked
    exit_no = 3,          ///< asked, and the answer is no
    exit_refused = 4,     ///< not owner, stale token, expired, changed hands
    exit_unavailable = 5, ///< could not ask, or rejected by the store
    exit_in_doubt = 6,
    exit_unsupported = 7,
    exit_read_only = 8,
};
Exit exit_of(FailureKind kind);
const char* word(FailureKind kind);

/// What a command prints. With --json: one object a line on standard output, flushed at once, and nothing else; text for
/// people goes to standard error. Without: sentences and tables on standard output, errors on standard error. What people read
/// has no character in it that a terminal would obey, whoever wrote it; JSON is exact. Thread-safe.
class Output
{
public:
    Output(bool json, StopSignals& signals);
    ~Output();

    /// Lines go to `sink` instead of standard output, each with its line end.
    void redirect(std::function<void(const std::string&)> sink) { m_sink = std::move(sink); }
    [[nodiscard]] bool json() const { return m_json; }
    void set_json(bool json);
    [[nodiscard]] bool colour() const { return m_colour; }

    /// Begins an object: `v`, `type` and `store_us` (null when the store was not reached).
    static Json line(std::string_view type, std::optional<TimePoint> store_time);

    /// Prints the object, or, for people, its sentence (human.h). Rows are gathered into one table, which is printed at
    /// `end` or when the command is over.
    void emit(const Json& object);
    /// The same with a sentence of the caller's own for people, one line; nothing is printed to people when it is empty. What
    /// others wrote may stand in it as it is: here it is made safe to show (shown_text.h), as everywhere below but in
    /// `emit_lines` and `page`.
    void emit(const Json& object, std::string_view human);
    /// The same for words of several lines. The caller passes what others wrote through `shown` first, so that it cannot make
    /// lines of its own; everything else that a terminal would obey is escaped here.
    void emit_lines(const Json& object, std::string_view human);
    /// A sentence for people only: to standard error under --json.
    void note(std::string_view text);
    /// A question on standard error, without an end of line.
    void ask(std::string_view text);
    /// Our own text of several lines, such as help: to standard error under --json.
    void page(std::string_view text);
    /// A sentence to standard error, with the program's name in front.
    void complain(std::string_view text);
    /// Prints the error object (or its message on standard error) and answers the exit status.
    int fail(const Failure& failure, std::optional<TimePoint> store_time);
    /// Prints the table of the rows gathered so far.
    void finish();

private:
    void write(std::FILE* to, std::string text);

    std::recursive_mutex m_mutex;
    std::function<void(const std::string&)> m_sink;
    bool m_json;
    bool m_colour = false;
    StopSignals& m_signals;
    struct Rows;
    std::unique_ptr<Rows> m_rows;
};

using lockdesk::json_or_text;
using lockdesk::text_or_null;
using lockdesk::us_or_null;

} // namespace lockdesk::ctl
