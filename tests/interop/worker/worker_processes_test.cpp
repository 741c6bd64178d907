// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/stores.h"
#include "tests/support/await.h"
#include "tests/support/servers.h"

#include <csignal>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

const auto kind = TaskKind::trusted("gateway");
constexpr auto lock_timeout = 2s;
constexpr auto poll = 300ms;
// What the contract allows beyond lock timeout and poll.
constexpr auto slack = 1s;

/// A lockdesk-worker and what it has said.
class WorkerProcess
{
public:
    WorkerProcess(const std::string& store, std::vector<std::string> arguments, const std::filesystem::path& output)
        : m_output(output)
    {
        std::vector<std::string> command{LOCKDESK_WORKER, "--store",    store,   "--kind",
                                         "gateway",       "--interval", "300ms", "--json"};
        command.insert(command.end(), arguments.begin(), arguments.end());
        ChildOptions options;
        options.output = output;
        options.error = output.string() + ".err";
        m_process = ChildProcess(command, options);
    }
    ChildProcess& process() { return m_process; }
    std::vector<Json> events(const std::string& what)
    {
        std::vector<Json> out;
        std::istringstream lines(read_file(m_output));
        for (std::string line; std::getline(lines, line);) {
            auto event = Json::parse(line, nullptr, false);
            if (!event.is_discarded() && event["event"] == what)
                out.push_back(std::move(event));
        }
        return out;
    }
    bool await_event(const std::string& what, std::size_t count = 1, std::chrono::milliseconds at_most = 30s)
    {
        return await([&] { return events(what).size() >= count; }, at_most);
    }
    std::string said() const { return read_file(m_output) + read_file(m_output.string() + ".err"); }

private:
    std::filesystem::path m_output;
    ChildProcess m_process;
};

class Workers : public testing::TestWithParam<std::string>
{
protected:
    void SetUp() override
    {
        store = make_store();
        SessionOptions bare;
        bare.without_schema = true;
        const auto admin = store->open(bare);
        ASSERT_TRUE(admin) << admin.failure().message;
        (void)(*admin)->admin().drop_schema();
        ASSERT_TRUE((*admin)->admin().create_schema());
        session = std::move(*store->open({}));
        ASSERT_TRUE(session->tasks().set_rule({"gateway", "A", lock_timeout, BackoffPolicy::progressive, 8}));
        add("t1");
    }
    std::unique_ptr<Store> make_store()
    {
        if (GetParam() == "sqlite")
            url = "sqlite://" + (dir / "store.db").string();
        else
            url = (GetParam() == "redis" ? shared_redis() : shared_postgres()).url();
        return std::move(*app::make_registry().open(*StoreUrl::parse(url)));
    }
    void add(const char* id)
    {
        const NewTask task{TaskId::trusted(id), kind, Phase::trusted("A"), DesiredState::running, "{}"};
        ASSERT_TRUE(session->tasks().add({&task, 1}));
    }
    /// Stops the process, but not in the middle of a write to a file: that would hold the only write lock there is, and everybody
    /// would wait for the frozen one. False: it could not be caught between two writes.
    bool freeze(WorkerProcess& worker)
    {
        SessionOptions impatient;
        impatient.timeout = 300ms;
        const auto probe = store->open(impatient);
        return probe && await([&] {
                   worker.process().signal(SIGSTOP);
                   if ((*probe)->fence().admit(Resource::trusted("probe"), FencingToken{1}, "probe"))
                       return true;
                   worker.process().signal(SIGCONT);
                   return false;
               });
    }
    TaskRow task() { return *session->tasks().find(TaskId::trusted("t1")).value(); }
    WorkerProcess worker(const char* name, std::vector<std::string> arguments)
    {
        arguments.insert(arguments.end(), {"--name", name});
        return {url, std::move(arguments), dir / name};
    }
    static Duration between(const Json& first, const Json& second)
    {
        return Duration{second["store_us"].get<std::int64_t>() - first["store_us"].get<std::int64_t>()};
    }

    TempDir dir;
    std::string url;
    std::unique_ptr<Store> store;
    std::unique_ptr<Session> session;
};

