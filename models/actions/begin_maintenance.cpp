// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hold off for maintenance: nobody gets the locks until an end, free ones too.
#include "backends/engine/contracts/ids.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/text.h"
#include "backends/observe/maintenance.h"
#include "models/actions/action_texts.h"
#include "models/actions/action_work.h"
#include "models/actions/lock_record.h"
#include "models/feed/feed.h"
#include "models/format/format.h"

#include <algorithm>

namespace lockdesk {

namespace {

using Point = ActionPoint::Kind;

class BeginMaintenanceAction final : public Action
{
public:
    [[nodiscard]] Entity entity() const override { return Entity::lock; }
    [[nodiscard]] std::optional<Objection> objectionToAll(const ActionRequest& request, const Feed& feed) const override;
    [[nodiscard]] QString title(const ActionRequest& request) const override
    {
        return counted(request, ActionTexts::tr("Hold off %1 for maintenance"),
                       ActionTexts::tr("Hold off %1 locks for maintenance"));
    }
    [[nodiscard]] std::vector<ActionPoint> consequences(const ActionRequest& request,
                                                        const ActionPreview* preview) const override;
    [[nodiscard]] QString changedNote(const ActionRequest& /*request*/) const override
    {
        return ActionTexts::tr("A lock that changed hands in the meantime is left alone, and you see its new holder.");
    }
    [[nodiscard]] QString footNote(const ActionRequest& /*request*/) const override
    {
        return ActionTexts::tr("Every console shows it until the store's clock ends it. Written to the audit.");
    }
    [[nodiscard]] std::optional<ActionInput> input(const ActionRequest& request) const override;
    void takeInput(ActionRequest& request, const QString& /*value*/, Duration read) const override
    {
        request.holdOff = read;
    }
    [[nodiscard]] std::optional<CommandLine> commandLine(const ActionRequest& request,
                                                         const ActionTarget& target) const override;
    void preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const override;
    [[nodiscard]] ActionResult run(ActionWork& work, const ActionTarget& target) const override;

private:
    static MaintenanceOrder order(const ActionWork& work)
    {
        return {work.request().holdOff, work.who(), work.request().reason.toStdString()};
    }
    static Answer<MaintenanceAnswer> holdOff(ActionWork& work, const ActionTarget& target);
};

// Only Lockdesk's own locks cool.
std::optional<Objection> BeginMaintenanceAction::objectionToAll(const ActionRequest& request, const Feed& feed) const
{
    for (const ActionTarget& target : request.targets)
        if (const auto* seen = std::get_if<LockSeen>(&target.seen)) {
            const QString source = sourceOf(feed.info(), seen->row);
            if (source != QLatin1String("lockdesk") || seen->row.quorum)
                return Objection{Objection::Why::sourceHasNoCooling, format::foreign(source)};
        }
    return std::nullopt;
}

std::vector<ActionPoint> BeginMaintenanceAction::consequences(const ActionRequest& request, const ActionPreview* preview) const
{
    const auto held = std::count_if(request.targets.begin(), request.targets.end(),
                                    [](const ActionTarget& target) { return !target.owner.isEmpty(); });
    std::vector<ActionPoint> points{
        {Point::effect, ActionTexts::tr("Nobody gets them until the end; jobs under them are skipped or wait")}};
    if (held > 0) {
        points.push_back({Point::risk, ActionTexts::tr("%Ln held lock(s) freed by force: no holder is stopped",
                                                       nullptr, int(held))});
        if (preview != nullptr) {
            qint64 wakes = 0;
            for (const auto& item : preview->items)
                wakes += item.wakes;
            if (wakes > 0)
                points.push_back({Point::effect, ActionTexts::tr("%Ln waiter(s) wait until the hold-off is over, then wake",
                                                                 nullptr, int(wakes))});
        }
    }
    points.push_back({Point::harmless, ActionTexts::tr("It ends by itself")});
    return points;
}

std::optional<ActionInput> BeginMaintenanceAction::input(const ActionRequest& request) const
{
    return ActionInput{.caption = request.targets.size() > 1 ? ActionTexts::tr("Hold off: nobody may take them for")
                                                             : ActionTexts::tr("Hold off: nobody may take it for"),
                       .choices = spanChoices({"15m", "1h", "2h", "8h"}),
                       .initial = QStringLiteral("1h")};
}

std::optional<CommandLine> BeginMaintenanceAction::commandLine(const ActionRequest& request, const ActionTarget& target) const
{
    CommandLine line("maintenance begin");
    line.positional(target.key.toStdString()).option("--for", duration_text(request.holdOff));
    if (!target.owner.isEmpty())
        line.flag("--force");
    return line.reason(request.reason.toStdString());
}

void BeginMaintenanceAction::preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const
{
    const auto* seen = std::get_if<LockSeen>(&target.seen);
    if (seen == nullptr || seen->row.owner.empty()) {
        work.rehearse(target, item);
        return;
    }
    const auto request = force_release_of(*seen, false);
    const auto answer = request ? work.session().locks().preview_force_release(release_for_maintenance(*request, order(work)))
                              : Answer<ForcePreview>(request.failure());
    if (!answer) {
        item.failure = answer.failure();
        return;
    }
    ActionWork::showCommands(answer->commands, item);
    item.wakes = answer->wakes;
    item.mayRunTwice = answer->may_run_twice;
    item.protection = answer->protection;
}

Answer<MaintenanceAnswer> BeginMaintenanceAction::holdOff(ActionWork& work, const ActionTarget& target)
{
    const auto* seen = std::get_if<LockSeen>(&target.seen);
    if (seen != nullptr && !seen->row.owner.empty()) {
        auto request = force_release_of(*seen, false);
        return request ? hold_off_held(work.session(), std::move(request).value(), order(work))
                       : Answer<MaintenanceAnswer>(request.failure());
    }
    const auto name = LockName::parse(seen != nullptr ? seen->row.name : target.key.toStdString());
    if (!name)
        return name.failure();
    SystemRuntime runtime;
    return hold_off_free(work.session(), *name, order(work), make_request_id(runtime), target.seenRow<LockRow>());
}

ActionResult BeginMaintenanceAction::run(ActionWork& work, const ActionTarget& target) const
{
    ActionResult result;
    const auto done = holdOff(work, target);
    if (!work.took(done, result))
        return result;
    switch (done->result) {
    case MaintenanceResult::held:
    case MaintenanceResult::changed:
        return done->holder ? ActionWork::changedHands(done->holder->owner, done->holder->token)
                            : ActionWork::changedHands({}, {});
    case MaintenanceResult::cooling:
        return ActionWork::changed(
            done->until ? ActionTexts::tr("It is held off until %1 already. Nothing was done.").arg(format::clock(*done->until))
                        : ActionTexts::tr("It is held off already. Nothing was done."));
    case MaintenanceResult::held_off: break;
    }
    result.text = done->until ? ActionTexts::tr("Held off until %1.").arg(format::clock(*done->until))
                              : ActionTexts::tr("Held off.");
    ActionWork::addAuditProblem(done->audit_problem, result);
    return result;
}

} // namespace

const Action& actions::beginMaintenance()
{
    static const BeginMaintenanceAction action;
    return action;
}

} // namespace lockdesk
