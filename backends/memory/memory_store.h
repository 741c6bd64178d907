// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockdesk {

/// Factory for StoreRegistry. Stores of the same name are one store, and live as long as the process. The schema exists
/// from the start, since nothing outlives the process that could have created it.
Answer<std::unique_ptr<Store>> open_memory_store(const StoreUrl& url);

/// The source of a memory store's time. `now` is called from any thread.
class MemoryClock
{
public:
    virtual ~MemoryClock() = default;
    [[nodiscard]] virtual TimePoint now() const = 0;
};

/// Settings of tests and the simulator for the store of a name. All are optional.
struct MemorySetup
{
    std::shared_ptr<const MemoryClock> clock; ///< default: this computer's clock
    /// Called, without any lock of the store held, between the read and the write of claims that have such a gap
    /// (ClaimStrategy::version and none), with the word of the strategy. May use other sessions of the store.
    std::function<void(std::string_view)> between;
};

/// Creates the store if that name has none yet.
void set_up_memory_store(const std::string& name, MemorySetup setup);

/// Discards the store. Open sessions keep theirs; later ones get a new, empty store.
void forget_memory_store(const std::string& name);

} // namespace lockdesk
