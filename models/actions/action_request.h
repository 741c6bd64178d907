// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/workers.h"
#include "models/actions/objection.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <variant>
#include <vector>

namespace lockdesk {

class Action;
class Feed;
struct ConnectionInfo;

/// One victim as shown when the sheet was opened; the compare-and-set compares with it.
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

/// An action with the rows of one connection that it is done to, and what the operator has chosen for it.
struct ActionRequest
{
    const Action* action = nullptr; ///< one of `actions::...`
    int connection = -1;
    std::vector<ActionTarget> targets; ///< retryDead: empty = all dead messages
    std::int64_t all = 0;              ///< retryDead of all: their number when it was shown; 0: unknown
    std::vector<ActionTarget> known{}; ///< retryDead of all: the shown ones
    QString reason;
    Duration holdOff{0};
    Duration wait{0};
    QString toPhase;
    QStringList phases{}; ///< advanceTask: that are offered
    WorkerControl control;
    bool evidenceExpired = false;                ///< "it is expired" was the evidence: a renewed lease is then left alone
    QString source = QStringLiteral("lockdesk"); ///< of all targets
};

/// The action on these rows, as shown now. Null `feed`: rows of several stores, or of a closed one.
ActionRequest requestOf(const Action& action, const Feed* feed, const std::vector<LockRow>& locks);
ActionRequest requestOf(const Action& action, const Feed* feed, const std::vector<TaskRow>& tasks);
ActionRequest requestOf(const Action& action, const Feed* feed, const std::vector<MessageRow>& messages);
ActionRequest requestOf(const Action& action, const Feed* feed, const std::vector<WorkerRow>& workers);
/// Of all dead messages of the connection; `known` are those of them that are shown.
ActionRequest requestOfAllDead(const Feed& feed, const std::vector<MessageRow>& known);

/// Beyond this number of victims it is typed to confirm, in every environment.
inline constexpr std::size_t mostInOneClick = 20;

/// Effects per target, in order. The store is queried for the first `mostPreviewed`; the others have only their command
/// line.
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
        std::optional<Failure> failure; ///< why there is no preview
        QString refused;                ///< what the action would say instead of doing it; empty: it would do it
        bool asked = true;              ///< the store was queried for this one
        [[nodiscard]] bool works() const { return asked && !failure && refused.isEmpty(); }
    };
    quint64 number = 0;
    std::vector<Item> items;
    std::optional<Failure> failure; ///< of all: the store could not be queried
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
    std::optional<Failure> failure;    ///< what the store answered, if the outcome is failed or inDoubt
};

/// What `--store` is called with: `@name` of a saved connection, else the address.
QString storeArgument(const ConnectionInfo& info);
/// The command line that does the same to one target, empty where none does; `store` as storeArgument gives it.
QString commandLine(const QString& store, const ActionRequest& request, const ActionTarget& target);
/// Number of rows it applies to, for the confirmation and the title.
std::int64_t victimCount(const ActionRequest& request);
/// In production several are confirmed by typing `2 in orders`, one by its name as it is shown (`format::foreign`).
QString confirmation(const ActionRequest& request, const QString& connection);
/// What was typed or pasted is it: as shown, also with the breaks that a wide one is shown with, or the exact name.
bool confirms(const QString& typed, const QString& confirmation);
/// Returns why not for this target, or nullopt: an advance needs a holder, a read-only connection refuses, ...
std::optional<Objection> objection(const ActionRequest& request, const ActionTarget& target, bool readOnly);
/// Returns why not for any row of this connection, or nullopt. Null `feed`: several connections, or a closed one.
std::optional<Objection> objection(const ActionRequest& request, const Feed* feed);

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::ActionPreview)
Q_DECLARE_METATYPE(lockdesk::ActionResult)
