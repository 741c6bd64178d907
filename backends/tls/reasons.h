// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockdesk::tls {

/// Describes a certificate error: an X509_V_ERR number, and the name that the certificate should have.
std::string certificate_reason(long verify_result, const std::string& name);

/// Describes the newest error in this thread's OpenSSL queue and empties the queue; empty if it has none. `is_alert`:
/// the server sent it.
std::string newest_error(bool& is_alert);

/// For a server that answers in the clear, or closes the connection, when TLS begins.
inline constexpr const char* speaks_no_tls = "the server does not speak TLS on this port";

} // namespace lockdesk::tls
