// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/access.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockdesk {

/// Locks beside those of an observed session, and the draws behind its own locks `draw:EVENT`. Beside: its store's session locks, and the records of other libraries. These have no change
/// stamps: every look reads them all and tells what is different. Their rows have a key of their own (`source: name`), as names
/// of several sources may be alike. One thread.
class MoreSources
{
public:
    /// `store` outlives it. `options` are those of the session; each source gets a session of its own, save `named` and
    /// `skip-locked`, which the observed session can list. They are read as seldom as keeps that at or under `most_share` of the
    /// store's time.
    MoreSources(Store& store, const SessionOptions& options, std::vector<std::string> sources, double most_share = 0.01);

    /// Adds to a batch of the session's own locks what is new, different or gone; to a snapshot everything. A source that cannot be
    /// read keeps the rows that it had.
    void add_to(ChangeBatch& batch, Session& session);
    /// What is wrong with sources, as a sentence for people; empty: nothing.
    [[nodiscard]] std::string problem() const;
    /// What the last call took for them; 0: they were not read.
    [[nodiscard]] Duration spent() const { return m_spent; }
    /// What they take of the store's time at their pace.
    [[nodiscard]] double share() const;

private:
    struct Source
    {
        Source(std::string source, Access access) : name(std::move(source)), session(std::move(access)) {}
        std::string name;
        OwnSession session;
        SteadyPoint next_try{};
    };
    using RowsByKey = std::unordered_map<std::string, LockRow>;
    void read(Source& source, RowsByKey& rows);
    void read_session_locks(Session& session, RowsByKey& rows);
    void keep(const std::string& source, RowsByKey& rows) const;
    void tell(RowsByKey rows, ChangeBatch& batch);
    void add_draws(ChangeBatch& batch, Session& session, bool look);

    std::vector<std::unique_ptr<Source>> m_sources;
    bool m_session_locks = false;
    RowsByKey m_rows;
    RowsByKey m_draws; ///< locks of consumers, by name: their `raw` says how far the draw has come
    std::map<std::string, std::string> m_problems;
    SteadyPoint m_read{};
    const double m_most_share;
    Duration m_spent{0}, m_usual{0}, m_every{1};
};

} // namespace lockdesk
