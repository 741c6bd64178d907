// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/store.h"

namespace lockdesk::mariadb {

/// A session on a `dist_lock` table: locks without tokens, and nothing else.
Answer<std::unique_ptr<Session>> open_dist_lock(const StoreUrl& url, const SessionOptions& options);

} // namespace lockdesk::mariadb
