// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/findings.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace lockdesk::test {

using namespace std::chrono_literals;

inline constexpr TimePoint t0 = time_from_us(1'795'238'591'000'000);

inline LockRow held(const std::string& name, const std::string& owner, Duration left, Duration lease = 30s)
{
    LockRow row;
    row.name = name;
    row.owner = owner;
    row.token = FencingToken{7};
    row.holds = 1;
    row.lease = lease;
    row.acquired_at = t0 + left - lease;
    row.expires_at = t0 + left;
    return row;
}

inline WorkerRow worker(const std::string& id, Duration silent)
{
    WorkerRow row;
    row.id = id;
    row.beat_at = t0 - silent;
    return row;
}

struct Scene
{
    StoreRows rows;
    void add(const LockRow& row) { rows.locks.put(std::make_shared<const LockRow>(row)); }
    void add(const WorkerRow& row) { rows.workers.put(std::make_shared<const WorkerRow>(row)); }
    void add(const TaskRow& row) { rows.tasks.put(std::make_shared<const TaskRow>(row)); }
    void add(const MessageRow& row) { rows.messages.put(std::make_shared<const MessageRow>(row)); }
    [[nodiscard]] std::vector<Finding> find(TimePoint now = t0) const { return find_findings(rows, now); }
    [[nodiscard]] std::vector<FindingKind> kinds(TimePoint now = t0) const
    {
        std::vector<FindingKind> out;
        for (const Finding& finding : find(now))
            out.push_back(finding.kind);
        return out;
    }
};

inline std::string said(const Finding& finding) { return english_evidence(finding.evidence, t0); }

using Kinds = std::vector<FindingKind>;

} // namespace lockdesk::test
