// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <memory>

namespace lockdesk::redis {

/// Opens a session on Lockdesk's own schema; connects unless the options say later.
Answer<std::unique_ptr<Session>> open_session(const StoreUrl& url, const SessionOptions& options);

} // namespace lockdesk::redis
