// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Files on a disk shared by several computers.
#include "backends/sqlite/file_system.h"
#include "tests/unit/sqlite_fixture.h"

#include <cstdlib>
#include <dlfcn.h>
#include <sys/vfs.h>

namespace {

// The file system type reported to this program; 0: the real one.
std::uint32_t told_magic = 0;

} // namespace

// Overrides the C library's function for the backend linked with this program.
extern "C" int statfs(const char* path, struct statfs* found) noexcept
{
    using Call = int (*)(const char*, struct statfs*);
#if defined(_FILE_OFFSET_BITS) && _FILE_OFFSET_BITS == 64
    static const auto real = reinterpret_cast<Call>(::dlsym(RTLD_NEXT, "statfs64"));
#else
    static const auto real = reinterpret_cast<Call>(::dlsym(RTLD_NEXT, "statfs"));
#endif
    const int result = real(path, found);
    if (result == 0 && told_magic != 0)
        found->f_type = static_cast<decltype(found->f_type)>(told_magic);
    return result;
}

namespace lockdesk::test {

class SqliteNetworkTest : public SqliteTest
{
protected:
    ~SqliteNetworkTest() override { told_magic = 0; }
};

TEST_F(SqliteNetworkTest, AFileThatOtherComputersMayOpenIsRefused)
{
    init();
    ASSERT_TRUE(open()->locks().acquire(wish("a", "o", "r")).is_result());
    for (const auto& [magic, name] : {std::pair<std::uint32_t, std::string>{0x6969, "nfs"},
                                      {0xFF534D42, "cifs"},
                                      {0xFE534D42, "smb"},
                                      {0x00C36400, "ceph"},
                                      {0x0BD00BD0, "lustre"}}) {
        told_magic = magic;
        SessionOptions reading;
        reading.read_only = true;
        SessionOptions bare;
        bare.without_schema = true;
        for (const auto& options : {SessionOptions{}, reading, bare}) {
            const auto refused = try_open(options);
            ASSERT_TRUE(refused.is_error()) << name;
            EXPECT_EQ(refused.failure().kind, FailureKind::unavailable);
            EXPECT_FALSE(refused.failure().retryable);
            EXPECT_NE(refused.failure().message.find("(" + name + ")"), std::string::npos) << refused.failure().message;
            EXPECT_NE(refused.failure().message.find("LOCKDESK_SQLITE_NETWORK"), std::string::npos)
                << refused.failure().message;
        }
        EXPECT_TRUE(store()->listen({}, {}).is_error());
        // A new file is refused as well, and a foreign table in it makes no difference.
        const auto fresh = open_sqlite_store(StoreUrl::parse("sqlite://" + path() + ".new").value()).value()->open(bare);
        EXPECT_TRUE(fresh.is_error());
        SessionOptions foreign;
        foreign.source = "dist_lock";
        EXPECT_EQ(try_open(foreign).failure().code, "ENETFS");
    }
    EXPECT_FALSE(std::filesystem::exists(path() + ".new"));
    told_magic = 0xEF53; // ext4
    EXPECT_TRUE(open()->locks().find(LockName::trusted("a")).value().has_value());
}

TEST_F(SqliteNetworkTest, OneHostIsTheOperatorsWord)
{
    init();
    told_magic = 0x6969;
    ::setenv("LOCKDESK_SQLITE_NETWORK", "one-host", 1);
    auto session = try_open();
    ASSERT_TRUE(session.is_result()) << session.failure().message;
    EXPECT_TRUE((*session)->locks().acquire(wish("a", "o", "r")).is_result());
    EXPECT_TRUE(store()->listen({}, {}).is_result());
    for (const auto* other : {"", "yes", "one-host "}) {
        ::setenv("LOCKDESK_SQLITE_NETWORK", other, 1);
        EXPECT_TRUE(try_open().is_error()) << other;
    }
    ::unsetenv("LOCKDESK_SQLITE_NETWORK");
    EXPECT_TRUE(try_open().is_error());
}

TEST(SqliteMounts, ProgramsThatServeFilesOfOthersAreKnown)
{
    using sqlite::network_mount;
    EXPECT_EQ(network_mount("fuse.sshfs", "ann@host:/srv"), "sshfs");
    EXPECT_EQ(network_mount("fuse.glusterfs", "gv0"), "glusterfs");
    EXPECT_EQ(network_mount("fuse.something", "host:/srv"), "something");
    EXPECT_EQ(network_mount("fuse", "https://host/dav"), "fuse");
    EXPECT_EQ(network_mount("fuse.bindfs", "/home/ann"), "");
    EXPECT_EQ(network_mount("fuseblk", "/dev/sdb1"), "");
    EXPECT_EQ(network_mount("ext4", "/dev/sda1"), "");
    EXPECT_EQ(network_mount("overlay", "overlay"), "");
}

} // namespace lockdesk::test
