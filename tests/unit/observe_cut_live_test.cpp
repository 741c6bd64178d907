// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A statement that was cut must not run on in the server. Each server is kept from answering by a lock of its own.
#include "tests/support/await.h"
#include "tests/support/child_process.h"
#include "tests/unit/observe_live_fixture.h"

#ifdef LOCKDESK_TEST_MONGODB
#include "backends/mongodb/connection.h"
#endif

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace lockdesk::test {

namespace {

constexpr auto held_for = 20s; ///< how long the server does not answer: far longer than the test waits

/// What is particular to a kind of server.
struct Hold
{
    std::string words;   ///< keeps the lists of locks waiting, until it is killed
    std::string running; ///< how many statements on that table the server works on
};

Hold hold_of(const std::string& kind)
{
    if (kind == "postgresql")
        return {"BEGIN; LOCK TABLE lockdesk_locks IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(20)",
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cut me' AND state = 'active'"};
    return {"LOCK TABLES lockdesk_locks WRITE; SELECT SLEEP(20)",
            "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE COMMAND = 'Query' AND STATE LIKE '%metadata lock%'"};
}

std::vector<std::string> client(const LiveStore& live, const std::string& sql)
{
    if (live.kind() == "postgresql")
        return {"psql", "-qAt", live.url(), "-c", sql};
    return {"mariadb",  "--no-defaults", "-uroot", "-h127.0.0.1", "-P" + std::to_string(live.servers().front()->port()), "-N", "-e", sql,
            "lockdesk"};
}

#ifdef LOCKDESK_TEST_MONGODB
std::string told_by_mongodb(const LiveStore& live, const std::string& command, Duration patience)
{
    const std::string place = "mongodb://127.0.0.1:" + std::to_string(live.servers().front()->port()) + "/admin?directConnection=true";
    mongodb::Connection connection(need(StoreUrl::parse(place)), "by hand", patience);
    mongodb::Bson reply;
    connection.begin_call(patience);
    auto trouble = connection.ensure();
    if (!trouble)
        trouble = connection.command("by hand", mongodb::Bson::of_json(command), mongodb::Effect::reads, reply);
    return trouble ? "trouble: " + trouble->text : reply.json();
}
#endif

/// Keeps the server from answering lists of locks, until it goes.
class Holder
{
public:
    explicit Holder(LiveStore& live) : m_live(live)
    {
#ifdef LOCKDESK_TEST_MONGODB
        if (live.kind() == "mongodb") {
            m_thread = std::thread([&live] { told_by_mongodb(live, R"({"sleep": 1, "lock": "w", "secs": 20})", 30s); });
            return;
        }
#endif
        m_process = std::make_unique<ChildProcess>(client(live, hold_of(live.kind()).words));
    }
    ~Holder()
    {
        m_process.reset();
        if (m_thread.joinable()) {
            m_live.kill();
            m_thread.join();
        }
    }
    /// Number of statements of the session under test that the server works on.
    [[nodiscard]] int running() const
    {
#ifdef LOCKDESK_TEST_MONGODB
        if (m_live.kind() == "mongodb") {
            const auto answer = told_by_mongodb(m_live,
                                              R"({"aggregate": 1, "cursor": {}, "pipeline": [{"$currentOp": {}},
                 {"$match": {"active": true, "appName": "cut me", "command.$db": {"$exists": true}}}, {"$project": {"marked": "yes"}}]})",
                                              5s);
            return answer.find("marked") != std::string::npos ? 1 : 0;
        }
#endif
        return std::stoi(run_program(client(m_live, hold_of(m_live.kind()).running)).out);
    }

private:
    LiveStore& m_live;
    std::unique_ptr<ChildProcess> m_process;
    std::thread m_thread;
};

} // namespace

TEST_P(ObserverOn, ACutStatementEndsInTheServer)
{
    LOCKDESK_NEEDS(GetParam() == "postgresql" || GetParam() == "mariadb" || GetParam() == "mongodb",
                   "server that works on a statement for long (SQLite works in the caller, Redis in pages)");
    // With its own server: MongoDB's command needs a setting, and is ended with it.
    LiveStore live(GetParam(), GetParam() == "mongodb" ? std::vector<std::string>{"--setParameter", "enableTestCommands=1"}
                                                       : std::vector<std::string>{});
    const auto session = live.open({.timeout = held_for, .read_only = true, .application_name = "cut me"});
    ASSERT_TRUE(session->locks().list({}));
    const Holder holder(live);
    std::jthread call;
    std::atomic<bool> over = false;
    // The server may take the lock a moment later: a list that came through before is asked for again.
    call = std::jthread([&](const std::stop_token& stop) {
        while (!stop.stop_requested() && session->locks().list({}))
            std::this_thread::yield();
        over = true;
    });
    ASSERT_TRUE(await([&] { return holder.running() > 0; }, 15s)) << "the server works on it";
    const auto began = steady_clock::now();
    session->interrupt();
    ASSERT_TRUE(await([&] { return over.load(); }, 5s)) << "the caller has its answer";
    EXPECT_TRUE(await([&] { return holder.running() == 0; }, 5s)) << "the server still works on it";
    RecordProperty("ms", static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - began).count()));
}

} // namespace lockdesk::test
