// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/wait_cycles.h"

#include "backends/observe/wait_graph.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::size_t most_cycles = 100, most_kept_edges = 100, most_named = 3;
constexpr Duration apart = std::chrono::milliseconds{200};

std::string identity(const WaitGraph& graph, const WaitCycle& cycle)
{
    std::string out;
    for (const std::size_t i : cycle.edges) {
        const WaitEdge& edge = graph.edges[i];
        for (const std::string& part : {edge.waiter, edge.what, edge.holder, std::to_string(edge.since ? to_us(*edge.since) : 0)})
            out += std::to_string(part.size()) + ":" + part;
    }
    return out;
}

// An owner gets a lock that it holds at once: its announcement as a waiter is only not withdrawn yet.
bool is_own_hold(const WaitGraph& graph, const WaitCycle& cycle)
{
    return cycle.edges.size() == 1 && graph.edges[cycle.edges.front()].layer == WaitLayer::application;
}

// Where no waiter holds anything, there is no cycle: the usual case, which must cost little.
bool may_have_cycles(const StoreRows& rows)
{
    if (rows.database_waits && !rows.database_waits->empty())
        return true;
    std::unordered_set<std::string_view> holders;
    for (const WaiterRow& waiter : rows.waiters)
        if (const auto lock = rows.locks.find(waiter.name); lock != rows.locks.end())
            holders.insert(lock->second->owner);
    return std::any_of(rows.waiters.begin(), rows.waiters.end(),
                       [&](const WaiterRow& waiter) { return holders.contains(waiter.owner); });
}

SeenCycle seen_cycle(const WaitGraph& graph, const WaitCycle& cycle, TimePoint first)
{
    SeenCycle out;
    out.text = cycle_text(graph, cycle);
    out.waits = static_cast<std::int64_t>(cycle.edges.size());
    std::optional<TimePoint> last;
    for (const std::size_t i : cycle.edges) {
        const WaitEdge& edge = graph.edges[i];
        if (edge.since && (!last || *edge.since > *last))
            last = edge.since;
        if (out.edges.size() < most_kept_edges)
            out.edges.push_back(edge);
    }
    out.since = last.value_or(first);
    return out;
}

} // namespace

bool CycleWatch::is_certain(const WaitGraph& graph, const WaitCycle& cycle, const First& first, TimePoint now) const
{
    if (now - first.at < apart)
        return false;
    return std::all_of(cycle.edges.begin(), cycle.edges.end(), [&](std::size_t i) {
        return graph.edges[i].layer == WaitLayer::application ? m_reads.waiters > first.reads.waiters
                                                              : m_reads.database > first.reads.database;
    });
}

std::vector<SeenCycle> CycleWatch::certain(const StoreRows& rows, TimePoint now)
{
    std::vector<SeenCycle> out;
    auto before = std::exchange(m_seen, {});
    m_unsure = false;
    if (!may_have_cycles(rows))
        return out;
    static const std::vector<DatabaseWait> none;
    const WaitGraph graph = wait_graph(
        rows.waiters,
        [&](const std::string& name) {
            const auto lock = rows.locks.find(name);
            return lock == rows.locks.end() ? nullptr : lock->second.get();
        },
        rows.database_waits ? *rows.database_waits : none, std::min(now, rows.locks_read.value_or(now)));
    for (const WaitCycle& cycle : graph.cycles) {
        if (is_own_hold(graph, cycle))
            continue;
        if (m_seen.size() == most_cycles)
            break;
        auto known = before.extract(identity(graph, cycle));
        const First first = known.empty() ? First{m_reads, now} : known.mapped();
        m_seen.emplace(known.empty() ? identity(graph, cycle) : std::move(known.key()), first);
        if (is_certain(graph, cycle, first, now))
            out.push_back(seen_cycle(graph, cycle, first.at));
        else
            m_unsure = true;
    }
    return out;
}

std::string cycle_name(const SeenCycle& cycle)
{
    std::set<std::string> locks, sessions;
    for (const WaitEdge& edge : cycle.edges)
        (edge.layer == WaitLayer::application ? locks : sessions)
            .insert(edge.layer == WaitLayer::application ? edge.what : edge.waiter);
    const std::set<std::string>& names = locks.empty() ? sessions : locks;
    std::string out;
    std::size_t named = 0;
    for (const std::string& name : names) {
        if (named == most_named) {
            out += ", …";
            break;
        }
        out += (named++ == 0 ? "" : ", ") + name;
    }
    return out;
}

} // namespace lockdesk
