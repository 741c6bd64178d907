// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/worker_story.h"

#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <optional>

class QProcess;

namespace lockdesk::app {

/// Worker processes of this window: starts `lockdesk-worker` from the executable's folder, reads its JSON events for lanes,
/// and injects faults by signals. Pause and slow are not here: they use the store's control column, as for any worker.
class WorkerProcesses final : public OwnWorkers
{
    Q_OBJECT

public:
    /// Address of a connection for the child (with its password, which is passed in the environment, never on the
    /// command line); nullopt: no such connection.
    struct Target
    {
        QString name;
        QString url;
        QString password;
        bool readOnly = false;
        QString retention; ///< of its connection; empty: the worker's default
    };
    using FindTarget = std::function<std::optional<Target>(const QString& connection)>;

    explicit WorkerProcesses(FindTarget target, QObject* parent = nullptr);
    ~WorkerProcesses() override;

    [[nodiscard]] const std::vector<OwnWorker>& workers() const override { return m_shown; }
    [[nodiscard]] const OwnWorker* find(const QString& connection, qint64 pid) const override;
    QString start(const WorkerStart& what) override;
    void crash(const QString& label) override;
    void freeze(const QString& label) override;
    void thaw(const QString& label) override;
    void stop(const QString& label) override;
    void hang(const QString& label, bool on) override;
    void cutOff(const QString& label, bool on) override;
    void skew(const QString& label, std::int64_t byMs) override;

signals:
    /// An action on a child by hand: for the audit. `evidence`: JSON. `reason`: empty unless one was required.
    void forced(const QString& connection, const QString& action, const QString& worker, const QString& evidence,
                const QString& reason);

public:
    /// Requests the end of all children without waiting.
    void askAll();
    /// Ends all children of a connection (or all, when empty): requests it, and kills them after `graceMs`.
    void stopAll(const QString& connection, int graceMs);

private:
    struct Child : WorkerStory
    {
        std::unique_ptr<QProcess> process;
        QByteArray rest;      ///< an unfinished line
        QByteArray lastError; ///< last line on standard error
        std::int64_t endedAt = 0;
    };

    [[nodiscard]] static std::int64_t wallUs();
    void tryFreeze(const QString& label, int tries);
    /// Returns null when the child does not run, or is frozen and would not read it.
    Child* order(const QString& label, const QByteArray& fault);
    Child* child(const QString& label);
    [[nodiscard]] QString freeLabel(const QString& base) const;
    QString launch(const WorkerStart& what, const Target& target, const QString& label);
    void readEvents(Child& child);
    void handleEvent(Child& child, const QByteArray& line);
    void ended(Child& child);
    void setState(Child& child, OwnWorker::State state);
    [[nodiscard]] std::vector<WorkerStory*> othersOn(const Child& child) const;
    void tellForced(const Child& child, const char* action, const QString& value = {}, const QString& reason = {});
    void tell();
    void prune();

    FindTarget m_target;
    std::vector<std::unique_ptr<Child>> m_children;
    std::vector<OwnWorker> m_shown;
    QTimer m_tell;
};

} // namespace lockdesk::app
