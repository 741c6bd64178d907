// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/human.h"

#include "backends/engine/text/shown_text.h"
#include "backends/json/json.h"

#include <algorithm>
#include <map>

namespace lockdesk::ctl {

namespace {

struct Column
{
    const char* title;
    const char* key;
};
using Columns = std::vector<Column>;

const Columns& columns(const std::string& entity)
{
    static const std::map<std::string, Columns> all{
        {"lock",
         {{"NAME", "name"},
          {"STATE", "state"},
          {"OWNER", "owner"},
          {"TOKEN", "token"},
          {"HOLDS", "holds"},
          {"REMAINING", "remaining_us"},
          {"WAITERS", "waiters"}}},
        {"task",
         {{"ID", "id"},
          {"STATE", "state"},
          {"KIND", "kind"},
          {"PHASE", "phase"},
          {"DESIRED", "desired_state"},
          {"OWNER", "owner"},
          {"TOKEN", "token"},
          {"DUE", "due_us"},
          {"CLAIMS", "claims"},
          {"TAKEN OVER", "takeovers"},
          {"FAILURES", "failures"},
          {"LAST ERROR", "last_error"}}},
        {"message",
         {{"ID", "id"},
          {"STATE", "state"},
          {"TOPIC", "topic"},
          {"TRIES", "tries"},
          {"NEXT", "next_us"},
          {"OWNER", "owner"},
          {"LAST ERROR", "last_error"}}},
        {"worker",
         {{"ID", "id"},
          {"STATE", "state"},
          {"ROLE", "role"},
          {"KINDS", "kinds"},
          {"CONTROL", "control"},
          {"DOING", "doing"},
          {"BEAT", "beat_us"},
          {"DONE", "done"},
          {"REFUSED", "refused"}}},
        {"waiter", {{"LOCK", "name"}, {"OWNER", "owner"}, {"SINCE", "since_us"}, {"UNTIL", "until_us"}}},
        {"fence", {{"RESOURCE", "resource"}, {"TOKEN", "token"}, {"LARGEST", "max_token"}, {"WHO", "who"}, {"AT", "at_us"}}},
        {"audit",
         {{"AT", "at_us"},
          {"WHO", "who"},
          {"ACTION", "action"},
          {"OF", "of"},
          {"KEY", "key"},
          {"REASON", "reason"},
          {"RESULT", "state"}}},
    };
    static const Columns fallback{{"KEY", "key"}, {"STATE", "state"}};
    const auto found = all.find(entity);
    return found != all.end() ? found->second : fallback;
}

std::string cell(const Json& row, const char* key)
{
    const auto found = row.find(key);
    if (found == row.end() || found->is_null())
        return "-";
    if (found->is_string())
        return shown(found->get<std::string>()); // one line, whatever text the store has
    const std::string name = key;
    if (!name.ends_with("_us") || !found->is_number_integer())
        return shown_json(found->dump(-1, ' ', false, Json::error_handler_t::replace));
    const auto us = found->get<std::int64_t>();
    if (name == "remaining_us")
        return human_duration(us);
    const auto now = row.at("store_us").is_number_integer() ? row.at("store_us").get<std::int64_t>() : 0;
    return us > now                     ? "in " + human_duration(us - now)
           : us < 86'400'000'000 * 3650 ? "now"
                                        : human_duration(now - us) + " ago";
}

std::size_t shown_width(const std::string& text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string one_table(const std::vector<const Json*>& rows, const Columns& cols, bool colour)
{
    std::vector<std::vector<std::string>> cells;
    std::vector<std::size_t> widths;
    for (const Column& column : cols)
        widths.push_back(shown_width(column.title));
    for (const Json* row : rows) {
        auto& line = cells.emplace_back();
        for (std::size_t i = 0; i < cols.size(); ++i) {
            line.push_back(cell(*row, cols[i].key));
            widths[i] = std::max(widths[i], shown_width(line.back()));
        }
    }
    std::string out;
    const auto add = [&](const std::string& text, const std::string& painted, std::size_t i) {
        out += painted;
        if (i + 1 < cols.size())
            out.append(widths[i] - shown_width(text) + 2, ' ');
    };
    for (std::size_t i = 0; i < cols.size(); ++i)
        add(cols[i].title, colour ? "\033[1m" + std::string(cols[i].title) + "\033[0m" : cols[i].title, i);
    out += '\n';
    for (const auto& line : cells) {
        for (std::size_t i = 0; i < cols.size(); ++i)
            add(line[i], std::string(cols[i].key) == "state" ? paint(line[i], colour) : line[i], i);
        out += '\n';
    }
    return out;
}

} // namespace

std::string human_table(const std::vector<Json>& rows, bool colour)
{
    std::map<std::string, std::vector<const Json*>> by_entity;
    for (const Json& row : rows)
        by_entity[row.value("entity", "")].push_back(&row);
    std::string out;
    for (const auto& [entity, some] : by_entity)
        out += (out.empty() ? "" : "\n") + one_table(some, columns(entity), colour);
    return out;
}

} // namespace lockdesk::ctl
