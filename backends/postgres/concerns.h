// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/link.h"

namespace lockdesk::postgres {

class PostgresFence final : public Fence
{
public:
    explicit PostgresFence(Link& link) : m_link(link) {}
    Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) override;
    Answer<std::optional<FenceAnswer>> find(const Resource& resource) override;
    Answer<Page<FenceRow>> list_refusals(const ListRequest& request) override;

private:
    Link& m_link;
};

class PostgresRecords final : public Records
{
public:
    explicit PostgresRecords(Link& link) : m_link(link) {}
    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) override;
    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override;
    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version,
                                           const std::string& value) override;
    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                   const FencePass& pass) override;

private:
    Link& m_link;
};

class PostgresWorkers final : public Workers
{
public:
    explicit PostgresWorkers(Link& link) : m_link(link) {}
    Answer<WorkerControl> beat(const WorkerRow& row) override;
    Answer<Done> leave(const WorkerId& id) override;
    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override;
    Answer<Page<WorkerRow>> list(const ListRequest& request) override;
    Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) override;

private:
    Link& m_link;
};

class PostgresAudit final : public Audit
{
public:
    explicit PostgresAudit(Link& link) : m_link(link) {}
    Answer<Done> write(const AuditRow& row) override;
    Answer<Page<AuditRow>> list(const ListRequest& request) override;

private:
    Link& m_link;
};

} // namespace lockdesk::postgres
