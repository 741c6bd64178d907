// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace lockdesk::sqlite {

/// What else is in the file, so that it is known what a statement's names mean.
struct Neighbours
{
    std::vector<std::string> tables;   ///< and views, all of the file
    std::vector<std::string> prefixes; ///< of sandboxes whose names begin as this one's
};

/// As long as it lives, SQLite asks it for every table that a statement of this connection touches, also where it is planned
/// anew: rows of the sandbox's tables may be read and written, tables, indexes and views of its own be made and dropped.
/// Everything else is refused: other tables and files, pragmas, triggers, which would act later in sessions that are not asked,
/// virtual tables, foreign keys to other tables, and what makes the sandbox one: its clock, its stamps, Lockdesk's own tables as such. One connection, one thread.
class Confinement
{
public:
    Confinement(sqlite3* db, std::string_view prefix, const Neighbours& neighbours, std::string_view sql);
    ~Confinement();
    Confinement(const Confinement&) = delete;
    Confinement& operator=(const Confinement&) = delete;

    /// The name that was refused first; empty: nothing was.
    [[nodiscard]] const std::string& refused() const { return m_refused; }

private:
    static int authorize(void* self, int action, const char* first, const char* second, const char* database,
                         const char* inner);
    [[nodiscard]] bool allows(int action, std::string_view first, std::string_view second, std::string_view database,
                              std::string_view inner) const;
    [[nodiscard]] bool is_mine(std::string_view name) const;
    [[nodiscard]] bool is_own(std::string_view table) const;
    [[nodiscard]] bool may_define(std::string_view name, std::string_view table) const;
    [[nodiscard]] bool may_read(std::string_view table, std::string_view column, std::string_view database) const;
    [[nodiscard]] bool may_write(std::string_view table, std::string_view inner) const;

    sqlite3* m_db;
    std::string_view m_prefix;
    const Neighbours& m_neighbours;
    bool m_defines = false; ///< the statement is CREATE, DROP or ALTER: SQLite keeps its own tables itself then
    bool m_alters = false, m_drops = false;
    std::string m_refers_to; ///< a table that is not the sandbox's, named by a foreign key
    std::string m_refused;
};

} // namespace lockdesk::sqlite
