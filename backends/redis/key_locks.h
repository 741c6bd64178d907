// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/key_formats.h"
#include "backends/redis/link.h"

#include <memory>

namespace lockdesk::redis {

/// Locks in the keys of another library. The link must outlive them.
std::unique_ptr<Locks> make_key_locks(Link& link, KeyFormat format);

} // namespace lockdesk::redis
