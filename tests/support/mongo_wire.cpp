// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mongo_wire.h"

#include <cstdint>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace lockdesk::test {

namespace {

std::string int32(std::int32_t n)
{
    std::string out;
    for (int shift = 0; shift < 32; shift += 8)
        out += static_cast<char>(static_cast<std::uint32_t>(n) >> shift & 0xFF);
    return out;
}

// Elements and documents of BSON, as needed for a few commands.
std::string element(char type, const std::string& key, const std::string& value) { return type + key + '\0' + value; }
std::string number(const std::string& key, std::int32_t n) { return element('\x10', key, int32(n)); }
std::string text(const std::string& key, const std::string& t)
{
    return element('\x02', key, int32(static_cast<std::int32_t>(t.size()) + 1) + t + '\0');
}
std::string document(const std::string& elements)
{
    return int32(static_cast<std::int32_t>(elements.size()) + 5) + elements + '\0';
}

// Returns the reply's bytes; empty if there is none.
std::string ask_mongod(int port, const std::string& elements)
{
    const std::string body = int32(0) + '\0' + document(elements + text("$db", "admin")); // flags, kind of section
    const std::string message =
        int32(static_cast<std::int32_t>(body.size()) + 16) + int32(1) + int32(0) + int32(2013) + body;
    const int s = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    const timeval two_seconds{2, 0};
    ::setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &two_seconds, sizeof two_seconds);
    std::string reply(4096, '\0');
    ssize_t size = 0;
    if (::connect(s, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0
        && ::send(s, message.data(), message.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(message.size()))
        size = ::recv(s, reply.data(), reply.size(), 0);
    ::close(s);
    reply.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return reply;
}

bool has(const std::string& reply, const std::string& bytes) { return reply.find(bytes) != std::string::npos; }

} // namespace

MongoState mongo_state(int port)
{
    const auto reply = ask_mongod(port, number("isMaster", 1));
    if (reply.empty())
        return MongoState::silent;
    const bool master = has(reply, element('\x08', "ismaster", "\x01"));
    if (has(reply, "setName"))
        return master ? MongoState::primary : MongoState::secondary;
    return has(reply, "isreplicaset") ? MongoState::not_initiated : master ? MongoState::standalone : MongoState::secondary;
}

void mongo_initiate(const std::vector<int>& ports)
{
    std::string members;
    for (std::size_t i = 0; i < ports.size(); ++i)
        members += element(
            '\x03', std::to_string(i),
            document(number("_id", static_cast<std::int32_t>(i)) + text("host", "127.0.0.1:" + std::to_string(ports[i]))));
    // Nobody is elected because others are silent before this time: a test chooses the next primary itself.
    const auto patience = document(number("electionTimeoutMillis", 60'000));
    const auto config = document(text("_id", "rs0") + element('\x04', "members", document(members))
                                 + (ports.size() > 1 ? element('\x03', "settings", patience) : std::string{}));
    (void)ask_mongod(ports.front(), element('\x03', "replSetInitiate", config));
}

void mongo_step_up(int port) { (void)ask_mongod(port, number("replSetStepUp", 1)); }

} // namespace lockdesk::test
