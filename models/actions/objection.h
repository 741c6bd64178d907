// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/changes.h"

#include <QString>

namespace lockdesk {

/// Why an action cannot apply to the chosen rows. Callers branch on `why`; the sentence is only for the operator.
struct Objection
{
    enum class Why {
        noStore,
        severalStores, ///< rows of more than one, or none: of `entity`
        severalSources,
        recording, ///< `name`: the connection
        readOnly,
        nothingToRelease,
        nothingToExtend,
        nothingHeldOff,
        notHeldOff,          ///< `name`: the lock
        sourceEndsNoHoldOff, ///< `name`: the source
        noneDead,
        noneDeadShown, ///< and the table's filter may hide some
        notHeld,       ///< `name`: the lock
        claimNotHeld,  ///< `name`: the task
        sessionHasNoCooling,
        sourceHasNoCooling, ///< `name`: the source
        sessionHasNoLease,
    };
    Why why = Why::noStore;
    QString name = {}; ///< as it is shown
    Entity entity = Entity::lock;
};

/// The sentence, in the user's language.
QString text(const Objection& objection);

} // namespace lockdesk
