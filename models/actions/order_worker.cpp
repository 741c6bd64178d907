// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/engine/text/text.h"
#include "models/actions/action_texts.h"
#include "models/actions/action_work.h"
#include "models/format/format.h"

#include <algorithm>

namespace lockdesk {

namespace {

/// Its control column: run, pause, slow down, stop.
class OrderWorkerAction final : public Action
{
public:
    [[nodiscard]] Entity entity() const override { return Entity::worker; }
    [[nodiscard]] bool atOnce() const override { return true; }
    [[nodiscard]] QString title(const ActionRequest& request) const override;
    /// The worker's name without its instance, which is for machines.
    [[nodiscard]] QString nameOf(const ActionTarget& target) const override
    {
        return format::foreign(target.key.section(u'/', 0, 1));
    }
    [[nodiscard]] bool isDangerous(const ActionRequest& request) const override
    {
        return request.control.order == WorkerOrder::stop;
    }
    [[nodiscard]] std::vector<ActionPoint> consequences(const ActionRequest& request,
                                                        const ActionPreview* preview) const override;
    [[nodiscard]] std::optional<CommandLine> commandLine(const ActionRequest& request,
                                                         const ActionTarget& target) const override;
    [[nodiscard]] ActionResult run(ActionWork& work, const ActionTarget& target) const override;
};

QString OrderWorkerAction::title(const ActionRequest& request) const
{
    switch (request.control.order) {
    case WorkerOrder::run: return counted(request, ActionTexts::tr("Resume %1"), ActionTexts::tr("Resume %1 workers"));
    case WorkerOrder::pause: return counted(request, ActionTexts::tr("Pause %1"), ActionTexts::tr("Pause %1 workers"));
    case WorkerOrder::slow:
        return counted(request, ActionTexts::tr("Slow down %1"), ActionTexts::tr("Slow down %1 workers"));
    case WorkerOrder::stop: return counted(request, ActionTexts::tr("Stop %1"), ActionTexts::tr("Stop %1 workers"));
    }
    return {};
}

bool leads(const ActionTarget& target)
{
    const auto* seen = std::get_if<Seen<WorkerRow>>(&target.seen);
    return seen != nullptr && ("+" + seen->row.role + "+").find("+leader+") != std::string::npos;
}

std::vector<ActionPoint> OrderWorkerAction::consequences(const ActionRequest& request,
                                                         const ActionPreview* /*preview*/) const
{
    std::vector<ActionPoint> points{{ActionPoint::Kind::waiting, ActionTexts::tr("It obeys at its next heartbeat")}};
    switch (request.control.order) {
    case WorkerOrder::pause:
        points.push_back({ActionPoint::Kind::pause, ActionTexts::tr("It takes nothing new until it is told to run")});
        if (std::any_of(request.targets.begin(), request.targets.end(), leads))
            points.push_back({ActionPoint::Kind::risk,
                              ActionTexts::tr("A leader keeps its lock and renews it: no standby takes over, and nobody leads")});
        break;
    case WorkerOrder::slow:
        points.push_back({ActionPoint::Kind::slow,
                          ActionTexts::tr("Each step takes %1 longer").arg(format::longSpan(request.control.slow_by))});
        break;
    case WorkerOrder::stop:
        points.push_back({ActionPoint::Kind::risk, ActionTexts::tr("It ends: nobody starts it again from here")});
        break;
    case WorkerOrder::run: points.push_back({ActionPoint::Kind::effect, ActionTexts::tr("It takes work again")}); break;
    }
    return points;
}

std::optional<CommandLine> OrderWorkerAction::commandLine(const ActionRequest& request, const ActionTarget& target) const
{
    CommandLine line(std::string("worker ") + word(request.control.order));
    if (request.control.order == WorkerOrder::slow)
        line.positional(duration_text(request.control.slow_by));
    line.positional(target.key.toStdString());
    if (!request.reason.isEmpty())
        line.option("--reason", request.reason.toStdString());
    return line;
}

ActionResult OrderWorkerAction::run(ActionWork& work, const ActionTarget& target) const
{
    const auto id = WorkerId::parse(target.key.toStdString());
    if (!id)
        return ActionWork::failed(id.failure());
    const ActionRequest& request = work.request();
    ActionResult result;
    const auto answer = work.session().workers().order(
        {*id, request.control, work.who(), target.seenRow<WorkerRow>(), request.reason.toStdString()});
    if (!work.took(answer, result))
        return result;
    if (!*answer)
        return ActionWork::changed(ActionTexts::tr("It has left. Nothing was done."));
    switch (request.control.order) {
    case WorkerOrder::run: result.text = ActionTexts::tr("Told to run."); break;
    case WorkerOrder::pause: result.text = ActionTexts::tr("Told to pause."); break;
    case WorkerOrder::slow: result.text = ActionTexts::tr("Told to slow down."); break;
    case WorkerOrder::stop: result.text = ActionTexts::tr("Told to stop."); break;
    }
    return result;
}

} // namespace

const Action& actions::orderWorker()
{
    static const OrderWorkerAction action;
    return action;
}

} // namespace lockdesk
