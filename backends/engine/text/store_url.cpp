// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/store_url.h"

#include "backends/engine/text/fold.h"
#include "backends/engine/text/text.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

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
    // The clients' libraries would end the text at an escaped NUL.
    if (!is_utf8(out) || out.find('\0') != std::string::npos)
        return std::nullopt;
    return out;
}

std::string percent_encode(std::string_view text)
{
    std::string out;
    const bool readable = is_utf8(text);
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        const bool plain = (u >= '0' && u <= '9') || (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || u == '-' || u == '_'
                           || u == '.' || u == '~' || (u >= 0x80 && readable);
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
    if (scheme == "rediss")
        return "redis";
    return std::string(scheme);
}

// libpq and libmongoc have other secrets than `password`: sslpassword, tlsCertificateKeyFilePassword, tokens of clouds.
bool is_secret(std::string_view key)
{
    const std::string low = lower_case(key);
    const auto has = [&](const char* part) { return low.find(part) != std::string::npos; };
    return has("password") || has("passwd") || has("secret") || has("token") || low == "authmechanismproperties";
}

// Needs brackets; other hosts are percent-decoded and may contain anything.
bool is_ipv6(const std::string& host)
{
    return host.find(':') != std::string::npos && host.find_first_not_of("0123456789abcdefABCDEF:.") == std::string::npos;
}

// End of the hosts: a Redlock list may contain `rediss://`.
std::size_t end_of_hosts(std::string_view rest, bool may_hold_schemes)
{
    for (std::size_t at = rest.find('/'); at != std::string_view::npos; at = rest.find('/', at + 1)) {
        if (!may_hold_schemes || at == 0 || rest[at - 1] != ':' || !rest.substr(at).starts_with("//"))
            return at;
        ++at;
    }
    return std::string_view::npos;
}

Failure bad_url(const std::string& why) { return Failure::usage(why + "; write for example " + std::string(examples)); }

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
    url.m_secure = text.substr(0, colon) == "rediss";
    std::string_view rest = text.substr(colon + 1);
    const bool in_memory = url.m_scheme == "memory";
    if (!in_memory && !rest.starts_with("//"))
        return bad_url("'" + url.m_scheme + ":' must be followed by //");
    if (!in_memory)
        rest.remove_prefix(2);
    if (const auto question = rest.find('?'); question != std::string_view::npos) {
        if (auto failure = url.read_options(rest.substr(question + 1)))
            return *failure;
        rest = rest.substr(0, question);
    }
    if (in_memory || url.m_scheme == "sqlite") {
        if (!in_memory && rest.empty())
            return bad_url("the SQLite URL names no file");
        url.m_path = std::string(rest);
        return url;
    }
    if (auto failure = url.read_network_address(rest))
        return *failure;
    return url;
}

std::optional<Failure> StoreUrl::read_options(std::string_view query)
{
    std::set<std::string> seen;
    while (!query.empty()) {
        const auto amp = std::min(query.find('&'), query.size());
        const auto pair = query.substr(0, amp);
        query.remove_prefix(std::min(amp + 1, query.size()));
        if (pair.empty())
            continue;
        const auto equals = std::min(pair.find('='), pair.size());
        // Possibly part of a password, so it is not repeated.
        if (pair.find('@') < equals)
            return bad_url("the store URL has an @ behind its ?; a ? in a password is written %3F, an @ %40");
        const auto key = percent_decode(pair.substr(0, equals));
        const auto value = percent_decode(pair.substr(std::min(equals + 1, pair.size())));
        if (!key || !value)
            return bad_url("a percent escape in the store URL's options is cut short, or stands for no text");
        if (key->empty())
            return bad_url("an option of the store URL has no name");
        if (!seen.insert(lower_case(*key)).second)
            return Failure::usage("the store URL names the option '" + percent_encode(*key) + "' twice");
        m_options[*key] = *value;
    }
    const auto secret = m_options.find("password");
    if (secret != m_options.end() && m_scheme != "memory" && m_scheme != "sqlite") {
        m_password = secret->second;
        m_has_password = true;
        m_options.erase(secret);
    }
    return std::nullopt;
}

