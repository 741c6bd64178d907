// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk {

/// The session locks of a store as a separate source, `named` or `skip-locked`: they are listed, found and force-released
/// like other locks, where a force release ends the session. Acquiring one needs a session that stays open: `guard run` has
/// one. Everything but locks, audit and the clock is unsupported.
Answer<std::unique_ptr<Session>> open_session_lock_source(Store& store, SessionOptions options, SessionLockKind kind);

} // namespace lockdesk
