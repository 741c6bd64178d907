// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Hand-written rows with invalid ids: workers and relays skip them, report them and continue.
#include "backends/engine/runners/polling_worker.h"
#include "backends/engine/runners/relay.h"
#include "tests/support/await.h"
#include "tests/support/stores/live_store.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;

const auto job_kind = TaskKind::trusted("k");
const auto job_phase = Phase::trusted("p");
const auto worker_name = OwnerId::trusted("w/1/00ff00ff00ff00ff");

/// An id that no request can carry: of 300 bytes, or if the column has no room for them, of bytes that are not text.
std::string id_by_hand(const std::string& kind) { return kind == "mariadb" ? "X'6eff'" : "'" + std::string(300, 'n') + "'"; }

std::string task_by_hand(const std::string& kind)
{
    if (kind == "mongodb")
        return R"({"insert": "lockdesk_tasks", "documents": [{"_id": ")" + std::string(300, 'n')
               + R"(", "kind": "k", "phase": "p", "desired_state": "Running", "payload": "{}",
               "locked_at": {"$numberLong": "0"}, "updated_at": {"$numberLong": "0"}, "created_at": {"$numberLong": "0"},
               "token": {"$numberLong": "0"}, "claims": {"$numberLong": "0"}}]})";
    return "INSERT INTO lockdesk_tasks (id, kind, phase, locked_at, updated_at) VALUES (" + id_by_hand(kind)
           + ", 'k', 'p', 0, 0);\n";
}

class ForeignNames : public testing::TestWithParam<std::string>
{
protected:
    void SetUp() override
    {
        if (GetParam() == "redlock")
            GTEST_SKIP() << "not applicable: redlock has no tasks and no outbox (Capabilities::tasks, outbox)";
        if (GetParam() == "redis")
            GTEST_SKIP()
                << "not applicable: what is due on redis is in sets that its functions keep; a row by hand is in none";
        m_live = std::make_unique<LiveStore>(GetParam());
        m_session = m_live->open();
    }

    std::unique_ptr<LiveStore> m_live;
    std::unique_ptr<Session> m_session;
    SystemRuntime m_runtime;
};

TEST_P(ForeignNames, AWorkerLeavesATaskAloneWhoseIdIsNoName)
{
    m_live->by_hand(task_by_hand(GetParam()));
    const NewTask good{TaskId::trusted("good"), job_kind, job_phase};
    need(m_session->tasks().add(std::span(&good, 1)));
    std::mutex mutex;
    std::vector<WorkerEvent> events;
    HandlerRegistry handlers;
    std::vector<std::string> handled;
    handlers.on(job_kind, job_phase, [&](const TaskContext& task) -> Outcome {
        const std::lock_guard lock(mutex);
        handled.push_back(task.task.id);
        return MoveOn{Phase::trusted("done"), std::nullopt};
    });
    PollingWorkerOptions options{.owner = worker_name, .sources = {{job_kind, {job_phase}}}};
    options.interval = 50ms;
    PollingWorker worker(m_runtime, Access{m_live->store().get(), {}}, options, handlers,
                         PollingWorker::Callbacks{[&](const WorkerEvent& event) {
                                                      const std::lock_guard lock(mutex);
                                                      events.push_back(event);
                                                  },
                                                  [] {}});
    worker.start();
    const auto refusal = [&] {
        const std::lock_guard lock(mutex);
        return std::any_of(events.begin(), events.end(), [](const WorkerEvent& e) {
            return e.kind == WorkerEventKind::trouble && e.text.find("is left alone: its task id") != std::string::npos;
        });
    };
    EXPECT_TRUE(await(refusal, 20s));
    EXPECT_TRUE(await([&] { return need(m_session->tasks().find(TaskId::trusted("good")))->phase == "done"; }, 20s));
    worker.stop();
    EXPECT_EQ(handled, std::vector<std::string>{"good"});
    // It is unchanged, in its phase.
    const auto rows = need(m_session->tasks().list({{}, 10})).rows;
    EXPECT_EQ(
        std::count_if(rows.begin(), rows.end(), [](const TaskRow& row) { return row.id != "good" && row.phase == "p"; }), 1);
}

