// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk {

/// `redlock://h1:p1,h2:p2,...`: independent Redis servers, each opened by `open_server` with a `redis://` URL. User,
/// password and database number are the same for all. The program passes in the Redis store's factory, because stores do
/// not depend on each other.
Answer<std::unique_ptr<Store>> open_redlock_store(const StoreUrl& url, StoreRegistry::Factory open_server);

} // namespace lockdesk
