// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redlock/identities.h"

namespace lockdesk::redlock {

namespace {

Failure no_panel(std::string message)
{
    return Failure::refused(std::move(message)).with_code("NOTAPART").in_statement("redlock");
}

} // namespace

Identities::Identities(std::vector<std::string> names)
{
    for (auto& name : names)
        m_servers.push_back({std::move(name), std::nullopt, false});
}

void Identities::record(std::size_t server, const std::string& id, bool replica)
{
    const std::lock_guard lock(m_mutex);
    m_servers[server].id = id;
    m_servers[server].replica = replica;
}

std::optional<Failure> Identities::refusal() const
{
    const std::lock_guard lock(m_mutex);
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        const Known& one = m_servers[i];
        if (!one.id)
            continue;
        if (one.id->empty())
            return no_panel(
                one.name
                + " does not say who it is (INFO is not permitted to this user), so nobody can tell whether it is "
                  "a server of its own; allow it with ACL SETUSER ... +info");
        if (one.replica)
            return no_panel(one.name + " is a replica: it falls with its master, and is no server of its own for Redlock");
        for (std::size_t j = 0; j < i; ++j)
            if (m_servers[j].id == one.id)
                return no_panel(m_servers[j].name + " and " + one.name + " are one server (run_id " + *one.id
                                + "); Redlock needs servers that fail one by one, so nothing is done");
    }
    return std::nullopt;
}

} // namespace lockdesk::redlock
