// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/tls/reasons.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

namespace lockdesk::tls {

std::string certificate_reason(long verify_result, const std::string& name)
{
    const std::string detail = std::string(" (") + X509_verify_cert_error_string(verify_result) + ")";
    switch (verify_result) {
    case X509_V_ERR_CERT_HAS_EXPIRED: return "the server's certificate has expired" + detail;
    case X509_V_ERR_CERT_NOT_YET_VALID: return "the server's certificate is not valid yet" + detail;
    case X509_V_ERR_CERT_REVOKED: return "the server's certificate was revoked" + detail;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return "the server's certificate is for another name than " + name + detail;
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
    case X509_V_ERR_CERT_UNTRUSTED:
        return "the server's certificate is of an unknown authority" + detail + "; name its CA with tls-ca";
    default: return "the server's certificate was not accepted" + detail;
    }
}

std::string newest_error(bool& is_alert)
{
    const unsigned long error = ERR_peek_last_error();
    ERR_clear_error();
    is_alert = false;
    if (error == 0)
        return {};
    const char* words = ERR_reason_error_string(error);
    const std::string detail = words != nullptr ? std::string(" (") + words + ")" : std::string();
    if (ERR_GET_LIB(error) != ERR_LIB_SSL)
        return words != nullptr ? words : "error " + std::to_string(error);
    const int reason = ERR_GET_REASON(error);
    is_alert = reason > SSL_AD_REASON_OFFSET && reason < SSL_AD_REASON_OFFSET + 256;
    switch (reason) {
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
        return "the server asks for a client certificate" + detail + "; give tls-cert and tls-key";
    case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE:
        return "the server ended the handshake" + detail
               + "; perhaps it asks for a client certificate (tls-cert and tls-key)";
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN: return "the server does not accept our certificate" + detail;
    case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
    case SSL_R_UNSUPPORTED_PROTOCOL: return "the server has no TLS 1.2 or newer" + detail;
    default: return words != nullptr ? words : "error " + std::to_string(error);
    }
}

} // namespace lockdesk::tls
