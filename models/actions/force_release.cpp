// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Force release, and with a time hold off: from the question whether it can be done to the sentence about what came of it.
#include "backends/engine/contracts/names.h"
#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/text.h"
#include "models/actions/action_texts.h"
#include "models/actions/action_work.h"
#include "models/actions/lock_action.h"
#include "models/feed/feed.h"
#include "models/feed/reasons.h"
#include "models/format/format.h"

#include <algorithm>

namespace lockdesk {

namespace {

using Point = ActionPoint::Kind;

void addSessionEnd(const SessionEnd& ends, std::vector<ActionPoint>& points)
{
    const QString session = format::foreign(ends.session), program = format::foreign(ends.program);
    if (session.isEmpty())
        return points.push_back({Point::unknown, ActionTexts::tr("The session is gone already: nothing will happen")});
    points.push_back(
        {Point::loss,
         program.isEmpty() ? ActionTexts::tr("The whole session %1 ends: its program must connect again").arg(session)
                           : ActionTexts::tr("The whole session %1 of %2 ends: it must connect again")
                                 .arg(session, program)});
    points.push_back(ends.in_transaction ? ActionPoint{Point::risk, ActionTexts::tr("Its open transaction rolls back")}
                                         : ActionPoint{Point::harmless, ActionTexts::tr("It has no transaction open")});
    QStringList others;
    for (const std::string& name : ends.also_frees)
        others += format::foreign(name);
    if (!others.isEmpty())
        points.push_back({Point::risk, ActionTexts::tr("Also freed: %1").arg(others.join(QStringLiteral(", ")))});
}

ActionPoint protectionPoint(Protection protection, const ActionRequest& request)
{
    switch (protection) {
    case Protection::row:
        return {Point::protection,
                request.targets.size() == 1
                    ? ActionTexts::tr("Protected, same row: late writes that pass the fence with token %1 are refused")
                          .arg(format::token(request.targets.front().token))
                    : ActionTexts::tr("Protected, same row: late writes that pass the fence with the tokens above are "
                                      "refused")};
    case Protection::floor:
        return {Point::protection, ActionTexts::tr("Protected by a larger token, where the resource checks it")};
    case Protection::weak:
        return {Point::risk, ActionTexts::tr("Weakly protected: tokens of this source may start again")};
    case Protection::none: break;
    }
    return {Point::risk, ActionTexts::tr("Not protected: this source has no tokens")};
}

ActionPoint wakesPoint(const ActionRequest& request, qint64 wakes, bool all)
{
    QString text = wakes == 0 ? request.targets.size() > 1 ? ActionTexts::tr("Nobody waits for them")
                                                           : ActionTexts::tr("Nobody waits for it")
                   : request.holdOff.count() > 0
                       ? ActionTexts::tr("%Ln waiter(s) wait until the hold-off is over, then wake", nullptr, int(wakes))
                       : ActionTexts::tr("%Ln waiter(s) wake at once", nullptr, int(wakes));
    if (!all)
        text = ActionTexts::tr("%1 (of the first %2 locks)").arg(text).arg(ActionPreview::mostPreviewed);
    return {Point::effect, text};
}

class ForceReleaseAction final : public LockAction
{
public:
    [[nodiscard]] Objection nothingChosen() const override { return {Objection::Why::nothingToRelease}; }
    [[nodiscard]] std::optional<Objection> objectionToAll(const ActionRequest& request, const Feed& feed) const override;
    void weigh(ActionRequest& request, const Feed& feed) const override;
    [[nodiscard]] QString title(const ActionRequest& request) const override;
    [[nodiscard]] std::vector<ActionPoint> consequences(const ActionRequest& request,
                                                        const ActionPreview* preview) const override;
    [[nodiscard]] QString footNote(const ActionRequest& request) const override;
    [[nodiscard]] bool isWatched(const ActionRequest& request) const override { return !areSessionLocks(request); }
    [[nodiscard]] std::optional<ActionInput> input(const ActionRequest& request) const override;
    void takeInput(ActionRequest& request, const QString& value, Duration read) const override;
    [[nodiscard]] std::optional<CommandLine> commandLine(const ActionRequest& request,
                                                         const ActionTarget& target) const override;
    void preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const override;
    [[nodiscard]] ActionResult run(ActionWork& work, const ActionTarget& target) const override;

private:
    /// Records of others have no place for it.
    static bool canCool(const ActionRequest& request);
    static Answer<ForceRelease> storeRequest(const ActionWork& work, const ActionTarget& target);
};

bool ForceReleaseAction::canCool(const ActionRequest& request)
{
    const auto* seen = request.targets.empty() ? nullptr : std::get_if<LockSeen>(&request.targets.front().seen);
    return request.source == QLatin1String("lockdesk") && (seen == nullptr || !seen->row.quorum);
}

std::optional<Objection> ForceReleaseAction::objectionToAll(const ActionRequest& request, const Feed& feed) const
{
    if (const auto wrong = LockAction::objectionToAll(request, feed))
        return wrong;
    if (canCool(request) || request.holdOff == Duration{0})
        return std::nullopt;
    return areSessionLocks(request) ? Objection{Objection::Why::sessionHasNoCooling}
                                    : Objection{Objection::Why::sourceHasNoCooling, format::foreign(request.source)};
}

// Only when every lock is shown as expired is that the evidence: a renewed one is then left alone.
void ForceReleaseAction::weigh(ActionRequest& request, const Feed& feed) const
{
    LockAction::weigh(request, feed);
    const auto expired = [&](const ActionTarget& target) {
        const auto* seen = std::get_if<LockSeen>(&target.seen);
        return seen != nullptr && lock_state(seen->row, judgedAt(feed, seen->row)) == LockState::expired;
    };
    request.evidenceExpired =
        !request.targets.empty() && std::all_of(request.targets.begin(), request.targets.end(), expired);
}

QString ForceReleaseAction::title(const ActionRequest& request) const
{
    if (areSessionLocks(request))
        return counted(request, ActionTexts::tr("End the session that holds %1"),
                       ActionTexts::tr("End the sessions that hold %1 locks"));
    return request.holdOff.count() > 0
               ? counted(request, ActionTexts::tr("Hold off %1"), ActionTexts::tr("Hold off %1 locks"))
               : counted(request, ActionTexts::tr("Force unlock %1"), ActionTexts::tr("Force unlock %1 locks"));
}

std::vector<ActionPoint> ForceReleaseAction::consequences(const ActionRequest& request, const ActionPreview* preview) const
{
    std::vector<ActionPoint> points;
    if (preview == nullptr)
        return points; // the store says them
    qint64 wakes = 0;
    bool twice = false, all = true;
    Protection protection = Protection::row;
    for (const auto& item : preview->items) {
        all = all && item.asked;
        if (!item.asked)
            continue;
        wakes += item.wakes;
        twice |= item.mayRunTwice;
        protection = std::max(protection, item.protection);
    }
    if (areSessionLocks(request))
        points.push_back({Point::effect, ActionTexts::tr("Whoever tries next gets it")});
    else
        points.push_back(wakesPoint(request, wakes, all));
    for (const auto& item : preview->items)
        if (item.ends)
            addSessionEnd(*item.ends, points);
    if (twice && !areSessionLocks(request))
        points.push_back({Point::risk, request.targets.size() > 1
                                           ? ActionTexts::tr("The runs may happen twice: no holder is stopped")
                                           : ActionTexts::tr("The run may happen twice: its holder is not stopped")});
    points.push_back(protectionPoint(protection, request));
    points.push_back({Point::risk, ActionTexts::tr("Not protected: mails and calls to other systems")});
    return points;
}

QString ForceReleaseAction::footNote(const ActionRequest& request) const
{
    return areSessionLocks(request)
               ? ActionTexts::tr("The holder is told by its own connection, and ends its work as lost. "
                                 "Written to the audit.")
               : ActionTexts::tr("Then Lockdesk watches for 60 s and reports every late write that the fence refuses. "
                                 "Written to the audit.");
}

std::optional<ActionInput> ForceReleaseAction::input(const ActionRequest& request) const
{
    if (!canCool(request))
        return std::nullopt;
    return ActionInput{.caption = request.targets.size() > 1 ? ActionTexts::tr("Hold off: nobody may take them for")
                                                             : ActionTexts::tr("Hold off: nobody may take it for"),
                       .choices = spanChoices({"30s", "1m", "5m", "15m", "1h"}),
                       .initial = QStringLiteral("5m"),
                       .optional = true,
                       .on = request.holdOff.count() > 0};
}

void ForceReleaseAction::takeInput(ActionRequest& request, const QString& /*value*/, Duration read) const
{
    request.holdOff = read;
}

// A name that is no text is written with escapes, which the command line reads back.
std::optional<CommandLine> ForceReleaseAction::commandLine(const ActionRequest& request, const ActionTarget& target) const
{
    const auto* seen = std::get_if<LockSeen>(&target.seen);
    const bool plain = seen == nullptr || (!name_defect(seen->row.name, {}) && !name_defect(seen->row.owner, {}));
    CommandLine line("lock force-release");
    if (plain)
        line.positional(target.key.toStdString()).option("--if-owner", target.owner.toStdString());
    else
        line.flag("--escaped").positional(shown(seen->row.name)).option("--if-owner", shown(seen->row.owner));
    line.option("--if-token", target.token.number());
    if (request.evidenceExpired && seen != nullptr && seen->row.expires_at)
        line.option("--if-expires", to_us(*seen->row.expires_at));
    if (request.holdOff.count() > 0)
        line.option("--hold-off", duration_text(request.holdOff));
    return line.reason(request.reason.toStdString());
}

Answer<ForceRelease> ForceReleaseAction::storeRequest(const ActionWork& work, const ActionTarget& target)
{
    auto request = seenIdentity(work.request(), target);
    if (!request)
        return request;
    request->reason = work.request().reason.toStdString();
    request->hold_off = work.request().holdOff;
    request->who = work.who();
    return request;
}

void ForceReleaseAction::preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const
{
    const auto request = storeRequest(work, target);
    const auto answer =
        request ? work.session().locks().preview_force_release(*request) : Answer<ForcePreview>(request.failure());
    if (!answer) {
        item.failure = answer.failure();
        return;
    }
    ActionWork::showCommands(answer->commands, item);
    item.wakes = answer->wakes;
    item.mayRunTwice = answer->may_run_twice;
    item.protection = answer->protection;
    item.ends = answer->ends;
}

ActionResult ForceReleaseAction::run(ActionWork& work, const ActionTarget& target) const
{
    const auto request = storeRequest(work, target);
    if (!request)
        return ActionWork::failed(request.failure());
    ActionResult result;
    const auto answer = work.session().locks().force_release(*request);
    if (!work.took(answer, result))
        return result;
    if (answer->result == ForceResult::changed)
        return changedHands(answer->holder);
    result.token = answer->token;
    result.text = areSessionLocks(work.request()) ? ActionTexts::tr("Its session was ended.")
                  : answer->expires_at
                      ? ActionTexts::tr("Released. Nobody may take it until %1.").arg(format::clock(*answer->expires_at))
                      : ActionTexts::tr("Released.");
    ActionWork::addAuditProblem(answer->audit_problem, result);
    return result;
}

} // namespace

const Action& actions::forceRelease()
{
    static const ForceReleaseAction action;
    return action;
}

} // namespace lockdesk
