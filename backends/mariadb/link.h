// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/url_options.h"
#include "backends/mariadb/connection.h"
#include "backends/mariadb/sql_text.h"
#include "backends/sql/link.h"

#include <chrono>
#include <memory>
#include <string>

namespace lockdesk::mariadb {

using sql::cancel_grace;
using sql::Effect;
using sql::Place;
using sql::Use;

/// Returns address, options and session setup of connections to a URL.
ConnectOptions connect_options(const StoreUrl& url, const SessionOptions& options);
/// The options of the URL.
struct UrlWishes
{
    std::string socket;
    TlsOptions tls;
};
/// Usage failure for unknown, contradictory or unavailable options.
Answer<UrlWishes> url_wishes(const StoreUrl& url);
Place place_of(const StoreUrl& url, const SessionOptions& options);
/// Returns an expression that gives a connection the mark of its program's name (`MarkedSessions`): a named lock of the
/// server, which ends with the connection after everything else that it held. Its value is 1, or 0 if too many connections
/// have the mark.
std::string taking_mark(const std::string& mark);
/// Returns the prefix of our tables: `lockdesk_`, or `lockdesk_sb_<id>_` in a sandbox.
std::string table_prefix(const std::optional<SandboxId>& sandbox);
/// Returns `{p}`, `{now}` (in a sandbox the sandbox's clock) and `{real}`: the same in every statement of a session.
Values fixed_values(const std::optional<SandboxId>& sandbox);
/// Returns how long a statement waits for a row locked by another session, so that time for a retry is left.
std::chrono::seconds lock_wait(const SessionOptions& options);
/// Returns the statement of that name from resources/mariadb.
std::string statement_text(std::string_view name);

/// A session's connection to MariaDB. Sends statements as literal text; long and frequent ones are prepared.
std::unique_ptr<sql::Link> make_link(const StoreUrl& url, const SessionOptions& options);

} // namespace lockdesk::mariadb
