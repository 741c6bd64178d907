// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/records.h"
#include "backends/engine/contracts/workers.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

class RedisRecords final : public Records
{
public:
    explicit RedisRecords(Link& link) : m_link(link) {}
    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) override;
    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override;
    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version,
                                           const std::string& value) override;
    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                   const FencePass& pass) override;

private:
    Link& m_link;
};

class RedisWorkers final : public Workers
{
public:
    explicit RedisWorkers(Link& link) : m_link(link) {}
    Answer<WorkerControl> beat(const WorkerRow& row) override;
    Answer<Done> leave(const WorkerId& id) override;
    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override;
    Answer<Page<WorkerRow>> list(const ListRequest& request) override;
    Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) override;

private:
    Link& m_link;
};

} // namespace lockdesk::redis
