// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/templates.h"

#include "embedded/sqlite.h"

namespace lockdesk::sqlite {

void replace_all(std::string& text, std::string_view what, std::string_view with)
{
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

std::string with_prefix(std::string_view file, const std::string& prefix)
{
    std::string sql(resource(file));
    replace_all(sql, "{p}", prefix);
    return sql;
}

} // namespace lockdesk::sqlite
