// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/access.h"

#include <cstdint>
#include <map>
#include <set>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockdesk {

/// How the name of a draw's lock begins.
inline constexpr std::string_view draw_lock = "draw:";

/// Locks beyond those of an observed session (session locks, records of other libraries) and the draws behind its own
/// locks `draw:EVENT`. They have no change stamps: each read lists all and compares. Their rows have a key
/// of their own (`source: name`), because several sources may use the same name. One thread.
class MoreSources
{
public:
    /// `store` must outlive it. `options` are those of the session; each source gets its own session, except `named` and
    /// `skip-locked`, which the observed session lists. Reads are spaced so that they take at most `most_share` of the
    /// store's time. Of a source with more than `most_rows` locks the first are shown, and `problem` says so.
    MoreSources(Store& store, const SessionOptions& options, std::vector<std::string> sources, double most_share = 0.01,
                std::size_t most_rows = 100'000);

    /// Adds new, changed and removed rows to a batch of the session's own locks; all rows to a snapshot. A source that
    /// cannot be read keeps its last rows.
    void add_to(ChangeBatch& batch, Session& session);
    /// Errors of sources, as a sentence for people; empty: none.
    [[nodiscard]] std::string problem() const;
    /// Store time that the last call took; 0: nothing was read.
    [[nodiscard]] Duration spent() const { return m_spent; }
    /// Share of the store's time at the current interval, 0..1.
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
    void note_cut(const std::string& source, bool cut);
    void keep(const std::string& source, RowsByKey& rows) const;
    void tell(RowsByKey rows, ChangeBatch& batch);
    void add_draws(ChangeBatch& batch, Session& session, bool look);

    std::vector<std::unique_ptr<Source>> m_sources;
    bool m_session_locks = false;
    RowsByKey m_rows;
    RowsByKey m_draws; ///< locks of draw consumers, by name: `draw` is the progress last read
    std::map<std::string, std::string> m_problems;
    std::set<std::string> m_cut; ///< sources with more rows than are shown
    SteadyPoint m_read{};
    const std::size_t m_most_rows;
    const double m_most_share;
    Duration m_spent{0}, m_usual{0}, m_every{1};
};

} // namespace lockdesk
