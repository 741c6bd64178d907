// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <optional>
#include <string>
#include <string_view>

namespace lockdesk {

/// A file written next to another one, which it replaces in one step: readers that have the old one open or mapped keep it
/// intact, and it survives a full disk. Follows a link and replaces its target; keeps the permissions of an existing file.
/// Anything but a regular file (a pipe, a terminal) cannot be replaced and is written directly. One thread at a time; a
/// moved-from object may only be destroyed.
class ReplacingFile
{
public:
    /// Creates the new file. `mode` is for a file that did not exist, minus the umask. Fails when the existing file is not
    /// writable, even if its folder would allow replacing it.
    static Answer<ReplacingFile> begin(const std::string& path, unsigned mode);
    ReplacingFile(ReplacingFile&& other) noexcept;
    ReplacingFile& operator=(ReplacingFile&&) = delete;
    ~ReplacingFile(); ///< removes the file if it has not taken its place

    /// Appends. Nullopt on success.
    std::optional<Failure> write(std::string_view text);
    /// Moves the file to its place; it can still be written. `durable`: syncs it to disk first.
    std::optional<Failure> take_place(bool durable = false);
    /// Waits until everything is on disk.
    std::optional<Failure> sync();

private:
    ReplacingFile(int file, std::string path, std::string target, std::string beside)
        : m_file(file), m_path(std::move(path)), m_target(std::move(target)), m_beside(std::move(beside))
    {
    }
    int m_file = -1;
    std::string m_path;   ///< as given, for messages
    std::string m_target; ///< path of the file to replace
    std::string m_beside; ///< current path; empty: in its place
};

/// Replaces a whole file atomically: it has the new text or the old one.
std::optional<Failure> replace_file(const std::string& path, std::string_view text, unsigned mode);

} // namespace lockdesk
