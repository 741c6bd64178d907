// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/sql_text.h"

#include <map>

namespace lockdesk::mariadb {

/// Changes many rows in one command: rows with the same change share one UPDATE, by primary key.
class Batch
{
public:
    /// `change`: the SET list; `condition`: in addition to id and token.
    void add(const std::string& change, const std::string& condition, const std::string& id, std::int64_t token)
    {
        auto& group = m_groups[{change, condition}];
        group.ids.push_back(literal(id));
        group.pairs += (group.pairs.empty() ? "(" : ", (") + group.ids.back() + ", " + std::to_string(token) + ")";
        m_ids.push_back(group.ids.back());
    }
    [[nodiscard]] std::string updates(const std::string& table) const
    {
        std::string out;
        for (const auto& [what, group] : m_groups)
            out += "UPDATE " + table + " SET " + what.first + " WHERE id IN (" + sql::joined(group.ids, std::identity())
                   + ") AND (id, token) IN (" + group.pairs + ") AND " + what.second + ";\n    ";
        return out;
    }
    [[nodiscard]] std::string ids() const { return sql::joined(m_ids, std::identity()); }

private:
    struct Group
    {
        std::vector<std::string> ids;
        std::string pairs;
    };
    std::map<std::pair<std::string, std::string>, Group> m_groups;
    std::vector<std::string> m_ids;
};

} // namespace lockdesk::mariadb
