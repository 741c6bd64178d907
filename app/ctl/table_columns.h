// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::ctl {

/// A column of tables: its title, and the key of its values in JSON.
struct Column
{
    const char* title;
    const char* key;
    bool wide = false; ///< shown by `-o wide` only
};

/// The columns of an entity (`lock`, `task`, ...); of an unknown one, those that every row has.
const std::vector<Column>& columns_of(std::string_view entity);

/// Finds by title or JSON key, small or capital letters; nullptr: none.
const Column* find_column(const std::vector<Column>& columns, std::string_view named);

/// Whether any entity has the column.
bool is_column(std::string_view named);

/// The names of --columns and --sort: of this entity, or nullopt: of all.
std::vector<std::string> column_names(std::optional<std::string_view> entity);

} // namespace lockdesk::ctl
