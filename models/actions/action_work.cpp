// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/action_work.h"

#include "models/format/format.h"

#include <QCoreApplication>

#include <array>
#include <type_traits>
#include <variant>

namespace lockdesk {

namespace {

struct ActionWorkTexts
{
    Q_DECLARE_TR_FUNCTIONS(actions)
};

ActionResult failed(const Failure& failure)
{
    ActionResult result;
    const bool doubt = failure.kind == FailureKind::in_doubt;
    result.outcome = doubt ? ActionResult::Outcome::inDoubt : ActionResult::Outcome::failed;
    result.text = format::engineSentence(failure.message);
    if (doubt)
        result.text += u' ' + ActionWorkTexts::tr("It may have happened: look at the row before you try again.");
    return result;
}

QString holderText(const std::optional<Holder>& holder)
{
    if (!holder || holder->owner.empty())
        return ActionWorkTexts::tr("Changed: nobody holds it now. Nothing was done.");
    if (holder->token == FencingToken{})
        return ActionWorkTexts::tr("Changed hands: %1 holds it now. Nothing was done.")
            .arg(format::ownerShort(holder->owner));
    return ActionWorkTexts::tr("Changed hands: %1 holds it now, token %2. Nothing was done.")
        .arg(format::ownerShort(holder->owner), QString::number(holder->token.number()));
}

QString holderText(const std::optional<TaskRow>& row)
{
    if (!row || row->owner.empty())
        return ActionWorkTexts::tr("Changed: nobody holds it now. Nothing was done.");
    return ActionWorkTexts::tr("Changed hands: %1 holds it now, token %2. Nothing was done.")
        .arg(format::ownerShort(row->owner), QString::number(row->token.number()));
}

ActionResult changed(const QString& text)
{
    ActionResult result;
    result.outcome = ActionResult::Outcome::changed;
    result.text = text;
    return result;
}

} // namespace

template <class T> bool ActionWork::took(const Answer<T>& answer, ActionResult& result)
{
    if (answer.store_time())
        m_storeTime = answer.store_time();
    if (!answer)
        result = failed(answer.failure());
    return answer.is_result();
}

Answer<ForceRelease> ActionWork::forceRequest(const ActionTarget& target) const
{
    const auto* seen = std::get_if<LockSeen>(&target.seen);
    if (seen == nullptr)
        return usage_failure("nobody saw the lock that is to be freed");
    auto request = force_release_of(*seen, m_request.evidenceExpired);
    if (!request)
        return request;
    request->reason = m_request.reason.toStdString();
    request->hold_off = m_request.holdOff;
    request->who = m_who;
    return request;
}

Answer<ForcedRelock> ActionWork::relockRequest(const ActionTarget& target) const
{
    auto id = TaskId::parse(target.key.toStdString());
    if (!id)
        return id.failure();
    const auto wait = m_request.kind == ActionKind::unlockTask ? Duration{0} : m_request.wait;
    return ForcedRelock{*id,   target.owner.toStdString(), target.token, wait, m_request.reason.toStdString(),
                        m_who, target.seenRow<TaskRow>()};
}

Answer<std::vector<MessageId>> ActionWork::messageIds(const ActionTarget& target) const
{
    std::vector<MessageId> ids;
    if (target.key.isEmpty())
        return ids; // all of them
    auto id = MessageId::parse(target.key.toStdString());
    if (!id)
        return id.failure();
    ids.push_back(std::move(*id));
    return ids;
}

ActionPreview::Item ActionWork::preview(const ActionTarget& target)
{
    ActionPreview::Item item;
    const auto take = [&](const Answer<std::vector<std::string>>& commands) {
        if (!commands)
            item.failure = format::engineSentence(commands.failure().message);
        else
            for (const std::string& command : *commands)
                item.commands << format::foreignCode(command);
    };
    item.mayRunTwice = false;
    if (m_request.kind == ActionKind::forceRelease) {
        const auto request = forceRequest(target);
        const auto told =
            request ? m_session.locks().preview_force_release(*request) : Answer<ForcePreview>(request.failure());
        if (!told) {
            item.failure = format::engineSentence(told.failure().message);
            return item;
        }
        take(told->commands);
        item.wakes = told->wakes;
        item.mayRunTwice = told->may_run_twice;
        item.protection = told->protection;
        item.ends = told->ends;
    } else if (m_request.kind == ActionKind::relockTask || m_request.kind == ActionKind::unlockTask) {
        const auto request = relockRequest(target);
        take(request ? m_session.tasks().preview_relock_forced(*request)
                     : Answer<std::vector<std::string>>(request.failure()));
        item.mayRunTwice = !target.owner.isEmpty();
    } else if (m_request.kind == ActionKind::retryDead
               || (m_request.kind == ActionKind::requeue && target.owner.isEmpty())) {
        const auto ids = messageIds(target);
        take(ids ? m_session.outbox().preview_retry_dead(*ids) : Answer<std::vector<std::string>>(ids.failure()));
    } else {
        rehearse(target, item);
    }
    return item;
}

// What has no preview of its own is done up to where it would write. The audit row of a holder's verb is a call of its own.
void ActionWork::rehearse(const ActionTarget& target, ActionPreview::Item& item)
{
    StatementTrace* trace = m_session.rehearsed();
    if (trace == nullptr)
        return;
    std::vector<SentStatement> shown;
    {
        const StatementTrace::Rehearsal rehearsal(*trace);
        const ActionResult result = run(target);
        const bool done = result.outcome == ActionResult::Outcome::done; // then it has written that already
        if (!rehearsal.held() && !done)
            item.failure = result.text;
        else if (const Audited words = audited(); !done && *words.action != '\0' && m_session.capabilities().audit) {
            ActionResult none;
            audit(target, words, none);
        }
        shown = trace->take();
    }
    for (const SentStatement& one : shown)
        if (!one.aside && item.failure.isEmpty())
            item.commands << format::foreignCode(with_values(one));
}

ActionResult ActionWork::run(const ActionTarget& target)
{
    ActionResult result;
    switch (m_request.kind) {
    case ActionKind::forceRelease: result = forceRelease(target); break;
    case ActionKind::extendLock: result = extendLock(target); break;
    case ActionKind::relockTask:
    case ActionKind::unlockTask: result = relock(target); break;
    case ActionKind::extendTask:
    case ActionKind::advanceTask: result = step(target); break;
    case ActionKind::retryDead: result = retryDead(target); break;
    case ActionKind::requeue: result = requeue(target); break;
    case ActionKind::orderWorker: result = orderWorker(target); break;
    }
    result.key = target.key;
    return result;
}

ActionResult ActionWork::forceRelease(const ActionTarget& target)
{
    const auto request = forceRequest(target);
    if (!request)
        return failed(request.failure());
    ActionResult result;
    const auto told = m_session.locks().force_release(*request);
    if (!took(told, result))
        return result;
    if (told->result == ForceResult::changed)
        return changed(holderText(told->holder));
    result.token = told->token;
    result.text = endsSessions(m_request) ? ActionWorkTexts::tr("Its session was ended.")
                  : told->expires_at
                      ? ActionWorkTexts::tr("Released. Nobody may take it until %1.").arg(format::clock(*told->expires_at))
                      : ActionWorkTexts::tr("Released.");
    if (!told->audit_problem.empty())
        result.text += u' ' + ActionWorkTexts::tr("Not written to the audit: %1").arg(format::foreign(told->audit_problem));
    return result;
}

ActionResult ActionWork::extendLock(const ActionTarget& target)
{
    const auto request = forceRequest(target);
    if (!request)
        return failed(request.failure());
    if (const auto wrong = check_lease(m_request.wait))
        return failed(*wrong);
    ActionResult result;
    const auto told = m_session.locks().renew(request->name, request->if_owner, target.token, m_request.wait);
    if (!took(told, result))
        return result;
    if (told->result != LeaseResult::renewed)
        return told->result == LeaseResult::expired
                   ? changed(ActionWorkTexts::tr("Its lease is over: anyone may take it. Nothing was done."))
                   : changed(holderText(told->holder));
    result.text = told->extended && told->expires_at
                      ? ActionWorkTexts::tr("Extended to %1.").arg(format::clock(*told->expires_at))
                      : ActionWorkTexts::tr("Its lease ends later than that already.");
    audit(target, audited(), result);
    return result;
}

ActionResult ActionWork::relock(const ActionTarget& target)
{
    const auto request = relockRequest(target);
    if (!request)
        return failed(request.failure());
    ActionResult result;
    const auto told = m_session.tasks().relock_forced(*request);
    if (!took(told, result))
        return result;
    if (told->result == StepResult::missing)
        return changed(ActionWorkTexts::tr("It is not there any more."));
    if (told->result != StepResult::done)
        return changed(holderText(told->row));
    result.token = told->row ? std::optional(told->row->token) : std::nullopt;
    result.text = request->wait.count() == 0 || !told->row
                      ? ActionWorkTexts::tr("Due now.")
                      : ActionWorkTexts::tr("Due at %1.").arg(format::clock(task_due_at(*told->row)));
    return result;
}

ActionResult ActionWork::step(const ActionTarget& target)
{
    const auto id = TaskId::parse(target.key.toStdString());
    const auto owner = OwnerId::parse(target.owner.toStdString());
    if (!id || !owner)
        return failed(id ? owner.failure() : id.failure());
    TaskStep what{*id, *owner, target.token, Extend{}};
    if (m_request.kind == ActionKind::advanceTask) {
        const auto to = Phase::parse(m_request.toPhase.toStdString());
        const auto seen = target.seenRow<TaskRow>();
        const auto from = Phase::parse(seen ? seen->row.phase : std::string());
        if (!to || !from)
            return failed(to ? from.failure() : to.failure());
        what.what = Advance{*from, *to, std::nullopt};
    }
    ActionResult result;
    const auto told = m_session.tasks().apply(std::span(&what, 1));
    if (!took(told, result))
        return result;
    const StepAnswer& answer = told->front();
    if (answer.result == StepResult::missing)
        return changed(ActionWorkTexts::tr("It is not there any more."));
    if (answer.result != StepResult::done)
        return changed(holderText(answer.row));
    const bool advance = m_request.kind == ActionKind::advanceTask;
    result.text = advance      ? ActionWorkTexts::tr("Advanced to %1.").arg(m_request.toPhase)
                  : answer.row ? ActionWorkTexts::tr("Locked until %1.").arg(format::clock(task_due_at(*answer.row)))
                               : ActionWorkTexts::tr("Extended.");
    audit(target, audited(), result);
    return result;
}

ActionResult ActionWork::retryDead(const ActionTarget& target)
{
    const auto ids = messageIds(target);
    if (!ids)
        return failed(ids.failure());
    ActionResult result;
    const auto told = m_session.outbox().retry_dead(*ids);
    if (!took(told, result))
        return result;
    if (told->empty())
        return changed(target.key.isEmpty() ? ActionWorkTexts::tr("No message is dead.")
                                            : ActionWorkTexts::tr("It is not dead any more. Nothing was done."));
    const auto many = static_cast<std::int64_t>(told->size());
    result.text =
        many == 1 ? ActionWorkTexts::tr("Pending again.") : ActionWorkTexts::tr("%1 pending again.").arg(format::count(many));
    audit(target, {"retry-dead", "message"}, result, told->size());
    return result;
}

// What a relay holds is given back in its name; dead ones are retried.
ActionResult ActionWork::requeue(const ActionTarget& target)
{
    const auto id = MessageId::parse(target.key.toStdString());
    const auto owner = OwnerId::parse(target.owner.toStdString());
    if (!id)
        return failed(id.failure());
    if (target.owner.isEmpty() || !owner)
        return retryDead(target);
    constexpr std::int64_t any_tries = 1'000'000'000;
    constexpr bool failed_try = false; // nobody has tried: it is given back
    const Delivery back{*id,         *owner,     target.token, false, "requeued by " + m_who,
                        Duration{0}, any_tries, failed_try};
    ActionResult result;
    const auto told = m_session.outbox().settle(std::span(&back, 1));
    if (!took(told, result))
        return result;
    if (!told->front().accepted)
        return changed(ActionWorkTexts::tr("Another relay has it now, or it was sent. Nothing was done."));
    result.text = ActionWorkTexts::tr("Pending again.");
    audit(target, audited(), result);
    return result;
}

ActionResult ActionWork::orderWorker(const ActionTarget& target)
{
    const auto id = WorkerId::parse(target.key.toStdString());
    if (!id)
        return failed(id.failure());
    ActionResult result;
    const auto told = m_session.workers().order({*id, m_request.control, m_who, target.seenRow<WorkerRow>(),
                                                 m_request.reason.toStdString()});
    if (!took(told, result))
        return result;
    if (!*told)
        return changed(ActionWorkTexts::tr("It has left. Nothing was done."));
    constexpr std::array texts{QT_TRANSLATE_NOOP("actions", "Told to run."), QT_TRANSLATE_NOOP("actions", "Told to pause."),
                               QT_TRANSLATE_NOOP("actions", "Told to slow down."),
                               QT_TRANSLATE_NOOP("actions", "Told to stop.")};
    result.text = ActionWorkTexts::tr(texts.at(static_cast<std::size_t>(m_request.control.order)));
    return result;
}

ActionWork::Audited ActionWork::audited() const
{
    switch (m_request.kind) {
    case ActionKind::extendLock: return {"extend", "lock"};
    case ActionKind::extendTask: return {"extend", "task"};
    case ActionKind::advanceTask: return {"advance", "task"};
    case ActionKind::requeue: return {"requeue", "message"};
    default: return {};
    }
}

void ActionWork::audit(const ActionTarget& target, const Audited& words, ActionResult& result, std::size_t rows)
{
    AuditRow row;
    row.who = m_who;
    row.action = words.action;
    row.entity = words.entity;
    row.key = target.key.toStdString();
    row.reason = m_request.reason.toStdString();
    row.evidence = std::visit(
        [&](const auto& seen) -> std::string {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(seen)>, std::monostate>)
                return target.key.isEmpty() ? evidence_of_messages(rows) : "null";
            else
                return evidence_json(seen);
        },
        target.seen);
    row.result = "done";
    const auto written = m_session.audit().write(row);
    if (!written && written.failure().kind != FailureKind::unsupported)
        result.text += u' '
                       + ActionWorkTexts::tr("Not written to the audit: %1")
                             .arg(format::engineSentence(written.failure().message));
}

} // namespace lockdesk
