// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/link.h"

#include "backends/engine/text/text.h"
#include "backends/engine/text/url_options.h"
#include "backends/tls/peer.h"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lockdesk::postgres {

namespace {

// The plans of claims must not depend on missing or old statistics: generic, along the index, without a sort. Statements
// without a usable index still work with these.
constexpr const char* settings =
    "-c client_encoding=UTF8 -c standard_conforming_strings=on -c default_transaction_isolation=read\\ committed "
    "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off "
    "-c enable_hashjoin=off -c enable_mergejoin=off -c jit=off";

// The keywords of this libpq. `password` is taken before; keywords that our settings depend on are excluded.
const std::vector<std::string>& libpq_keywords()
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> out;
        PQconninfoOption* const known = PQconndefaults();
        for (const PQconninfoOption* one = known; one != nullptr && one->keyword != nullptr; ++one) {
            const std::string_view keyword = one->keyword;
            if (keyword != "password" && keyword != "replication" && keyword != "authtype" && keyword != "tty")
                out.emplace_back(keyword);
        }
        PQconninfoFree(known);
        return out;
    }();
    return all;
}

constexpr std::array<std::string_view, 6> ssl_modes{"disable", "allow", "prefer", "require", "verify-ca", "verify-full"};

bool at_least(std::string_view mode, std::string_view least)
{
    const auto rank = [](std::string_view one) { return std::find(ssl_modes.begin(), ssl_modes.end(), one); };
    return rank(mode) != ssl_modes.end() && rank(mode) >= rank(least);
}

bool is_local(const std::string& host) { return host.starts_with('/') || host.starts_with('@'); }

// Refuses an option that contradicts the part before the `?`, and values that libpq would reject only when it connects.
std::optional<Failure> check_wishes(const StoreUrl& url, const ConnectOptions& wishes)
{
    const std::array<std::pair<const char*, std::string>, 4> address{
        {{"host", url.host()},
         {"user", url.user()},
         {"dbname", url.path()},
         {"port", url.port() == 0 ? std::string{} : std::to_string(url.port())}}};
    for (const auto& [keyword, value] : address)
        if (const auto again = wishes.find(keyword); again != wishes.end() && !value.empty() && again->second != value)
            return Failure::usage("the URL's option '" + std::string(keyword)
                                  + "' says another one than the part before the ?");
    if (const auto mode = wishes.find("sslmode"); mode != wishes.end() && !at_least(mode->second, "disable"))
        return bad_option("sslmode", "disable, allow, prefer, require, verify-ca or verify-full");
    if (const auto wait = wishes.find("connect_timeout"); wait != wishes.end() && !parse_whole(wait->second, "seconds"))
        return bad_option("connect_timeout", "a number of seconds");
    if (const auto encoding = wishes.find("client_encoding"); encoding != wishes.end())
        if (encoding->second != "UTF8" && encoding->second != "utf8" && encoding->second != "UTF-8")
            return bad_option("client_encoding", "UTF8");
    return std::nullopt;
}

// Translates our spelling into libpq's.
std::optional<Failure> say_in_libpq(const std::string& ours, const TlsOptions& tls,
                                    ConnectOptions& wishes)
{
    for (const char* keyword : {"sslmode", "sslrootcert", "sslcert", "sslkey"})
        if (wishes.contains(keyword))
            return two_spellings(ours, "'" + std::string(keyword) + "'");
    using Mode = TlsOptions::Mode;
    wishes["sslmode"] = tls.mode == Mode::off ? "disable" : tls.mode == Mode::require ? "require" : "verify-full";
    if (tls.wanted())
        wishes.try_emplace("gssencmode", "disable"); // another encryption, with which libpq would omit TLS
    if (tls.checks_authority()) {
        wishes["sslrootcert"] = !tls.authorities.empty()    ? tls.authorities
                                : PQlibVersion() >= 160'000 ? std::string("system")
                                                            : tls::system_authorities();
        if (wishes["sslrootcert"].empty())
            return Failure::usage("this computer has no file of CA certificates that libpq could use; name one with tls-ca");
    }
    if (!tls.certificate.empty()) {
        wishes["sslcert"] = tls.certificate;
        wishes["sslkey"] = tls.key.empty() ? tls.certificate : tls.key;
    }
    if (!tls.name.empty())
        wishes["tls-name"] = tls.name;
    return std::nullopt;
}

