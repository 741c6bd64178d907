// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/human.h"
#include "app/ctl/table_columns.h"
#include "backends/engine/text/shown_text.h"
#include "backends/json/json.h"

#include <algorithm>
#include <map>

namespace lockdesk::ctl {

namespace {

using Shown = std::vector<const Column*>;
using TableRows = std::vector<const Json*>;

constexpr std::size_t longest_cell = 60; ///< in tables; `wide` cuts nothing

std::int64_t number_of(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

bool is_period(std::string_view key)
{
    return key == "remaining_us" || key == "lock_timeout_us" || key == "lease_us" || key == "wait_us";
}

// Measured spans, where parts of a second matter.
bool is_measured(std::string_view key)
{
    return key.starts_with("work_") || key.starts_with("hold_") || key.starts_with("waited_") || key == "covers_us"
           || key == "unrenewed_longest_us" || key == "lease_us" || key == "period_us";
}

std::string remaining(const Json& row, std::int64_t us)
{
    const auto over = number_of(row, "store_us") - number_of(row, "expires_us");
    const bool expired = us == 0 && over >= 0 && number_of(row, "expires_us") > 0;
    return expired ? "expired " + human_duration(over, true) + " ago" : human_duration(us, true);
}

std::string cell(const Json& row, std::string_view key, bool wide)
{
    const auto found = row.find(key);
    if (found == row.end() || found->is_null())
        return "-";
    if (found->is_string())
        return shown(found->get<std::string>()); // one line, whatever text the store has
    if (found->is_boolean())
        return found->get<bool>() ? "yes" : "no";
    if (!key.ends_with("_us") || !found->is_number_integer())
        return shown_json(found->dump(-1, ' ', false, Json::error_handler_t::replace));
    const auto us = found->get<std::int64_t>();
    if (us >= to_us(end_of_time))
        return is_period(key) ? "forever" : "never";
    if (key == "due_us" && number_of(row, "locked_at_us") == 0) // never claimed: due since it exists
        return "-";
    if (key == "remaining_us")
        return remaining(row, us);
    if (is_measured(key))
        return human_duration(us);
    return is_period(key) ? human_duration(us, true) : us == 0 ? "-" : rfc3339(us, wide);
}

// Code points that a terminal shows in two places.
bool is_broad(char32_t c)
{
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3)
           || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60)
           || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

// Calls `each(begin of a code point, its places)`; the text is valid UTF-8.
template <class Each> void walk(std::string_view text, Each each)
{
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t size = std::min<std::size_t>(first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4, text.size() - at);
        char32_t c = first & (0xFFU >> (size == 1 ? 0 : size + 1));
        for (std::size_t i = 1; i < size; ++i)
            c = (c << 6) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
        each(at, is_broad(c) ? std::size_t{2} : std::size_t{1});
        at += size;
    }
}

std::size_t shown_width(std::string_view text)
{
    std::size_t width = 0;
    walk(text, [&](std::size_t, std::size_t places) { width += places; });
    return width;
}

std::string cut(const std::string& text)
{
    constexpr std::string_view mark = "...";
    if (shown_width(text) <= longest_cell)
        return text;
    std::size_t width = 0, end = 0;
    walk(text, [&](std::size_t at, std::size_t places) {
        if (width + places <= longest_cell - mark.size())
            end = at + 1;
        width += places;
    });
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        ++end;
    return text.substr(0, end).append(mark);
}

Shown chosen_columns(const std::vector<Column>& columns, const Layout& layout)
{
    Shown out;
    for (const std::string& name : layout.columns)
        if (const Column* column = find_column(columns, name); column != nullptr)
            out.push_back(column);
    if (out.empty())
        for (const Column& column : columns)
            if (!column.wide || layout.format == Layout::Format::wide)
                out.push_back(&column);
    return out;
}

void sort_rows(TableRows& rows, const std::vector<Column>& columns, const std::string& by)
{
    const bool down = by.starts_with('-');
    const Column* column = find_column(columns, std::string_view(by).substr(down ? 1 : 0));
    if (column == nullptr)
        return;
    const auto value = [column](const Json* row) {
        const auto found = row->find(column->key);
        return found == row->end() ? Json() : *found;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const Json* a, const Json* b) {
        const Json left = value(a), right = value(b);
        if (left.is_null() || right.is_null()) // rows without the value are last in both directions
            return !left.is_null() && right.is_null();
        return down ? right < left : left < right;
    });
}

// Whether titles are due, which then stand above.
bool begins_titles(TableSeries& series, const std::string& entity)
{
    const bool left_screen = series.screen > 0 && series.lines + 1 >= series.screen;
    if (series.entity == entity && !left_screen)
        return false;
    series.entity = entity;
    series.lines = 0;
    return true;
}

std::string one_table(TableRows rows, const std::string& entity, bool colour, const Layout& layout, TableSeries* series)
{
    const auto& columns = columns_of(entity);
    const Shown cols = chosen_columns(columns, layout);
    const bool wide = layout.format == Layout::Format::wide;
    sort_rows(rows, columns, layout.sort);
    std::vector<std::vector<std::string>> cells;
    std::vector<std::size_t> widths;
    for (const Column* column : cols)
        widths.push_back(layout.headers ? shown_width(column->title) : 0);
    for (const Json* row : rows) {
        auto& line = cells.emplace_back();
        for (std::size_t i = 0; i < cols.size(); ++i) {
            const auto text = cell(*row, cols[i]->key, wide);
            line.push_back(wide ? text : cut(text));
            widths[i] = std::max(widths[i], shown_width(line.back()));
        }
    }
    if (series != nullptr) {
        auto& former = series->widths[entity];
        for (std::size_t i = 0; i < former.size() && i < widths.size(); ++i)
            widths[i] = std::max(widths[i], former[i]);
        former = widths;
    }
    const bool titles = layout.headers && (series == nullptr || begins_titles(*series, entity));
    std::string out;
    const auto add = [&](const std::string& text, const std::string& painted, std::size_t i) {
        out += painted;
        if (i + 1 < cols.size())
            out.append(widths[i] - shown_width(text) + 2, ' ');
    };
    for (std::size_t i = 0; titles && i < cols.size(); ++i)
        add(cols[i]->title, colour ? "\033[1m" + std::string(cols[i]->title) + "\033[0m" : cols[i]->title, i);
    out += titles ? "\n" : "";
    for (const auto& line : cells) {
        for (std::size_t i = 0; i < cols.size(); ++i)
            add(line[i], std::string_view(cols[i]->key) == "state" ? paint(line[i], colour) : line[i], i);
        out += '\n';
    }
    return out;
}

} // namespace

std::string human_table(const std::vector<Json>& rows, bool colour, const Layout& layout, TableSeries* series)
{
    std::map<std::string, TableRows> by_entity;
    for (const Json& row : rows)
        by_entity[row.value("entity", "")].push_back(&row);
    std::string out;
    for (const auto& [entity, some] : by_entity)
        out += (out.empty() ? "" : "\n") + one_table(some, entity, colour, layout, series);
    return out;
}

} // namespace lockdesk::ctl
