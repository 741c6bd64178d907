// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The roles of lockdesk-worker other than tasks, and several roles in one process.
#include "backends/engine/contracts/task_state.h"
#include "tests/interop/worker/worker_fixture.h"

#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace lockdesk::test {
namespace {

class Roles : public Workers
{
};

const std::vector<std::string> leading{"--role", "leader", "--lock", "led", "--lease", "2s", "--work", "200ms", "--fence"};

TEST_P(Roles, SeveralRolesAreOneProcess)
{
    auto one = worker("one", {"--phase", "A", "--work", "10m", "--also", "guard --lock job --at-most 2s --work 10m",
                              "--also", "leader --lock led --lease 2s --work 10m"});
    ASSERT_TRUE(one.await_event("claimed", 2)) << one.said();
    ASSERT_TRUE(one.await_event("elected")) << one.said();
    ASSERT_TRUE(await([&] { return session->workers().list({})->rows.size() == 1; })) << one.said();
    const auto doing = [&] { return session->workers().list({})->rows.front().doing; };
    EXPECT_TRUE(
        await([&] { return doing().find("job") != std::string::npos && doing().find("t1") != std::string::npos; }, 20s));
    const auto row = session->workers().list({})->rows.front();
    EXPECT_EQ(row.role, "worker+guard+leader");
    EXPECT_EQ(row.kinds, "gateway A; guards job; leads led");
    EXPECT_EQ(row.counters.claims, 3);
    EXPECT_EQ(one.process().stop(SIGTERM), 0) << one.said();
    EXPECT_EQ(lock("job").owner, "");
    EXPECT_EQ(lock("led").owner, "");
    EXPECT_EQ(task().owner, "");
    EXPECT_TRUE(session->workers().list({})->rows.empty());
    EXPECT_EQ(one.events("started").size(), 1u);
    EXPECT_EQ(one.events("stopped").size(), 1u);
    EXPECT_EQ(one.events("resigned").size(), 1u);
}

// A killed process loses all that it held; the other takes it over when the leases end.
TEST_P(Roles, AKilledProcessLosesAllOfItsRoles)
{
    const std::vector<std::string> work{"--phase", "A",
                                        "--work",  "10m",
                                        "--also",  "guard --lock job --at-most 2s --work 10m --wait forever",
                                        "--also",  "leader --lock led --lease 2s --work 10m"};
    auto one = worker("one", work);
    ASSERT_TRUE(one.await_event("claimed", 2)) << one.said();
    ASSERT_TRUE(one.await_event("elected")) << one.said();
    auto two = worker("two", work);
    ASSERT_TRUE(await([&] { return session->locks().list_waiters({})->rows.size() == 2; }, 20s)) << two.said();
    one.process().signal(SIGKILL);
    ASSERT_TRUE(two.await_event("claimed", 2)) << two.said();
    ASSERT_TRUE(two.await_event("elected")) << two.said();
    EXPECT_EQ(two.events("elected").front()["token"].get<int>(), one.events("elected").front()["token"].get<int>() + 1);
    EXPECT_EQ(task().takeovers, 1);
}

TEST_P(Roles, APausedProcessBeginsNothingInAnyRole)
{
    auto one =
        worker("one", {"--advance", "A=B", "--advance", "B=A", "--also", "guard --lock job --interval 100ms --work 50ms"});
    ASSERT_TRUE(one.await_event("claimed", 4)) << one.said();
    const auto rows = session->workers().list({});
    ASSERT_EQ(rows->rows.size(), 1u);
    const auto id = WorkerId::trusted(rows->rows.front().id);
    ASSERT_TRUE(session->workers().order({id, {WorkerOrder::pause, {}}, "me@here"}));
    ASSERT_TRUE(one.await_event("paused")) << one.said();
    // It finishes its current work by the next heartbeat and begins nothing after that.
    const auto beats = one.events("heartbeat").size();
    ASSERT_TRUE(one.await_event("heartbeat", beats + 2));
    const auto begun = one.events("claimed").size();
    ASSERT_TRUE(one.await_event("heartbeat", beats + 4));
    EXPECT_EQ(one.events("claimed").size(), begun) << one.said();
    EXPECT_EQ(one.events("paused").size(), 1u);
    ASSERT_TRUE(session->workers().order({id, {WorkerOrder::run, {}}, "me@here"}));
    EXPECT_TRUE(one.await_event("claimed", begun + 4)) << one.said();
    EXPECT_EQ(one.events("resumed").size(), 1u);
    ASSERT_TRUE(session->workers().order({id, {WorkerOrder::stop, {}}, "me@here"}));
    EXPECT_EQ(one.process().wait(20s), 0) << one.said();
}

TEST_P(Roles, ACleanLeaderHandsOverAtOnce)
{
    auto one = worker("one", leading);
    ASSERT_TRUE(one.await_event("ran", 3)) << one.said();
    auto two = worker("two", leading);
    ASSERT_TRUE(await([&] { return !session->locks().list_waiters({})->rows.empty(); }, 20s)) << two.said();
    EXPECT_TRUE(two.events("elected").empty());
    EXPECT_EQ(one.process().stop(SIGTERM), 0);
    ASSERT_TRUE(two.await_event("elected")) << two.said();
    EXPECT_LT(between(one.events("resigned").front(), two.events("elected").front()), 1s);
    const auto rows = session->workers().list({})->rows;
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows.front().role, "leader");
    EXPECT_EQ(rows.front().kinds, "led");
}

