// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lockdesk::bench {

using Clock = std::chrono::steady_clock;

template <class T> T need(Answer<T> answer)
{
    if (!answer)
        throw std::runtime_error(answer.failure().message);
    return std::move(answer).value();
}

/// Returns a unique id, also across runs.
std::string fresh_id();

/// The next work of a worker.
struct Work
{
    std::string kind;
    std::string id; ///< of a task not handed out before; empty: none is left, or none was requested
};

/// Due tasks for all workers of a measurement. A worker refills it when it is empty; the clocks stop meanwhile.
/// Thread-safe.
class Pool
{
public:
    explicit Pool(Session& filler) : m_filler(filler) {}
    [[nodiscard]] std::string kind() const;
    /// Ids are taken from the end opposite to claims.
    Work next(bool with_id);
    /// Refills with a new kind, unless the kind is no longer `seen`: then another worker has refilled.
    void refill(const std::string& seen, std::int64_t count);
    /// Total time spent filling, during which no measurement's clock runs.
    [[nodiscard]] Clock::duration filling() const;

private:
    Session& m_filler;
    mutable std::mutex m_mutex;
    std::string m_kind;
    std::vector<std::string> m_ids;
    Clock::duration m_filling{0};
};

} // namespace lockdesk::bench
