// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/await.h"
#include "tests/support/servers.h"

#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>

namespace lockdesk::test {

TEST(Support, ProgramGivesStatusAndBothOutputs)
{
    const auto result = run_program({"sh", "-c", "cat; echo oops >&2; exit 3"}, "hello");
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(result.out, "hello");
    EXPECT_EQ(result.err, "oops\n");
}

TEST(Support, ProgramThatRunsTooLongIsKilled)
{
    EXPECT_EQ(run_program({"sleep", "60"}, {}, std::chrono::milliseconds{50}).status, -1);
}

TEST(Support, MissingProgramHasShellStatus)
{
    EXPECT_EQ(run_program({"lockdesk-no-such-program"}).status, 127);
    EXPECT_EQ(find_program("lockdesk-no-such-program"), "");
}

TEST(Support, ChildDiesWithItsObject)
{
    pid_t pid = 0;
    {
        const ChildProcess child({"sleep", "60"});
        pid = child.pid();
        EXPECT_EQ(::kill(pid, 0), 0);
    }
    EXPECT_NE(::kill(pid, 0), 0);
}

TEST(Support, TempDirLeavesNothing)
{
    std::filesystem::path path;
    {
        const TempDir dir;
        path = dir.path();
        EXPECT_TRUE(std::filesystem::is_directory(path));
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

class Servers : public testing::TestWithParam<std::unique_ptr<TestServer> (*)(const ServerOptions&)>
{
};

TEST_P(Servers, StartsIsKilledRestartsAndStops)
{
    ServerOptions options;
    options.may_use_existing = false;
    const auto server = GetParam()(options);
    EXPECT_NE(server->url().find(":" + std::to_string(server->port())), std::string::npos);
    server->kill();
    EXPECT_NE(::kill(server->pid(), 0), 0);
    server->restart();
    EXPECT_EQ(::kill(server->pid(), 0), 0);
    server->freeze();
    server->thaw();
    server->stop();
    EXPECT_NE(::kill(server->pid(), 0), 0);
}

INSTANTIATE_TEST_SUITE_P(Support, Servers, testing::Values(&start_postgres, &start_redis),
                         [](const auto& server) { return server.index == 0 ? "postgres" : "redis"; });

} // namespace lockdesk::test
