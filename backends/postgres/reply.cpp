// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/reply.h"

#include <libpq-fe.h>

#include <charconv>

namespace lockdesk::postgres {

namespace {

constexpr Oid int8_type = 20;
constexpr Oid int4_type = 23;

// Counts for insert, update, delete and merge: other commands report the rows that they found.
std::int64_t rows_written(PGresult* received)
{
    const std::string_view command = PQcmdStatus(received);
    std::int64_t rows = 0;
    for (const char* writes : {"INSERT", "UPDATE", "DELETE", "MERGE"})
        if (command.starts_with(writes)) {
            const std::string_view count = PQcmdTuples(received);
            std::from_chars(count.data(), count.data() + count.size(), rows);
        }
    return rows;
}

} // namespace

sql::Reply reply_of(pg_result* received)
{
    if (received == nullptr)
        return {};
    sql::Result::Owner owner(received, [](void* result) { PQclear(static_cast<PGresult*>(result)); });
    const int rows = PQntuples(received);
    const int columns = PQnfields(received);
    std::vector<sql::Result::Column> names;
    names.reserve(static_cast<std::size_t>(columns));
    for (int i = 0; i < columns; ++i) {
        const Oid type = PQftype(received, i);
        const char* name = PQfname(received, i);
        names.push_back({name != nullptr ? name : "", type == int8_type || type == int4_type});
    }
    std::vector<sql::Result::Cell> cells;
    cells.reserve(static_cast<std::size_t>(rows) * names.size());
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < columns; ++i)
            cells.push_back(PQgetisnull(received, row, i) != 0
                                ? sql::Result::Cell{}
                                : sql::Result::Cell(PQgetvalue(received, row, i),
                                                    static_cast<std::size_t>(PQgetlength(received, row, i))));
    const auto written = rows_written(received);
    sql::Reply reply(sql::Result(std::move(owner), std::move(names), std::move(cells)));
    reply.set_affected(written);
    return reply;
}

} // namespace lockdesk::postgres
