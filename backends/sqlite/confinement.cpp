// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/confinement.h"

#include "backends/engine/text/statement_gate.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>

namespace lockdesk::sqlite {

namespace {

// Longest text or row. Nothing ends a function while it runs, so what it works on must be short: trim() compares each character
// of one text with each of another.
constexpr int longest_value = 16 * 1024;

constexpr auto tables_of_ours = std::to_array<std::string_view>({"meta", "stamp", "clock", "locks", "waiters", "fences",
                                                                 "refusals", "tasks", "task_rules", "outbox", "records",
                                                                 "draws", "draw_entries", "workers", "audit", "removed"});
// Tables that a sandbox needs to work. The triggers of our tables write some of them.
constexpr auto kept_by_us = std::to_array<std::string_view>({"meta", "stamp", "clock", "removed", "audit"});
constexpr auto functions_beyond = std::to_array<std::string_view>(
    {"load_extension", "fts3_tokenizer", "readfile", "writefile", "edit", "sqlite_rename_table", // the last is RENAME TO
     "printf", "format"}); // count to a width of any size, whatever the limit of a text

template <class List> bool is_among(const List& list, std::string_view name)
{
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

bool is_same(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && sqlite3_strnicmp(a.data(), b.data(), static_cast<int>(a.size())) == 0;
}

bool begins_with(std::string_view sql, std::string_view verb)
{
    const auto begin = std::min(sql.find_first_not_of(" \t\r\n;"), sql.size());
    return is_same(sql.substr(begin, verb.size()), verb);
}

bool is_of_sqlite(std::string_view table) { return table.starts_with("sqlite_"); }

} // namespace

Confinement::Confinement(sqlite3* db, std::string_view prefix, const Neighbours& neighbours, std::string_view sql)
    : m_db(db), m_prefix(prefix), m_neighbours(neighbours), m_alters(begins_with(sql, "alter")),
      m_drops(begins_with(sql, "drop"))
{
    m_defines = m_alters || m_drops || begins_with(sql, "create");
    // SQLite calls no authorizer for foreign keys. One to a column that is no key makes every change of the referenced
    // table fail, in all programs that check keys.
    for (const std::string& table : referenced_tables(sql))
        if (m_defines && !is_mine(table))
            m_refers_to = table;
    m_length = sqlite3_limit(db, SQLITE_LIMIT_LENGTH, longest_value);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_set_authorizer(db, &Confinement::authorize, this);
}

Confinement::~Confinement()
{
    sqlite3_set_authorizer(m_db, nullptr, nullptr);
    sqlite3_limit(m_db, SQLITE_LIMIT_LENGTH, m_length); // the engine's own rows may be longer
}

int Confinement::authorize(void* self, int action, const char* first, const char* second, const char* database,
                           const char* inner)
{
    auto& me = *static_cast<Confinement*>(self);
    const auto text = [](const char* one) { return std::string_view(one != nullptr ? one : ""); };
    if (me.allows(action, text(first), text(second), text(database), text(inner)))
        return SQLITE_OK;
    if (me.m_refused.empty() && !me.m_refers_to.empty())
        me.m_refused = me.m_refers_to;
    if (me.m_refused.empty())
        me.m_refused = first != nullptr && *first != '\0' ? first : second != nullptr && *second != '\0' ? second : "this";
    return SQLITE_DENY;
}

bool Confinement::allows(int action, std::string_view first, std::string_view second, std::string_view database,
                         std::string_view inner) const
{
    // Renaming a column also reads the temporary objects.
    const bool elsewhere = !database.empty() && database != "main" && !(m_alters && is_of_sqlite(first));
    if (!m_refers_to.empty())
        return false;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT: return true;
    case SQLITE_FUNCTION: return !is_among(functions_beyond, second);
    case SQLITE_READ: return !elsewhere && may_read(first, second, database);
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE: return !elsewhere && may_write(first, inner);
    case SQLITE_CREATE_TABLE:
    case SQLITE_DROP_TABLE:
    case SQLITE_CREATE_VIEW:
    case SQLITE_DROP_VIEW: return !elsewhere && may_define(first, first);
    case SQLITE_CREATE_INDEX:
    case SQLITE_DROP_INDEX: return !elsewhere && may_define(first, second);
    case SQLITE_PRAGMA: return m_alters && first == "quick_check" && is_mine(second);
    case SQLITE_REINDEX: return m_defines && !elsewhere && is_mine(first); // CREATE INDEX fills it
    case SQLITE_ALTER_TABLE: return first == "main" && may_define(second, second);
    default: return false;
    }
}

bool Confinement::is_mine(std::string_view name) const
{
    return name.starts_with(m_prefix)
           && std::none_of(m_neighbours.prefixes.begin(), m_neighbours.prefixes.end(),
                           [&](const std::string& other) { return name.starts_with(other); });
}

bool Confinement::is_own(std::string_view table) const
{
    return is_mine(table) && is_among(tables_of_ours, table.substr(m_prefix.size()));
}

// A table named like those that identify sandboxes would create another sandbox.
bool Confinement::may_define(std::string_view name, std::string_view table) const
{
    const bool index_of_key = name.starts_with("sqlite_autoindex_");
    return is_mine(table) && !is_own(table) && (index_of_key || (is_mine(name) && !is_own(name))) && !name.ends_with("_meta")
           && !name.ends_with("_clock");
}

bool Confinement::may_read(std::string_view table, std::string_view column, std::string_view database) const
{
    if (is_mine(table))
        return true;
    if (is_of_sqlite(table))
        return m_alters || m_drops || (m_defines && table == "sqlite_master" && column == "ROWID");
    if (m_alters && table == "pragma_quick_check") // checks the constraints of a new column
        return true;
    // SQLite reports a name of the statement itself (WITH n AS ...) like this when none of its columns is used. A table of
    // the file is no such name.
    const bool of_the_file = std::any_of(m_neighbours.tables.begin(), m_neighbours.tables.end(),
                                         [&](const std::string& known) { return is_same(known, table); });
    return column.empty() && database.empty() && !of_the_file && !table.starts_with("pragma_");
}

bool Confinement::may_write(std::string_view table, std::string_view inner) const
{
    if (is_of_sqlite(table))
        return m_defines;
    return is_mine(table) && (!inner.empty() || !is_own(table) || !is_among(kept_by_us, table.substr(m_prefix.size())));
}

} // namespace lockdesk::sqlite
