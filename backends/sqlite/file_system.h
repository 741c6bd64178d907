// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockdesk::sqlite {

/// What the file system is called on which the file lies (or its folder, when there is no such file yet), if other computers
/// may have it open too: `nfs`, `cifs`, ... Empty: it is this computer's own, or not known.
///
/// The index of a write-ahead log is memory that the processes of one computer share. Two computers would each have their own,
/// and would both be granted what one of them has.
std::string network_file_system(const std::string& path);

/// What a mount is told by: its type and source, as in /proc/self/mountinfo. Empty: not one of several computers.
std::string network_mount(const std::string& type, const std::string& source);

} // namespace lockdesk::sqlite