// It writes what it has begun, and only the fence can refuse it.
TEST_P(Roles, AThawedJobWritesTooLate)
{
    const std::vector<std::string> job{"--role", "guard", "--lock", "job", "--at-most", "1s", "--work", "3s", "--fence"};
    auto one = worker("one", job);
    const auto token_of = [](WorkerProcess& worker) {
        return FencingToken{worker.events("claimed").front()["token"].get<std::int64_t>()};
    };
    // It writes at its beginning; from then on the fence knows its token.
    const auto has_written = [&](WorkerProcess& worker) {
        if (!worker.await_event("claimed"))
            return false;
        return await([&] {
            const auto seen = session->fence().find(Resource::trusted("job"));
            return seen && *seen && (*seen)->largest == token_of(worker);
        });
    };
    // Frozen before that write, it would write twice too late.
    ASSERT_TRUE(has_written(one)) << one.said();
    ASSERT_TRUE(freeze(one));
    auto two = worker("two", job);
    ASSERT_TRUE(has_written(two)) << two.said();
    one.process().signal(SIGCONT);
    ASSERT_TRUE(one.await_event("refused")) << one.said();
    const auto refused = session->fence().list_refusals({})->rows;
    ASSERT_EQ(refused.size(), 1u);
    EXPECT_EQ(refused.front().token, token_of(one));
    EXPECT_EQ(refused.front().largest, token_of(two));
    EXPECT_TRUE(one.await_event("lost")) << one.said();
}

TEST_P(Roles, ADesiredStateGoesBeforeThePhase)
{
    add("gone", DesiredState::deleted);
    auto one = worker("one", {"--advance", "A=B", "--desired", "Deleted=Gone", "--announce", "moved"});
    EXPECT_TRUE(await([&] { return task("gone").phase == "Gone" && task().phase == "B"; }, 30s)) << one.said();
    const auto announced = [&] { return session->outbox().list({})->rows.size() == 2; };
    EXPECT_TRUE(await(announced)) << one.said();
    EXPECT_EQ(one.process().stop(SIGTERM), 0);
    add("gone-too", DesiredState::deleted);
    auto two = worker("two", {"--advance", "A=B", "--desired", "Deleted=Gone", "--desired-exec",
                              "Deleted=grep -q '\"desired_state\":\"Deleted\"'", "--exec", "exit 9"});
    EXPECT_TRUE(await([&] { return task("gone-too").phase == "Gone"; }, 30s)) << two.said();
}

TEST_P(Roles, WhatAFailedRunSaidLastIsKept)
{
    ASSERT_TRUE(session->tasks().set_rule({"gateway", "A", 30s, BackoffPolicy::progressive, 1}));
    auto one = worker("one", {"--advance", "A=B", "--exec", "seq 1 9999; echo 'no such host' >&2; exit 3"});
    EXPECT_TRUE(await([&] { return task().failures == 1; }, 30s)) << one.said();
    const std::string error = task().last_error;
    EXPECT_TRUE(error.starts_with("the command's exit status is 3; its last output:\n")) << error;
    EXPECT_TRUE(error.ends_with("9998\n9999\nno such host")) << error;
    EXPECT_LT(error.size(), 2200u);
    EXPECT_TRUE(is_parked(task()));
}

// Both publish and both stand for leader; one of them ranks.
TEST_P(Roles, ADrawSurvivesItsLeader)
{
    const auto draw = [](const char* applications) {
        return std::vector<std::string>{"--role",         "draw",       "--event", "e", "--places", "40",
                                        "--applications", applications, "--batch", "3", "--lease",  "1s",
                                        "--work",         "20ms"};
    };
    auto one = worker("one", draw("15")); // leaves places for the other, however late it starts
    ASSERT_TRUE(one.await_event("ranked")) << one.said();
    auto two = worker("two", draw("60"));
    ASSERT_TRUE(two.await_event("accepted")) << two.said();
    const auto refused = [&] { return !one.events("duplicate").empty() || !one.events("closed").empty(); };
    EXPECT_TRUE(await(refused)) << one.said();
    one.process().signal(SIGKILL);
    const auto event = EventId::trusted("e");
    const auto ranks = [&] {
        std::set<std::int64_t> out;
        const auto results = session->draws().results(event, {});
        for (const auto& entry : results->rows)
            if (entry.rank)
                out.insert(*entry.rank);
        return out;
    };
    EXPECT_TRUE(await([&] { return ranks().size() == 40; }, 40s)) << two.said();
    EXPECT_EQ(*ranks().rbegin(), 40);
    EXPECT_FALSE(two.events("elected").empty());
}

