// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/url_options.h"

#include <optional>
#include <string>

namespace lockdesk::tls {

/// A client library's own TLS connection during its handshake: what its `SSL*` says stays readable when the library has dropped
/// it. One thread.
class Peer
{
public:
    Peer() = default;
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// While it lives, the connection that a library begins on this thread is watched, from its making on: a quick server is done
    /// with its handshake before anybody else could look.
    class Catch
    {
    public:
        explicit Catch(Peer& peer);
        ~Catch();
        Catch(const Catch&) = delete;
        Catch& operator=(const Catch&) = delete;
    };

    /// An `SSL*` of the OpenSSL that this program uses. The newest counts; null is passed over. True: it is another than before.
    bool watch(void* ssl);
    void forget();
    /// Before the server's certificate has come: what it must be. `host` counts when the options give no name.
    void demand(const TlsOptions& options, const std::string& host);
    /// Why the certificate was not accepted, if so.
    [[nodiscard]] std::optional<std::string> certificate_trouble(const std::string& name) const;

private:
    void* m_ssl = nullptr;
};

/// A file with the CA certificates of this system, for libraries that want one; empty when there is none.
std::string system_authorities();

/// A client library's words about a failed handshake, in ours; nothing when they are not about TLS.
std::optional<std::string> library_reason(const std::string& text);

/// Whether that OpenSSL version text (`OpenSSL 3.0.19 ...`) is of the library that this program uses.
bool is_our_openssl(const std::string& version);

} // namespace lockdesk::tls
