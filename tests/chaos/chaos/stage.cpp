// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/stage.h"

#include <cstdio>
#include <stdexcept>

namespace lockdesk::chaos {

namespace {

constexpr int redlock_servers = 3;
constexpr const char* own_computer = "127.0.0.1";

// Data passed to the operating system survives kill -9 of the server, so nothing here waits for the disk.
std::unique_ptr<test::TestServer> start_server(const std::string& kind)
{
    test::ServerOptions options;
    options.may_use_existing = false;
    if (kind == "mongodb")
        return test::start_mongodb(options);
    if (kind == "postgres") {
        options.settings = {"fsync=off"};
        return test::start_postgres(options);
    }
    if (kind == "mariadb") {
        options.settings = {"innodb-flush-log-at-trx-commit=2"};
        return test::start_mariadb(options);
    }
    options.settings = {"--appendonly", "yes"};
    return test::start_redis(options);
}

std::string through(const std::string& url, int port, int proxy)
{
    const auto old = ":" + std::to_string(port) + "/";
    auto changed = url;
    changed.replace(changed.find(old), old.size(), ":" + std::to_string(proxy) + "/");
    // Otherwise the driver connects to the member's own address, past the proxy.
    if (const auto set = changed.find("replicaSet=rs0"); set != std::string::npos)
        changed.replace(set, 14, "directConnection=true");
    return changed;
}

} // namespace

Stage::Stage(const std::string& server, const FaultPlan& faults)
{
    const bool redlock = server == "redlock";
    for (int i = 0; i < (redlock ? redlock_servers : 1); ++i)
        m_servers.push_back(start_server(redlock ? "redis" : server));
    if (faults.partition && test::find_program("ip", {"/usr/sbin", "/sbin"}).empty())
        throw std::runtime_error("the program ip is missing, which partitions need (Debian package iproute2)");
    if (faults.partition && (m_network = Network::make(2)) == nullptr)
        std::puts("networks cannot be made here, which takes root: none goes down");
    for (const auto& one : m_servers)
        m_proxies.push_back(std::make_unique<Proxy>(one->port(), m_network != nullptr));
    m_url = m_servers.front()->url();
    m_seen = through(m_url, m_servers.front()->port(), m_proxies.front()->port());
    if (!redlock)
        return;
    m_url = m_seen = "redlock://";
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        const auto place = std::string(i == 0 ? "" : ",") + own_computer + ":";
        m_url += place + std::to_string(m_servers[i]->port());
        m_seen += place + std::to_string(m_proxies[i]->port());
    }
}

int Stage::network_of(std::size_t worker) const
{
    return static_cast<int>(worker % static_cast<std::size_t>(m_network->sides()));
}

std::string Stage::seen_by(std::size_t worker) const
{
    auto url = m_seen;
    if (m_network == nullptr)
        return url;
    const auto host = m_network->host(network_of(worker));
    for (auto at = url.find(own_computer); at != std::string::npos; at = url.find(own_computer, at + host.size()))
        url.replace(at, std::string_view(own_computer).size(), host);
    return url;
}

std::vector<std::string> Stage::inside(std::size_t worker, std::vector<std::string> command) const
{
    return m_network == nullptr ? command : m_network->inside(network_of(worker), std::move(command));
}

std::size_t Stage::sides() const
{
    return m_network != nullptr ? static_cast<std::size_t>(m_network->sides()) : m_proxies.size();
}

void Stage::partition(std::size_t side, bool cut)
{
    if (m_network == nullptr)
        m_proxies[side]->set_down(cut);
    else if (cut)
        m_network->pull(static_cast<int>(side));
    else
        m_network->plug(static_cast<int>(side));
}

} // namespace lockdesk::chaos
