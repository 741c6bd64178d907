// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/processes.h"

#include "backends/observe/spans.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <vector>

namespace lockdesk {

const WorkerRow* Processes::of(const std::string& owner, std::optional<TimePoint> since) const
{
    if (const auto exact = m_workers.find(owner); exact != m_workers.end())
        return exact->second.get();
    const auto process = short_owner(owner);
    if (process == owner)
        return nullptr; // the owner does not contain a process
    if (!m_by_process) {
        m_by_process.emplace();
        for (const auto& [id, row] : m_workers)
            (*m_by_process)[short_owner(id)].push_back(row.get());
    }
    const auto found = m_by_process->find(process);
    if (found == m_by_process->end())
        return nullptr;
    const WorkerRow* best = nullptr;
    for (const WorkerRow* row : found->second) {
        // The first heartbeat may follow the first lock by a moment.
        if (since && row->started_at > *since + row->period)
            continue;
        if (!best || row->started_at > best->started_at)
            best = row;
    }
    return best;
}

std::optional<TimePoint> Processes::left(const std::string& owner, std::optional<TimePoint> since) const
{
    if (m_gone.empty())
        return std::nullopt;
    if (!m_gone_by_process) {
        m_gone_by_process.emplace();
        for (const auto& [id, at] : m_gone)
            m_gone_by_process->emplace(short_owner(id), at);
    }
    const auto process = short_owner(owner);
    if (process == owner) {
        const auto exact = m_gone.find(owner);
        return exact != m_gone.end() && (!since || *since <= exact->second) ? std::optional(exact->second) : std::nullopt;
    }
    const auto [first, last] = m_gone_by_process->equal_range(process);
    std::optional<TimePoint> found;
    for (auto at = first; at != last; ++at)
        if ((!since || *since <= at->second) && (!found || at->second < *found))
            found = at->second;
    return found;
}

const Processes::Gone& Processes::none_gone()
{
    static const Gone none;
    return none;
}

bool has_role(const WorkerRow& worker, std::string_view role)
{
    const std::string all = "+" + worker.role + "+";
    return all.find("+" + std::string(role) + "+") != std::string::npos;
}

bool leads(const WorkerRow& worker, const std::string& lock)
{
    if (worker.role == "leader")
        return worker.kinds.empty() || worker.kinds == lock;
    // Of a process with several roles: `gateway; leads NAME; guards A, B`.
    const std::string said = "; " + worker.kinds + ";";
    return said.find("; leads " + lock + ";") != std::string::npos;
}

bool claims(const WorkerRow& worker, std::string_view kind, std::string_view phase)
{
    if (!has_role(worker, "worker"))
        return false;
    std::istringstream said(worker.kinds.substr(0, worker.kinds.find(';'))); // other roles follow the semicolon
    const std::vector<std::string> words{std::istream_iterator<std::string>(said), {}};
    // Kinds and phases alternate; with an odd number of words one kind lacks phases, and it is unknown which.
    if (words.size() % 2 != 0)
        return std::find(words.begin(), words.end(), kind) != words.end();
    const std::string wanted = "," + std::string(phase) + ",";
    for (std::size_t i = 0; i < words.size(); i += 2)
        if (words[i] == kind && ("," + words[i + 1] + ",").find(wanted) != std::string::npos)
            return true;
    return false;
}

} // namespace lockdesk