/// A relay that ends when nothing is pending, on a live store.
struct EndingRelay
{
    explicit EndingRelay(const LiveStore& live)
        : relay(runtime, Access{live.store().get(), {}}, until_empty(), receiver,
                RelayEvents{{}, {}, [&](const Failure& failure) { troubles.push_back(failure.message); }})
    {
    }
    void run()
    {
        std::stop_source late;
        std::jthread deadline([&](const std::stop_token& over) {
            std::mutex mutex;
            std::condition_variable_any never;
            std::unique_lock lock(mutex);
            (void)never.wait_for(lock, over, 30s, [] { return false; });
            if (!over.stop_requested())
                late.request_stop();
        });
        need(relay.run(late.get_token()));
        EXPECT_FALSE(late.stop_requested()) << "it ends by itself: what is left alone is nothing to wait for";
        deadline.request_stop();
    }
    static RelayOptions until_empty()
    {
        RelayOptions options{.owner = worker_name};
        options.until_empty = true;
        return options;
    }

    struct Counting final : Receiver
    {
        std::optional<std::string> deliver(const MessageRow& message, const std::stop_token&, SteadyPoint) override
        {
            delivered.push_back(message.id);
            return std::nullopt;
        }
        std::vector<std::string> delivered;
    } receiver;
    std::vector<std::string> troubles;
    SystemRuntime runtime;
    Relay relay;
};

TEST_P(ForeignNames, ARelayLeavesAMessageAloneWhoseIdIsNoName)
{
    if (GetParam() == "mongodb")
        m_live->by_hand(
            R"({"insert": "lockdesk_outbox", "documents": [{"_id": ")" + std::string(300, 'n')
            + R"(", "seq": {"$numberLong": "1"}, "topic": "t", "payload": "{}", "state": "pending", "tries": {"$numberLong": "0"},
                        "created_at": {"$numberLong": "0"}, "next_at": {"$numberLong": "0"}, "due_at": {"$numberLong": "0"},
                        "token": {"$numberLong": "0"}, "cuts": {"$numberLong": "0"}}]})");
    else
        m_live->by_hand("INSERT INTO lockdesk_outbox (id, topic, payload) VALUES (" + id_by_hand(GetParam())
                        + ", 't', '{}');\n");
    need(m_session->outbox().add({MessageId::trusted("good"), Topic::trusted("t"), "{}"}));
    EndingRelay relay(*m_live);
    relay.run();
    EXPECT_EQ(relay.receiver.delivered, std::vector<std::string>{"good"});
    ASSERT_FALSE(relay.troubles.empty());
    EXPECT_NE(relay.troubles.front().find("is left alone: its message id"), std::string::npos) << relay.troubles.front();
    EXPECT_EQ(need(m_session->outbox().find(MessageId::trusted("good")))->state, MessageState::sent);
}

// Nobody can claim it; a relay that waits for it would wait for ever, and say nothing.
TEST_P(ForeignNames, ARelayEndsAtAMessageWhoseTokenIsUsedUp)
{
    for (const char* id : {"used-up", "good"})
        need(m_session->outbox().add({MessageId::trusted(id), Topic::trusted("t"), "{}"}));
    const auto set_token = [&](const std::string& token) {
        m_live->by_hand(GetParam() == "mongodb" ? R"({"update": "lockdesk_outbox", "updates": [{"q": {"_id": "used-up"},
                            "u": {"$set": {"token": {"$numberLong": ")" + token + R"("}}}}]})"
                                                : "UPDATE lockdesk_outbox SET token = " + token + " WHERE id = 'used-up';\n");
    };
    set_token("9223372036854775807");
    EndingRelay relay(*m_live);
    relay.run();
    EXPECT_EQ(relay.receiver.delivered, std::vector<std::string>{"good"});
    ASSERT_EQ(relay.troubles.size(), 1U);
    EXPECT_NE(relay.troubles.front().find("message used-up is left alone: its fencing token is used up"), std::string::npos)
        << relay.troubles.front();
    EXPECT_EQ(need(m_session->outbox().find(MessageId::trusted("used-up")))->state, MessageState::pending);
    EXPECT_EQ(relay.relay.left_alone(), 1U);
    set_token("1");
    relay.run();
    EXPECT_EQ(relay.receiver.delivered, (std::vector<std::string>{"good", "used-up"}));
    EXPECT_EQ(relay.relay.left_alone(), 0U) << "somebody mended it";
}

INSTANTIATE_TEST_SUITE_P(Live, ForeignNames, testing::ValuesIn(kinds_under_test()), [](const auto& of) { return of.param; });

} // namespace
} // namespace lockdesk::test
