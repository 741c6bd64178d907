// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/audit.h"
#include "backends/engine/contracts/workers.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

class SqliteWorkers final : public Workers
{
public:
    explicit SqliteWorkers(Connection& db) : m_db(db) {}
    Answer<WorkerControl> beat(const WorkerRow& row) override;
    Answer<Done> leave(const WorkerId& id) override;
    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override;
    Answer<Page<WorkerRow>> list(const ListRequest& request) override;
    Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) override;

private:
    Connection& m_db;
};

class SqliteAudit final : public Audit
{
public:
    explicit SqliteAudit(Connection& db) : m_db(db) {}
    Answer<Done> write(const AuditRow& row) override;
    Answer<Page<AuditRow>> list(const ListRequest& request) override;

private:
    Connection& m_db;
};

} // namespace lockdesk::sqlite
