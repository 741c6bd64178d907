// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/lock_action.h"

#include "backends/engine/contracts/session_locks.h"
#include "models/actions/action_texts.h"
#include "models/actions/action_work.h"
#include "models/actions/lock_record.h"
#include "models/feed/feed.h"
#include "models/format/format.h"

#include <algorithm>

namespace lockdesk {

bool LockAction::areSessionLocks(const ActionRequest& request)
{
    return session_lock_kind(request.source.toStdString()).has_value();
}

std::optional<Objection> LockAction::objectionTo(const ActionTarget& target) const
{
    return target.owner.isEmpty() ? std::optional(Objection{Objection::Why::notHeld, format::foreign(target.key)})
                                  : std::nullopt;
}

// What is asked as one must be of one format: each has a session and statements of its own.
std::optional<Objection> LockAction::objectionToAll(const ActionRequest& request, const Feed& feed) const
{
    const bool same = std::all_of(request.targets.begin(), request.targets.end(), [&](const ActionTarget& target) {
        const auto* seen = std::get_if<LockSeen>(&target.seen);
        return seen == nullptr || sourceOf(feed.info(), seen->row) == request.source;
    });
    return same ? std::nullopt : std::optional(Objection{Objection::Why::severalSources});
}

void LockAction::weigh(ActionRequest& request, const Feed& feed) const
{
    if (const auto* seen = request.targets.empty() ? nullptr : std::get_if<LockSeen>(&request.targets.front().seen))
        request.source = sourceOf(feed.info(), seen->row);
}

QString LockAction::changedNote(const ActionRequest& request) const
{
    const auto* lock = request.targets.empty() ? nullptr : std::get_if<LockSeen>(&request.targets.front().seen);
    if (lock != nullptr && lock->row.quorum)
        return ActionTexts::tr("The same goes to each of its %1 servers. A lock that changed hands in the meantime is left "
                               "alone.")
            .arg(lock->row.quorum->servers.size());
    return areSessionLocks(request)
               ? ActionTexts::tr("Another session that holds it in the meantime is left alone, and you see it.")
               : ActionTexts::tr("A lock that changed hands in the meantime is left alone, and you see its new holder.");
}

Answer<ForceRelease> LockAction::seenIdentity(const ActionRequest& request, const ActionTarget& target)
{
    const auto* seen = std::get_if<LockSeen>(&target.seen);
    if (seen == nullptr)
        return Failure::usage("nobody saw the lock that is to be freed");
    return force_release_of(*seen, request.evidenceExpired);
}

ActionResult LockAction::changedHands(const std::optional<Holder>& holder)
{
    if (!holder || holder->owner.empty())
        return ActionWork::changedHands({}, {});
    return ActionWork::changedHands(holder->owner, holder->token);
}

} // namespace lockdesk
