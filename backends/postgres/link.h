// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/connection.h"
#include "backends/postgres/hint_sender.h"
#include "backends/postgres/sql_text.h"
#include "backends/sql/sandbox_login.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::postgres {

using sql::cancel_grace;
using sql::Effect;
using sql::Place;
using sql::sandbox_name;
using sql::Use;
using sql::Values;

/// Connections to an address: libpq's keywords; below, the place for messages.
ConnectOptions connect_options(const StoreUrl& url, const SessionOptions& options);
/// Returns the keywords and values of the URL's options, ours translated; usage failure for unknown, contradictory or
/// unavailable ones.
Answer<ConnectOptions> url_wishes(const StoreUrl& url);
Place place_of(const StoreUrl& url, const SessionOptions& options);

/// Returns the statement of that name from resources/postgres.
std::string statement_text(std::string_view name);

/// A statement as the server gets it: the `{name}` of a value other than SQL becomes a parameter, numbered by first use. A
/// text without such names numbers its parameters itself, in the order of the values.
struct Numbered
{
    Numbered(const sql::Template& text, const Values& values);
    std::string sql;
    std::vector<std::string> parameters; ///< the keys of $1, $2 and so on
};

/// A session's connection to PostgreSQL. Statements are prepared.
std::unique_ptr<sql::Link> make_link(const StoreUrl& url, const SessionOptions& options, std::shared_ptr<HintSender> hints);
/// Connects a listener for these topics; a stop ends connecting at once.
Answer<std::unique_ptr<HintListener>> open_listener(const StoreUrl& url, const SessionOptions& options,
                                                    std::vector<HintTopic> topics, const std::stop_token& stop);
/// Returns the channel of the tables in `schema`, cut to the length of an identifier.
std::string hint_channel(const std::string& schema);
/// Returns false for a standby server, which allows no writes and no LISTEN.
bool has_hints(sql::Link& link);

} // namespace lockdesk::postgres
