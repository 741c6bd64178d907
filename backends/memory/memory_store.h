// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockdesk {

/// A factory for StoreRegistry. Stores of the same name are one store, and live as long as the process. The schema is there
/// from the start, since nothing outlives the process that could have prepared it.
Answer<std::unique_ptr<Store>> open_memory_store(const StoreUrl& url);

/// Where a memory store's time comes from. `now` from any thread.
class MemoryClock
{
public:
    virtual ~MemoryClock() = default;
    [[nodiscard]] virtual TimePoint now() const = 0;
};

/// What tests and the simulator put into the store of a name. Everything is optional.
struct MemorySetup
{
    std::shared_ptr<const MemoryClock> clock; ///< default: this computer's clock
    /// Called without any lock of the store held between the read and the write of claims that have such a gap
    /// (ClaimStrategy::version and none), with the word of the strategy. May use other sessions of the store.
    std::function<void(std::string_view)> between;
};

/// Creates the store if there is none of that name yet.
void set_up_memory_store(const std::string& name, MemorySetup setup);

/// Forgets everything in it. Sessions that are open keep what they have; later ones get a new, empty store.
void forget_memory_store(const std::string& name);

} // namespace lockdesk
