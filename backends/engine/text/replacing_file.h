// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <optional>
#include <string>
#include <string_view>

namespace lockdesk {

/// A file that is written beside another one and takes its place in one step: who has the old one open or mapped keeps it whole,
/// and when the disk is full the old one stays. A link is followed, so that its target is replaced; the permissions of what was
/// there are kept. What is no regular file (a pipe, a terminal) has no place to take and is written as it is.
/// One thread at a time; a moved-from one only may be destroyed.
class ReplacingFile
{
public:
    /// Makes the new file. `mode` is that of a file that was not there, less the umask. Fails when the one that is there may not
    /// be written, although its folder would allow to replace it.
    static Answer<ReplacingFile> begin(const std::string& path, unsigned mode);
    ReplacingFile(ReplacingFile&& other) noexcept;
    ReplacingFile& operator=(ReplacingFile&&) = delete;
    ~ReplacingFile(); ///< what has not taken its place is removed

    /// Appends. Nothing when it was written.
    std::optional<Failure> write(std::string_view text);
    /// Moves it to its place; it can be written further. `durable`: what was written is on the disk first.
    std::optional<Failure> take_place(bool durable = false);
    /// Waits until all is on the disk.
    std::optional<Failure> sync();

private:
    ReplacingFile(int file, std::string path, std::string target, std::string beside)
        : m_file(file), m_path(std::move(path)), m_target(std::move(target)), m_beside(std::move(beside))
    {
    }
    int m_file = -1;
    std::string m_path;   ///< as it was named, for messages
    std::string m_target; ///< what is replaced
    std::string m_beside; ///< where it is until then; empty: in its place
};

/// Writes a whole file at once: it has the new text or the old one, nothing between.
std::optional<Failure> replace_file(const std::string& path, std::string_view text, unsigned mode);

} // namespace lockdesk
