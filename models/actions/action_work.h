// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"
#include "models/actions/actions.h"

namespace lockdesk {

/// One action on one session, target by target. Runs on an action thread; keeps nothing.
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

private:
    Answer<ForceRelease> forceRequest(const ActionTarget& target) const;
    Answer<ForcedRelock> relockRequest(const ActionTarget& target) const;
    Answer<std::vector<MessageId>> messageIds(const ActionTarget& target) const;
    ActionResult forceRelease(const ActionTarget& target);
    ActionResult extendLock(const ActionTarget& target);
    ActionResult relock(const ActionTarget& target);
    ActionResult step(const ActionTarget& target);
    ActionResult retryDead(const ActionTarget& target);
    ActionResult requeue(const ActionTarget& target);
    ActionResult orderWorker(const ActionTarget& target);
    void rehearse(const ActionTarget& target, ActionPreview::Item& item);
    /// What the audit says of a verb that writes no row of its own there; empty: it does, or it depends.
    struct Audited
    {
        const char* action = "";
        const char* entity = "";
    };
    [[nodiscard]] Audited audited() const;
    /// `rows`: how many it was done to, when all of them were meant.
    void audit(const ActionTarget& target, const Audited& words, ActionResult& result, std::size_t rows = 1);

    template <class T> bool took(const Answer<T>& answer, ActionResult& result);

    Session& m_session;
    const ActionRequest& m_request;
    const std::string m_who;
    std::optional<TimePoint> m_storeTime;
};

} // namespace lockdesk
