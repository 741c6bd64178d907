// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/store_url.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace lockdesk::app {

/// `$XDG_DATA_HOME/lockdesk`, else `~/.local/share/lockdesk`.
std::filesystem::path data_folder();

/// Returns the local audit's name for a store: scheme, host, port and database or file. No user, no password, no options.
std::string audit_place(const StoreUrl& url);

/// A forced action. All are written here, including those in a store's table.
struct LocalAuditRow
{
    std::string store;  ///< from `audit_place`
    std::string source; ///< `lockdesk`, `dist_lock`, `string`, ...; `worker` for actions on a process
    AuditRow row;
    bool in_store = false; ///< the store's table has it too: lists show that row as long as it exists
    friend bool operator==(const LocalAuditRow&, const LocalAuditRow&) = default;
};

/// Forced actions as lines of JSON in the user's data folder: `audit.jsonl`, readable by its owner only, and the four files
/// before it (`audit.1.jsonl` is the newest of them). Several processes may append concurrently: a line is written whole or
/// not at all. Thread-safe: has no state between calls.
class LocalAudit
{
public:
    static constexpr std::size_t file_bytes = 4 * 1024 * 1024; ///< a file that would exceed this is rotated
    static constexpr int files = 5;                            ///< number of files kept

    explicit LocalAudit(std::filesystem::path folder = data_folder(), std::size_t most_bytes = file_bytes)
        : m_folder(std::move(folder)), m_most_bytes(most_bytes)
    {
    }

    /// On disk when it returns. Waits at most two seconds for other processes. The failure's message is for people.
    [[nodiscard]] Answer<Done> append(const LocalAuditRow& entry) const;
    /// Newest first. Skips invalid lines. Empty when there is no file.
    [[nodiscard]] std::vector<LocalAuditRow> read(std::size_t limit = 10'000) const;
    [[nodiscard]] std::filesystem::path file(int age = 0) const;

private:
    std::filesystem::path m_folder;
    std::size_t m_most_bytes;
};

} // namespace lockdesk::app
