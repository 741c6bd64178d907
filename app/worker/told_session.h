// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/told_store.h"

namespace lockdesk::worker {

/// Returns a session that reports calls to its locks, session locks and outbox. The store must outlive it.
std::unique_ptr<Session> told_session(const ToldStore& store, std::unique_ptr<Session> inner);

} // namespace lockdesk::worker