TEST_P(Workers, AKilledHoldersTaskIsTakenOverInTime)
{
    auto first = worker("first", {"--phase", "A", "--work", "10m"});
    ASSERT_TRUE(first.await_event("claimed")) << first.said();
    auto second = worker("second", {"--phase", "A", "--work", "10m"});
    ASSERT_TRUE(second.await_event("started")) << second.said();
    first.process().signal(SIGKILL);
    ASSERT_TRUE(second.await_event("claimed")) << second.said();
    const auto before = first.events("claimed").front();
    const auto after = second.events("claimed").front();
    EXPECT_GT(between(before, after), lock_timeout);
    EXPECT_LE(between(before, after), lock_timeout + poll + slack);
    EXPECT_EQ(after["token"].get<int>(), before["token"].get<int>() + 1);
    EXPECT_EQ(task().takeovers, 1);
    EXPECT_EQ(task().owner.substr(0, 7), "second/");
}

TEST_P(Workers, AFrozenHoldersAdvanceIsRefusedAfterItIsThawed)
{
    auto first = worker("first", {"--advance", "A=Wrong", "--work", "5s"});
    ASSERT_TRUE(first.await_event("claimed")) << first.said();
    ASSERT_TRUE(freeze(first));
    auto second = worker("second", {"--advance", "A=Right"});
    ASSERT_TRUE(second.await_event("advanced")) << second.said();
    EXPECT_TRUE(first.events("advanced").empty());
    first.process().signal(SIGCONT);
    ASSERT_TRUE(await([&] { return first.events("refused").size() + first.events("lost").size() == 1; }, 30s))
        << first.said();
    EXPECT_EQ(task().phase, "Right");
    EXPECT_TRUE(first.events("advanced").empty());
    // The late write is also in its row, for everybody to see.
    const auto counted = [&] {
        const auto workers = session->workers().list({});
        for (const auto& row : workers->rows)
            if (row.host == "first" && row.counters.refused == 1)
                return true;
        return false;
    };
    // It has none if it noticed before it wrote.
    EXPECT_TRUE(!first.events("lost").empty() || await(counted, 10s));
}

TEST_P(Workers, TermGivesBackAndEndsWithZero)
{
    auto first = worker("first", {"--phase", "A", "--work", "10m"});
    ASSERT_TRUE(first.await_event("claimed")) << first.said();
    EXPECT_EQ(first.process().stop(SIGTERM), 0);
    EXPECT_EQ(first.events("unlocked").size(), 1u) << first.said();
    EXPECT_EQ(first.events("stopped").size(), 1u);
    EXPECT_EQ(task().owner, "");
    EXPECT_EQ(task().locked_at, never_locked);
    EXPECT_TRUE(session->workers().list({})->rows.empty());
}

TEST_P(Workers, ACommandHandles)
{
    auto first = worker("first", {"--advance", "A=B", "--exec", "grep -q '\"id\":\"t1\"' && exit 0"});
    ASSERT_TRUE(first.await_event("advanced")) << first.said();
    EXPECT_EQ(task().phase, "B");
    EXPECT_EQ(first.process().stop(SIGTERM), 0);
}

TEST_P(Workers, AGuardedCommandIsEndedWhenItsLockIsForcedFree)
{
    ChildOptions options;
    options.output = dir / "guard";
    ChildProcess guard({LOCKDESKCTL, "--store", url, "--json", "guard", "run", "job", "--guard", "watchdog", "--at-most",
                        "1500ms", "--", "sh", "-c", "echo $LOCKDESK_TOKEN >&2; exec sleep 600"},
                       options);
    const auto name = LockName::trusted("job");
    const auto held = [&] {
        const auto row = session->locks().find(name);
        return row && *row && !(*row)->owner.empty();
    };
    ASSERT_TRUE(await(held, 20s));
    const auto row = *session->locks().find(name).value();
    const auto forced =
        session->locks().force_release({name, OwnerId::trusted(row.owner), row.token, {}, {}, "test", 0s, "me@here"});
    ASSERT_TRUE(forced);
    EXPECT_EQ(forced->result, ForceResult::released);
    EXPECT_EQ(guard.wait(10s), 4);
    EXPECT_NE(read_file(dir / "guard").find("\"lost\""), std::string::npos) << read_file(dir / "guard");
}

std::vector<std::string> stores()
{
    return {
#ifdef LOCKDESK_WITH_SQLITE
        "sqlite",
#endif
#ifdef LOCKDESK_WITH_POSTGRES
        "postgres",
#endif
#ifdef LOCKDESK_WITH_REDIS
        "redis",
#endif
    };
}
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Workers);
INSTANTIATE_TEST_SUITE_P(All, Workers, testing::ValuesIn(stores()), [](const auto& store) { return store.param; });

} // namespace
} // namespace lockdesk::test
