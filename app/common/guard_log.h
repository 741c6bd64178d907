// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/runners/guard.h"
#include "backends/observe/job_skips.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::app {

/// The last runs under a guard, in one record of the store (`guard-runs:NAME`), whatever program ran them. Best effort: a
/// guard's work does not depend on it. Runs whose program was killed are not in it, nor those of stores without records
/// (Redlock) or without Lockdesk's schema. Skipped runs are counted for each process in another record (`guard-skips:NAME`),
/// the first one at once, then at most every ten seconds. One thread at a time.
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
    /// Adds the run of this report; one that was skipped is counted. Waits at most about a second.
    void note(const LockName& guard, const RunReport& report) noexcept;

    /// The runs by a session, oldest first; empty: none is known. Unsupported: the store has no records.
    static Answer<std::vector<Run>> read(Session& session, const LockName& guard);
    static RecordId record_of(const LockName& guard);
    /// Who skipped runs, the last one first; nullopt: no guard of these programs has run here. Unsupported as above.
    static Answer<std::optional<std::vector<JobSkip>>> read_skipped(Session& session, const LockName& guard);

private:
    /// Changes a record's text, again if another host has written it meanwhile. Returns whether it is written.
    bool change(const RecordId& id, const std::string& first, const std::function<std::string(Session&, const std::string&)>& to);
    void add(const LockName& guard, const RunReport& report);
    void count_skipped(const LockName& guard, const RunReport& report);
    struct Skipped
    {
        JobSkip unwritten;                ///< no runs: all are in the record
        std::optional<TimePoint> written; ///< store time of the last one written
        bool begun = false;               ///< the record exists
    };

    OwnSession m_session;
    std::map<std::string, Skipped> m_skipped; ///< by guard
    bool m_off = false; ///< this store cannot keep it
};

} // namespace lockdesk::app
