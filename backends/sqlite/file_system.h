// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockdesk::sqlite {

/// Returns the type of the file's file system (or its folder's, if the file does not exist yet) if other computers may
/// have the file open too: `nfs`, `cifs`, ... Empty: local to this computer, or unknown.
///
/// The index of a write-ahead log is memory that the processes of one computer share. Two computers would each have a
/// separate one, and both be granted the same lock.
std::string network_file_system(const std::string& path);

/// Returns the network file system of a mount, given type and source as in /proc/self/mountinfo. Empty: not shared between
/// computers.
std::string network_mount(const std::string& type, const std::string& source);

} // namespace lockdesk::sqlite
