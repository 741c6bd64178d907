// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/store_url.h"

#include "backends/engine/text.h"

#include <algorithm>
#include <cctype>

namespace lockdesk {

namespace {

constexpr std::string_view examples = "sqlite:///path/file.db, memory:name, postgresql://user@host/db or redis://host:6379";

std::optional<std::string> percent_decode(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const auto digit = [&](std::size_t at) -> int {
            if (at >= text.size())
                return -1;
            const char c = text[at];
            if (c >= '0' && c <= '9')
                return c - '0';
            if (c >= 'a' && c <= 'f')
                return c - 'a' + 10;
            return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        };
        const int high = digit(i + 1);
        const int low = digit(i + 2);
        if (high < 0 || low < 0)
            return std::nullopt;
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    // An escaped NUL would end the text for the clients' libraries.
    if (!is_utf8(out) || out.find('\0') != std::string::npos)
        return std::nullopt;
    return out;
}

std::string percent_encode(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        const bool plain = (u >= '0' && u <= '9') || (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || u == '-' || u == '_'
                           || u == '.' || u == '~' || u >= 0x80;
        if (plain)
            out += c;
        else
            out += "%" + hex(&u, 1);
    }
    return out;
}

std::string canonical_scheme(std::string_view scheme)
{
    if (scheme == "postgres")
        return "postgresql";
    if (scheme == "mysql")
        return "mariadb";
    return std::string(scheme);
}

Failure bad_url(const std::string& why) { return usage_failure(why + "; write for example " + std::string(examples)); }

} // namespace

Answer<StoreUrl> StoreUrl::parse(std::string_view text)
{
    if (!is_utf8(text) || text.find('\0') != std::string_view::npos)
        return bad_url("the store URL is not valid UTF-8");
    const auto colon = text.find(':');
    if (text.empty())
        return bad_url("the store URL is empty");
    if (colon == std::string_view::npos || colon == 0
        || text.substr(0, colon).find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos)
        return bad_url("the store URL has no scheme");
    StoreUrl url;
    url.m_scheme = canonical_scheme(text.substr(0, colon));
    std::string_view rest = text.substr(colon + 1);

    if (url.m_scheme == "memory") {
        url.m_path = std::string(rest);
        return url;
    }
    if (!rest.starts_with("//"))
        return bad_url("'" + url.m_scheme + ":' must be followed by //");
    rest.remove_prefix(2);
    if (url.m_scheme == "sqlite") {
        if (rest.empty())
            return bad_url("the SQLite URL names no file");
        url.m_path = std::string(rest);
        return url;
    }

    if (const auto question = rest.find('?'); question != std::string_view::npos) {
        std::string_view query = rest.substr(question + 1);
        rest = rest.substr(0, question);
        while (!query.empty()) {
            const auto amp = std::min(query.find('&'), query.size());
            const auto pair = query.substr(0, amp);
            query.remove_prefix(std::min(amp + 1, query.size()));
            const auto equals = pair.find('=');
            const auto key = percent_decode(pair.substr(0, equals));
            const auto value = percent_decode(equals == std::string_view::npos ? "" : pair.substr(equals + 1));
            if (!key || !value)
                return bad_url("a percent escape in the store URL's options is cut short, or stands for no text");
            if (!key->empty())
                url.m_options[*key] = *value;
        }
        if (const auto secret = url.m_options.find("password"); secret != url.m_options.end()) {
            url.m_password = secret->second;
            url.m_has_password = true;
            url.m_options.erase(secret);
        }
    }
    if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
        const auto path = percent_decode(rest.substr(slash + 1));
        if (!path)
            return bad_url("a percent escape in the store URL's path is cut short, or stands for no text");
        url.m_path = *path;
        rest = rest.substr(0, slash);
    }
    if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
        const auto credentials = rest.substr(0, at);
        rest.remove_prefix(at + 1);
        const auto split = credentials.find(':');
        const auto user = percent_decode(credentials.substr(0, split));
        const auto password = percent_decode(split == std::string_view::npos ? "" : credentials.substr(split + 1));
        if (!user || !password)
            return bad_url("a percent escape in the store URL's user or password is cut short, or stands for no text");
        url.m_user = *user;
        if (split != std::string_view::npos) {
            url.m_password = *password;
            url.m_has_password = true;
        }
    }
    if (url.m_scheme == "redlock" || (url.m_scheme == "mongodb" && rest.find(',') != std::string_view::npos)) {
        url.m_hosts = std::string(rest);
        url.m_host = url.m_hosts;
        return url;
    }

    std::string_view port;
    if (rest.starts_with('[')) {
        const auto close = rest.find(']');
        if (close == std::string_view::npos)
            return bad_url("the store URL's IPv6 address lacks its closing bracket");
        url.m_host = std::string(rest.substr(1, close - 1));
        rest.remove_prefix(close + 1);
        if (!rest.empty() && !rest.starts_with(':'))
            return bad_url("the store URL has text after its IPv6 address");
        port = rest.empty() ? rest : rest.substr(1);
    } else {
        const auto split = rest.rfind(':');
        const auto host = percent_decode(rest.substr(0, split));
        if (!host)
            return bad_url("a percent escape in the store URL's host is cut short, or stands for no text");
        url.m_host = *host;
        port = split == std::string_view::npos ? std::string_view{} : rest.substr(split + 1);
    }
    if (!port.empty()) {
        const auto number = parse_whole(port, "port");
        if (!number || *number < 1 || *number > 65535)
            return bad_url("the store URL's port is not a number from 1 to 65535");
        url.m_port = static_cast<int>(*number);
    }
    return url;
}

// libpq and libmongoc have more secrets than `password`: sslpassword, tlsCertificateKeyFilePassword.
static bool is_secret(std::string key)
{
    std::transform(key.begin(), key.end(), key.begin(), [](unsigned char c) { return std::tolower(c); });
    return key.find("password") != std::string::npos;
}

// What stands in brackets; other hosts are decoded, and may hold anything.
static bool is_ipv6(const std::string& host)
{
    return host.find(':') != std::string::npos && host.find_first_not_of("0123456789abcdefABCDEF:.") == std::string::npos;
}

std::string StoreUrl::redacted() const
{
    if (m_scheme == "memory")
        return "memory:" + m_path;
    if (m_scheme == "sqlite")
        return "sqlite://" + m_path;
    std::string out = m_scheme + "://";
    if (!m_user.empty() || m_has_password)
        out += percent_encode(m_user) + (m_has_password ? ":***@" : "@");
    if (!m_hosts.empty())
        out += m_hosts;
    else
        out += is_ipv6(m_host) ? "[" + m_host + "]" : percent_encode(m_host);
    if (m_port != 0)
        out += ":" + std::to_string(m_port);
    if (!m_path.empty())
        out += "/" + percent_encode(m_path);
    char separator = '?';
    for (const auto& [key, value] : m_options) {
        out += separator + percent_encode(key) + "=" + (is_secret(key) ? "***" : percent_encode(value));
        separator = '&';
    }
    return out;
}

StoreUrl StoreUrl::with_password(std::string password) const
{
    StoreUrl copy = *this;
    copy.m_password = std::move(password);
    copy.m_has_password = true;
    return copy;
}

} // namespace lockdesk
