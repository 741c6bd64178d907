// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/store.h"

namespace lockdesk {

/// A factory for StoreRegistry: `redlock://h1:p1,h2:p2,...`, independent Redis servers. User, password and the number of the
/// database are the same on all of them.
Answer<std::unique_ptr<Store>> open_redlock_store(const StoreUrl& url);

} // namespace lockdesk
