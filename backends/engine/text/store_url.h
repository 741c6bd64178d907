// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockdesk {

/// A store's address: `sqlite:///tmp/x.db` (the path is what follows `sqlite://`), `memory:name`,
/// `postgresql://user:password@host:5432/db?sslmode=require`, `rediss://:password@host:6379/0`, ...
/// Percent-escapes in user, password, host, path and options of network URLs are decoded; a SQLite path and a memory name
/// are verbatim up to a `?`. The store defines its options: see UrlOptions. Each may appear once.
class StoreUrl
{
public:
    /// A usage failure never contains the password.
    static Answer<StoreUrl> parse(std::string_view text);

    [[nodiscard]] const std::string& scheme() const
    {
        return m_scheme;
    } ///< canonical: sqlite, memory, postgresql, redis, mariadb, mongodb, redlock
    [[nodiscard]] bool secure() const { return m_secure; } ///< rediss: the scheme requires TLS
    [[nodiscard]] const std::string& user() const { return m_user; }
    [[nodiscard]] const std::string& password() const { return m_password; } ///< secret: never printed or logged
    [[nodiscard]] bool has_password() const { return m_has_password; }
    [[nodiscard]] const std::string& host() const { return m_host; }
    [[nodiscard]] int port() const { return m_port; } ///< 0: the store's default
    /// With several hosts of PostgreSQL: `host()` has them with commas between, this their ports likewise. Else empty.
    [[nodiscard]] const std::string& ports() const { return m_ports; }
    [[nodiscard]] const std::string& path() const
    {
        return m_path;
    } ///< SQLite file, memory name, or database without the slash
    [[nodiscard]] const std::map<std::string, std::string>& options() const { return m_options; }
    /// The URL with `***` in place of every secret (`user:***@`), for people and logs.
    [[nodiscard]] std::string redacted() const;
    /// The URL without its password, for settings and command lines. Other secrets are `***`: see `secret_options`.
    [[nodiscard]] std::string without_password() const;
    /// The URL with all its secrets: for the environment of a child alone, never for people, logs or command lines.
    [[nodiscard]] std::string with_secrets() const;
    /// Names of options that are secrets too, such as sslpassword. Does not include the password.
    [[nodiscard]] std::vector<std::string> secret_options() const;
    /// Returns the same address with another password (from the keyring, the environment or a prompt).
    [[nodiscard]] StoreUrl with_password(std::string password) const;

private:
    enum class Secrets { masked, left_out, written };
    std::optional<Failure> read_options(std::string_view query);
    std::optional<Failure> read_network_address(std::string_view rest);
    std::optional<Failure> read_hosts(std::string_view rest);
    static Answer<std::pair<std::string, int>> read_host(std::string_view rest);
    std::optional<Failure> read_credentials(std::string_view credentials);
    [[nodiscard]] std::string write(Secrets secrets) const;

    std::string m_scheme, m_user, m_password, m_host, m_path, m_hosts, m_ports;
    std::map<std::string, std::string> m_options;
    int m_port = 0;
    bool m_has_password = false;
    bool m_secure = false;
};

/// Replaces every `://user:secret@` and `password=secret` in a foreign text by `***`: for messages of
/// libraries and of parsers that repeat their input.
std::string without_url_secrets(std::string_view text);

} // namespace lockdesk
