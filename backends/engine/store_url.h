// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/answer.h"

#include <map>
#include <string>
#include <string_view>

namespace lockdesk {

/// A store's address: `sqlite:///tmp/x.db` (the path is what follows `sqlite://`), `memory:name`,
/// `postgresql://user:password@host:5432/db?sslmode=require`, `redis://:password@host:6379/0`, ...
/// Percent-escapes in user, password, host and path of network URLs are decoded; a SQLite path and a memory name are verbatim.
class StoreUrl
{
public:
    /// Usage failure without the password in its message.
    static Answer<StoreUrl> parse(std::string_view text);

    [[nodiscard]] const std::string& scheme() const
    {
        return m_scheme;
    } ///< canonical: sqlite, memory, postgresql, redis, mariadb, mongodb, redlock
    [[nodiscard]] const std::string& user() const { return m_user; }
    [[nodiscard]] const std::string& password() const { return m_password; } ///< secret: never printed or logged
    [[nodiscard]] bool has_password() const { return m_has_password; }
    [[nodiscard]] const std::string& host() const { return m_host; }
    [[nodiscard]] int port() const { return m_port; } ///< 0: the store's default
    [[nodiscard]] const std::string& path() const
    {
        return m_path;
    } ///< SQLite file, memory name, or database without the slash
    [[nodiscard]] const std::map<std::string, std::string>& options() const { return m_options; }
    /// The URL without its password (`user:***@`), for people, logs and settings.
    [[nodiscard]] std::string redacted() const;
    /// The same address with another password (from the keyring, the environment or a prompt).
    [[nodiscard]] StoreUrl with_password(std::string password) const;

private:
    std::string m_scheme, m_user, m_password, m_host, m_path, m_hosts;
    std::map<std::string, std::string> m_options;
    int m_port = 0;
    bool m_has_password = false;
};

} // namespace lockdesk
