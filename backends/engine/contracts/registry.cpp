// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/store.h"

#include <algorithm>
#include <array>

namespace lockdesk {

namespace {

struct KnownBackend
{
    std::string_view scheme;
    const char* library;
    const char* option;
};
constexpr std::array<KnownBackend, 7> known_backends{{
    {"memory", "nothing", "-"},
    {"sqlite", "SQLiteCpp", "LOCKDESK_SQLITE"},
    {"postgresql", "libpqxx", "LOCKDESK_POSTGRES"},
    {"redis", "hiredis", "LOCKDESK_REDIS"},
    {"mariadb", "libmariadb", "LOCKDESK_MARIADB"},
    {"mongodb", "libmongoc", "LOCKDESK_MONGODB"},
    {"redlock", "hiredis", "LOCKDESK_REDIS"},
}};

} // namespace

void StoreRegistry::add(std::string scheme, Factory factory) { m_factories[std::move(scheme)] = std::move(factory); }

Answer<std::unique_ptr<Store>> StoreRegistry::open(const StoreUrl& url) const
{
    if (const auto found = m_factories.find(url.scheme()); found != m_factories.end())
        return found->second(url);
    const auto known = std::find_if(known_backends.begin(), known_backends.end(),
                                    [&](const KnownBackend& b) { return b.scheme == url.scheme(); });
    if (known == known_backends.end())
        return Failure::usage("'" + url.scheme() + "' is not a kind of store that Lockdesk knows");
    return Failure::unsupported("the " + url.scheme() + " backend is not built in; build with " + known->option
                                + "=ON, which needs " + known->library);
}

std::vector<std::string> StoreRegistry::schemes() const
{
    std::vector<std::string> out;
    for (const auto& [scheme, factory] : m_factories)
        out.push_back(scheme);
    return out;
}

} // namespace lockdesk
