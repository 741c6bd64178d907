// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/event.h"

#include <vector>

namespace lockdesk::scenarios {

/// The statements of a step for reading. Pointers into the event.
struct ReadingOrder
{
    const SentStatement* deciding = nullptr; ///< the one whose outcome is the step's result; null: none
    std::vector<const SentStatement*> all;   ///< in the order in which they were sent, that one among them
    std::vector<const SentStatement*> beside; ///< what the call itself needs: connections, clocks, waiters, notes of holders
};

/// Sorts the statements of a step. The deciding one belongs to the step's verb if a name says so; it is the last that writes, else
/// the last that reads.
ReadingOrder reading_order(const Event& event);

} // namespace lockdesk::scenarios
