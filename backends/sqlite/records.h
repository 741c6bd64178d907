// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/records.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

class SqliteRecords final : public Records
{
public:
    explicit SqliteRecords(Connection& db) : m_db(db) {}
    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) override;
    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override;
    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version,
                                           const std::string& value) override;
    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                   const FencePass& pass) override;

private:
    std::optional<Record> read(const RecordId& id);
    Record write(const RecordId& id, const std::string& value, VersionBy version_by);
    std::string next_version(const std::optional<Record>& before, const std::string& value, VersionBy version_by);
    Connection& m_db;
};

} // namespace lockdesk::sqlite