std::optional<Failure> StoreUrl::read_credentials(std::string_view credentials)
{
    const auto split = credentials.find(':');
    // A login before each host would be read as one long password or user name, and its servers would be missing.
    const auto comma = credentials.find(',');
    if (credentials.find("://") != std::string_view::npos
        || (comma != std::string_view::npos
            && (m_scheme == "redlock" || comma < split || credentials.find('@') != std::string_view::npos)))
        return bad_url("user and password of all servers come once, right behind " + m_scheme
                       + "://; a comma in them is written %2C, an @ %40");
    const auto user = percent_decode(credentials.substr(0, split));
    const auto password = percent_decode(split == std::string_view::npos ? "" : credentials.substr(split + 1));
    if (!user || !password)
        return bad_url("a percent escape in the store URL's user or password is cut short, or stands for no text");
    m_user = *user;
    if (split == std::string_view::npos)
        return std::nullopt;
    if (m_has_password)
        return Failure::usage("the store URL names the option 'password' beside a password before its host");
    m_password = *password;
    m_has_password = true;
    return std::nullopt;
}

std::optional<Failure> StoreUrl::read_network_address(std::string_view rest)
{
    if (const auto slash = end_of_hosts(rest, m_scheme == "redlock"); slash != std::string_view::npos) {
        // Possibly part of a password, so it is not repeated.
        if (rest.find('@', slash) != std::string_view::npos)
            return bad_url("the store URL has an @ behind its first /; a / in a password is written %2F, an @ %40");
        const auto path = percent_decode(rest.substr(slash + 1));
        if (!path)
            return bad_url("a percent escape in the store URL's path is cut short, or stands for no text");
        m_path = *path;
        rest = rest.substr(0, slash);
    }
    if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
        if (auto failure = read_credentials(rest.substr(0, at)))
            return failure;
        rest.remove_prefix(at + 1);
    }
    if (m_scheme == "redlock" || (m_scheme == "mongodb" && rest.find(',') != std::string_view::npos)) {
        m_hosts = std::string(rest);
        m_host = m_hosts;
        return std::nullopt;
    }

    if (rest.find(',') != std::string_view::npos) {
        if (m_scheme != "postgresql")
            return bad_url("the store URL names several hosts, of which a " + m_scheme + " URL takes one");
        return read_hosts(rest);
    }
    const auto place = read_host(rest);
    if (!place)
        return place.failure();
    std::tie(m_host, m_port) = *place;
    return std::nullopt;
}

// Hosts that libpq tries in turn.
std::optional<Failure> StoreUrl::read_hosts(std::string_view rest)
{
    m_hosts = std::string(rest);
    constexpr int default_port = 5432;
    for (bool more = true; more;) {
        const auto comma = rest.find(',');
        const auto place = read_host(rest.substr(0, comma));
        more = comma != std::string_view::npos;
        rest.remove_prefix(more ? comma + 1 : rest.size());
        if (!place)
            return place.failure();
        const auto& [host, port] = *place;
        if (host.find(',') != std::string::npos)
            return bad_url("a host of the store URL has a comma in its name");
        m_host += (m_ports.empty() ? "" : ",") + host;
        m_ports += (m_ports.empty() ? "" : ",") + std::to_string(port == 0 ? default_port : port);
    }
    return std::nullopt;
}

