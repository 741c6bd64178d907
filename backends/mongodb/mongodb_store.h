// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/store.h"

namespace lockdesk {

/// A factory for StoreRegistry. Does not connect; sessions do. The URL's path is the database, `lockdesk` when it has none.
Answer<std::unique_ptr<Store>> open_mongodb_store(const StoreUrl& url);

} // namespace lockdesk
