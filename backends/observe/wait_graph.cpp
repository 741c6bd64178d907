// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/wait_graph.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::size_t most_edges = 10'000, most_told = 8;

std::string session_name(const std::string& id) { return "session " + id; }

std::string about(const DatabaseSession& session)
{
    std::string out;
    for (const std::string* part : {&session.program, &session.user, &session.client, &session.statement})
        if (!part->empty())
            out += (out.empty() ? "" : ", ") + *part;
    return out;
}

// The first waiter that tries gets a lock that nobody holds any more.
bool blocks(const WaitEdge& edge) { return !edge.holder.empty() && edge.state != word(LockState::expired); }

// Nodes by name, and the edges that leave each.
class Nodes
{
public:
    explicit Nodes(const std::vector<WaitEdge>& edges)
    {
        for (std::size_t i = 0; i < edges.size(); ++i)
            if (blocks(edges[i])) {
                m_from.emplace_back(node(edges[i].waiter));
                m_to.emplace_back(node(edges[i].holder));
                m_edge.push_back(i);
            }
        m_out.resize(m_names.size());
        for (std::size_t i = 0; i < m_edge.size(); ++i)
            m_out[m_from[i]].push_back(i);
    }

    /// Shortest cycles, one for each set of nodes that reach one another.
    [[nodiscard]] std::vector<std::vector<std::size_t>> cycles() const
    {
        const std::vector<std::size_t> component = components();
        // One search for each component, from its node with the least name: the same cycle at every poll.
        std::map<std::size_t, std::size_t> first;
        for (std::size_t n = 0; n < m_names.size(); ++n) {
            const auto [at, is_new] = first.try_emplace(component[n], n);
            if (!is_new && m_names[n] < m_names[at->second])
                at->second = n;
        }
        std::vector<std::vector<std::size_t>> out;
        for (const auto& [number, n] : first)
            if (auto cycle = cycle_from(n, component); !cycle.empty())
                out.push_back(std::move(cycle));
        return out;
    }

private:
    std::size_t node(const std::string& name)
    {
        const auto [at, is_new] = m_ids.try_emplace(name, m_names.size());
        if (is_new)
            m_names.push_back(name);
        return at->second;
    }

    /// Kosaraju's algorithm without recursion, as chains of waiters may be long.
    [[nodiscard]] std::vector<std::size_t> components() const
    {
        std::vector<std::size_t> order;
        std::vector<bool> seen(m_names.size());
        for (std::size_t start = 0; start < m_names.size(); ++start)
            finish_order(start, seen, order);
        std::vector<std::vector<std::size_t>> in(m_names.size());
        for (std::size_t i = 0; i < m_edge.size(); ++i)
            in[m_to[i]].push_back(m_from[i]);
        std::vector<std::size_t> component(m_names.size(), m_names.size());
        for (auto root = order.rbegin(); root != order.rend(); ++root) {
            if (component[*root] != m_names.size())
                continue;
            std::vector<std::size_t> open{*root};
            component[*root] = *root;
            while (!open.empty()) {
                const std::size_t n = open.back();
                open.pop_back();
                for (const std::size_t before : in[n])
                    if (component[before] == m_names.size()) {
                        component[before] = *root;
                        open.push_back(before);
                    }
            }
        }
        return component;
    }

    void finish_order(std::size_t start, std::vector<bool>& seen, std::vector<std::size_t>& order) const
    {
        if (seen[start])
            return;
        seen[start] = true;
        std::vector<std::pair<std::size_t, std::size_t>> stack{{start, 0}};
        while (!stack.empty()) {
            auto& [n, next] = stack.back();
            if (next == m_out[n].size()) {
                order.push_back(n);
                stack.pop_back();
                continue;
            }
            const std::size_t to = m_to[m_out[n][next++]];
            if (!seen[to]) {
                seen[to] = true;
                stack.emplace_back(to, 0);
            }
        }
    }

    /// A shortest way from a node back to itself, as indexes of edges; empty: there is none.
    [[nodiscard]] std::vector<std::size_t> cycle_from(std::size_t start, const std::vector<std::size_t>& component) const
    {
        std::unordered_map<std::size_t, std::size_t> came_by; // node -> edge
        std::deque<std::size_t> open{start};
        while (!open.empty()) {
            const std::size_t n = open.front();
            open.pop_front();
            for (const std::size_t i : m_out[n]) {
                const std::size_t to = m_to[i];
                if (component[to] != component[start] || came_by.contains(to))
                    continue;
                came_by[to] = i;
                if (to == start)
                    return way_back(start, came_by);
                open.push_back(to);
            }
        }
        return {};
    }

