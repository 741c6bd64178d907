// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ends a hold-off, or what is left of an at-least-for, before its time.
#include "backends/engine/contracts/names.h"
#include "backends/engine/text/shown_text.h"
#include "models/actions/action_texts.h"
#include "models/actions/action_work.h"
#include "models/actions/lock_record.h"
#include "models/feed/feed.h"
#include "models/feed/reasons.h"
#include "models/format/format.h"

namespace lockdesk {

namespace {

using Point = ActionPoint::Kind;

class EndHoldOffAction final : public Action
{
public:
    [[nodiscard]] Entity entity() const override { return Entity::lock; }
    [[nodiscard]] Objection nothingChosen() const override { return {Objection::Why::nothingHeldOff}; }
    [[nodiscard]] std::optional<Objection> objectionTo(const ActionTarget& target) const override
    {
        const auto* seen = std::get_if<LockSeen>(&target.seen);
        const bool cools = seen != nullptr && seen->row.owner.empty() && seen->row.cooling_until;
        return cools ? std::nullopt : std::optional(Objection{Objection::Why::notHeldOff, format::foreign(target.key)});
    }
    [[nodiscard]] std::optional<Objection> objectionToAll(const ActionRequest& request, const Feed& feed) const override;
    void weigh(ActionRequest& request, const Feed& feed) const override
    {
        if (const auto* seen = request.targets.empty() ? nullptr : std::get_if<LockSeen>(&request.targets.front().seen))
            request.source = sourceOf(feed.info(), seen->row);
    }
    [[nodiscard]] QString title(const ActionRequest& request) const override
    {
        return counted(request, ActionTexts::tr("End the hold-off of %1"), ActionTexts::tr("End the hold-off of %1 locks"));
    }
    [[nodiscard]] std::vector<ActionPoint> consequences(const ActionRequest& request,
                                                        const ActionPreview* preview) const override;
    [[nodiscard]] QString changedNote(const ActionRequest&) const override
    {
        return ActionTexts::tr("A lock that was taken or held off again in the meantime is left alone.");
    }
    [[nodiscard]] QString footNote(const ActionRequest&) const override { return ActionTexts::tr("Written to the audit."); }
    [[nodiscard]] std::optional<CommandLine> commandLine(const ActionRequest& request,
                                                         const ActionTarget& target) const override
    {
        const auto* seen = std::get_if<LockSeen>(&target.seen);
        CommandLine line("lock end-hold-off");
        if (seen != nullptr && name_defect(seen->row.name, {}))
            line.flag("--escaped").positional(shown(seen->row.name));
        else
            line.positional(target.key.toStdString());
        line.option("--if-token", target.token.number());
        if (seen != nullptr && seen->row.cooling_until)
            line.option("--if-until", to_us(*seen->row.cooling_until));
        return line.reason(request.reason.toStdString());
    }
    void preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const override;
    [[nodiscard]] ActionResult run(ActionWork& work, const ActionTarget& target) const override;

private:
    static Answer<EndCooling> storeRequest(const ActionWork& work, const ActionTarget& target);
};

std::optional<Objection> EndHoldOffAction::objectionToAll(const ActionRequest& request, const Feed& feed) const
{
    for (const ActionTarget& target : request.targets) {
        const auto* seen = std::get_if<LockSeen>(&target.seen);
        if (seen == nullptr || lock_state(seen->row, judgedAt(feed, seen->row)) != LockState::cooling)
            return Objection{Objection::Why::notHeldOff, format::foreign(target.key)};
        if (sourceOf(feed.info(), seen->row) != request.source)
            return Objection{Objection::Why::severalSources};
    }
    if (request.source != QLatin1String("lockdesk"))
        return Objection{Objection::Why::sourceEndsNoHoldOff, format::foreign(request.source)};
    return std::nullopt;
}

std::vector<ActionPoint> EndHoldOffAction::consequences(const ActionRequest& request, const ActionPreview* preview) const
{
    const bool several = request.targets.size() > 1;
    std::vector<ActionPoint> points{{Point::effect, several ? ActionTexts::tr("Anyone may take them at once")
                                                            : ActionTexts::tr("Anyone may take it at once")}};
    qint64 wakes = 0;
    if (preview != nullptr)
        for (const auto& item : preview->items)
            wakes += item.wakes;
    if (wakes > 0)
        points.push_back({Point::effect, ActionTexts::tr("%Ln waiter(s) wake at once", nullptr, int(wakes))});
    points.push_back(
        {Point::protection, ActionTexts::tr("Token and fence stay: late writes of old holders are refused as before")});
    points.push_back({Point::risk, several ? ActionTexts::tr("What they were held off for may not be over")
                                           : ActionTexts::tr("What it was held off for may not be over")});
    return points;
}

Answer<EndCooling> EndHoldOffAction::storeRequest(const ActionWork& work, const ActionTarget& target)
{
    const auto seen = target.seenRow<LockRow>();
    if (!seen)
        return Failure::usage("nobody saw the lock whose hold-off is to end");
    auto request = end_cooling_of(*seen);
    if (!request)
        return request;
    request->reason = work.request().reason.toStdString();
    request->who = work.who();
    return request;
}

void EndHoldOffAction::preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const
{
    const auto request = storeRequest(work, target);
    const auto answer =
        request ? work.session().locks().preview_end_cooling(*request) : Answer<ForcePreview>(request.failure());
    if (!answer) {
        item.failure = answer.failure();
        return;
    }
    ActionWork::showCommands(answer->commands, item);
    item.wakes = answer->wakes;
}

ActionResult EndHoldOffAction::run(ActionWork& work, const ActionTarget& target) const
{
    const auto request = storeRequest(work, target);
    if (!request)
        return ActionWork::failed(request.failure());
    ActionResult result;
    const auto answer = work.session().locks().end_cooling(*request);
    if (!work.took(answer, result))
        return result;
    if (answer->result == ForceResult::changed && answer->cooling_until)
        return ActionWork::changed(ActionTexts::tr("Changed: it is held off until %1 now. Nothing was done.")
                                       .arg(format::clock(*answer->cooling_until)));
    if (answer->result == ForceResult::changed)
        return ActionWork::changedHands(answer->holder ? answer->holder->owner : std::string(),
                                        answer->holder ? answer->holder->token : FencingToken{});
    result.text = ActionTexts::tr("Its hold-off is over: anyone may take it.");
    ActionWork::addAuditProblem(answer->audit_problem, result);
    return result;
}

} // namespace

const Action& actions::endHoldOff()
{
    static const EndHoldOffAction action;
    return action;
}

} // namespace lockdesk
