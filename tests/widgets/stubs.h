// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/actions/actions.h"
#include "widgets/shell/own_workers.h"

namespace lockdesk::test {

/// Starts none; has those that a test puts there.
class NoWorkers final : public OwnWorkers
{
public:
    std::vector<OwnWorker> own;
    const std::vector<OwnWorker>& workers() const override { return own; }
    const OwnWorker* find(const QString&, qint64 pid) const override
    {
        for (const OwnWorker& one : own)
            if (one.pid == pid)
                return &one;
        return nullptr;
    }
    QString start(const WorkerStart&) override { return {}; }
    void crash(const QString&) override {}
    void freeze(const QString&) override {}
    void thaw(const QString&) override {}
    void stop(const QString&) override {}
    void hang(const QString&, bool) override {}
    void cutOff(const QString&, bool) override {}
    void skew(const QString&, std::int64_t) override {}
};

class NoActions final : public ActionRunner
{
public:
    quint64 preview(const ActionRequest&) override { return 0; }
    quint64 run(const ActionRequest&) override { return 0; }
    void cancel(quint64) override {}
};

} // namespace lockdesk::test
