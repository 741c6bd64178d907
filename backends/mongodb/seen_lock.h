// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/mongodb/link.h"

#include <optional>
#include <string>

namespace lockdesk::mongodb {

/// A lock's document as read, with the time.
struct SeenLock
{
    Meta meta;
    View doc;                         ///< absent: no row, or one never granted
    std::optional<std::string> nonce; ///< of a row never granted
    LockRow row;
    [[nodiscard]] TimePoint now() const { return meta.now; }
};
Answer<SeenLock> see_lock(Link& link, const LockName& name);

/// Returns whether the row has an owner and its lease runs.
bool is_live(const LockRow& row, TimePoint now);
/// Returns the holder while the lease runs.
std::optional<Holder> holder_of(const LockRow& row, TimePoint now);

} // namespace lockdesk::mongodb
