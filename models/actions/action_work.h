// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"
#include "models/actions/action.h"

namespace lockdesk {

/// One action on one session, target by target, and what actions need for that. Runs on an action thread; keeps nothing.
class ActionWork
{
public:
    ActionWork(Session& session, const ActionRequest& request, std::string who)
        : m_session(session), m_request(request), m_who(std::move(who))
    {
    }
    [[nodiscard]] ActionPreview::Item preview(const ActionTarget& target);
    [[nodiscard]] ActionResult run(const ActionTarget& target);
    /// The store's clock at the last answer.
    [[nodiscard]] std::optional<TimePoint> storeTime() const { return m_storeTime; }

    // for the actions
    [[nodiscard]] Session& session() { return m_session; }
    [[nodiscard]] const ActionRequest& request() const { return m_request; }
    [[nodiscard]] const std::string& who() const { return m_who; }
    /// Returns false on a failure, and sets `result` to the reason.
    template <class T> bool took(const Answer<T>& answer, ActionResult& result)
    {
        if (answer.store_time())
            m_storeTime = answer.store_time();
        if (!answer)
            result = failed(answer.failure());
        return answer.is_result();
    }
    /// Preview of actions without their own: runs the action up to its first write.
    void rehearse(const ActionTarget& target, ActionPreview::Item& item);
    /// `rows`: the number of affected rows, for an action on all.
    void audit(const ActionTarget& target, const AuditWords& words, ActionResult& result, std::size_t rows = 1);

    static void showCommands(const Answer<std::vector<std::string>>& commands, ActionPreview::Item& item);
    static ActionResult failed(const Failure& failure);
    /// Appends why there is no audit row; empty: there is one.
    static void addAuditProblem(const std::string& problem, ActionResult& result);
    static ActionResult changed(const QString& text);
    /// Result for another holder, or, with an empty owner, for none.
    static ActionResult changedHands(const std::string& owner, FencingToken token);

private:
    Session& m_session;
    const ActionRequest& m_request;
    const std::string m_who;
    std::optional<TimePoint> m_storeTime;
};

} // namespace lockdesk
