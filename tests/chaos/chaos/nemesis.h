// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "tests/chaos/chaos/stage.h"
#include "tests/chaos/chaos/work.h"
#include "tests/chaos/simulator/basics.h"
#include "tests/support/child_process.h"

#include <string>
#include <vector>

namespace lockdesk::chaos {

struct FaultCounts
{
    int kills = 0, freezes = 0, restarts = 0, replies_lost = 0, cuts = 0, skewed = 0, partitions = 0;
};

/// Runs the worker processes and injects faults until each has done its share.
class Nemesis
{
public:
    struct Setup
    {
        WorkerPlan plan; ///< of the whole run: operations of all workers together, the seed
        int workers = 4;
        FaultPlan faults;
        std::filesystem::path folder; ///< for the histories
        Stage& stage;                 ///< servers to restart, proxies that lose replies, networks to cut
        std::string mutant;           ///< planted in the workers; empty: none
    };
    explicit Nemesis(Setup setup);

    /// Throws std::runtime_error if a worker ends in a way that no fault explains, or on timeout.
    FaultCounts run(std::chrono::seconds at_most);

private:
    struct Child
    {
        test::ChildProcess process;
        std::filesystem::path history;
        std::int64_t share = 0;
        int generation = 0;
        std::optional<SteadyPoint> thaw_at;
        bool finished = false;
    };
    void start(Child& child, std::size_t number);
    void look_after(Child& child, std::size_t number);
    void hurt();
    void hurt(Child& victim);
    [[nodiscard]] std::vector<std::string> environment();
    void restart_server();
    // A long run has time for many restarts, and for other work between them.
    [[nodiscard]] Duration until_next_restart()
    {
        const auto least = std::chrono::seconds{m_setup.plan.many ? 15 : 4};
        return least + m_random.up_to(2 * Duration{least});
    }

    Setup m_setup;
    simulator::Random m_random;
    SystemRuntime m_runtime;
    std::vector<Child> m_children;
    FaultCounts m_counts;
    SteadyPoint m_next_fault, m_next_restart;
    std::optional<SteadyPoint> m_heal_at; ///< a network is down until then
    std::size_t m_side = 0;               ///< the side that is down
};

} // namespace lockdesk::chaos
