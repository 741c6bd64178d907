// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/connections_of.h"

#include <filesystem>
#include <set>
#include <string>
#include <system_error>

namespace lockdesk::scenarios {

std::optional<int> connections_of(std::int64_t process)
{
    namespace fs = std::filesystem;
    const fs::path folder = fs::path("/proc") / std::to_string(process) / "fd";
    std::error_code wrong;
    fs::directory_iterator files(folder, wrong);
    if (process <= 0 || wrong)
        return std::nullopt;
    std::set<std::string> sockets;
    for (const fs::directory_iterator end; files != end; files.increment(wrong)) {
        const std::string target = fs::read_symlink(files->path(), wrong).string();
        if (target.starts_with("socket:"))
            sockets.insert(target);
        if (wrong)
            return std::nullopt;
    }
    for (const char* standard : {"0", "1", "2"})
        sockets.erase(fs::read_symlink(folder / standard, wrong).string());
    return static_cast<int>(sockets.size());
}

} // namespace lockdesk::scenarios
