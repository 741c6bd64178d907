// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockdesk::tls {

/// In words what is wrong with a certificate: an X509_V_ERR number, and the name that it should be for.
std::string certificate_reason(long verify_result, const std::string& name);

/// In words the newest error of this thread's queue of OpenSSL, which is emptied; empty when there is none. `is_alert`: the
/// server has said it.
std::string newest_error(bool& is_alert);

/// For a server that answers in the clear, or ends the connection, when TLS is begun.
inline constexpr const char* speaks_no_tls = "the server does not speak TLS on this port";

} // namespace lockdesk::tls
