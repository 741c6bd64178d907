// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/action_texts.h"
#include "models/actions/action_work.h"
#include "models/format/format.h"

#include <span>

namespace lockdesk {

namespace {

class MessageAction : public Action
{
public:
    [[nodiscard]] Entity entity() const final { return Entity::message; }
    [[nodiscard]] bool isDangerous(const ActionRequest& /*request*/) const final { return false; }

protected:
    static CommandLine retryLine(const ActionTarget& target)
    {
        CommandLine line("outbox retry-dead");
        return target.key.isEmpty() ? line : line.positional(target.key.toStdString());
    }
    static void previewRetry(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item)
    {
        const auto ids = messageIds(target);
        ActionWork::showCommands(ids ? work.session().outbox().preview_retry_dead(*ids)
                                     : Answer<std::vector<std::string>>(ids.failure()),
                                 item);
    }
    static ActionResult runRetry(ActionWork& work, const ActionTarget& target);

private:
    // Without a key: all messages.
    static Answer<std::vector<MessageId>> messageIds(const ActionTarget& target)
    {
        std::vector<MessageId> ids;
        if (target.key.isEmpty())
            return ids;
        auto id = MessageId::parse(target.key.toStdString());
        if (!id)
            return id.failure();
        ids.push_back(std::move(*id));
        return ids;
    }
};

ActionResult MessageAction::runRetry(ActionWork& work, const ActionTarget& target)
{
    const auto ids = messageIds(target);
    if (!ids)
        return ActionWork::failed(ids.failure());
    ActionResult result;
    const auto answer = work.session().outbox().retry_dead(*ids);
    if (!work.took(answer, result))
        return result;
    if (answer->empty())
        return ActionWork::changed(target.key.isEmpty() ? ActionTexts::tr("No message is dead.")
                                                        : ActionTexts::tr("It is not dead any more. Nothing was done."));
    const auto many = static_cast<std::int64_t>(answer->size());
    result.text = many == 1 ? ActionTexts::tr("Pending again.")
                            : ActionTexts::tr("%1 pending again.").arg(format::count(many));
    work.audit(target, {"retry-dead", "message"}, result, answer->size());
    return result;
}

class RetryDeadAction final : public MessageAction
{
public:
    [[nodiscard]] bool takesAll() const override { return true; }
    [[nodiscard]] QString title(const ActionRequest& request) const override
    {
        if (!request.targets.empty())
            return counted(request, ActionTexts::tr("Retry %1"), ActionTexts::tr("Retry %1 messages"));
        return request.all > 0 ? ActionTexts::tr("Retry all %1 dead messages").arg(format::count(request.all))
                               : ActionTexts::tr("Retry all dead messages");
    }
    [[nodiscard]] std::vector<ActionPoint> consequences(const ActionRequest& /*request*/,
                                                        const ActionPreview* /*preview*/) const override
    {
        return {{ActionPoint::Kind::effect, ActionTexts::tr("Pending again with 0 tries, due now")},
                {ActionPoint::Kind::risk, ActionTexts::tr("A receiver that did get it sees the same id again")}};
    }
    [[nodiscard]] std::optional<CommandLine> commandLine(const ActionRequest& /*request*/,
                                                         const ActionTarget& target) const override
    {
        return retryLine(target);
    }
    void preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const override
    {
        previewRetry(work, target, item);
    }
    [[nodiscard]] ActionResult run(ActionWork& work, const ActionTarget& target) const override
    {
        return runRetry(work, target);
    }
};

/// Releases a relay's messages in its name; retries dead ones.
class RequeueAction final : public MessageAction
{
public:
    [[nodiscard]] QString title(const ActionRequest& request) const override
    {
        return counted(request, ActionTexts::tr("Requeue %1"), ActionTexts::tr("Requeue %1 messages"));
    }
    [[nodiscard]] std::vector<ActionPoint> consequences(const ActionRequest& /*request*/,
                                                        const ActionPreview* /*preview*/) const override
    {
        return {{ActionPoint::Kind::effect, ActionTexts::tr("Pending again, due now")},
                {ActionPoint::Kind::risk, ActionTexts::tr("May be delivered twice: receivers must check ids")}};
    }
    // No command releases in a relay's name.
    [[nodiscard]] std::optional<CommandLine> commandLine(const ActionRequest& /*request*/,
                                                         const ActionTarget& target) const override
    {
        return target.owner.isEmpty() ? std::optional(retryLine(target)) : std::nullopt;
    }
    void preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const override
    {
        if (target.owner.isEmpty())
            previewRetry(work, target, item);
        else
            Action::preview(work, target, item);
    }
    [[nodiscard]] AuditWords audited() const override { return {"requeue", "message"}; }
    [[nodiscard]] ActionResult run(ActionWork& work, const ActionTarget& target) const override;
};

ActionResult RequeueAction::run(ActionWork& work, const ActionTarget& target) const
{
    const auto id = MessageId::parse(target.key.toStdString());
    const auto owner = OwnerId::parse(target.owner.toStdString());
    if (!id)
        return ActionWork::failed(id.failure());
    if (target.owner.isEmpty() || !owner)
        return runRetry(work, target);
    constexpr std::int64_t any_tries = 1'000'000'000;
    constexpr bool failed_try = false; // released, not tried
    const Delivery back{*id,         *owner,    target.token, false, "requeued by " + work.who(),
                        Duration{0}, any_tries, failed_try};
    ActionResult result;
    const auto answer = work.session().outbox().settle(std::span(&back, 1));
    if (!work.took(answer, result))
        return result;
    if (!answer->front().accepted)
        return ActionWork::changed(ActionTexts::tr("Another relay has it now, or it was sent. Nothing was done."));
    result.text = ActionTexts::tr("Pending again.");
    work.audit(target, audited(), result);
    return result;
}

} // namespace

const Action& actions::retryDead()
{
    static const RetryDeadAction action;
    return action;
}

const Action& actions::requeue()
{
    static const RequeueAction action;
    return action;
}

} // namespace lockdesk
