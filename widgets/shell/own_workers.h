// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace lockdesk {

/// What somebody asks for in "Start workers...".
struct WorkerStart
{
    QString connection; ///< id of the connection whose store they work on
    int count = 1;
    QString role = QStringLiteral("worker"); ///< worker or relay
    QString kind;                            ///< task kind, for workers
    QStringList phases;
    QStringList advances; ///< `Creating=Starting`, a demonstration handler
    std::int64_t intervalMs = 1000;
    std::int64_t workMs = 1000; ///< how long it pretends to work on a task
    int batch = 1;
    QString receiver; ///< for relays: `exec:CMD` or `http://...`
    QString announce; ///< for workers: topic of a message for each task that moves on; empty: none
    QString reason;   ///< why, where the environment asks; for the audit
    QStringList also; ///< more roles of the same process, as `lockdesk-worker --also` takes them
};

/// A span of work or a mark of one own worker, on this computer's clock (microseconds since 1970): the lanes.
struct WorkerLaneEvent
{
    enum class Kind {
        works,
        takesOver, ///< mark: what it claims now was another own worker's
        renewed,
        refused,
        lost,
        crashed,
        frozen,    ///< span: stopped by us
        orphaned,  ///< span: it is dead, and what it held waits until the lease runs out
        overtaken, ///< span: frozen, and somebody else has its task already
        ended
    };
    Kind kind = Kind::works;
    std::int64_t from = 0;
    std::int64_t to = 0;    ///< 0: still running
    QString text;           ///< task, lock or message
    bool takenOver = false; ///< work: it was another own worker's when it was claimed
    std::int64_t token = 0; ///< fencing token of the claim; 0: none
    int row = 0;            ///< in the lane: what it does at the same time lies below each other; `allRows`: over all of them
    static constexpr int allRows = -1;
};

/// A worker process that this window started: the only ones that can be crashed or frozen.
struct OwnWorker
{
    enum class State { starting, running, paused, slow, frozen, crashed, stopping, ended };
    QString label; ///< `demo-2`
    QString connection;
    QString workerId; ///< its owner id in the store, `host/pid/instance`, once it has said so
    qint64 pid = 0;
    State state = State::starting;
    std::int64_t stateSince = 0;       ///< microseconds since 1970 on this computer's clock
    QString doing;                     ///< what it works on now
    QString role;                      ///< worker or relay
    bool hangs = false;                ///< alive, and never finishes its work
    bool cutOff = false;               ///< it cannot reach its store
    std::int64_t skewMs = 0;           ///< its own clock is wrong by so much
    std::vector<WorkerLaneEvent> lane; ///< the last two minutes, oldest first
};

/// Starts and torments real worker processes. Implemented by the application; pages see only this. GUI thread.
class OwnWorkers : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] virtual const std::vector<OwnWorker>& workers() const = 0;
    /// The own worker of a row in the store, or null: then it cannot be crashed or frozen from here.
    [[nodiscard]] virtual const OwnWorker* find(const QString& connection, qint64 pid) const = 0;

    /// Answers what is wrong (executable missing, no such connection), or an empty text.
    virtual QString start(const WorkerStart& what) = 0;
    virtual void crash(const QString& label) = 0;                   ///< SIGKILL
    virtual void freeze(const QString& label) = 0;                  ///< SIGSTOP
    virtual void thaw(const QString& label) = 0;                    ///< SIGCONT
    virtual void stop(const QString& label) = 0;                    ///< SIGTERM: finishes or gives back
    virtual void hang(const QString& label, bool on) = 0;           ///< alive, never finishes
    virtual void cutOff(const QString& label, bool on) = 0;         ///< loses its store, and gets it back
    virtual void skew(const QString& label, std::int64_t byMs) = 0; ///< its own clock; must change nothing

signals:
    /// Workers, states or lanes changed.
    void changed();
    /// Something for the status bar: `demo-3 frozen: its lease runs out in 22.1 s`.
    void notice(const QString& text);
};

} // namespace lockdesk