// A program that stops reading the events must not block the work.
TEST_P(Roles, NobodyNeedReadTheEvents)
{
    const auto pipe = dir / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int unread = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    ASSERT_GE(unread, 0);
    ChildOptions options;
    options.output = pipe;
    options.error = dir / "pipe.err";
    ChildProcess child({LOCKDESK_WORKER, "--store", url, "--kind", "gateway", "--advance", "A=B", "--advance", "B=A",
                        "--interval", "5ms", "--json"},
                       options);
    // Two lines of some 200 bytes for each claim: far more than a pipe takes.
    EXPECT_TRUE(await([&] { return task().claims > 1000; }, 60s)) << task().claims;
    EXPECT_EQ(child.stop(SIGTERM), 0);
    ::close(unread);
}

TEST_P(Roles, AGuardWorksOnTheRecordsOfOthers)
{
    const std::map<std::string, std::vector<std::string>> sources{
        {"sqlite", {"dist_lock"}}, {"postgres", {"dist_lock", "shedlock"}}, {"redis", {"redisson", "string", "shedlock"}}};
    for (const auto& source : sources.at(GetParam())) {
        SCOPED_TRACE(source);
        SessionOptions others;
        others.source = source;
        others.without_schema = true;
        const auto foreign = store->open(others);
        ASSERT_TRUE(foreign) << foreign.failure().message;
        (void)(*foreign)->admin().create_schema();
        auto one = worker(("one-" + source).c_str(), {"--role", "guard", "--source", source, "--lock", "job", "--guard",
                                                      "fixed", "--at-most", "20s", "--work", "10m", "--wait", "20s"});
        ASSERT_TRUE(one.await_event("claimed")) << one.said();
        const auto held = (*foreign)->locks().find(LockName::trusted("job"));
        ASSERT_TRUE(held && *held) << one.said();
        EXPECT_EQ((*held)->owner.substr(0, 4), "one-");
        ASSERT_TRUE(await([&] { return !session->workers().list({})->rows.empty(); })) << "its heartbeat is Lockdesk's";
        EXPECT_EQ(one.process().stop(SIGTERM), 0);
        const auto freed = (*foreign)->locks().find(LockName::trusted("job"));
        EXPECT_TRUE(freed && (!*freed || (*freed)->owner.empty() || (*freed)->cooling_until)) << one.said();
    }
}

TEST(RoleOptions, AreCheckedBeforeTheStoreIsAsked)
{
    const auto status = [](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {LOCKDESK_WORKER, "--store", "sqlite:///nowhere/x.db"});
        return run_program(arguments);
    };
    for (const std::vector<std::string>& wrong :
         std::vector<std::vector<std::string>>{{"--role", "king"},
                                               {"--role", "leader"},
                                               {"--role", "leader", "--lock", "a", "--lock", "b"},
                                               {"--role", "leader", "--lock", "a", "--lease", "10ms"},
                                               {"--role", "draw"},
                                               {"--role", "draw", "--event", "e", "--places", "-1"},
                                               {"--kind", "k", "--desired", "Gone=x"},
                                               {"--kind", "k", "--desired", "Deleted"},
                                               {"--kind", "k", "--tries", "2"},
                                               {"--kind", "k", "--lock", "a"},
                                               {"--kind", "k", "--cron", "* * * * * *"},
                                               {"--kind", "k", "--exec", "true", "--work", "1s"},
                                               {"--role", "guard", "--lock", "a"},
                                               {"--role", "guard", "--lock", "a", "--exec", "true", "--kind", "k"},
                                               {"--role", "guard", "--lock", "a", "--exec", "true", "--fence"},
                                               {"--role", "guard", "--lock", "a", "--exec", "true", "--interval", "1s", "--cron",
                                                "* * * * * *"},
                                               {"--role", "guard", "--lock", "a", "--exec", "true", "--guard", "named", "--once-per",
                                                "1h"},
                                               {"--role", "relay", "--receiver", "exec:true", "--lock", "a"},
                                               {"--role", "relay", "--receiver", "exec:true", "--exec", "true"},
                                               {"--role", "draw", "--event", "e", "--wait", "1s"},
                                               {"--kind", "k", "--also", "relay --receiver exec:true --handlers 2"},
                                               {"--kind", "k", "--also", ""},
                                               {"--kind", "k", "--also", "guard"},
                                               {"--kind", "k", "--also", "guard --lock a --store x"},
                                               {"--kind", "k", "--also", "guard --lock 'a"}}) {
        const auto answer = status(wrong);
        EXPECT_EQ(answer.status, 2) << wrong.back() << answer.err;
        EXPECT_FALSE(answer.err.empty());
    }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Roles);
INSTANTIATE_TEST_SUITE_P(All, Roles, testing::ValuesIn(stores()), [](const auto& store) { return store.param; });

} // namespace
} // namespace lockdesk::test
