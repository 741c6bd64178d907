// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockdesk::postgres {

/// What the startup packet asks of a session: the `-c name=value` of libpq's keyword `options`.
struct SessionSettings
{
    /// Each name once, with its last value, in the order in which they were named first.
    std::vector<std::pair<std::string, std::string>> values;
    /// The first word that is no setting (`-B 100`): a transaction cannot carry it.
    std::string odd;

    [[nodiscard]] const std::string* find(std::string_view name) const;
};

/// Reads the text as the server does: words apart by spaces, a backslash before what is meant as it is.
SessionSettings read_session_settings(std::string_view options);

/// One statement that asks for the backend's number and, of each setting that decides over right and wrong, for its name,
/// for what it is and for what was asked. Holds in a plain statement and, with `inside`, in the transaction of `carrying_sql`.
std::string greeting_sql(const SessionSettings& settings, bool inside);
/// The first setting of a greeting's answer that is not as it was asked for; empty: all are.
std::string first_difference(const sql::Result& greeting);

/// Begins a transaction that carries all settings with it, on whatever backend it runs: for a session whose backend is not
/// its own. What was not asked for is the backend's default, not what another client of it has left behind.
std::string carrying_sql(const SessionSettings& settings);

} // namespace lockdesk::postgres
