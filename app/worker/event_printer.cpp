// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/event_printer.h"

#include "app/common/complain.h"
#include "backends/engine/text/shown_text.h"
#include "backends/json/json.h"

#include <chrono>
#include <ctime>
#include <fmt/chrono.h>
#include <utility>

namespace lockdesk::worker {

namespace {

using Json = nlohmann::ordered_json;

constexpr auto same_trouble_again = std::chrono::seconds{10};

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

std::string line_in_json(const std::string& worker, const EventLine& line)
{
    Json out;
    out["v"] = 1;
    out["type"] = "event";
    out["store_us"] = line.store_time ? Json(to_us(*line.store_time)) : Json();
    out["worker"] = worker;
    out["event"] = line.event;
    out["task"] = text_or_null(line.task);
    out["phase"] = text_or_null(line.phase);
    out["token"] = line.token ? Json(line.token->number()) : Json();
    out["mono_us"] = std::chrono::duration_cast<Duration>(line.at.time_since_epoch()).count();
    out["to"] = text_or_null(line.to);
    out["text"] = text_or_null(line.text);
    return shown_json(lockdesk::json_line(out)) + "\n";
}

std::string clock_text()
{
    const auto now = std::time(nullptr);
    return fmt::format("{:%H:%M:%S}", fmt::localtime(now));
}

std::string human_line(const EventLine& line)
{
    const bool alone = line.task.empty() && line.phase.empty() && !line.token && line.text.empty();
    auto out = alone ? fmt::format("{}  {}", clock_text(), line.event) : fmt::format("{}  {:<9}", clock_text(), line.event);
    if (!line.task.empty())
        out += "  " + line.task;
    if (!line.phase.empty())
        out += line.to.empty() ? "  " + line.phase : fmt::format("  {} -> {}", line.phase, line.to);
    if (line.token)
        out += fmt::format("  token {}", line.token->number());
    if (!line.text.empty())
        out += "  " + line.text;
    return shown(out) + "\n";
}

} // namespace

void EventPrinter::write(const std::string& text)
{
    if (const auto count = m_out.take_left_out(); count > 0) {
        EventLine line{"left_out",
                       {},
                       {},
                       {},
                       {},
                       {},
                       std::chrono::steady_clock::now(),
                       std::to_string(count) + " lines that nobody read"};
        (void)m_out.write(m_json ? line_in_json(m_worker, line) : human_line(line));
    }
    (void)m_out.write(text);
}

void EventPrinter::print(const EventLine& line)
{
    const std::lock_guard lock(m_mutex);
    if (m_json)
        write(line_in_json(m_worker, line));
    else if (line.event != "heartbeat" && line.event != "renewed")
        write(human_line(line));
}

void EventPrinter::print(const WorkerEvent& event)
{
    if (event.kind == WorkerEventKind::trouble)
        return trouble(event.text);
    print({word(event.kind), event.task, event.phase, event.to, event.token, event.store_time, event.at, event.text});
}

void EventPrinter::print(const Collected& collected, std::optional<TimePoint> store_time)
{
    const std::lock_guard lock(m_mutex);
    if (!m_json)
        return write(fmt::format("{}  {:<9}  {}\n", clock_text(), "collected", describe(collected)));
    for (const auto& kind : collected_kinds) {
        const auto rows = collected.*kind.count;
        if (rows == 0)
            continue;
        Json out;
        out["v"] = 1;
        out["type"] = "collected";
        out["store_us"] = store_time ? Json(to_us(*store_time)) : Json();
        out["worker"] = m_worker;
        out["entity"] = word(kind.entity);
        out["rows"] = rows;
        write(lockdesk::json_line(out) + "\n");
    }
}

void EventPrinter::trouble(const std::string& message)
{
    const std::lock_guard lock(m_mutex);
    const auto now = std::chrono::steady_clock::now();
    if (message == m_last_trouble && now < m_trouble_at + same_trouble_again)
        return;
    m_last_trouble = message;
    m_trouble_at = now;
    app::complain({}, fmt::format("{}  {}; trying again", clock_text(), message));
}

} // namespace lockdesk::worker
