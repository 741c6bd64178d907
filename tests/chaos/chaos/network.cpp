// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/network.h"

#include "tests/support/child_process.h"

#include <unistd.h>

namespace lockdesk::chaos {

namespace {

bool ip(std::vector<std::string> words)
{
    words.insert(words.begin(), "ip");
    try {
        return test::run_program(words, {}, std::chrono::seconds{10}).status == 0;
    } catch (const std::exception&) {
        return false; // there is no such program
    }
}

// A subnet of four addresses for each side, of the range for tests between networks; another process has others.
std::string address(int side, int last)
{
    return "198.18." + std::to_string(::getpid() % 256) + "." + std::to_string(4 * side + last);
}

} // namespace

std::unique_ptr<Network> Network::make(int sides)
{
    auto network = std::unique_ptr<Network>(new Network());
    for (int side = 0; side < sides; ++side) {
        ++network->m_sides;
        if (!network->add(side))
            return nullptr;
    }
    return network;
}

Network::~Network()
{
    for (int side = 0; side < m_sides; ++side) {
        ip({"link", "del", cable(side)});
        ip({"netns", "del", space(side)});
    }
}

// Names of interfaces have at most 15 characters.
std::string Network::cable(int side) const { return "ldc" + std::to_string(::getpid()) + "s" + std::to_string(side); }
std::string Network::space(int side) const
{
    return "lockdesk-chaos-" + std::to_string(::getpid()) + "-" + std::to_string(side);
}
std::string Network::host(int side) const { return address(side, 1); }

bool Network::add(int side)
{
    const auto ours = cable(side), theirs = ours + "i", there = space(side);
    return ip({"netns", "add", there}) && ip({"link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", there})
           && ip({"addr", "add", address(side, 1) + "/30", "dev", ours}) && ip({"link", "set", ours, "up"})
           && ip({"-n", there, "addr", "add", address(side, 2) + "/30", "dev", theirs})
           && ip({"-n", there, "link", "set", theirs, "up"}) && ip({"-n", there, "link", "set", "lo", "up"});
}

std::vector<std::string> Network::inside(int side, std::vector<std::string> command) const
{
    command.insert(command.begin(), {"ip", "netns", "exec", space(side)});
    return command;
}

// Our end: the other keeps its route, so that what it sends is lost on the way and not refused.
void Network::pull(int side) { ip({"link", "set", cable(side), "down"}); }
void Network::plug(int side) { ip({"link", "set", cable(side), "up"}); }

} // namespace lockdesk::chaos
