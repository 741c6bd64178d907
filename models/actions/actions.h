// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/workers.h"

#include <QMetaType>
#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <variant>
#include <vector>

namespace lockdesk {

struct ConnectionInfo;

/// What an operator can do to rows of one connection.
enum class ActionKind {
    forceRelease, ///< with `holdOff` > 0: hold off
    extendLock,   ///< as its holder would: renew to `wait` from now
    relockTask,   ///< due in `wait`; the old worker's token is spent
    unlockTask,   ///< due now; the same
    extendTask,   ///< as its holder would
    advanceTask,  ///< to `toPhase`; only of a held task
    retryDead,    ///< dead messages back to pending
    requeue,      ///< messages in sending back to pending, dead ones too
    orderWorker,  ///< control column
};

/// One victim as it was shown when the sheet was opened: what the compare-and-set compares with.
struct ActionTarget
{
    QString key; ///< a lock's name; id of a task, message or worker
    QString owner;
    FencingToken token;
    /// The row as it was shown: the audit keeps it, and of a lock all of its identity is compared.
    std::variant<std::monostate, LockSeen, TaskSeen, MessageSeen, WorkerSeen> seen{};

    template <class Row> [[nodiscard]] std::optional<Seen<Row>> seenRow() const
    {
        const auto* found = std::get_if<Seen<Row>>(&seen);
        return found ? std::optional(*found) : std::nullopt;
    }
};

struct ActionRequest
{
    ActionKind kind = ActionKind::forceRelease;
    int connection = -1;
    std::vector<ActionTarget> targets; ///< retryDead: none = all dead ones
    std::int64_t all = 0;              ///< retryDead of all: how many there were when it was shown; 0: not known
    QString reason;
    Duration holdOff{0};
    Duration wait{0};
    QString toPhase;
    WorkerControl control;
    bool evidenceExpired = false;                ///< "it is expired" was the evidence: a renewed lease is then left alone
    QString source = QStringLiteral("lockdesk"); ///< of all targets
};

/// Beyond so many victims their number is typed, whatever the environment is.
inline constexpr std::size_t mostInOneClick = 20;

/// What will happen, per target in order. The store is asked about the first `mostPreviewed`; the others have their command line alone.
struct ActionPreview
{
    static constexpr std::size_t mostPreviewed = 20;
    struct Item
    {
        QStringList commands;                 ///< exact SQL or Redis commands, in their order
        std::map<QString, QString> scripts{}; ///< texts of scripts that are called in it, by their hash or name
        QString commandLine;                  ///< lockdeskctl ...
        qint64 wakes = 0;
        bool mayRunTwice = true;
        Protection protection = Protection::row;
        std::optional<SessionEnd> ends; ///< of session locks
        QString failure;                ///< empty, or why there is no preview
        bool asked = true;              ///< the store was asked about this one
    };
    quint64 number = 0;
    std::vector<Item> items;
    QString failure; ///< of all: the store could not be asked
};

struct ActionResult
{
    enum class Outcome { done, changed, failed, inDoubt };
    quint64 number = 0;
    int target = 0;
    QString key;
    Outcome outcome = Outcome::done;
    QString text; ///< `Released; token 4182 is next.` or `Changed hands: api-2 holds it now, token 4182. Nothing was done.`
    std::optional<FencingToken> token; ///< after it
};

/// A write that the fence refused after a force-unlock.
struct LateWrite
{
    int connection = -1;
    QString key;
    QString who;
    FencingToken token;
    TimePoint at{};
    QString text; ///< `Late write from bill-2 with token 4181 refused at 14:33:07.`
};

/// What `--store` is called with: `@name` of a saved connection, else the address.
QString storeArgument(const ConnectionInfo& info);
/// The command line that does the same to one target; `store` as storeArgument gives it.
QString commandLine(const QString& store, const ActionRequest& request, const ActionTarget& target);
/// The locks are session locks: to force them is to end sessions.
bool endsSessions(const ActionRequest& request);
/// What stands on the button: `Force unlock 2 locks`.
QString actionTitle(const ActionRequest& request);
/// How many rows it will be done to: what is typed to confirm it, and what its title says.
std::int64_t victimCount(const ActionRequest& request);
/// In production several are confirmed by typing `2 in orders`, one by its name as it is shown (`format::foreign`).
QString confirmation(const ActionRequest& request, const QString& connection);
/// What was typed or pasted is it: as shown, also with the breaks that a wide one is shown with, or the exact name.
bool confirms(const QString& typed, const QString& confirmation);
/// Why this cannot be done to this target, or nothing: an advance needs a holder, a read-only connection refuses, ...
QString objection(const ActionRequest& request, const ActionTarget& target, bool readOnly);

/// Carries out what pages ask for, never behind the observer and never in the GUI thread. Answers come as signals, in the GUI
/// thread, in order. Every request has a number; answers to numbers that nobody waits for any more are to be ignored.
class ActionRunner : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    /// Asks the store what it would do. Changes nothing.
    virtual quint64 preview(const ActionRequest& request) = 0;
    /// Does it, target by target. After a force-release it watches for late writes (60 s).
    virtual quint64 run(const ActionRequest& request) = 0;
    /// Targets that were not begun are left alone. What runs is finished.
    virtual void cancel(quint64 number) = 0;

signals:
    void previewReady(const lockdesk::ActionPreview& preview);
    void resultReady(const lockdesk::ActionResult& result);
    void finished(quint64 number, int done, int changed, int failed);
    void lateWrite(const lockdesk::LateWrite& write);
    void watchEnded(quint64 number, int lateWrites);
};

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::ActionPreview)
Q_DECLARE_METATYPE(lockdesk::ActionResult)
Q_DECLARE_METATYPE(lockdesk::LateWrite)
