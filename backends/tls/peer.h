// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/url_options.h"

#include <optional>
#include <string>

namespace lockdesk::tls {

/// A client library's own TLS connection during its handshake: its `SSL*` can be queried even after the library has freed
/// it. One thread.
class Peer
{
public:
    Peer() = default;
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// While it lives, watches the connection that a library opens on this thread, from its creation: a fast server
    /// finishes the handshake before it could be found otherwise.
    class Catch
    {
    public:
        explicit Catch(Peer& peer);
        ~Catch();
        Catch(const Catch&) = delete;
        Catch& operator=(const Catch&) = delete;
    };

    /// Watches an `SSL*` of this program's OpenSSL in place of an earlier one; ignores null. Returns whether it is new.
    bool watch(void* ssl);
    void forget();
    /// Sets the requirements before the server's certificate arrives. `host` applies when the options contain no name.
    void demand(const TlsOptions& options, const std::string& host);
    /// Returns why the certificate was rejected, or nullopt.
    [[nodiscard]] std::optional<std::string> certificate_trouble(const std::string& name) const;

private:
    void* m_ssl = nullptr;
};

/// Returns a file with the CA certificates of this system, for libraries that need one; empty: none found.
std::string system_authorities();

/// Translates a client library's message about a failed handshake; nullopt when it is not about TLS.
std::optional<std::string> library_reason(const std::string& text);

/// Whether an OpenSSL version text (`OpenSSL 3.0.19 ...`) is the version that this program uses.
bool is_our_openssl(const std::string& version);

} // namespace lockdesk::tls