    [[nodiscard]] std::vector<std::size_t> way_back(std::size_t start, const std::unordered_map<std::size_t, std::size_t>& came_by) const
    {
        std::vector<std::size_t> out;
        std::size_t n = start;
        do {
            const std::size_t i = came_by.at(n);
            out.push_back(m_edge[i]);
            n = m_from[i];
        } while (n != start);
        std::reverse(out.begin(), out.end());
        return out;
    }

    std::unordered_map<std::string, std::size_t> m_ids;
    std::vector<std::string> m_names;
    std::vector<std::size_t> m_from, m_to, m_edge; ///< of each edge with a holder
    std::vector<std::vector<std::size_t>> m_out;
};

// Cycles first, so that the rows that matter stand on top.
void sort_edges(WaitGraph& graph)
{
    std::vector<std::size_t> order(graph.edges.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto place = [&](std::size_t i) {
        const WaitEdge& e = graph.edges[i];
        return std::tuple(e.cycle == 0, e.cycle, e.since.value_or(end_of_time));
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(place(a), a) < std::pair(place(b), b);
    });
    std::vector<std::size_t> moved(order.size());
    std::vector<WaitEdge> edges;
    edges.reserve(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        moved[order[i]] = i;
        edges.push_back(std::move(graph.edges[order[i]]));
    }
    graph.edges = std::move(edges);
    for (WaitCycle& cycle : graph.cycles)
        for (std::size_t& edge : cycle.edges)
            edge = moved[edge];
}

} // namespace

const char* word(WaitLayer layer) { return layer == WaitLayer::application ? "application" : "database"; }

WaitGraph wait_graph(const std::vector<WaiterRow>& waiters, const LockOf& lock_of, const std::vector<DatabaseWait>& database,
                     TimePoint now)
{
    WaitGraph graph;
    std::unordered_map<std::string, std::string> owner_of; // session -> owner
    for (const WaiterRow& waiter : waiters) {
        if (waiter.until <= now || graph.edges.size() >= most_edges)
            continue;
        WaitEdge edge;
        edge.waiter = waiter.owner;
        edge.what = waiter.name;
        edge.since = waiter.since;
        if (const LockRow* lock = lock_of(waiter.name)) {
            edge.holder = lock->owner;
            edge.state = word(lock_state(*lock, now));
            if (lock->session && !lock->session->id.empty())
                owner_of.emplace(session_name(lock->session->id), lock->owner);
        } else {
            edge.state = word(LockState::free);
        }
        graph.edges.push_back(std::move(edge));
    }
    const auto name = [&](const DatabaseSession& session) {
        const auto owner = owner_of.find(session_name(session.id));
        return owner == owner_of.end() ? session_name(session.id) : owner->second;
    };
    for (const DatabaseWait& wait : database) {
        if (graph.edges.size() >= most_edges)
            break;
        graph.edges.push_back({WaitLayer::database, name(wait.waiter), name(wait.holder), wait.what, {}, wait.since,
                               about(wait.waiter), about(wait.holder), 0});
    }
    for (auto& edges : Nodes(graph.edges).cycles()) {
        const int number = static_cast<int>(graph.cycles.size()) + 1;
        for (const std::size_t edge : edges)
            graph.edges[edge].cycle = number;
        graph.cycles.push_back({number, std::move(edges)});
    }
    sort_edges(graph);
    return graph;
}

Sayings cycle_text(const WaitGraph& graph, const WaitCycle& cycle)
{
    Sayings out;
    for (const std::size_t i : cycle.edges) {
        if (out.size() == most_told) {
            out.push_back(say(SayingCode::more_in_cycle).count(static_cast<std::int64_t>(cycle.edges.size() - most_told)));
            break;
        }
        const WaitEdge& edge = graph.edges[i];
        out.push_back(say(SayingCode::waits_for_held_by).text(edge.waiter).text(edge.what).text(edge.holder));
    }
    return out;
}

} // namespace lockdesk
