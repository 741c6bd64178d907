// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk {

/// A factory for StoreRegistry. Does not connect; sessions do. The URL's path is the database, `lockdesk` when it has none.
Answer<std::unique_ptr<Store>> open_mongodb_store(const StoreUrl& url);

/// Takes the shared memory of libmongoc's counters out of sight; they go on counting in memory of this process. The library makes it
/// when a program is loaded, and one that is killed leaves it behind: a later process of the same number is then warned on its own
/// output, before it could object. For programs, as early as they can; any thread.
void hide_mongodb_counters() noexcept;

} // namespace lockdesk
