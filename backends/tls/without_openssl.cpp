// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Replaces all others in a build without OpenSSL: nothing is trusted, and libraries report their own errors.
#include "backends/tls/line.h"
#include "backends/tls/peer.h"

#include <cerrno>
#include <utility>

namespace lockdesk::tls {

struct Line::Parts
{
};

bool built_in() { return false; }

Line::Line(int, TlsOptions options, std::string host) : m_options(std::move(options)), m_host(std::move(host)) {}
Line::~Line() = default;

std::optional<Refusal> Line::handshake(SteadyPoint, const std::atomic<bool>&)
{
    return Refusal{false, not_built_in};
}

bool Line::heard() const { return false; }

ssize_t Line::result(int, std::size_t)
{
    errno = EPROTO;
    return -1;
}
ssize_t Line::send(const char*, std::size_t, int) { return result(0, 0); }
ssize_t Line::recv(char*, std::size_t, int) { return result(0, 0); }
ssize_t Line::peek() { return result(0, 0); }
std::size_t Line::pending() const { return 0; }

Peer::~Peer() = default;
Peer::Catch::Catch(Peer&) {}
Peer::Catch::~Catch() = default;
bool Peer::watch(void*) { return false; }
void Peer::forget() {}
void Peer::demand(const TlsOptions&, const std::string&) {}
std::optional<std::string> Peer::certificate_trouble(const std::string&) const { return std::nullopt; }

std::string system_authorities() { return {}; }

std::optional<std::string> library_reason(const std::string& text)
{
    return text.find("SSL") != std::string::npos || text.find("certificate") != std::string::npos ? std::optional(text)
                                                                                                  : std::nullopt;
}

bool is_our_openssl(const std::string&) { return false; }

} // namespace lockdesk::tls
