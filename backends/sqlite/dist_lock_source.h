// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk::sqlite {

/// Opens a session on a `dist_lock` table in a SQLite file: only locks, without tokens.
Answer<std::unique_ptr<Session>> open_dist_lock(const std::string& path, const SessionOptions& options);

} // namespace lockdesk::sqlite
