// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/action_work.h"

#include "models/actions/action_texts.h"
#include "models/format/format.h"

#include <type_traits>
#include <variant>

namespace lockdesk {

ActionResult ActionWork::failed(const Failure& failure)
{
    ActionResult result;
    const bool doubt = failure.kind == FailureKind::in_doubt;
    result.outcome = doubt ? ActionResult::Outcome::inDoubt : ActionResult::Outcome::failed;
    result.text = format::engineSentence(failure.message);
    result.failure = failure;
    if (doubt)
        result.text += u' ' + ActionTexts::tr("It may have happened: look at the row before you try again.");
    return result;
}

void ActionWork::addAuditProblem(const std::string& problem, ActionResult& result)
{
    if (!problem.empty())
        result.text += u' ' + ActionTexts::tr("Not written to the audit: %1").arg(format::foreign(problem));
}

ActionResult ActionWork::changed(const QString& text)
{
    ActionResult result;
    result.outcome = ActionResult::Outcome::changed;
    result.text = text;
    return result;
}

ActionResult ActionWork::changedHands(const std::string& owner, FencingToken token)
{
    if (owner.empty())
        return changed(ActionTexts::tr("Changed: nobody holds it now. Nothing was done."));
    if (token == FencingToken{}) // its source has none
        return changed(ActionTexts::tr("Changed hands: %1 holds it now. Nothing was done.").arg(format::ownerShort(owner)));
    return changed(ActionTexts::tr("Changed hands: %1 holds it now, token %2. Nothing was done.")
                       .arg(format::ownerShort(owner), QString::number(token.number())));
}

void ActionWork::showCommands(const Answer<std::vector<std::string>>& commands, ActionPreview::Item& item)
{
    if (!commands)
        item.failure = commands.failure();
    else
        for (const std::string& command : *commands)
            item.commands << format::foreignCode(command);
}

ActionPreview::Item ActionWork::preview(const ActionTarget& target)
{
    ActionPreview::Item item;
    item.mayRunTwice = false;
    m_request.action->preview(*this, target, item);
    return item;
}

// A holder's verb writes its audit row in a separate call.
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
        if (!rehearsal.held() && !done) {
            item.failure = result.failure;
            item.refused = result.failure ? QString() : result.text;
        } else if (const AuditWords words = m_request.action->audited();
                 !done && *words.action != '\0' && m_session.capabilities().audit) {
            ActionResult none;
            audit(target, words, none);
        }
        shown = trace->take();
    }
    for (const SentStatement& one : shown)
        if (!one.aside && item.works())
            item.commands << format::foreignCode(with_values(one));
}

ActionResult ActionWork::run(const ActionTarget& target)
{
    ActionResult result = m_request.action->run(*this, target);
    result.key = target.key;
    return result;
}

void ActionWork::audit(const ActionTarget& target, const AuditWords& words, ActionResult& result, std::size_t rows)
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
        result.text +=
            u' ' + ActionTexts::tr("Not written to the audit: %1").arg(format::engineSentence(written.failure().message));
}

} // namespace lockdesk
