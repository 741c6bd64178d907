// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/replacing_file.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockdesk {

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void put_text(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::size_t entries(const fs::path& folder)
{
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

TEST(ReplacingFile, WhoHasTheOldOneMappedKeepsIt)
{
    const test::TempDir folder;
    const std::string path = folder.path() / "f";
    put_text(path, std::string(100'000, 'o'));
    const int file = ::open(path.c_str(), O_RDONLY);
    const auto* mapped = static_cast<const char*>(::mmap(nullptr, 100'000, PROT_READ, MAP_PRIVATE, file, 0));
    ASSERT_NE(mapped, MAP_FAILED);
    EXPECT_FALSE(replace_file(path, "new", 0600));
    EXPECT_EQ(mapped[99'999], 'o');
    EXPECT_EQ(text_of(path), "new");
    ::munmap(const_cast<char*>(mapped), 100'000);
    ::close(file);
}

TEST(ReplacingFile, LeavesNothingBesideUntilItTakesItsPlace)
{
    const test::TempDir folder;
    const std::string path = folder.path() / "f";
    put_text(path, "old");
    {
        auto file = ReplacingFile::begin(path, 0600);
        ASSERT_TRUE(file);
        EXPECT_FALSE(file->write("new"));
        EXPECT_EQ(text_of(path), "old");
    }
    EXPECT_EQ(text_of(path), "old");
    EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(ReplacingFile, FollowsLinksAndKeepsPermissions)
{
    const test::TempDir folder;
    fs::create_directory(folder.path() / "far");
    const fs::path real = folder.path() / "far" / "real", link = folder.path() / "link", later = folder.path() / "later";
    put_text(real, "old");
    ::chmod(real.c_str(), 0640);
    fs::create_symlink("far/real", link);
    fs::create_symlink("far/not-there-yet", later);
    EXPECT_FALSE(replace_file(link, "new", 0600));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(text_of(real), "new");
    EXPECT_EQ(static_cast<unsigned>(fs::status(real).permissions()), 0640u);
    EXPECT_FALSE(replace_file(later, "first", 0600));
    EXPECT_TRUE(fs::is_symlink(later));
    EXPECT_EQ(text_of(folder.path() / "far" / "not-there-yet"), "first");
    EXPECT_EQ(static_cast<unsigned>(fs::status(folder.path() / "far" / "not-there-yet").permissions()), 0600u);
    fs::create_symlink("round", folder.path() / "round");
    EXPECT_TRUE(replace_file(folder.path() / "round", "x", 0600));
}

TEST(ReplacingFile, AFullDiskLeavesTheOldOne)
{
    const test::TempDir folder;
    const std::string path = folder.path() / "f";
    put_text(path, "old");
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    rlimit little = before;
    little.rlim_cur = 1000;
    ::setrlimit(RLIMIT_FSIZE, &little);
    const auto failure = replace_file(path, std::string(5000, 'n'), 0600);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_DFL);
    ASSERT_TRUE(failure);
    EXPECT_NE(failure->message.find(path), std::string::npos);
    EXPECT_EQ(text_of(path), "old");
    EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(ReplacingFile, WritesAPipeAsItIs)
{
    const test::TempDir folder;
    const std::string path = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
    EXPECT_FALSE(replace_file(path, "through", 0600));
    char got[16] = {};
    EXPECT_EQ(::read(reader, got, sizeof got), 7);
    EXPECT_STREQ(got, "through");
    EXPECT_TRUE(fs::is_fifo(path));
    ::close(reader);
}

TEST(ReplacingFile, SaysWhyItCannot)
{
    const test::TempDir folder;
    EXPECT_TRUE(replace_file(folder.path() / "not" / "there", "x", 0600));
    EXPECT_TRUE(replace_file(folder.path(), "x", 0600));
    const std::string longest = folder.path() / std::string(255, 'n');
    EXPECT_FALSE(replace_file(longest, "x", 0600)) << "a name as long as names may be";
    EXPECT_EQ(text_of(longest), "x");
}

} // namespace lockdesk
