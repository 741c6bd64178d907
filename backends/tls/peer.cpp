// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/tls/peer.h"

#include "backends/tls/reasons.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <array>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace lockdesk::tls {

namespace {

// Overrides the result too, for a library that checks it later: the options require encryption only.
int accept_any(int, X509_STORE_CTX* certificate)
{
    X509_STORE_CTX_set_error(certificate, X509_V_OK);
    return 1;
}

thread_local Peer* catching = nullptr;

void on_new_connection(void* ssl, void*, CRYPTO_EX_DATA*, int, long, void*)
{
    if (catching != nullptr)
        catching->watch(ssl);
}

} // namespace

Peer::Catch::Catch(Peer& peer)
{
    static const int registered = SSL_get_ex_new_index(0, nullptr, on_new_connection, nullptr, nullptr);
    catching = registered >= 0 ? &peer : nullptr;
}

Peer::Catch::~Catch() { catching = nullptr; }

Peer::~Peer() { forget(); }

bool Peer::watch(void* ssl)
{
    if (ssl == nullptr || ssl == m_ssl)
        return false;
    forget();
    SSL_up_ref(static_cast<SSL*>(ssl));
    m_ssl = ssl;
    return true;
}

void Peer::forget()
{
    if (m_ssl != nullptr)
        SSL_free(static_cast<SSL*>(m_ssl));
    m_ssl = nullptr;
}

void Peer::demand(const TlsOptions& options, const std::string& host)
{
    if (m_ssl == nullptr)
        return;
    auto* const ssl = static_cast<SSL*>(m_ssl);
    if (options.checks_authority())
        SSL_set_verify(ssl, SSL_VERIFY_PEER, nullptr);
    else
        SSL_set_verify(ssl, SSL_VERIFY_NONE, accept_any);
    if (!options.checks_name())
        return;
    const std::string& name = options.name.empty() ? host : options.name;
    X509_VERIFY_PARAM* const wanted = SSL_get0_param(ssl);
    X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    if (X509_VERIFY_PARAM_set1_ip_asc(wanted, name.c_str()) != 1) {
        ERR_clear_error();
        // An empty name would disable the check; "." matches no certificate.
        X509_VERIFY_PARAM_set1_host(wanted, name.empty() ? "." : name.c_str(), 0);
    }
}

std::optional<std::string> Peer::certificate_trouble(const std::string& name) const
{
    if (m_ssl == nullptr)
        return std::nullopt;
    const long result = SSL_get_verify_result(static_cast<SSL*>(m_ssl));
    return result == X509_V_OK ? std::nullopt : std::optional(certificate_reason(result, name));
}

std::string system_authorities()
{
    const char* given = std::getenv("SSL_CERT_FILE");
    const std::array<const char*, 7> files{given != nullptr ? given : "",
                                           X509_get_default_cert_file(),
                                           "/etc/ssl/certs/ca-certificates.crt",
                                           "/etc/pki/tls/certs/ca-bundle.crt",
                                           "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
                                           "/etc/ssl/ca-bundle.pem",
                                           "/etc/ssl/cert.pem"};
    for (const char* file : files)
        if (*file != '\0' && ::access(file, R_OK) == 0)
            return file;
    return {};
}

std::optional<std::string> library_reason(const std::string& text)
{
    const auto has = [&](const char* words) { return text.find(words) != std::string::npos; };
    if (has("does not support SSL") || has("SSL is required, but") || has("doesn't support SSL")
        || has("server does not support it"))
        return std::string(speaks_no_tls) + " (" + text + ")";
    if (has("certificate required"))
        return "the server asks for a client certificate (" + text + "); give tls-cert and tls-key";
    if (has("does not match host name") || has("Validation of SSL server certificate failed"))
        return "the server's certificate is for another name (" + text + ")";
    if (has("SSL") || has("TLS") || has("certificate") || has("private key"))
        return text;
    return std::nullopt;
}

bool is_our_openssl(const std::string& version)
{
    const std::string ours = OpenSSL_version(OPENSSL_VERSION);
    const auto major = [](const std::string& text) { return text.substr(0, text.find('.')); };
    return version.starts_with("OpenSSL ") && major(version) == major(ours);
}

} // namespace lockdesk::tls
