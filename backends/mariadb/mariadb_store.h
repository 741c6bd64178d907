// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk {

/// Factory for StoreRegistry. Does not connect; sessions do.
Answer<std::unique_ptr<Store>> open_mariadb_store(const StoreUrl& url);

} // namespace lockdesk
