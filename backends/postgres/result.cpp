// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/result.h"

#include "backends/engine/foreign_time.h"

#include <libpq-fe.h>

#include <charconv>

namespace lockdesk::postgres {

namespace {

constexpr Oid int8_type = 20;
constexpr Oid int4_type = 23;

} // namespace

void Result::Clear::operator()(pg_result* result) const { PQclear(result); }

Result::Result(pg_result* result) : m_result(result) {}

int Result::rows() const { return PQntuples(m_result.get()); }
int Result::columns() const { return PQnfields(m_result.get()); }

std::string_view Result::name(int column) const
{
    const char* name = PQfname(m_result.get(), column);
    return name ? name : "";
}

bool Result::is_number_column(int column) const
{
    const Oid type = PQftype(m_result.get(), column);
    return type == int8_type || type == int4_type;
}

bool Result::is_null(int row, int column) const { return PQgetisnull(m_result.get(), row, column) != 0; }

std::string_view Result::text(int row, int column) const
{
    return {PQgetvalue(m_result.get(), row, column), static_cast<std::size_t>(PQgetlength(m_result.get(), row, column))};
}

std::optional<std::int64_t> Result::whole(int row, int column) const
{
    const auto value = text(row, column);
    std::int64_t number = 0;
    const auto parsed = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value.empty() || parsed.ec != std::errc{} || parsed.ptr != value.data() + value.size())
        return std::nullopt;
    return number;
}

std::int64_t Result::number(int row, int column) const { return whole(row, column).value_or(0); }

std::optional<TimePoint> Result::time(int row, int column) const
{
    const auto us = whole(row, column);
    return us ? std::optional(foreign_time(*us)) : std::nullopt;
}

std::int64_t Result::affected() const
{
    const std::string_view count = PQcmdTuples(m_result.get());
    std::int64_t number = 0;
    std::from_chars(count.data(), count.data() + count.size(), number);
    return number;
}

bool Result::wrote() const
{
    const std::string_view command = PQcmdStatus(m_result.get());
    return command.starts_with("INSERT") || command.starts_with("UPDATE") || command.starts_with("DELETE")
           || command.starts_with("MERGE");
}

} // namespace lockdesk::postgres
