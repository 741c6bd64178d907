// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/actions/action.h"

namespace lockdesk {

/// Common part of actions on locks: they concern the holder.
class LockAction : public Action
{
public:
    [[nodiscard]] Entity entity() const final { return Entity::lock; }
    [[nodiscard]] std::optional<Objection> objectionTo(const ActionTarget& target) const final;
    [[nodiscard]] std::optional<Objection> objectionToAll(const ActionRequest& request, const Feed& feed) const override;
    void weigh(ActionRequest& request, const Feed& feed) const override;
    [[nodiscard]] QString changedNote(const ActionRequest& request) const final;

protected:
    /// Its locks are held by sessions of the store: to free one is to end its session.
    static bool areSessionLocks(const ActionRequest& request);
    /// The row to compare with, as its store has it.
    static Answer<ForceRelease> seenIdentity(const ActionRequest& request, const ActionTarget& target);
    static ActionResult changedHands(const std::optional<Holder>& holder);
};

} // namespace lockdesk
