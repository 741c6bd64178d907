// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/chaos/chaos/history.h"
#include "tests/contract/decorated_store.h"

namespace lockdesk::chaos {

/// Sessions that tell a history what they were granted, claimed and advanced, call by call with its begin and its end, whatever
/// part of the engine calls them, and which calls brought no result. Thread-safe; the history outlives them.
contract::Decorate telling(HistoryWriter& history);

} // namespace lockdesk::chaos
