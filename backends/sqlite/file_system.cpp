// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/file_system.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

namespace lockdesk::sqlite {

namespace {

// From linux/magic.h and the file systems' own sources. Includes cluster file systems: their locks reach the other
// computers, their shared memory does not.
constexpr std::array<std::pair<std::uint32_t, std::string_view>, 17> network_magics{{{0x6969, "nfs"},
                                                                                     {0x517B, "smb"},
                                                                                     {0xFF534D42, "cifs"},
                                                                                     {0xFE534D42, "smb"},
                                                                                     {0x564C, "ncp"},
                                                                                     {0x5346414F, "afs"},
                                                                                     {0x6B414653, "afs"},
                                                                                     {0x73757245, "coda"},
                                                                                     {0x00C36400, "ceph"},
                                                                                     {0x01161970, "gfs2"},
                                                                                     {0x7461636F, "ocfs2"},
                                                                                     {0x0BD00BD0, "lustre"},
                                                                                     {0x47504653, "gpfs"},
                                                                                     {0xAAD7AAEA, "panfs"},
                                                                                     {0x786F4256, "vboxsf"},
                                                                                     {0xBACBACBC, "vmhgfs"},
                                                                                     {0x19830326, "beegfs"}}};
constexpr std::uint32_t fuse_magic = 0x65735546; // implemented by a program, which the mount table names

constexpr std::array<std::string_view, 17> network_programs{
    "sshfs",   "glusterfs", "s3fs",     "rclone",  "curlftpfs", "davfs",  "ceph",     "juicefs",    "mfs",
    "moosefs", "weed",      "smbnetfs", "gcsfuse", "goofys",    "lizard", "blobfuse", "vmhgfs-fuse"};

std::string folder_of(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string unescaped(const std::string& text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto octal = text.substr(i + 1, 3);
        if (text[i] == '\\' && octal.size() == 3 && octal.find_first_not_of("01234567") == std::string::npos) {
            out += static_cast<char>(std::stoi(octal, nullptr, 8));
            i += 3;
        } else {
            out += text[i];
        }
    }
    return out;
}

// Format of a line: id parent major:minor root mount-point options [optional...] - type source super-options.
std::string mount_of_device(dev_t device)
{
    const auto number = std::to_string(major(device)) + ":" + std::to_string(minor(device));
    std::ifstream mounts("/proc/self/mountinfo");
    for (std::string line; std::getline(mounts, line);) {
        std::istringstream words(line);
        std::string word, type, source;
        words >> word >> word >> word;
        if (word != number)
            continue;
        while (words >> word && word != "-") {
        }
        words >> type >> source;
        return network_mount(type, unescaped(source));
    }
    return {};
}

} // namespace

std::string network_mount(const std::string& type, const std::string& source)
{
    if (!type.starts_with("fuse"))
        return {};
    const auto dot = type.find('.');
    const auto program = dot == std::string::npos ? std::string_view{} : std::string_view(type).substr(dot + 1);
    const bool known = std::find(network_programs.begin(), network_programs.end(), program) != network_programs.end();
    // `host:folder`, `user@host`, `https://...`: no local file system has such a source.
    const bool remote = source.find(':') != std::string::npos || source.find('@') != std::string::npos;
    return known || remote ? (program.empty() ? type : std::string(program)) : std::string{};
}

std::string network_file_system(const std::string& path)
{
    struct statfs found
    {
    };
    struct stat about
    {
    };
    std::string place = path;
    if (::statfs(place.c_str(), &found) != 0) {
        place = folder_of(path);
        if (::statfs(place.c_str(), &found) != 0)
            return {};
    }
    const auto magic = static_cast<std::uint32_t>(found.f_type);
    const auto known =
        std::find_if(network_magics.begin(), network_magics.end(), [&](const auto& entry) { return entry.first == magic; });
    if (known != network_magics.end())
        return std::string(known->second);
    return magic == fuse_magic && ::stat(place.c_str(), &about) == 0 ? mount_of_device(about.st_dev) : std::string{};
}

} // namespace lockdesk::sqlite
