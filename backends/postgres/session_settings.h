// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/result.h"

#include <map>
#include <string>
#include <string_view>

namespace lockdesk::postgres {

/// The session settings of the startup packet: the `-c name=value` of libpq's keyword `options`.
struct SessionSettings
{
    /// Each name with its last value.
    std::map<std::string, std::string, std::less<>> values;
    /// The first word other than a setting (`-B 100`): a transaction cannot carry it.
    std::string odd;

    [[nodiscard]] const std::string* find(std::string_view name) const;
    [[nodiscard]] bool reads_only() const;
};

/// Parses the text as the server does: words separated by spaces, a backslash escapes the next character.
SessionSettings read_session_settings(std::string_view options);

/// Returns one statement for the backend's number and, of each decisive setting, its name, its actual and its requested
/// value. Valid in a plain statement and, with `inside`, in the transaction of `carrying_sql`.
std::string greeting_sql(const SessionSettings& settings, bool inside);
/// Returns the first setting in a handshake's reply that differs from the requested value, or an empty string.
std::string first_difference(const sql::Result& greeting);

/// Returns the start of a transaction that carries all settings, on whatever backend it runs: for a session without
/// its own backend. Settings not requested get the backend's default, not what another client has left behind.
std::string carrying_sql(const SessionSettings& settings);

} // namespace lockdesk::postgres
