// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/own_faults.h"

#include "backends/observe/finding.h"
#include "backends/observe/spans.h"

#include <algorithm>

namespace lockdesk {

const char* word(OwnFault::What what)
{
    switch (what) {
    case OwnFault::What::frozen: return "frozen";
    case OwnFault::What::killed: return "killed";
    case OwnFault::What::cutOff: break;
    }
    return "cut-off";
}

void OwnFaults::set(const std::string& worker, const std::optional<OwnFault>& fault)
{
    if (!fault)
        m_faults.erase(worker);
    else
        m_faults[worker] = *fault;
    if (m_faults.size() > most)
        m_faults.erase(std::min_element(m_faults.begin(), m_faults.end(),
                                        [](const auto& a, const auto& b) { return a.second.at < b.second.at; }));
}

const OwnFault* OwnFaults::of(const std::string& owner, std::optional<TimePoint> since) const
{
    if (m_faults.empty())
        return nullptr;
    if (const auto exact = m_faults.find(owner); exact != m_faults.end())
        return &exact->second;
    const std::string process = short_owner(owner);
    if (process == owner) // without a process
        return nullptr;
    const OwnFault* newest = nullptr;
    // A later process of the same number is another one.
    for (const auto& [worker, fault] : m_faults)
        if (short_owner(worker) == process && (!since || *since <= fault.at) && (newest == nullptr || newest->at < fault.at))
            newest = &fault;
    return newest;
}

const OwnFault* OwnFaults::of(const Finding& finding, std::string* owner) const
{
    if (m_faults.empty())
        return nullptr;
    const auto found = [&](const std::string& who) {
        const OwnFault* fault = of(who);
        if (fault != nullptr && owner != nullptr)
            *owner = who;
        return fault;
    };
    for (const ProvingRow& row : finding.rows)
        if (row.entity == Entity::worker)
            return found(row.key);
    // The worker's row may be gone.
    if (finding.kind == FindingKind::holder_gone || finding.kind == FindingKind::expired_and_held)
        for (const Saying& saying : finding.evidence)
            for (const SayingValue& value : saying.values)
                if (value.type == SayingValue::Type::owner)
                    return found(value.text);
    return nullptr;
}

} // namespace lockdesk
