// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/collected_json.h"

#include "backends/json/json.h"

namespace lockdesk::ctl {

Json collected_line(Entity entity, std::int64_t rows, std::optional<TimePoint> at)
{
    Json line = Output::line("collected", at);
    line["entity"] = word(entity);
    line["rows"] = rows;
    return line;
}

void print_collected(Output& out, Entity entity, std::int64_t rows, std::optional<TimePoint> at)
{
    const std::string text = "Removed " + std::to_string(rows) + " " + word(entity) + (rows == 1 ? "." : "s.");
    out.emit(collected_line(entity, rows, at), rows > 0 ? text : "");
    if (rows == 0)
        out.aside(text);
}

std::vector<Json> collected_json(const Collected& collected, std::optional<TimePoint> at, bool all)
{
    std::vector<Json> out;
    for (const auto& kind : collected_kinds)
        if (const auto rows = collected.*kind.count; all || rows > 0)
            out.push_back(collected_line(kind.entity, rows, at));
    return out;
}

} // namespace lockdesk::ctl
