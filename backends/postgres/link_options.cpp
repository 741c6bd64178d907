// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/link.h"

#include <algorithm>
#include <cstdlib>

namespace lockdesk::postgres {

namespace {

// The plans of claims must not depend on statistics that are missing or old: generic, along the index, without a sort. What
// has no index to go along is not hindered by these.
constexpr const char* settings =
    "-c client_encoding=UTF8 -c standard_conforming_strings=on -c default_transaction_isolation=read\\ committed "
    "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off "
    "-c enable_hashjoin=off -c enable_mergejoin=off -c jit=off";

std::string default_database(const StoreUrl& url)
{
    return url.path().empty() ? (url.user().empty() ? "postgres" : url.user()) : url.path();
}

} // namespace

std::string sandbox_schema(const SandboxId& id) { return "lockdesk_sb_" + id.str(); }

Place place_of(const StoreUrl& url, const SessionOptions& options)
{
    Place place;
    const auto host = url.options().find("host");
    place.server = host != url.options().end() ? host->second : url.host().empty() ? "the local socket" : url.host();
    if (place.server.find(':') != std::string::npos)
        place.server = "[" + place.server + "]";
    if (!url.host().empty() || url.port() != 0)
        place.server += ":" + std::to_string(url.port() == 0 ? 5432 : url.port());
    place.database = default_database(url);
    place.user = url.user();
    place.sandbox = options.sandbox ? options.sandbox->str() : std::string{};
    place.store = url.redacted();
    return place;
}

ConnectOptions connect_options(const StoreUrl& url, const SessionOptions& options)
{
    ConnectOptions out;
    const auto set = [&](const char* keyword, const std::string& value) {
        if (!value.empty())
            out.emplace_back(keyword, value);
    };
    set("host", url.host());
    set("port", url.port() == 0 ? std::string{} : std::to_string(url.port()));
    set("user", url.user());
    set("password", url.password());
    set("dbname", url.path());
    std::string extra;
    if (const char* environment = std::getenv("PGOPTIONS"))
        extra = std::string(environment) + " ";
    for (const auto& [keyword, value] : url.options()) {
        if (keyword == "options") {
            extra += value + " ";
            continue;
        }
        std::erase_if(out, [&](const auto& o) { return o.first == keyword; });
        if (keyword != "application_name")
            set(keyword.c_str(), value);
    }
    const auto ms = std::chrono::ceil<std::chrono::milliseconds>(options.timeout).count();
    extra += settings;
    extra += " -c statement_timeout=" + std::to_string(std::clamp<long long>(ms, 1, 2'000'000'000));
    // An acknowledged grant must be there after a crash, whatever the server, the database or the role say.
    extra += " -c synchronous_commit=on";
    if (options.read_only)
        extra += " -c default_transaction_read_only=on";
    if (options.sandbox)
        extra += " -c search_path=" + sandbox_schema(*options.sandbox);
    out.emplace_back("options", extra);
    out.emplace_back("application_name", options.application_name);
    return out;
}

} // namespace lockdesk::postgres
