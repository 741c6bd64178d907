// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/plain_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockdesk {

Answer<std::string> read_plain_file(const std::filesystem::path& file, std::size_t most)
{
    // Without blocking: a pipe has no end, and possibly no writer.
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        return Failure::usage(std::string("it cannot be read: ") + std::strerror(errno));
    struct stat about = {};
    std::string text;
    const bool plain = ::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
    char buffer[65536];
    for (ssize_t got = 1; plain && got > 0 && text.size() <= most;) {
        got = ::read(descriptor, buffer, sizeof buffer);
        text.append(buffer, got > 0 ? static_cast<std::size_t>(got) : 0);
    }
    ::close(descriptor);
    if (!plain)
        return Failure::usage("it is no file with text in it");
    if (text.size() > most)
        return Failure::usage("it is too large: more than " + std::to_string(most / 1024) + " KiB");
    if (text.empty())
        return Failure::usage("it is empty, or it cannot be read");
    return text;
}

} // namespace lockdesk