// Returns a host and its port, 0: none is given.
Answer<std::pair<std::string, int>> StoreUrl::read_host(std::string_view rest)
{
    std::pair<std::string, int> out;
    std::string_view port;
    if (rest.starts_with('[')) {
        const auto close = rest.find(']');
        if (close == std::string_view::npos)
            return bad_url("the store URL's IPv6 address lacks its closing bracket");
        out.first = std::string(rest.substr(1, close - 1));
        rest.remove_prefix(close + 1);
        if (!rest.empty() && !rest.starts_with(':'))
            return bad_url("the store URL has text after its IPv6 address");
        port = rest.empty() ? rest : rest.substr(1);
    } else {
        const auto split = rest.rfind(':');
        const auto host = percent_decode(rest.substr(0, split));
        if (!host)
            return bad_url("a percent escape in the store URL's host is cut short, or stands for no text");
        out.first = *host;
        port = split == std::string_view::npos ? std::string_view{} : rest.substr(split + 1);
    }
    if (!port.empty()) {
        const auto number = parse_whole(port, "port");
        if (!number || *number < 1 || *number > 65535)
            return bad_url("the store URL's port is not a number from 1 to 65535");
        out.second = static_cast<int>(*number);
    }
    return out;
}

std::string StoreUrl::write(Secrets secrets) const
{
    std::string out = m_scheme + (m_secure ? "s" : "") + "://";
    if (m_scheme == "memory" || m_scheme == "sqlite") {
        out = m_scheme == "memory" ? "memory:" + m_path : out + m_path;
    } else {
        const bool tells = m_has_password && secrets != Secrets::left_out;
        out += percent_encode(m_user);
        if (tells)
            out += ":" + (secrets == Secrets::written ? percent_encode(m_password) : "***");
        if (!m_user.empty() || tells)
            out += "@";
        if (!m_hosts.empty())
            out += m_hosts;
        else
            out += is_ipv6(m_host) ? "[" + m_host + "]" : percent_encode(m_host);
        if (m_port != 0)
            out += ":" + std::to_string(m_port);
        if (!m_path.empty())
            out += "/" + percent_encode(m_path);
    }
    char separator = '?';
    for (const auto& [key, value] : m_options) {
        const bool hidden = is_secret(key) && secrets != Secrets::written;
        out += separator + percent_encode(key) + "=" + (hidden ? "***" : percent_encode(value));
        separator = '&';
    }
    return out;
}

std::string StoreUrl::redacted() const { return write(Secrets::masked); }

std::string StoreUrl::without_password() const { return write(Secrets::left_out); }

std::string StoreUrl::with_secrets() const { return write(Secrets::written); }

std::vector<std::string> StoreUrl::secret_options() const
{
    std::vector<std::string> out;
    for (const auto& [key, value] : m_options)
        if (is_secret(key))
            out.push_back(key);
    return out;
}

StoreUrl StoreUrl::with_password(std::string password) const
{
    StoreUrl copy = *this;
    copy.m_password = std::move(password);
    copy.m_has_password = true;
    return copy;
}

std::string without_url_secrets(std::string_view text)
{
    constexpr std::string_view ends = " \t\r\n\"'`<>";
    std::string out;
    while (!text.empty()) {
        const auto word = text.substr(0, text.find_first_of(ends));
        std::string shown(word);
        if (const auto begin = shown.find("://"); begin != std::string::npos) {
            const auto at = shown.rfind('@');
            const auto colon = shown.find(':', begin + 3);
            if (at != std::string::npos && colon < at)
                shown.replace(colon + 1, at - colon - 1, "***");
        }
        const std::string low = lower_case(shown);
        std::string masked;
        for (std::size_t from = 0;;) {
            const auto key = low.find("password=", from);
            if (key == std::string::npos) {
                masked += shown.substr(from);
                break;
            }
            const auto value = key + std::string_view("password=").size();
            masked += shown.substr(from, value - from) + "***";
            from = std::min(shown.find('&', value), shown.size());
        }
        out += masked;
        text.remove_prefix(word.size());
        const auto gap = std::min(text.find_first_not_of(ends), text.size());
        out += text.substr(0, gap);
        text.remove_prefix(gap);
    }
    return out;
}

} // namespace lockdesk
