// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/objection.h"

#include "models/actions/action_texts.h"

namespace lockdesk {

namespace {

QString severalStoresText(Entity entity)
{
    switch (entity) {
    case Entity::task: return ActionTexts::tr("Select tasks of one store: each store is asked on its own.");
    case Entity::message: return ActionTexts::tr("Select messages of one store: each store is asked on its own.");
    case Entity::worker: return ActionTexts::tr("Select workers of one store: each store is asked on its own.");
    default: return ActionTexts::tr("Select locks of one store: each store is asked on its own.");
    }
}

} // namespace

QString text(const Objection& objection)
{
    switch (objection.why) {
    case Objection::Why::noStore: return ActionTexts::tr("No store is connected.");
    case Objection::Why::severalStores: return severalStoresText(objection.entity);
    case Objection::Why::severalSources:
        return ActionTexts::tr("Select locks of one source: each is asked on its own.");
    case Objection::Why::recording:
        return ActionTexts::tr("%1 is a recording: there is no store, and nothing can be changed.").arg(objection.name);
    case Objection::Why::readOnly:
        return ActionTexts::tr("The connection is read-only: the session itself cannot write.");
    case Objection::Why::nothingToRelease: return ActionTexts::tr("Nobody holds it: there is nothing to unlock.");
    case Objection::Why::nothingToExtend: return ActionTexts::tr("Nobody holds it: there is nothing to extend.");
    case Objection::Why::nothingHeldOff: return ActionTexts::tr("No lock is selected whose hold-off could end.");
    case Objection::Why::notHeldOff: return ActionTexts::tr("%1 is not held off.").arg(objection.name);
    case Objection::Why::sourceEndsNoHoldOff:
        return ActionTexts::tr("The source %1 has no hold-off: what its own programs keep for nobody stays theirs.")
            .arg(objection.name);
    case Objection::Why::noneDead: return ActionTexts::tr("None of the selected messages is dead.");
    case Objection::Why::noneDeadShown:
        return ActionTexts::tr("The table shows no dead message of this store. Change its filter.");
    case Objection::Why::notHeld: return ActionTexts::tr("Nobody holds %1.").arg(objection.name);
    case Objection::Why::claimNotHeld:
        return ActionTexts::tr("Nobody holds %1: only its holder's claim can be moved.").arg(objection.name);
    case Objection::Why::sessionHasNoCooling:
        return ActionTexts::tr("A session lock has no cooling: force-unlock it, which ends its session.");
    case Objection::Why::sourceHasNoCooling:
        return ActionTexts::tr("The source %1 has no cooling: a lock of it can be unlocked, but not held off.")
            .arg(objection.name);
    case Objection::Why::sessionHasNoLease:
        return ActionTexts::tr("A session lock has no lease: it lasts as long as its session.");
    }
    return {};
}

} // namespace lockdesk
