// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/named_store.h"

#include "backends/engine/text/text.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace lockdesk::app {

namespace {

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

// `@name`, or an empty text.
Answer<std::string> chosen_store()
{
    auto name = chosen_connection();
    return !name || name->empty() ? name : Answer<std::string>("@" + *name);
}

Answer<NamedStore> with_url(NamedStore store, const std::string& text)
{
    auto url = StoreUrl::parse(text);
    if (!url)
        return url.failure();
    store.url = std::move(url).value();
    const std::string password = variable("LOCKDESK_PASSWORD");
    const bool local = store.url.scheme() == "memory" || store.url.scheme() == "sqlite";
    if (!password.empty() && !store.url.has_password() && !local)
        store.url = store.url.with_password(password);
    return store;
}

Answer<NamedStore> saved_store(const std::string& name)
{
    const auto saved = load_connections();
    if (!saved)
        return saved.failure();
    const auto found = std::find_if(saved->begin(), saved->end(), [&](const auto& one) { return one.name == name; });
    if (found == saved->end())
        return Failure::usage("There is no saved connection '" + to_valid_utf8(name) + "' in "
                              + to_valid_utf8(connections_file().string()) + ".");
    return with_url({{}, found->read_only, found->retention, found->findings}, found->url);
}

} // namespace

Answer<NamedStore> named_store(std::string text)
{
    if (text.empty())
        text = variable("LOCKDESK_STORE");
    if (text.empty()) {
        auto chosen = chosen_store();
        if (!chosen)
            return chosen.failure();
        text = std::move(chosen).value();
    }
    if (text.empty())
        return Failure::usage("No store is named: give --store URL, set LOCKDESK_STORE, or choose a saved connection "
                              "by lockdeskctl use NAME. For example --store sqlite:///tmp/locks.db");
    return text.starts_with('@') ? saved_store(text.substr(1)) : with_url({}, text);
}

} // namespace lockdesk::app
