// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/link_options.h"

#include "backends/engine/text/fold.h"
#include "backends/engine/text/text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

namespace lockdesk::mongodb {

namespace {

using Mode = TlsOptions::Mode;

std::string uri_escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        const bool plain =
            (u >= '0' && u <= '9') || (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || u == '-' || u == '_' || u == '.';
        out += plain ? std::string(1, c) : "%" + hex(&u, 1);
    }
    return out;
}

// Options that libmongoc implements itself. Not compression: replies are checked before the library reads them.
constexpr std::array library_options{
    "authMechanism",     "authMechanismProperties", "authSource",   "canonicalizeHostname", "directConnection",
    "gssapiServiceName", "loadBalanced",            "localThresholdMS", "replicaSet",       "serverSelectionTryOnce",
    "socketCheckIntervalMS"};

// Options that Lockdesk sets, because they determine what a lost reply means; only these values are accepted.
constexpr std::array<std::pair<const char*, const char*>, 5> decided{{{"retryWrites", "false"},
                                                                      {"retryReads", "false"},
                                                                      {"w", "majority"},
                                                                      {"journal", "true"},
                                                                      {"readPreference", "primary"}}};

/// The spelling of MongoDB's clients in addition to `tls`, and the old one with `ssl`.
class ClientSpelling
{
public:
    ClientSpelling(UrlOptions& options, bool verify_said) : m_options(options), m_verify_said(verify_said) {}

    std::optional<Failure> into(TlsOptions& tls)
    {
        const auto on = flag("ssl");
        for (const auto& [name, old, to] :
             {File{"tlsCAFile", "sslCertificateAuthorityFile", &tls.authorities},
              File{"tlsCertificateKeyFile", "sslClientCertificateKeyFile", &tls.certificate},
              File{"tlsCertificateKeyFilePassword", "sslClientCertificateKeyPassword", &tls.key_password}}) {
            take(name, *to);
            take(old, *to);
        }
        const auto insecure = flag("tlsInsecure");
        const auto any_certificate = either(flag("tlsAllowInvalidCertificates"), flag("sslAllowInvalidCertificates"));
        const auto any_name = either(flag("tlsAllowInvalidHostnames"), flag("sslAllowInvalidHostnames"));
        for (const char* name : {"tlsDisableOCSPEndpointCheck", "tlsDisableCertificateRevocationCheck"})
            if (flag(name) == false)
                fail(bad_option(name, "true: revocation is not looked up"));
        if (on == false && tls.wanted())
            fail(contradiction("ssl", "tls"));
        if (on && tls.mode == Mode::unsaid)
            tls.mode = *on ? Mode::verify : Mode::off;
        if (m_given != nullptr && tls.mode == Mode::off)
            fail(contradiction(m_given, "tls"));
        if (m_given != nullptr && tls.mode == Mode::unsaid)
            tls.mode = Mode::verify;
        if (insecure == true || any_certificate == true)
            loosen(tls, insecure == true ? "tlsInsecure" : "tlsAllowInvalidCertificates", Mode::require);
        else if (any_name == true)
            loosen(tls, "tlsAllowInvalidHostnames", Mode::authority);
        return m_wrong;
    }

private:
    struct File
    {
        const char* name;
        const char* old;
        std::string* to;
    };
    static Failure contradiction(const std::string& one, const std::string& other)
    {
        return Failure::usage("the URL's option '" + one + "' contradicts '" + other + "'");
    }
    static std::optional<bool> either(std::optional<bool> one, std::optional<bool> other) { return one ? one : other; }
    void fail(Failure failure)
    {
        if (!m_wrong)
            m_wrong = std::move(failure);
    }
    std::optional<bool> flag(const char* name)
    {
        const auto text = m_options.take(name);
        if (!text)
            return std::nullopt;
        if (std::string_view(name) != "ssl")
            m_given = name;
        const std::string low = lower_case(*text);
        if (low != "true" && low != "false")
            fail(bad_option(name, "true or false"));
        return low == "true";
    }
    void take(const char* name, std::string& to)
    {
        const auto text = m_options.take(name);
        if (!text)
            return;
        if (text->empty())
            fail(bad_option(name, "a value"));
        if (!to.empty())
            fail(Failure::usage("the URL says '" + std::string(name) + "' in two spellings"));
        to = *text;
        m_given = name;
    }
    void loosen(TlsOptions& tls, const char* name, Mode mode)
    {
        if (m_verify_said || !tls.name.empty() || (mode == Mode::require && !tls.authorities.empty()))
            fail(contradiction(name, m_verify_said ? "tls=verify" : !tls.name.empty() ? "tls-name" : "tlsCAFile"));
        tls.mode = std::min(tls.mode, mode);
    }

