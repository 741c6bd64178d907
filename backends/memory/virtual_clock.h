// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/memory/memory_store.h"

#include <atomic>

namespace lockdesk {

/// A clock that stands still until it is set.
class VirtualClock final : public MemoryClock
{
public:
    /// 2026-01-01, so that relocks reach into the past without reaching 1970.
    static constexpr TimePoint default_start = time_from_us(1'767'225'600'000'000);

    explicit VirtualClock(TimePoint start = default_start) : m_us(to_us(start)) {}
    [[nodiscard]] TimePoint now() const override { return time_from_us(m_us.load(std::memory_order_relaxed)); }
    void set(TimePoint t) { m_us.store(to_us(t), std::memory_order_relaxed); }
    void advance(Duration d) { m_us.fetch_add(d.count(), std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> m_us;
};

} // namespace lockdesk
