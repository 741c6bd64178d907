// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/told_store.h"

namespace lockdesk::worker {

/// A session whose locks, session locks and outbox tell what is asked of them. The store outlives it.
std::unique_ptr<Session> told_session(const ToldStore& store, std::unique_ptr<Session> inner);

} // namespace lockdesk::worker
