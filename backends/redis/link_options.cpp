// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/connection.h"

namespace lockdesk::redis {

Answer<TlsOptions> tls_options(const StoreUrl& url)
{
    UrlOptions options(url);
    auto tls = take_tls_options(options, url.secure() ? TlsOptions::Mode::verify : TlsOptions::Mode::unsaid);
    if (auto unknown = options.unknown("Redis"))
        return *unknown;
    if (tls && url.host().starts_with('/') && tls->wanted())
        return Failure::usage("the URL asks for TLS, which Redis does not speak on a Unix socket");
    return tls;
}

std::string place_of(const StoreUrl& url)
{
    const std::string host = url.host().empty() ? "127.0.0.1" : url.host();
    if (host.starts_with('/'))
        return host;
    return (host.find(':') != std::string::npos ? "[" + host + "]" : host) + ":"
           + std::to_string(url.port() == 0 ? 6379 : url.port());
}

} // namespace lockdesk::redis
