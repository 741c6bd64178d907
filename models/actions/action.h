// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/text/command_line.h"
#include "models/actions/action_request.h"

namespace lockdesk {

class ActionWork;

/// One line of what an action does. How it is drawn is the sheet's.
struct ActionPoint
{
    enum class Kind {
        effect,     ///< what happens
        waiting,    ///< when it happens
        protection, ///< what keeps it safe
        harmless,   ///< what does not happen
        risk,
        loss, ///< what is lost for certain
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
        QString text; ///< as it is offered
        QString value;
    };
    QString caption; ///< `Lease from now`
    std::vector<Choice> choices;
    QString initial;      ///< value; others may be typed
    QString wrong{};      ///< beside what cannot be read; empty: number and unit
    bool optional = false; ///< with a check box; off = none
    bool on = true;
};

/// How the audit calls a verb that writes no row of its own there.
struct AuditWords
{
    const char* action = ""; ///< empty: it does
    const char* entity = "";
};

/// What an operator can do to rows of one connection: everything about it is here, from the question whether it can be done
/// to the sentence about what came of it. It has no state, lasts for ever and is asked from any thread; what was chosen is in
/// the request.
class Action
{
public:
    Action() = default;
    Action(const Action&) = delete;
    Action& operator=(const Action&) = delete;
    virtual ~Action() = default;

    /// What it is done to.
    [[nodiscard]] virtual Entity entity() const = 0;
    /// Without targets it is done to all that the store has.
    [[nodiscard]] virtual bool takesAll() const { return false; }
    /// In development it is done at once, without a sheet.
    [[nodiscard]] virtual bool atOnce() const { return false; }

    // whether it can be done
    [[nodiscard]] virtual Objection nothingChosen() const { return {Objection::Why::severalStores, {}, entity()}; }
    [[nodiscard]] virtual std::optional<Objection> objectionTo(const ActionTarget& target) const;
    /// To the targets together.
    [[nodiscard]] virtual std::optional<Objection> objectionToAll(const ActionRequest& request, const Feed& feed) const;
    /// What the request takes from the rows as the feed has them now.
    virtual void weigh(ActionRequest& request, const Feed& feed) const;

    // what the sheet says
    /// Also on its button: `Force unlock 2 locks`.
    [[nodiscard]] virtual QString title(const ActionRequest& request) const = 0;
    /// What is typed to confirm it of one.
    [[nodiscard]] virtual QString nameOf(const ActionTarget& target) const;
    [[nodiscard]] virtual bool isDangerous(const ActionRequest& request) const;
    /// No preview: what is known before the store has answered.
    [[nodiscard]] virtual std::vector<ActionPoint> consequences(const ActionRequest& request,
                                                                const ActionPreview* preview) const = 0;
    /// Of targets that are others by then.
    [[nodiscard]] virtual QString changedNote(const ActionRequest& request) const;
    /// What comes after it.
    [[nodiscard]] virtual QString footNote(const ActionRequest& request) const;
    /// Late writes are watched for after it.
    [[nodiscard]] virtual bool isWatched(const ActionRequest& request) const;

    // what is chosen in it
    [[nodiscard]] virtual std::optional<ActionInput> input(const ActionRequest& request) const;
    /// A value of `input` as a span from now; none: it cannot be read.
    [[nodiscard]] virtual std::optional<Duration> readInput(const ActionRequest& request, const QString& value,
                                                            TimePoint now) const;
    virtual void takeInput(ActionRequest& request, const QString& value, Duration read) const;
    [[nodiscard]] virtual QString inputNote(const ActionRequest& request, const QString& value, Duration read,
                                            TimePoint now) const;

    // what is sent, on an action thread
    /// None: no command does it.
    [[nodiscard]] virtual std::optional<CommandLine> commandLine(const ActionRequest& request,
                                                                 const ActionTarget& target) const = 0;
    /// What it would send, and what follows. As written here: it is done up to where it would write.
    virtual void preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const;
    [[nodiscard]] virtual ActionResult run(ActionWork& work, const ActionTarget& target) const = 0;
    [[nodiscard]] virtual AuditWords audited() const { return {}; }
};

namespace actions {

const Action& forceRelease(); ///< with `holdOff` > 0: hold off
const Action& extendLock();   ///< as its holder would: renew to `wait` from now
const Action& relockTask();   ///< due in `wait`; the old worker's token is spent
const Action& unlockTask();   ///< due now; the same
const Action& advanceTask();  ///< to `toPhase`; only of a held task
const Action& retryDead();    ///< dead messages back to pending
const Action& requeue();      ///< messages in sending back to pending, dead ones too
const Action& orderWorker();  ///< `control`

} // namespace actions

} // namespace lockdesk
