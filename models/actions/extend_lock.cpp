// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/engine/contracts/session_locks.h"
#include "backends/engine/text/text.h"
#include "models/actions/action_texts.h"
#include "models/actions/action_work.h"
#include "models/actions/lock_action.h"
#include "models/format/format.h"

namespace lockdesk {

namespace {

/// As the holder itself would.
class ExtendLockAction final : public LockAction
{
public:
    [[nodiscard]] Objection nothingChosen() const override { return {Objection::Why::nothingToExtend}; }
    [[nodiscard]] std::optional<Objection> objectionToAll(const ActionRequest& request, const Feed& feed) const override
    {
        if (const auto wrong = LockAction::objectionToAll(request, feed))
            return wrong;
        return areSessionLocks(request) ? std::optional(Objection{Objection::Why::sessionHasNoLease}) : std::nullopt;
    }
    [[nodiscard]] QString title(const ActionRequest& request) const override
    {
        return counted(request, ActionTexts::tr("Extend %1"), ActionTexts::tr("Extend %1 locks"));
    }
    [[nodiscard]] bool isDangerous(const ActionRequest& /*request*/) const override { return false; }
    [[nodiscard]] std::vector<ActionPoint> consequences(const ActionRequest& /*request*/,
                                                        const ActionPreview* /*preview*/) const override
    {
        return {{ActionPoint::Kind::effect, ActionTexts::tr("The lease ends later; it is never shortened")},
                {ActionPoint::Kind::risk, ActionTexts::tr("A dead holder keeps others out for longer")}};
    }
    [[nodiscard]] std::optional<ActionInput> input(const ActionRequest& /*request*/) const override
    {
        return ActionInput{.caption = ActionTexts::tr("Lease from now"),
                           .choices = spanChoices({"30s", "1m", "5m", "1h"}),
                           .initial = QStringLiteral("1m")};
    }
    [[nodiscard]] std::optional<CommandLine> commandLine(const ActionRequest& request,
                                                         const ActionTarget& target) const override
    {
        CommandLine line("lock renew");
        return line.positional(target.key.toStdString())
            .option("--owner", target.owner.toStdString())
            .option("--token", target.token.number())
            .option("--lease", duration_text(request.wait));
    }
    [[nodiscard]] AuditWords audited() const override { return {"extend", "lock"}; }
    [[nodiscard]] ActionResult run(ActionWork& work, const ActionTarget& target) const override;
};

ActionResult ExtendLockAction::run(ActionWork& work, const ActionTarget& target) const
{
    const Duration lease = work.request().wait;
    const auto held = seenIdentity(work.request(), target);
    if (!held)
        return ActionWork::failed(held.failure());
    if (const auto wrong = check_lease(lease))
        return ActionWork::failed(*wrong);
    ActionResult result;
    const auto answer = work.session().locks().renew(held->name, held->if_owner, target.token, lease);
    if (!work.took(answer, result))
        return result;
    if (answer->result == LeaseResult::expired)
        return ActionWork::changed(ActionTexts::tr("Its lease is over: anyone may take it. Nothing was done."));
    if (answer->result != LeaseResult::renewed)
        return changedHands(answer->holder);
    result.text = answer->extended && answer->expires_at
                      ? ActionTexts::tr("Extended to %1.").arg(format::clock(*answer->expires_at))
                      : ActionTexts::tr("Its lease ends later than that already.");
    work.audit(target, audited(), result);
    return result;
}

} // namespace

const Action& actions::extendLock()
{
    static const ExtendLockAction action;
    return action;
}

} // namespace lockdesk
