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

/// Never the same twice, also not in another run.
std::string fresh_id();

/// What a worker is to do next.
struct Work
{
    std::string kind;
    std::string id; ///< of a task that nobody was given before; empty: none is left, or nobody asked for one
};

/// Due tasks for all workers of one measurement. When it runs dry a worker fills it again, and nobody's clock runs meanwhile.
/// Thread-safe.
class Pool
{
public:
    explicit Pool(Session& filler) : m_filler(filler) {}
    [[nodiscard]] std::string kind() const;
    /// Ids come from the other end than claims begin at.
    Work next(bool with_id);
    /// By a kind of its own, unless somebody else has done so since `seen` was the kind.
    void refill(const std::string& seen, std::int64_t count);
    /// How long filling has taken in all: no measurement's clock runs meanwhile.
    [[nodiscard]] Clock::duration filling() const;

private:
    Session& m_filler;
    mutable std::mutex m_mutex;
    std::string m_kind;
    std::vector<std::string> m_ids;
    Clock::duration m_filling{0};
};

} // namespace lockdesk::bench
