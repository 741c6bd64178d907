// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/workers.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

class MongoWorkers final : public Workers
{
public:
    explicit MongoWorkers(Link& link) : m_link(link) {}
    Answer<WorkerControl> beat(const WorkerRow& row) override;
    Answer<Done> leave(const WorkerId& id) override;
    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override;
    Answer<Page<WorkerRow>> list(const ListRequest& request) override;
    Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) override;

private:
    Link& m_link;
};

} // namespace lockdesk::mongodb
