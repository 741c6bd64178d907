// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace lockdesk {

/// The input of "Start workers...".
struct WorkerStart
{
    QString connection; ///< id of the connection whose store they use
    int count = 1;
    QString role = QStringLiteral("worker"); ///< worker or relay
    QString kind;                            ///< task kind, for workers
    QStringList phases;
    QStringList advances; ///< `Creating=Starting`, a demonstration handler
    std::int64_t intervalMs = 1000;
    std::int64_t workMs = 1000; ///< simulated duration of the work on a task
    int batch = 1;
    QString receiver; ///< for relays: `exec:CMD` or `http://...`
    QString announce; ///< for workers: topic of a message per task that moves on; empty: none
    QString reason;   ///< for the audit, in environments that require one
    QStringList also; ///< more roles of the same process, as for `lockdesk-worker --also`
};

/// A lane event: a span of work or a mark of one own worker, on this computer's clock (microseconds since 1970).
struct WorkerLaneEvent
{
    enum class Kind {
        works,
        takesOver, ///< mark: another own worker had what it claims now
        renewed,
        refused,
        lost,
        crashed,
        frozen,    ///< span: stopped from here
        orphaned,  ///< span: dead, and its leases have not expired yet
        overtaken, ///< span: frozen, and its task already has another holder
        ended
    };
    Kind kind = Kind::works;
    std::int64_t from = 0;
    std::int64_t to = 0;    ///< 0: still running
    QString text;           ///< task, lock or message
    bool takenOver = false; ///< work: taken over from another own worker
    std::int64_t token = 0; ///< fencing token of the claim; 0: none
    int row = 0;            ///< in the lane: concurrent work is stacked in rows; `allRows`: spans all rows
    static constexpr int allRows = -1;
};

/// A worker process started by this window; only these can be crashed or frozen.
struct OwnWorker
{
    enum class State { starting, running, paused, slow, frozen, crashed, stopping, ended };
    QString label; ///< `demo-2`
    QString connection;
    QString workerId; ///< owner id in the store, `host/pid/instance`, once reported
    qint64 pid = 0;
    State state = State::starting;
    std::int64_t stateSince = 0;       ///< microseconds since 1970 on this computer's clock
    QString doing;                     ///< current work
    QString role;                      ///< worker or relay
    bool hangs = false;                ///< alive, but never finishes its work
    bool cutOff = false;               ///< it cannot reach its store
    std::int64_t cutOffSince = 0;      ///< on the same clock as `stateSince`
    bool killedByUser = false;         ///< crashed: from this window
    std::int64_t skewMs = 0;           ///< error of its own clock
    std::vector<WorkerLaneEvent> lane; ///< the last two minutes, oldest first
};

/// Starts real worker processes and injects faults into them. Implemented by the application. GUI thread.
class OwnWorkers : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] virtual const std::vector<OwnWorker>& workers() const = 0;
    /// Returns the own worker of a row in the store. Null: not an own worker, so no faults are possible.
    [[nodiscard]] virtual const OwnWorker* find(const QString& connection, qint64 pid) const = 0;

    /// Returns what is wrong (executable missing, no such connection), or an empty string.
    virtual QString start(const WorkerStart& what) = 0;
    virtual void crash(const QString& label) = 0;                   ///< SIGKILL
    virtual void freeze(const QString& label) = 0;                  ///< SIGSTOP
    virtual void thaw(const QString& label) = 0;                    ///< SIGCONT
    virtual void stop(const QString& label) = 0;                    ///< SIGTERM: finishes or releases
    virtual void hang(const QString& label, bool on) = 0;           ///< alive, never finishes
    virtual void cutOff(const QString& label, bool on) = 0;         ///< loses its store, or gets it back
    virtual void skew(const QString& label, std::int64_t byMs) = 0; ///< shifts its own clock; must change nothing

signals:
    /// Workers, states or lanes changed.
    void changed();
    /// A text for the status bar: `demo-3 frozen: its lease runs out in 22.1 s`.
    void notice(const QString& text);
};

} // namespace lockdesk
