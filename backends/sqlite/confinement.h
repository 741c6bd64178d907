// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace lockdesk::sqlite {

/// The other objects of the file, which resolve the names of a statement.
struct Neighbours
{
    std::vector<std::string> tables;   ///< all tables and views of the file
    std::vector<std::string> prefixes; ///< of sandboxes whose names begin with this one's
};

/// SQLite's authorizer during its lifetime, for every table that a statement of this connection touches, also when a
/// statement is planned again. Allows reading and writing rows of the sandbox's tables, and creating and dropping its own
/// tables, indexes and views. Refuses everything else: other tables and files, pragmas, triggers (they would run later in
/// unconfined sessions), virtual tables, foreign keys to other tables, and changes of the sandbox itself: its clock, its
/// stamps, the schema of Lockdesk's tables. One connection, one thread.
class Confinement
{
public:
    Confinement(sqlite3* db, std::string_view prefix, const Neighbours& neighbours, std::string_view sql);
    ~Confinement();
    Confinement(const Confinement&) = delete;
    Confinement& operator=(const Confinement&) = delete;

    /// Returns the first refused name, or an empty string.
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
    int m_length = 0; ///< the limit outside of statements of a lesson
    std::string_view m_prefix;
    const Neighbours& m_neighbours;
    bool m_defines = false; ///< the statement is CREATE, DROP or ALTER: SQLite then updates its own tables
    bool m_alters = false, m_drops = false;
    std::string m_refers_to; ///< a table outside the sandbox that a foreign key names
    std::string m_refused;
};

} // namespace lockdesk::sqlite
