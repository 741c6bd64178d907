// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/text/store_url.h"
#include "backends/observe/findings.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::app {

/// A saved profile, shared by the console and the command line (`@name`). Never contains a password.
struct SavedConnection
{
    std::string name;
    std::string url;                         ///< without its password
    std::string environment = "development"; ///< development, staging, production
    bool read_only = false;
    std::vector<std::string> sources; ///< shown by the console; empty: `lockdesk`
    std::string
        retention; ///< of sent messages, silent workers and free locks: `7d`, `off`; empty: the programs' defaults
    std::string group{}; ///< in the console's manager; empty: none
    FindingLimits findings{}; ///< from when on something is a finding
    friend bool operator==(const SavedConnection&, const SavedConnection&) = default;
};

/// `$XDG_CONFIG_HOME/lockdesk/connections.json`, else `~/.config/lockdesk/connections.json`.
std::filesystem::path connections_file();

/// Returns none when the file does not exist; a usage failure with file and place when it is invalid, or when another user may
/// write it: that user would choose the store.
Answer<std::vector<SavedConnection>> load_connections(const std::filesystem::path& file = connections_file());

/// Replaces the file atomically; omits passwords that are still in a URL.
Answer<Done> save_connections(const std::vector<SavedConnection>& connections,
                              const std::filesystem::path& file = connections_file());

/// Changes the list as it is in the file now, which other programs change as well: reading and replacing are one step for
/// all that use this function. `change` may refuse with a failure, and nothing is written. Waits for another program at most
/// five seconds. Returns the new list.
Answer<std::vector<SavedConnection>>
change_connections(const std::function<std::optional<Failure>(std::vector<SavedConnection>&)>& change,
                   const std::filesystem::path& file = connections_file());

/// The file with the name of the saved connection that `lockdeskctl use` has chosen, beside the others.
std::filesystem::path chosen_file();
/// Returns the chosen connection's name; empty: none.
Answer<std::string> chosen_connection(const std::filesystem::path& file = chosen_file());
/// Empty: none from now on.
Answer<Done> choose_connection(const std::string& name, const std::filesystem::path& file = chosen_file());

/// Usage failure for a URL with secrets besides its password: they are not saved, and the URL differs without them.
std::optional<Failure> not_to_be_saved(const StoreUrl& url);

/// Returns `user@host` of the current user, for the audit.
std::string operator_name();

} // namespace lockdesk::app
