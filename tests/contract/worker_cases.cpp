// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

namespace lockdesk::contract {

namespace {

WorkerRow worker(const std::string& id)
{
    WorkerRow w;
    w.id = id;
    w.host = "host";
    w.pid = 42;
    w.role = "relay";
    w.kinds = "k new,done";
    w.state = "running";
    w.doing = "task 'x'";
    w.period = 2 * second;
    w.counters = {1, 2, 3, 4, 5, 6, 7};
    return w;
}

} // namespace

TEST_P(WorkerCases, BeatWritesTheRow)
{
    auto w = worker("w");
    w.doing_since = now();
    w.lease_until = now() + second;
    const auto started = now();
    EXPECT_EQ(ok(s().workers().beat(w)), WorkerControl{});
    pass(second);
    w.doing.clear();
    w.doing_since.reset();
    w.lease_until.reset();
    w.counters.done = 9;
    ok(s().workers().beat(w));
    const auto rows = ok(s().workers().list({})).rows;
    ASSERT_EQ(rows.size(), 1u);
    auto expected = w;
    expected.started_at = started;
    expected.beat_at = now();
    expected.raw = rows[0].raw;
    EXPECT_EQ(rows[0], expected);
}

TEST_P(WorkerCases, OrderIsAnsweredToTheNextBeat)
{
    const auto id = WorkerId::trusted("w");
    ok(s().workers().beat(worker("w")));
    const WorkerControl slow{WorkerOrder::slow, 3 * second};
    const auto row = ok(s().workers().order({id, slow, "op@desk", {}, "it's too quick"}));
    ASSERT_TRUE(row);
    EXPECT_EQ(row->order, WorkerOrder::slow);
    EXPECT_EQ(row->slow_by, 3 * second);
    EXPECT_EQ(ok(s().workers().beat(worker("w"))), slow);
    EXPECT_EQ(ok(s().workers().beat(worker("w"))), slow) << "it stays";
    const auto audit = ok(s().audit().list({})).rows;
    ASSERT_EQ(audit.size(), 1u);
    EXPECT_EQ(audit[0].who, "op@desk");
    EXPECT_EQ(audit[0].entity, "worker");
    EXPECT_EQ(audit[0].key, "w");
    EXPECT_EQ(audit[0].reason, "it's too quick");
    EXPECT_NE(audit[0].command.find("--reason"), std::string::npos) << audit[0].command;
    ok(s().workers().order({id, {WorkerOrder::stop, {}}, ""}));
    EXPECT_EQ(ok(s().audit().list({})).rows.size(), 1u) << "nobody is named";
    EXPECT_EQ(ok(s().workers().beat(worker("w"))).order, WorkerOrder::stop);
}

TEST_P(WorkerCases, UnknownWorkerTakesNoOrders)
{
    EXPECT_FALSE(ok(s().workers().order({WorkerId::trusted("none"), {WorkerOrder::stop, {}}, "op"})));
    EXPECT_TRUE(ok(s().workers().list({})).rows.empty());
}

TEST_P(WorkerCases, LeavingRemovesTheRow)
{
    ok(s().workers().beat(worker("w")));
    ok(s().workers().leave(WorkerId::trusted("w")));
    ok(s().workers().leave(WorkerId::trusted("w")));
    EXPECT_TRUE(ok(s().workers().list({})).rows.empty());
}

TEST_P(WorkerCases, LateAndSilentComeFromItsPeriod)
{
    ok(s().workers().beat(worker("w")));
    const auto health = [&] { return worker_health(ok(s().workers().list({})).rows.at(0), now()); };
    pass(6 * second);
    EXPECT_EQ(health(), WorkerHealth::live);
    pass(tick());
    EXPECT_EQ(health(), WorkerHealth::late);
    pass(14 * second);
    EXPECT_EQ(health(), WorkerHealth::silent);
    const auto silent = ok(Filter::parse("state:silent", list_filter_keys(), true));
    EXPECT_EQ(ok(s().workers().list({silent, 10})).rows.size(), 1u);
}

TEST_P(WorkerCases, CollectRemovesTheSilentOnes)
{
    ok(s().workers().beat(worker("old")));
    pass(10 * second);
    ok(s().workers().beat(worker("young")));
    EXPECT_EQ(ok(s().workers().collect(10 * second, 100)), 0) << "not longer than";
    pass(tick());
    EXPECT_EQ(ok(s().workers().collect(10 * second, 100)), 1);
    const auto rows = ok(s().workers().list({})).rows;
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].id, "young");
}

TEST_P(WorkerCases, CollectTakesNoMoreThanItsLimit)
{
    for (const char* id : {"a", "b", "c"})
        ok(s().workers().beat(worker(id)));
    pass(20 * second);
    EXPECT_EQ(ok(s().workers().collect(10 * second, 2)), 2);
    EXPECT_EQ(ok(s().workers().list({})).rows.size(), 1u);
    EXPECT_EQ(ok(s().workers().collect(10 * second, 2)), 1);
    EXPECT_EQ(ok(s().workers().collect(10 * second, 2)), 0);
}

TEST_P(WorkerCases, AuditIsNewestFirstWithTheStoresTime)
{
    AuditRow row;
    row.who = "op@desk";
    row.action = "crash";
    row.entity = "worker";
    row.key = "w";
    row.reason = "it's \"why\"";
    row.evidence = "{}";
    row.command = "kill -9 42";
    row.result = "done";
    ok(s().audit().write(row));
    pass(second);
    auto second_row = row;
    second_row.key = "x";
    ok(s().audit().write(second_row));
    auto rows = ok(s().audit().list({})).rows;
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].key, "x");
    EXPECT_GT(rows[0].seq, rows[1].seq);
    row.seq = rows[1].seq;
    row.at = now() - second;
    EXPECT_EQ(rows[1], row);
    EXPECT_TRUE(ok(s().audit().list({{}, 1})).truncated);
}

} // namespace lockdesk::contract
