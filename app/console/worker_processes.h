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

/// Worker processes of this window: starts `lockdesk-worker` beside the executable, reads its JSON events for the lanes, and
/// torments it with signals. Pausing and slowing go through the store's control column, as for any other worker, and are not done here.
class WorkerProcesses final : public OwnWorkers
{
    Q_OBJECT

public:
    /// Address of a connection as the child needs it (with its password, which goes by the environment and never by the
    /// command line), or nothing if there is no such connection.
    struct Target
    {
        QString name;
        QString url;
        QString password;
        bool readOnly = false;
        QString retention; ///< of its connection; empty: the worker's own default
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
    /// Something was done to a child by hand: for the audit. `evidence`: JSON. `reason`: empty unless one was asked for.
    void forced(const QString& connection, const QString& action, const QString& worker, const QString& evidence,
                const QString& reason);

public:
    /// Asks all children to end and waits for none.
    void askAll();
    /// Ends all children of a connection (or all, when empty): asked, then killed after `graceMs`.
    void stopAll(const QString& connection, int graceMs);

private:
    struct Child : WorkerStory
    {
        std::unique_ptr<QProcess> process;
        QByteArray rest;      ///< of an unfinished line
        QByteArray lastError; ///< last line on standard error
        bool killedByUs = false;
        std::int64_t endedAt = 0;
    };

    [[nodiscard]] static std::int64_t wallUs();
    void tryFreeze(const QString& label, int tries);
    /// Null: it does not run, or is frozen and would not read it.
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
