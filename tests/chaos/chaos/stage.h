// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/chaos/chaos/network.h"
#include "tests/chaos/chaos/proxy.h"
#include "tests/support/servers.h"

#include <memory>
#include <string>
#include <vector>

namespace lockdesk::chaos {

struct FaultPlan
{
    bool kill = false, freeze = false, restart = false, lost_reply = false, skew = false, partition = false;
    friend bool operator==(const FaultPlan&, const FaultPlan&) = default;
};

/// The environment of a run: private servers, each behind a proxy, and the networks between them and the workers.
class Stage
{
public:
    /// An existing store, without server faults.
    explicit Stage(std::string url) : m_url(std::move(url)), m_seen(m_url) {}
    /// `server`: postgres, redis, mariadb or mongodb; or redlock, which uses three Redis servers. Creates networks if
    /// partitions are requested and permitted. Throws std::runtime_error.
    Stage(const std::string& server, const FaultPlan& faults);

    /// URL for this process.
    [[nodiscard]] const std::string& url() const { return m_url; }
    /// URL for that worker.
    [[nodiscard]] std::string seen_by(std::size_t worker) const;
    /// Returns that worker's command, in its network.
    [[nodiscard]] std::vector<std::string> inside(std::size_t worker, std::vector<std::string> command) const;
    std::vector<std::unique_ptr<test::TestServer>>& servers() { return m_servers; }
    std::vector<std::unique_ptr<Proxy>>& proxies() { return m_proxies; }
    /// Number of parts that can be cut off: the networks, else the proxies, which then drop everything.
    [[nodiscard]] std::size_t sides() const;
    void partition(std::size_t side, bool cut);

private:
    [[nodiscard]] int network_of(std::size_t worker) const;
    std::string m_url, m_seen;
    std::vector<std::unique_ptr<test::TestServer>> m_servers;
    std::unique_ptr<Network> m_network;
    std::vector<std::unique_ptr<Proxy>> m_proxies;
};

} // namespace lockdesk::chaos
