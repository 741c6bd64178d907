// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/replacing_file.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lockdesk {

namespace {

Failure not_written(const std::string& path, int error)
{
    return Failure::unavailable("Cannot write " + path + ": " + std::strerror(error) + ".").with_code(std::strerror(error));
}

// Follows a chain of links, even to a file that does not exist. Returns an empty text and sets errno on failure.
std::string followed(std::string path)
{
    constexpr int most_links = 40;
    char target[PATH_MAX];
    for (int i = 0; i < most_links; ++i) {
        const auto size = ::readlink(path.c_str(), target, sizeof target);
        if (size < 0)
            return path;
        const std::string to(target, static_cast<std::size_t>(size));
        const auto slash = path.rfind('/');
        path = to.starts_with('/') || slash == std::string::npos ? to : path.substr(0, slash + 1) + to;
    }
    errno = ELOOP;
    return {};
}

// An unused name in the same folder, because a rename does not cross file systems.
std::string name_beside(const std::string& target)
{
    constexpr std::size_t longest = 200; // of 255 bytes for a name
    static thread_local std::mt19937_64 random{std::random_device{}()};
    const auto slash = target.rfind('/');
    const auto from = slash == std::string::npos ? 0 : slash + 1;
    char ending[24];
    (void)std::snprintf(ending, sizeof ending, ".%012llx", static_cast<unsigned long long>(random() >> 16));
    return target.substr(0, from) + "." + target.substr(from, longest) + ending;
}

} // namespace

Answer<ReplacingFile> ReplacingFile::begin(const std::string& path, unsigned mode)
{
    const auto failed = [&] { return not_written(path, errno); };
    struct stat is
    {
    };
    const bool there = ::stat(path.c_str(), &is) == 0;
    if (!there && errno != ENOENT)
        return failed();
    if (there) {
        if (S_ISDIR(is.st_mode))
            return not_written(path, EISDIR);
        // Checks write permission too: the folder's permissions would allow replacing a read-only file.
        const int old = ::open(path.c_str(), (S_ISREG(is.st_mode) ? O_WRONLY : O_RDWR) | O_APPEND | O_CLOEXEC);
        if (old < 0)
            return failed();
        if (!S_ISREG(is.st_mode))
            return ReplacingFile(old, path, path, {});
        ::close(old);
    }
    const std::string target = followed(path);
    if (target.empty())
        return failed();
    for (;;) {
        const std::string beside = name_beside(target);
        const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, mode);
        if (file < 0 && errno == EEXIST)
            continue;
        if (file < 0)
            return failed();
        ReplacingFile out(file, path, target, beside);
        if (there) {
            const bool owned =
                ::fchown(file, is.st_uid, is.st_gid) == 0 || ::fchown(file, static_cast<uid_t>(-1), is.st_gid) == 0;
            // With another group, drops the permissions meant for the old one.
            const mode_t kept = is.st_mode & (owned ? 07777U : 0700U);
            if (::fchmod(file, kept) != 0)
                return failed();
        }
        return out;
    }
}

ReplacingFile::ReplacingFile(ReplacingFile&& other) noexcept
    : m_file(std::exchange(other.m_file, -1)), m_path(std::move(other.m_path)), m_target(std::move(other.m_target)),
      m_beside(std::move(other.m_beside))
{
}

ReplacingFile::~ReplacingFile()
{
    if (m_file < 0)
        return;
    ::close(m_file);
    if (!m_beside.empty())
        ::unlink(m_beside.c_str());
}

std::optional<Failure> ReplacingFile::write(std::string_view text)
{
    while (!text.empty()) {
        const auto done = ::write(m_file, text.data(), text.size());
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return not_written(m_path, errno);
        text.remove_prefix(static_cast<std::size_t>(done));
    }
    return std::nullopt;
}

std::optional<Failure> ReplacingFile::take_place(bool durable)
{
    if (m_beside.empty())
        return std::nullopt;
    if (durable)
        if (auto failure = sync())
            return failure;
    if (::rename(m_beside.c_str(), m_target.c_str()) != 0)
        return not_written(m_path, errno);
    m_beside.clear();
    return std::nullopt;
}

std::optional<Failure> ReplacingFile::sync()
{
    if (::fsync(m_file) != 0 && errno != EINVAL && errno != EROFS) // not for pipes
        return not_written(m_path, errno);
    return std::nullopt;
}

std::optional<Failure> replace_file(const std::string& path, std::string_view text, unsigned mode)
{
    auto file = ReplacingFile::begin(path, mode);
    if (!file)
        return file.failure();
    if (auto failure = file->write(text))
        return failure;
    return file->take_place(true);
}

} // namespace lockdesk
