// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output.h"

#include "app/common/complain.h"
#include "app/ctl/human.h"
#include "app/ctl/pager.h"
#include "app/ctl/signals.h"
#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/store_url.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <utility>

namespace lockdesk::ctl {

struct Output::Rows
{
    std::vector<Json> gathered;
};

namespace {

// Hidden characters become JSON escapes: exact for a parser, harmless to a terminal, and one line for readers that treat
// U+2028 or U+0085 as a line end.
std::string dump(const Json& object) { return shown_json(json_line(object)); }

} // namespace

Exit exit_of(FailureKind kind)
{
    switch (kind) {
    case FailureKind::usage: return exit_usage;
    case FailureKind::unavailable:
    case FailureKind::refused: return exit_unavailable;
    case FailureKind::in_doubt: return exit_in_doubt;
    case FailureKind::unsupported: return exit_unsupported;
    case FailureKind::read_only: return exit_read_only;
    case FailureKind::internal: break;
    }
    return exit_internal;
}

const char* word(FailureKind kind)
{
    switch (kind) {
    case FailureKind::usage: return "usage";
    case FailureKind::unavailable: return "unavailable";
    case FailureKind::in_doubt: return "in_doubt";
    case FailureKind::refused: return "refused";
    case FailureKind::unsupported: return "unsupported";
    case FailureKind::read_only: return "read_only";
    case FailureKind::internal: break;
    }
    return "internal";
}

Output::Output(bool json, StopSignals& signals) : m_json(json), m_signals(signals), m_rows(std::make_unique<Rows>())
{
    const char* no_colour = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    m_colour = isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0')
               && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

Output::~Output()
{
    if (m_json)
        end_array();
}

void Output::set_json(bool json)
{
    const std::lock_guard lock(m_mutex);
    finish();
    if (m_json && !json)
        end_array();
    m_json = json;
}

void Output::set_layout(Layout layout)
{
    const std::lock_guard lock(m_mutex);
    finish();
    if (layout.format != m_layout.format)
        end_array();
    m_layout = std::move(layout);
}

void Output::end_array()
{
    if (m_layout.format == Layout::Format::json)
        write(stdout, m_array_begun ? "\n]\n" : "[]\n");
    m_array_begun = false;
}

void Output::write_object(const Json& object)
{
    if (m_layout.format != Layout::Format::json)
        return write(stdout, dump(object) + '\n');
    write(stdout, (m_array_begun ? ",\n" : "[\n") + dump(object));
    m_array_begun = true;
}

Json Output::line(std::string_view type, std::optional<TimePoint> store_time)
{
    Json object;
    object["v"] = 1;
    object["type"] = type;
    object["store_us"] = us_or_null(store_time);
    return object;
}

void Output::emit(const Json& object)
{
    const std::lock_guard lock(m_mutex);
    if (m_json)
        return write_object(object);
    const auto& type = object.at("type").get_ref<const std::string&>();
    if (type == "row") {
        m_rows->gathered.push_back(object);
        return;
    }
    if (type == "end" && object.contains("rows")) {
        std::string text = take_table();
        if (object.at("rows") == 0)
            return write(stderr, "No rows.\n");
        // The count is for readers of a table; programs that read a table without headers count lines.
        if (m_layout.headers || object.at("truncated") == true)
            text += human_line(object, m_colour) + '\n';
        return write_long(text);
    }
    finish();
    write(stdout, human_line(object, m_colour) + '\n');
}

void Output::emit(const Json& object, std::string_view human)
{
    const std::lock_guard lock(m_mutex);
    if (m_json)
        return write_object(object);
    finish();
    const bool empty = object.at("type") == "end" && object.contains("rows") && object.at("rows") == 0;
    // Our own indentation is no foreign text, in which a leading space would be made visible.
    const auto indent = std::min(human.find_first_not_of(' '), human.size());
    if (!human.empty())
        write(empty ? stderr : stdout, std::string(indent, ' ') + shown(human.substr(indent)) + '\n');
}

void Output::emit_row(const Json& object, std::string_view entity)
{
    const std::lock_guard lock(m_mutex);
    if (m_json)
        return write_object(object);
    m_rows->gathered.push_back(object);
    m_rows->gathered.back()["entity"] = entity;
}

void Output::emit_lines(const Json& object, std::string_view human)
{
    const std::lock_guard lock(m_mutex);
    if (m_json)
        return write_object(object);
    finish();
    write(stdout, shown_code(human) + '\n');
}

void Output::nothing(std::string_view text, std::optional<TimePoint> store_time)
{
    const std::lock_guard lock(m_mutex);
    if (m_json) {
        Json object = line("end", store_time);
        object["rows"] = 0;
        object["truncated"] = false;
        object["about"] = nullptr;
        write_object(object);
    }
    finish();
    write(stderr, shown(text) + '\n');
}

void Output::note(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    finish();
    write(m_json ? stderr : stdout, shown(text) + '\n');
}

void Output::aside(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    finish();
    write(stderr, shown(text) + '\n');
}

void Output::ask(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    finish();
    write(stderr, shown(text) + ' ');
}

void Output::page(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    finish();
    const std::string page = shown_code(text) + '\n';
    if (m_json)
        return write(stderr, page);
    write_long(page);
}

void Output::page_exactly(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    write(stdout, std::string(text));
}

void Output::complain(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    app::complain("lockdeskctl", text);
}

int Output::fail(const Failure& failure, std::optional<TimePoint> store_time)
{
    const std::lock_guard lock(m_mutex);
    if (m_json) {
        Json object = line("error", store_time);
        object["kind"] = word(failure.kind);
        object["code"] = text_or_null(failure.code);
        object["statement"] = text_or_null(failure.statement);
        object["retryable"] = failure.retryable;
        object["message"] = to_valid_utf8(without_url_secrets(failure.message));
        write_object(object);
        return exit_of(failure.kind);
    }
    finish();
    complain(failure.message + (failure.code.empty() ? "" : " [" + failure.code + "]"));
    return exit_of(failure.kind);
}

int Output::end_status(int status)
{
    const std::lock_guard lock(m_mutex);
    if (m_unwritten.empty())
        return status;
    if (!std::exchange(m_reported_unwritten, true))
        complain("standard output cannot be written: " + m_unwritten);
    return exit_internal;
}

void Output::finish()
{
    const std::lock_guard lock(m_mutex);
    if (std::string text = take_table(); !text.empty())
        write(stdout, std::move(text));
}

std::string Output::take_table()
{
    const std::vector<Json> rows = std::move(m_rows->gathered);
    m_rows->gathered.clear();
    if (m_series)
        m_series->screen = terminal_lines();
    return rows.empty() ? std::string() : human_table(rows, m_colour, m_layout, m_series.get());
}

Output::Series::Series(Output& out) : m_out(out)
{
    const std::lock_guard lock(m_out.m_mutex);
    m_out.m_series = std::make_unique<TableSeries>();
}

Output::Series::~Series()
{
    const std::lock_guard lock(m_out.m_mutex);
    m_out.finish();
    m_out.m_series.reset();
}

void Output::write_long(const std::string& text)
{
    if (!m_may_page || !m_layout.pager || m_sink || !page_through(text, m_colour))
        write(stdout, text);
}

void Output::write(std::FILE* to, std::string text)
{
    if (to == stdout && m_series)
        m_series->lines += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    if (to == stdout && m_sink)
        return m_sink(text);
    const bool done = std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0;
    const int error = errno;
    if (done || to != stdout)
        return;
    if (error != EPIPE && m_unwritten.empty())
        m_unwritten = std::strerror(error);
    m_signals.stop(SIGPIPE); // end as on Ctrl-C, so that nothing stays held
}

} // namespace lockdesk::ctl
