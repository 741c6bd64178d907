// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/chaos/chaos/history.h"
#include "tests/contract/decorated_store.h"

namespace lockdesk::chaos {

/// Wraps sessions that record in a history what they were granted, claimed and advanced, with begin and end of each call,
/// whatever part of the engine makes it, and which calls had no result. Thread-safe; the history must outlive them.
contract::Decorate telling(HistoryWriter& history);

} // namespace lockdesk::chaos
