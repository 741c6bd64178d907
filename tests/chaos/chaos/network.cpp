// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/network.h"

#include "tests/support/child_process.h"

#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <ifaddrs.h>
#include <set>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockdesk::chaos {

namespace {

bool ip(std::vector<std::string> words)
{
    words.insert(words.begin(), "ip");
    try {
        return test::run_program(words, {}, std::chrono::seconds{10}).status == 0;
    } catch (const std::exception&) {
        return false; // the program does not exist
    }
}

constexpr const char* space_start = "lockdesk-chaos-";
constexpr int address_places = 16384; ///< of 8 addresses, in 198.18.0.0/15, the range for tests between networks

// Four addresses for each of two sides.
std::string address(int place, int side, int last)
{
    const int byte = 8 * (place % 32) + 4 * side + last;
    return "198." + std::to_string(18 + place / 8192) + "." + std::to_string(place / 32 % 256) + "." + std::to_string(byte);
}

std::set<std::string> addresses_here()
{
    std::set<std::string> all;
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0)
        return all;
    for (const auto* one = first; one != nullptr; one = one->ifa_next) {
        if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET)
            continue;
        char text[INET_ADDRSTRLEN]{};
        ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr, text, sizeof text);
        all.insert(text);
    }
    ::freeifaddrs(first);
    return all;
}

// Binds a kernel-wide name, which is released when the process ends; -1: another process has it.
int hold(int place)
{
    const int s = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    const auto text = space_start + std::to_string(place);
    std::memcpy(name.sun_path + 1, text.data(), text.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
    if (::bind(s, reinterpret_cast<const sockaddr*>(&name), size) == 0)
        return s;
    ::close(s);
    return -1;
}

// Removes what a killed run left behind. The other end of a cable vanishes with its namespace.
void clear_up()
{
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator("/run/netns", none)) {
        const auto name = entry.path().filename().string();
        if (!name.starts_with(space_start))
            continue;
        const auto owner = std::atoi(name.c_str() + std::strlen(space_start));
        if (owner > 0 && ::kill(owner, 0) != 0 && errno == ESRCH)
            ip({"netns", "del", name});
    }
}

} // namespace

std::unique_ptr<Network> Network::make(int sides)
{
    clear_up();
    auto network = std::unique_ptr<Network>(new Network());
    const auto taken = addresses_here();
    const int start = ::getpid() % address_places;
    for (int tries = 0; network->m_hold < 0 && tries < address_places; ++tries) {
        network->m_place = (start + tries) % address_places;
        if (!taken.contains(address(network->m_place, 0, 1)) && !taken.contains(address(network->m_place, 1, 1)))
            network->m_hold = hold(network->m_place);
    }
    if (network->m_hold < 0)
        return nullptr;
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
    if (m_hold >= 0)
        ::close(m_hold);
}

// Interface names have at most 15 characters.
std::string Network::cable(int side) const { return "ldc" + std::to_string(::getpid()) + "s" + std::to_string(side); }
std::string Network::space(int side) const { return space_start + std::to_string(::getpid()) + "-" + std::to_string(side); }
std::string Network::host(int side) const { return address(m_place, side, 1); }

bool Network::add(int side)
{
    const auto ours = cable(side), theirs = ours + "i", there = space(side);
    return ip({"netns", "add", there}) && ip({"link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", there})
           && ip({"addr", "add", address(m_place, side, 1) + "/30", "dev", ours}) && ip({"link", "set", ours, "up"})
           && ip({"-n", there, "addr", "add", address(m_place, side, 2) + "/30", "dev", theirs})
           && ip({"-n", there, "link", "set", theirs, "up"}) && ip({"-n", there, "link", "set", "lo", "up"});
}

std::vector<std::string> Network::inside(int side, std::vector<std::string> command) const
{
    command.insert(command.begin(), {"ip", "netns", "exec", space(side)});
    return command;
}

// Takes our end down: the other keeps its route, so that its packets are lost and not refused.
void Network::pull(int side) { ip({"link", "set", cable(side), "down"}); }
void Network::plug(int side) { ip({"link", "set", cable(side), "up"}); }

} // namespace lockdesk::chaos
