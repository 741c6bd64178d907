// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk::redis {

/// Opens a session on the keys of another library (see key_formats.h): locks without tokens only.
Answer<std::unique_ptr<Session>> open_key_source(const StoreUrl& url, const SessionOptions& options);

} // namespace lockdesk::redis
