// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/text/command_line.h"
#include "models/actions/action_request.h"

namespace lockdesk {

class ActionWork;

/// One line about an action's effect. The sheet decides how to draw it.
struct ActionPoint
{
    enum class Kind {
        effect,     ///< what happens
        waiting,    ///< when it happens
        protection, ///< what keeps it safe
        harmless,   ///< what does not happen
        risk,
        loss, ///< certain loss
        pause,
        slow,
        unknown,
    };
    Kind kind = Kind::effect;
    QString text;
};

/// What the operator chooses besides the rows: a hold-off, a lease, a wait, a phase.
struct ActionInput
{
    struct Choice
    {
        QString text; ///< as offered
        QString value;
    };
    QString caption; ///< `Lease from now`
    std::vector<Choice> choices;
    QString initial;      ///< the initial value; others may be typed
    QString wrong{};      ///< hint beside an unreadable value; empty: number and unit
    bool optional = false; ///< with a check box; off = none
    bool on = true;
};

/// Words for the audit row of a verb that writes none itself.
struct AuditWords
{
    const char* action = ""; ///< empty: the verb writes its row itself
    const char* entity = "";
};

/// An operation on rows of one connection: everything about it, from the check whether it is possible to the sentence about
/// its outcome. Stateless, never destroyed, callable from any thread; the operator's choices are in the request.
class Action
{
public:
    Action() = default;
    Action(const Action&) = delete;
    Action& operator=(const Action&) = delete;
    virtual ~Action() = default;

    /// The kind of its targets.
    [[nodiscard]] virtual Entity entity() const = 0;
    /// Without targets it applies to all rows of the store.
    [[nodiscard]] virtual bool takesAll() const { return false; }
    /// In development it runs at once, without a sheet.
    [[nodiscard]] virtual bool atOnce() const { return false; }

    // whether it can be done
    [[nodiscard]] virtual Objection nothingChosen() const { return {Objection::Why::severalStores, {}, entity()}; }
    [[nodiscard]] virtual std::optional<Objection> objectionTo(const ActionTarget& target) const;
    /// Objection to the targets together.
    [[nodiscard]] virtual std::optional<Objection> objectionToAll(const ActionRequest& request, const Feed& feed) const;
    /// Completes the request from the feed's current rows.
    virtual void weigh(ActionRequest& request, const Feed& feed) const;

    // what the sheet says
    /// Also on its button: `Force unlock 2 locks`.
    [[nodiscard]] virtual QString title(const ActionRequest& request) const = 0;
    /// The text to type to confirm it for a single target.
    [[nodiscard]] virtual QString nameOf(const ActionTarget& target) const;
    [[nodiscard]] virtual bool isDangerous(const ActionRequest& request) const;
    /// Null `preview`: what is known before the store has answered.
    [[nodiscard]] virtual std::vector<ActionPoint> consequences(const ActionRequest& request,
                                                                const ActionPreview* preview) const = 0;
    /// Note about targets that have changed by then.
    [[nodiscard]] virtual QString changedNote(const ActionRequest& request) const;
    /// Note about what follows it.
    [[nodiscard]] virtual QString footNote(const ActionRequest& request) const;
    /// Whether late writes are watched for after it.
    [[nodiscard]] virtual bool isWatched(const ActionRequest& request) const;

    // what is chosen in it
    [[nodiscard]] virtual std::optional<ActionInput> input(const ActionRequest& request) const;
    /// Returns a value of `input` as a span from now, or nullopt if it cannot be parsed.
    [[nodiscard]] virtual std::optional<Duration> readInput(const ActionRequest& request, const QString& value,
                                                            TimePoint now) const;
    virtual void takeInput(ActionRequest& request, const QString& value, Duration read) const;
    [[nodiscard]] virtual QString inputNote(const ActionRequest& request, const QString& value, Duration read,
                                            TimePoint now) const;

    // what is sent, on an action thread
    /// Nullopt: no command does it.
    [[nodiscard]] virtual std::optional<CommandLine> commandLine(const ActionRequest& request,
                                                                 const ActionTarget& target) const = 0;
    /// What it would send, and the effects. The default runs it up to its first write.
    virtual void preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const;
    [[nodiscard]] virtual ActionResult run(ActionWork& work, const ActionTarget& target) const = 0;
    [[nodiscard]] virtual AuditWords audited() const { return {}; }
};

namespace actions {

const Action& forceRelease(); ///< with `holdOff` > 0: hold off
const Action& beginMaintenance(); ///< hold off for `holdOff`, free locks too
const Action& endHoldOff();   ///< of cooling locks: anyone may take them
const Action& extendLock();   ///< as its holder would: renew to `wait` from now
const Action& relockTask();   ///< due in `wait`; the old worker's token is spent
const Action& unlockTask();   ///< due now; the same
const Action& advanceTask();  ///< to `toPhase`; only of a held task
const Action& retryDead();    ///< dead messages back to pending
const Action& requeue();      ///< messages in sending back to pending, dead ones too
const Action& orderWorker();  ///< `control`

} // namespace actions

} // namespace lockdesk
