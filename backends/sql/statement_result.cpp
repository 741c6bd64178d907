// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/statement_result.h"

namespace lockdesk::sql {

StatementResult statement_result(const Reply& reply)
{
    StatementResult result;
    result.affected = reply.affected();
    for (int i = 0; i < reply.columns(); ++i)
        result.columns.emplace_back(reply.name(i));
    for (int r = 0; r < reply.rows(); ++r) {
        if (result.rows.size() == most_statement_rows) {
            result.truncated = true;
            break;
        }
        auto& row = result.rows.emplace_back();
        for (int i = 0; i < reply.columns(); ++i) {
            const auto number = reply.is_number_column(i) ? reply.whole(r, i) : std::nullopt;
            if (reply.is_null(r, i))
                row.emplace_back(std::monostate{});
            else if (number)
                row.emplace_back(number.value_or(0));
            else
                row.emplace_back(std::string(reply.text(r, i)));
        }
    }
    return result;
}

} // namespace lockdesk::sql
