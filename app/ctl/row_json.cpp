// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/row_json.h"

#include "backends/engine/text/text.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

Json task_json(const TaskRow& row, std::optional<TimePoint> at, const char* result, std::optional<Duration> wait)
{
    Json out = Output::line("task", at);
    add_task_fields(out, row);
    out["result"] = result != nullptr ? Json(result) : Json(nullptr);
    out["wait_us"] = us_or_null(wait);
    add_task_extras(out, row);
    return out;
}

Json missing_task_json(const std::string& id, std::optional<TimePoint> at, const char* result)
{
    Json out = task_json(TaskRow{}, at, result);
    for (auto& [key, value] : out.items())
        if (key != "v" && key != "type" && key != "store_us" && key != "result")
            value = nullptr;
    out["id"] = id;
    return out;
}

Json message_json(const MessageRow& row, std::optional<TimePoint> at)
{
    Json out = Output::line("message", at);
    add_message_fields(out, row);
    return out;
}

Json holder_json(const std::optional<Holder>& holder, bool has_tokens)
{
    if (!holder)
        return nullptr;
    return {{"owner", holder->owner},
            {"token", has_tokens ? Json(holder->token.number()) : Json(nullptr)},
            {"expires_us", us_or_null(holder->expires_at)}};
}

Json end_json(std::size_t rows, bool truncated, std::optional<std::int64_t> about, std::optional<TimePoint> at)
{
    Json out = Output::line("end", at);
    out["rows"] = rows;
    out["truncated"] = truncated;
    out["about"] = truncated && about ? Json(*about) : Json(nullptr);
    return out;
}

} // namespace lockdesk::ctl
