// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/runners/guard.h"

#include <string>
#include <vector>

namespace lockdesk::app {

/// The last runs under a guard, in one record of the store (`guard-runs:NAME`), whatever program ran them. Best effort: a
/// guard's work does not depend on it. Skipped runs, and those whose program was killed, are not in it, nor those of stores
/// without records (Redlock) or without Lockdesk's schema. One thread at a time.
class GuardLog
{
public:
    static constexpr std::size_t most_runs = 50; ///< of one guard; the oldest go first

    struct Run
    {
        std::string owner, result, why;
        std::optional<std::int64_t> token, status, started_us, ended_us;
    };

    explicit GuardLog(Access access);
    /// Adds the run of this report, unless it was skipped. Waits at most about a second.
    void note(const LockName& guard, const RunReport& report) noexcept;

    /// The runs by a session, oldest first; empty: none is known. Unsupported: the store has no records.
    static Answer<std::vector<Run>> read(Session& session, const LockName& guard);
    static RecordId record_of(const LockName& guard);

private:
    void add(const LockName& guard, const RunReport& report);

    OwnSession m_session;
    bool m_off = false; ///< this store cannot keep it
};

} // namespace lockdesk::app
