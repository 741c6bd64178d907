// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/engine/contracts/task_state.h"
#include "backends/engine/rules/backoff.h"
#include "backends/engine/text/text.h"
#include "models/actions/action_texts.h"
#include "models/actions/action_work.h"
#include "models/feed/feed.h"
#include "models/format/format.h"

#include <algorithm>
#include <span>

namespace lockdesk {

namespace {

constexpr int shown_tries = 10;

// Words of the command line.
const QLatin1String progressive("progressive");
const QLatin1String exponential("exponential");

// The instants, from now, at which a task that keeps failing would be tried next: the first is the chosen wait.
std::vector<Duration> nextTries(const QString& choice, Duration waited, Duration lockTimeout, int count)
{
    std::vector<Duration> tries;
    Duration at{0};
    for (int i = 0; i < count; ++i) {
        Duration wait{0};
        if (choice == progressive)
            wait = progressive_backoff(add(waited, at), lockTimeout);
        else if (choice == exponential) // without its jitter: the latest instants
            wait = exponential_backoff(add(waited, at), lockTimeout, 1.0);
        else if (const auto fixed = spanOf(choice))
            wait = *fixed;
        else
            return {};
        at = add(at, wait);
        tries.push_back(at);
        // A poll a second is the usual pace: a wait of nothing is tried a second later.
        if (i > 0 && wait == Duration{0})
            at = add(at, std::chrono::seconds{1});
    }
    return tries;
}

const TaskRow* firstTask(const ActionRequest& request)
{
    const auto* seen = request.targets.empty() ? nullptr : std::get_if<TaskSeen>(&request.targets.front().seen);
    return seen != nullptr ? &seen->row : nullptr;
}

class TaskAction : public Action
{
public:
    [[nodiscard]] Entity entity() const final { return Entity::task; }
    [[nodiscard]] QString changedNote(const ActionRequest& /*request*/) const final
    {
        return ActionTexts::tr("A task that changed hands in the meantime is left alone.");
    }

protected:
    static ActionResult notDone(StepResult result, const std::optional<TaskRow>& row)
    {
        if (result == StepResult::missing)
            return ActionWork::changed(ActionTexts::tr("It is not there any more."));
        return row ? ActionWork::changedHands(row->owner, row->token) : ActionWork::changedHands({}, {});
    }
};

/// Takes the task from its holder, whose token is spent.
class ForcedRelockAction : public TaskAction
{
public:
    [[nodiscard]] std::optional<CommandLine> commandLine(const ActionRequest& request,
                                                         const ActionTarget& target) const override
    {
        CommandLine line("task relock");
        return line.positional(target.key.toStdString())
            .flag("--force")
            .option("--if-owner", target.owner.toStdString())
            .option("--if-token", target.token.number())
            .option("--wait", waitOf(request) == Duration{0} ? "0" : duration_text(waitOf(request)))
            .reason(request.reason.toStdString());
    }
    void preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const override
    {
        const auto request = storeRequest(work, target);
        ActionWork::showCommands(request ? work.session().tasks().preview_relock_forced(*request)
                                         : Answer<std::vector<std::string>>(request.failure()),
                                 item);
        item.mayRunTwice = !target.owner.isEmpty();
    }
    [[nodiscard]] ActionResult run(ActionWork& work, const ActionTarget& target) const override;

protected:
    [[nodiscard]] virtual Duration waitOf(const ActionRequest& request) const = 0;
    /// `first`, and what comes of a claim that is taken away, if there is one.
    static std::vector<ActionPoint> forcedPoints(const ActionRequest& request, ActionPoint first)
    {
        const auto held = [](const ActionTarget& target) { return !target.owner.isEmpty(); };
        if (std::none_of(request.targets.begin(), request.targets.end(), held))
            return {std::move(first)};
        return {std::move(first),
                {ActionPoint::Kind::protection,
                 ActionTexts::tr("The old worker's late advance is refused: its token is spent")},
                {ActionPoint::Kind::risk, ActionTexts::tr("The step may run twice: the old worker is not stopped")}};
    }

private:
    [[nodiscard]] Answer<ForcedRelock> storeRequest(const ActionWork& work, const ActionTarget& target) const
    {
        auto id = TaskId::parse(target.key.toStdString());
        if (!id)
            return id.failure();
        return ForcedRelock{*id,
                            target.owner.toStdString(),
                            target.token,
                            waitOf(work.request()),
                            work.request().reason.toStdString(),
                            work.who(),
                            target.seenRow<TaskRow>()};
    }
};

ActionResult ForcedRelockAction::run(ActionWork& work, const ActionTarget& target) const
{
    const auto request = storeRequest(work, target);
    if (!request)
        return ActionWork::failed(request.failure());
    ActionResult result;
    const auto reply = work.session().tasks().relock_forced(*request);
    if (!work.took(reply, result))
        return result;
    if (reply->result != StepResult::done)
        return notDone(reply->result, reply->row);
    result.token = reply->row ? std::optional(reply->row->token) : std::nullopt;
    result.text = request->wait.count() == 0 || !reply->row
                      ? ActionTexts::tr("Due now.")
                      : ActionTexts::tr("Due at %1.").arg(format::clock(task_due_at(*reply->row)));
    return result;
}

class RelockTaskAction final : public ForcedRelockAction
{
public:
    [[nodiscard]] QString title(const ActionRequest& request) const override
    {
        return counted(request, ActionTexts::tr("Relock %1"), ActionTexts::tr("Relock %1 tasks"));
    }
    [[nodiscard]] std::vector<ActionPoint> consequences(const ActionRequest& request,
                                                        const ActionPreview* /*preview*/) const override
    {
        return forcedPoints(
            request, {ActionPoint::Kind::waiting, ActionTexts::tr("No worker may take it before the wait is over")});
    }
    [[nodiscard]] std::optional<ActionInput> input(const ActionRequest& request) const override
    {
        auto choices = spanChoices({"0", "10s", "30s", "90s", "5m"});
        choices.insert(choices.begin(), {{ActionTexts::tr("progressive"), progressive},
                                         {ActionTexts::tr("exponential"), exponential}});
        const TaskRow* task = firstTask(request);
        const bool ended = task != nullptr && (is_parked(*task) || task->lock_timeout >= no_end);
        return ActionInput{
            .caption = ActionTexts::tr("Due again in"),
            .choices = std::move(choices),
            .initial = ended ? QStringLiteral("0") : progressive, // a retry

            .wrong = ActionTexts::tr("Write progressive, exponential, or a number and a unit, such as 90s or 5m.")};
    }
    [[nodiscard]] std::optional<Duration> readInput(const ActionRequest& request, const QString& value,
                                                    TimePoint now) const override
    {
        const TaskRow* task = firstTask(request);
        const auto next = task != nullptr ? nextTries(value, now - task->updated_at, task->lock_timeout, 1)
                                          : std::vector<Duration>{};
        return next.empty() ? std::nullopt : std::optional(next.front());
    }
    [[nodiscard]] QString inputNote(const ActionRequest& request, const QString& value, Duration /*read*/,
                                    TimePoint now) const override
    {
        const TaskRow* task = firstTask(request);
        const auto waited = task != nullptr ? now - task->updated_at : Duration{0};
        const auto timeout = task != nullptr ? task->lock_timeout : Duration{0};
        QStringList times;
        for (const Duration at : nextTries(value, waited, timeout, shown_tries))
            times += format::clock(add(now, at), now);
        return ActionTexts::tr("next ten times if it keeps failing: %1").arg(times.join(QStringLiteral(", ")));
    }

protected:
    [[nodiscard]] Duration waitOf(const ActionRequest& request) const override { return request.wait; }
};

class UnlockTaskAction final : public ForcedRelockAction
{
public:
    [[nodiscard]] QString title(const ActionRequest& request) const override
    {
        return counted(request, ActionTexts::tr("Unlock %1"), ActionTexts::tr("Unlock %1 tasks"));
    }
    [[nodiscard]] std::vector<ActionPoint> consequences(const ActionRequest& request,
                                                        const ActionPreview* /*preview*/) const override
    {
        return forcedPoints(
            request, {ActionPoint::Kind::effect, ActionTexts::tr("Due at once: the next claim may take it")});
    }

protected:
    [[nodiscard]] Duration waitOf(const ActionRequest& /*request*/) const override { return Duration{0}; }
};

/// Advances the task as its worker does after finishing.
class AdvanceTaskAction final : public TaskAction
{
public:
    [[nodiscard]] std::optional<Objection> objectionTo(const ActionTarget& target) const override
    {
        return target.owner.isEmpty() ? std::optional(Objection{Objection::Why::claimNotHeld, format::foreign(target.key)})
                                      : std::nullopt;
    }
    void weigh(ActionRequest& request, const Feed& feed) const override;
    [[nodiscard]] QString title(const ActionRequest& request) const override
    {
        return counted(request, ActionTexts::tr("Advance %1"), ActionTexts::tr("Advance %1 tasks"));
    }
    [[nodiscard]] std::vector<ActionPoint> consequences(const ActionRequest& /*request*/,
                                                        const ActionPreview* /*preview*/) const override
    {
        return {{ActionPoint::Kind::effect, ActionTexts::tr("Goes to the next phase as if its worker had finished")},
                {ActionPoint::Kind::risk, ActionTexts::tr("What the step should have done is not done")}};
    }
    [[nodiscard]] std::optional<ActionInput> input(const ActionRequest& request) const override
    {
        ActionInput input{.caption = ActionTexts::tr("To phase"),
                          .choices = {},
                          .initial = request.toPhase,
                          .wrong = ActionTexts::tr("Choose or write a phase.")};
        for (const QString& phase : request.phases)
            input.choices.push_back({format::foreign(phase), phase});
        return input;
    }
    [[nodiscard]] std::optional<Duration> readInput(const ActionRequest& /*request*/, const QString& value,
                                                    TimePoint /*now*/) const override
    {
        return value.isEmpty() ? std::nullopt : std::optional(Duration{0});
    }
    void takeInput(ActionRequest& request, const QString& value, Duration /*read*/) const override
    {
        request.toPhase = value;
    }
    [[nodiscard]] QString inputNote(const ActionRequest& /*request*/, const QString& /*value*/, Duration /*read*/,
                                    TimePoint /*now*/) const override
    {
        return {};
    }
    [[nodiscard]] std::optional<CommandLine> commandLine(const ActionRequest& request,
                                                         const ActionTarget& target) const override
    {
        CommandLine line("task advance");
        return line.positional(target.key.toStdString())
            .option("--to", request.toPhase.toStdString())
            .option("--owner", target.owner.toStdString())
            .option("--token", target.token.number());
    }
    [[nodiscard]] AuditWords audited() const override { return {"advance", "task"}; }
    [[nodiscard]] ActionResult run(ActionWork& work, const ActionTarget& target) const override;
};

// Offers the other phases of the first task's kind.
void AdvanceTaskAction::weigh(ActionRequest& request, const Feed& feed) const
{
    const TaskRow* task = firstTask(request);
    request.phases.clear();
    for (const PhaseSummary& phase : feed.facts().phases())
        if (task != nullptr && phase.kind == task->kind && phase.phase != task->phase)
            request.phases += format::exact(phase.phase);
    if (request.toPhase.isEmpty() && !request.phases.isEmpty())
        request.toPhase = request.phases.front();
}

ActionResult AdvanceTaskAction::run(ActionWork& work, const ActionTarget& target) const
{
    const auto id = TaskId::parse(target.key.toStdString());
    const auto owner = OwnerId::parse(target.owner.toStdString());
    if (!id || !owner)
        return ActionWork::failed(id ? owner.failure() : id.failure());
    const QString& phase = work.request().toPhase;
    const auto to = Phase::parse(phase.toStdString());
    const auto seen = target.seenRow<TaskRow>();
    const auto from = Phase::parse(seen ? seen->row.phase : std::string());
    if (!to || !from)
        return ActionWork::failed(to ? from.failure() : to.failure());
    const TaskStep step{*id, *owner, target.token, Advance{*from, *to, std::nullopt}};
    ActionResult result;
    const auto reply = work.session().tasks().apply(std::span(&step, 1));
    if (!work.took(reply, result))
        return result;
    const StepAnswer& answer = reply->front();
    if (answer.result != StepResult::done)
        return notDone(answer.result, answer.row);
    result.text = ActionTexts::tr("Advanced to %1.").arg(phase);
    work.audit(target, audited(), result);
    return result;
}

} // namespace

const Action& actions::relockTask()
{
    static const RelockTaskAction action;
    return action;
}

const Action& actions::unlockTask()
{
    static const UnlockTaskAction action;
    return action;
}

const Action& actions::advanceTask()
{
    static const AdvanceTaskAction action;
    return action;
}

} // namespace lockdesk
