// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

/// The change numbers come from one row that every writing transaction raises, and SQLite has one writer at a time: a number
/// that a reader sees is never followed by a late smaller one.
class SqliteChanges final : public Changes
{
public:
    explicit SqliteChanges(Connection& db) : m_db(db) {}
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override;

private:
    /// False: more rows than the limit changed.
    bool read_changed(ChangeBatch& batch, std::int64_t after, Entities what, std::int64_t limit);
    bool read_removed(ChangeBatch& batch, std::int64_t after, Entities what, std::int64_t limit);
    void read_all(ChangeBatch& batch, Entities what, std::int64_t limit);
    void read_logs(ChangeBatch& batch, std::int64_t after, Entities what, std::int64_t limit);
    Connection& m_db;
};

} // namespace lockdesk::sqlite
