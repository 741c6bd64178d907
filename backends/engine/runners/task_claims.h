// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/polling_worker.h"

#include <map>
#include <optional>

namespace lockdesk {

/// The result of one claim.
struct ClaimedTasks
{
    std::vector<TaskRow> rows;
    SteadyPoint asked_at; ///< before the first request with this claim id was sent
};

/// Claims for one worker from its sources and phases in turn, fair between fresh and returned tasks. A claim whose reply
/// was lost is repeated with its claim id before any other claim. One thread at a time.
class TaskClaims
{
public:
    TaskClaims(Runtime& runtime, const PollingWorkerOptions& options);

    /// Returns the number of claims per round. Reads the phases of sources without phases; call once before each round.
    Answer<std::size_t> begin_round(Tasks& tasks);
    /// Sends the next claim in turn, for at most `limit` tasks.
    Answer<ClaimedTasks> claim_next(Tasks& tasks, std::int64_t limit);
    /// Whether the last claim's reply was lost; `claim_next` will repeat it.
    [[nodiscard]] bool doubtful() const { return m_doubtful.has_value(); }

private:
    struct Target
    {
        TaskKind kind;
        Phase phase;
    };
    struct Asked
    {
        ClaimRequest request;
        SteadyPoint at;
    };
    Answer<Done> find_phases(Tasks& tasks);
    Asked next_request(std::int64_t limit);

    Runtime& m_runtime;
    const PollingWorkerOptions& m_options;
    std::vector<Target> m_targets;
    bool m_find_phases = false;
    std::map<std::pair<std::string, std::string>, FairTurn> m_turns;
    std::size_t m_turn = 0;
    std::optional<Asked> m_doubtful;
};

} // namespace lockdesk
