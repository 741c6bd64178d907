// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"

#include <utility>

namespace lockdesk {

/// Locks that keep no waiters and leave nothing to collect: those verbs fail, with the given failures.
class BareLocks : public Locks
{
public:
    BareLocks(Failure nothing_to_collect, Failure no_waiters)
        : m_nothing_to_collect(std::move(nothing_to_collect)), m_no_waiters(std::move(no_waiters))
    {
    }
    Answer<std::int64_t> collect(Duration) final { return m_nothing_to_collect; }
    Answer<Done> announce_wait(const LockName&, const OwnerId&, Duration) final { return m_no_waiters; }
    Answer<Done> withdraw_wait(const LockName&, const OwnerId&) final { return m_no_waiters; }
    Answer<Page<WaiterRow>> list_waiters(const ListRequest&) final { return m_no_waiters; }

private:
    Failure m_nothing_to_collect, m_no_waiters;
};

} // namespace lockdesk
