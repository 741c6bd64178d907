// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/table_spec.h"

namespace lockdesk {

bool TableSpec::isNumber(std::string_view key) const
{
    constexpr std::array<std::string_view, 5> numbers{"token", "age", "waiting", "tries", "failures"};
    if (std::find(numbers.begin(), numbers.end(), key) != numbers.end())
        return true;
    const auto& all = columns();
    const auto column = std::find_if(all.begin(), all.end(), [&](const ColumnSpec& one) { return key == one.name; });
    return column != all.end() && isFilterable(*column) && (column->flags & (alignRight | instants)) != 0;
}

std::optional<FieldValue> TableSpec::filterValue(const TableEntry& entry, std::string_view key,
                                                 const TableContext& context) const
{
    if (auto value = field(entry, key, context))
        return value;
    const auto& all = columns();
    const auto column = std::find_if(all.begin(), all.end(), [&](const ColumnSpec& one) { return key == one.name; });
    if (column == all.end() || !isFilterable(*column))
        return std::nullopt;
    const SortKey value = sortKey(entry, static_cast<int>(column - all.begin()), context);
    if (value.kind == SortKey::Kind::unknown)
        return std::nullopt;
    if (value.kind == SortKey::Kind::text)
        return FieldValue::of(value.text);
    if ((column->flags & instants) != 0) {
        const std::int64_t away = to_us(context.now(entry)) - value.number;
        return FieldValue::of(Duration{away < 0 ? -away : away});
    }
    return FieldValue::of((column->flags & thousandths) != 0 ? value.number / 1000 : value.number);
}

} // namespace lockdesk