// A CA demands verification, and a client certificate TLS, where libpq would do without if the server has none.
std::optional<Failure> complete_client_spelling(ConnectOptions& wishes)
{
    const char* given = nullptr;
    const char* least = "";
    for (const auto& [keyword, mode] :
         {std::pair{"sslcert", "require"}, std::pair{"sslkey", "require"}, std::pair{"sslrootcert", "verify-full"}})
        if (wishes.contains(keyword)) {
            given = keyword;
            least = mode;
        }
    const auto said = wishes.find("sslmode");
    if (given != nullptr && said != wishes.end() && !at_least(said->second, "require"))
        return Failure::usage("the URL's option '" + std::string(given) + "' contradicts sslmode=" + said->second);
    if (given != nullptr && said == wishes.end()) {
        const char* environment = std::getenv("PGSSLMODE");
        wishes["sslmode"] = environment != nullptr && at_least(environment, least) ? environment : least;
    }
    if (wishes.contains("sslmode") && at_least(wishes["sslmode"], "require"))
        wishes.try_emplace("gssencmode", "disable");
    return std::nullopt;
}

} // namespace

Place place_of(const StoreUrl& url, const SessionOptions& options)
{
    const auto host = url.options().find("host");
    auto place = sql::place_of("PostgreSQL", url, options, host != url.options().end() ? host->second : url.host());
    if (!url.ports().empty())
        place.server = url.host() + " (ports " + url.ports() + ")";
    else if (!url.host().empty() || url.port() != 0)
        place.server += ":" + std::to_string(url.port() == 0 ? 5432 : url.port());
    if (url.path().empty())
        place.database = url.user().empty() ? "postgres" : url.user();
    return place;
}

Answer<ConnectOptions> url_wishes(const StoreUrl& url)
{
    UrlOptions options(url);
    const char* const ours = own_tls_option(options);
    const auto tls = take_tls_options(options);
    if (!tls)
        return tls.failure();
    if (auto failure = unreadable_tls_file(*tls))
        return *failure;
    ConnectOptions wishes;
    for (const std::string& keyword : libpq_keywords())
        if (auto value = options.take(keyword))
            wishes[keyword] = *std::move(value);
    if (auto unknown = options.unknown("PostgreSQL"))
        return *unknown;
    if (auto failure = check_wishes(url, wishes))
        return *failure;
    if (auto failure = ours != nullptr ? say_in_libpq(ours, *tls, wishes) : complete_client_spelling(wishes))
        return *failure;
    const std::string& host = wishes.contains("host") ? wishes["host"] : url.host();
    if (!tls->name.empty() && (host.empty() || host.find(',') != std::string::npos))
        return bad_option("tls-name", "one host in the URL");
    if (is_local(host) && wishes.contains("sslmode") && at_least(wishes["sslmode"], "require"))
        return Failure::usage("the URL asks for TLS ('" + std::string(ours != nullptr ? ours : "sslmode")
                              + "'), which PostgreSQL does not speak on a local socket");
    return wishes;
}

ConnectOptions connect_options(const StoreUrl& url, const SessionOptions& options)
{
    ConnectOptions out;
    const auto set = [&](const std::string& keyword, const std::string& value) {
        if (!value.empty())
            out[keyword] = value;
    };
    set("host", url.host());
    set("port", url.port() == 0 ? url.ports() : std::to_string(url.port()));
    set("user", url.user());
    set("password", url.password());
    set("dbname", url.path());
    std::string extra;
    if (const char* environment = std::getenv("PGOPTIONS"))
        extra = std::string(environment) + " ";
    std::string program = options.application_name;
    // The caller has checked the URL's options before.
    auto wishes = url_wishes(url);
    if (!wishes)
        wishes = ConnectOptions{{"sslmode", "verify-full"}};
    for (const auto& [keyword, value] : *wishes) {
        if (keyword == "options")
            extra += value + " ";
        else if (keyword == "application_name")
            program = value;
        else
            set(keyword, value);
    }
    const auto ms = std::chrono::ceil<std::chrono::milliseconds>(options.timeout).count();
    extra += settings;
    extra += " -c statement_timeout=" + std::to_string(std::clamp<long long>(ms, 1, 2'000'000'000));
    // An acknowledged grant must survive a crash, whatever the server, the database or the role configure.
    extra += " -c synchronous_commit=on";
    if (options.source != "lockdesk") // a stamp without a zone is UTC
        extra += " -c timezone=UTC";
    if (options.read_only)
        extra += " -c default_transaction_read_only=on";
    if (options.sandbox)
        extra += " -c search_path=" + sandbox_name(*options.sandbox);
    out["options"] = extra;
    out["application_name"] = program;
    return out;
}

} // namespace lockdesk::postgres