    UrlOptions& m_options;
    const bool m_verify_said;
    const char* m_given = nullptr;
    std::optional<Failure> m_wrong;
};

std::optional<Failure> take_milliseconds(UrlOptions& options, const char* name, std::optional<std::int64_t>& to)
{
    const auto text = options.take(name);
    if (!text)
        return std::nullopt;
    const auto number = parse_whole(*text, name);
    if (!number || *number > std::numeric_limits<std::int32_t>::max())
        return bad_option(name, "a number of milliseconds");
    if (*number > 0)
        to = *number;
    return std::nullopt;
}

} // namespace

Answer<UrlWishes> url_wishes(const StoreUrl& url)
{
    UrlOptions options(url, UrlOptions::Names::any_case);
    UrlWishes out;
    const auto said = UrlOptions(options).take("tls");
    auto tls = take_tls_options(options);
    if (!tls)
        return tls.failure();
    out.tls = *std::move(tls);
    if (auto failure = ClientSpelling(options, said && lower_case(*said) == "verify").into(out.tls))
        return *failure;
    for (const char* name : library_options)
        if (auto value = options.take(name))
            out.library[name] = *std::move(value);
    out.program = options.take("appName");
    for (const auto& [name, to] :
         {std::pair{"connectTimeoutMS", &out.connect_ms}, std::pair{"socketTimeoutMS", &out.socket_ms},
          std::pair{"serverSelectionTimeoutMS", &out.selection_ms}})
        if (auto failure = take_milliseconds(options, name, *to))
            return *failure;
    // Every call checks its connection before use, which is more frequent than any heartbeat.
    std::optional<std::int64_t> heartbeat_ms;
    if (auto failure = take_milliseconds(options, "heartbeatFrequencyMS", heartbeat_ms))
        return *failure;
    for (const auto& [name, value] : decided)
        if (const auto text = options.take(name); text && lower_case(*text) != value)
            return bad_option(name, std::string("no value or ") + value + ", because that is Lockdesk's to decide");
    if (auto unknown = options.unknown("MongoDB"))
        return *unknown;
    if (url.host().starts_with('/') && out.tls.wanted())
        return Failure::usage("the URL asks for TLS ('tls'), which MongoDB does not speak on a Unix socket");
    return out;
}

bool lacks_password(const StoreUrl& url, const UrlWishes& wishes)
{
    const auto how = wishes.library.find("authMechanism");
    const bool by_password = how == wishes.library.end() || how->second.starts_with("SCRAM-") || how->second == "PLAIN";
    return by_password && !url.user().empty() && !url.has_password();
}

// A certificate or a ticket may name the user, too.
bool has_no_login(const StoreUrl& url, const UrlWishes& wishes)
{
    return url.user().empty() && !wishes.library.contains("authMechanism");
}

std::string uri_text(const StoreUrl& url, const UrlWishes& wishes, bool with_password)
{
    std::string out = "mongodb://";
    if (!url.user().empty()) {
        out += uri_escaped(url.user());
        if (url.has_password())
            out += ":" + (with_password ? uri_escaped(url.password()) : "password");
        out += "@";
    }
    const std::string& host = url.host();
    const bool several = host.find(',') != std::string::npos;
    out += several                               ? host
           : host.find(':') != std::string::npos ? "[" + host + "]"
           : host.starts_with('/')               ? uri_escaped(host)
                                                 : host;
    if (url.port() != 0)
        out += ":" + std::to_string(url.port());
    out += "/" + uri_escaped(url.path()) + "?retryWrites=false&retryReads=false";
    for (const auto& [key, value] : wishes.library)
        out += "&" + key + "=" + uri_escaped(value);
    // The library reads the user's name from the certificate; the connection itself is ours.
    const auto how = wishes.library.find("authMechanism");
    if (how != wishes.library.end() && how->second == "MONGODB-X509" && !wishes.tls.certificate.empty()) {
        out += "&tls=true&tlsCertificateKeyFile=" + uri_escaped(wishes.tls.certificate);
        if (!wishes.tls.key_password.empty())
            out += "&tlsCertificateKeyFilePassword=" + (with_password ? uri_escaped(wishes.tls.key_password) : "password");
    }
    return out;
}

} // namespace lockdesk::mongodb
