// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/observe/more_sources.h"
#include "backends/observe/update.h"

namespace lockdesk {

/// What one look at a store brought.
struct Reading
{
    ChangeBatch batch;
    Entities asked;
    std::optional<Backlog> backlog;
    std::optional<Durability> durability; ///< when it was asked for, every now and then
    std::map<Entity, std::int64_t> about;
    ClockState clock;
    Duration busy{0};     ///< of the store: the time it took without the way there and back
    Duration beside{0};   ///< the same for what was read beside, at its own pace
    bool full = false;    ///< everything was read
    bool partial = false; ///< only rows were read, and of `batch.truncated` not all
};

/// Reads one session: what changed since the last look, or everything. One thread.
class Reader
{
public:
    Reader(Session& session, std::size_t limit, MoreSources* more = nullptr);
    /// Which of these the store and source have.
    [[nodiscard]] Entities supported(Entities wanted) const;
    /// `full`: everything, not only what changed. Entities that were not asked for before are always read whole.
    Answer<Reading> read(Entities wanted, bool full);
    /// Everything, if no entity has more rows than this; else the first rows of each, as `partial`.
    Answer<Reading> read_first(Entities wanted, std::size_t rows);

private:
    Answer<Reading> read(Entities wanted, bool full, std::size_t limit);
    Answer<ChangeBatch> since(Entities wanted, bool full, std::size_t limit);
    [[nodiscard]] Reading finished(Reading reading) const;
    Answer<ChangeBatch> list_all(Entities wanted);
    std::optional<Failure> read_clock();
    std::optional<Failure> read_durability(Reading& reading);
    void read_about(Entities truncated, Reading& reading);
    template <class Read> auto timed(Read read) -> decltype(read());

    Session& m_session;
    MoreSources* const m_more;
    const std::size_t m_limit;
    const bool m_in_process; ///< the store: its work is this thread's
    ChangeCursor m_cursor;
    Entities m_covered;
    ClockState m_clock;
    SteadyPoint m_clock_read{}, m_about_read{}, m_backlog_read{}, m_durability_read{};
    std::map<Entity, std::int64_t> m_about;
    Duration m_spent{0};
    int m_calls = 0;
};

} // namespace lockdesk
