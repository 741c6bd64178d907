// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk {

/// A factory for StoreRegistry. Does not connect; sessions do. The URL's path is the database, `lockdesk` by default.
Answer<std::unique_ptr<Store>> open_mongodb_store(const StoreUrl& url);

/// Unlinks the shared memory of libmongoc's counters, which continue in memory of this process. The library creates it
/// when a program is loaded, and a killed program leaves it behind: a later process with the same id then prints a warning
/// before it can prevent that. For programs, as early as possible; any thread.
void hide_mongodb_counters() noexcept;

} // namespace lockdesk
