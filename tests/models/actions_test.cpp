// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/actions.h"

#include "backends/memory/memory_store.h"
#include "models/actions/store_actions.h"
#include "models/format/format.h"
#include "tests/models/fixture.h"

#include <gtest/gtest.h>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;

class ActionsTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        const std::string name = std::string("actions-") + ::testing::UnitTest::GetInstance()->current_test_info()->name();
        forget_memory_store(name);
        m_store = std::shared_ptr<Store>(*open_memory_store(*StoreUrl::parse("memory:" + name)));
        m_session = *m_store->open({});
        m_feed = m_feeds.add({.id = "orders", .name = "orders", .saved = true});
        ObserverOptions options;
        options.interval = 100ms;
        m_feed->observe(m_store, options);
        m_actions = std::make_unique<StoreActions>(
            &m_feeds, [this](int, const std::string&) { return m_store->open({}); }, "me@here");
        QObject::connect(m_actions.get(), &ActionRunner::resultReady,
                         [this](const ActionResult& r) { m_results.push_back(r); });
        QObject::connect(m_actions.get(), &ActionRunner::previewReady,
                         [this](const ActionPreview& p) { m_previews.push_back(p); });
        QObject::connect(m_actions.get(), &ActionRunner::lateWrite, [this](const LateWrite& w) { m_late.push_back(w); });
    }
    Acquisition acquire(const std::string& name, const std::string& owner, Duration lease = 30s)
    {
        return *m_session->locks().acquire({LockName::trusted(name), OwnerId::trusted(owner), lease,
                                            RequestId::trusted("r" + std::to_string(++m_requests))});
    }
    static ActionTarget target(const std::string& name, const std::string& owner, const Acquisition& got)
    {
        LockRow row;
        row.name = name;
        row.owner = owner;
        row.token = *got.token;
        row.acquired_at = got.acquired_at;
        row.expires_at = got.expires_at;
        return {QString::fromStdString(name), QString::fromStdString(owner), *got.token,
                LockSeen{row, got.acquired_at.value_or(TimePoint{})}};
    }
    ActionRequest force(std::vector<ActionTarget> targets) const
    {
        ActionRequest request{.action = &actions::forceRelease(), .connection = m_feed->index()};
        request.targets = std::move(targets);
        request.reason = "INC-2291";
        return request;
    }
    ActionResult run(const ActionRequest& request)
    {
        const auto before = m_results.size();
        m_actions->run(request);
        EXPECT_TRUE(await([&] { return m_results.size() > before; }));
        return m_results.size() > before ? m_results.back() : ActionResult{};
    }

    std::shared_ptr<Store> m_store;
    std::unique_ptr<Session> m_session;
    FeedSet m_feeds;
    Feed* m_feed = nullptr;
    std::unique_ptr<StoreActions> m_actions;
    std::vector<ActionResult> m_results;
    std::vector<ActionPreview> m_previews;
    std::vector<LateWrite> m_late;
    int m_requests = 0;
};

// A copied command must work elsewhere: a name is used only for a store saved under it.
TEST(Actions, CommandsNameTheStoreAsOtherProgramsFindIt)
{
    const ConnectionInfo demo{.id = "demo", .name = "demo", .url = "sqlite:///home/ann/demo.db"};
    EXPECT_EQ(storeArgument(demo).toStdString(), "sqlite:///home/ann/demo.db");
    const ConnectionInfo saved{.id = "orders", .name = "orders", .url = "redis://cache", .saved = true};
    EXPECT_EQ(storeArgument(saved).toStdString(), "@orders");
}

TEST(Actions, WhatIsTypedHasTheNumberOfTheTitle)
{
    ActionRequest request{.action = &actions::retryDead()};
    request.all = 5404;
    EXPECT_EQ(confirmation(request, QStringLiteral("orders")).toStdString(), "5,404 in orders");
    EXPECT_TRUE(request.action->title(request).contains(QStringLiteral("5,404")));
}

TEST_F(ActionsTest, ForceReleaseAndLateWrites)
{
    const auto got = acquire("billing", "bill-2/4471/c41b");
    const auto request = force({target("billing", "bill-2/4471/c41b", got)});
    m_actions->preview(request);
    ASSERT_TRUE(await([&] { return !m_previews.empty(); }));
    EXPECT_EQ(m_previews[0].items.size(), 1U);
    EXPECT_FALSE(m_previews[0].items[0].commands.isEmpty());
    EXPECT_EQ(m_previews[0].items[0].commandLine.toStdString(),
              "lockdeskctl --store @orders lock force-release billing --if-owner bill-2/4471/c41b --if-token "
                  + std::to_string(got.token->number()) + " --reason INC-2291");
    const auto result = run(request);
    EXPECT_EQ(result.outcome, ActionResult::Outcome::done) << result.text.toStdString();
    EXPECT_EQ(result.token->number(), got.token->number() + 1);
    EXPECT_TRUE((*m_session->locks().find(LockName::trusted("billing")))->owner.empty());
    const auto audit = m_session->audit().list({});
    ASSERT_EQ(audit->rows.size(), 1U);
    EXPECT_EQ(audit->rows[0].evidence, evidence_json(std::get<LockSeen>(request.targets[0].seen)));
    ASSERT_TRUE(m_session->fence().admit(Resource::trusted("billing"), *got.token, "bill-2/4471/c41b"));
    ASSERT_TRUE(await([&] { return !m_late.empty(); }));
    EXPECT_TRUE(m_late[0].text.startsWith("Late write from bill-2/4471 with token"));
    EXPECT_FALSE(QTest::qWaitFor([&] { return m_late.size() > 1; }, 400)) << "told once";
}

TEST_F(ActionsTest, APreviewKeepsTheStoresFailure)
{
    Failure refusal;
    refusal.code = "08006";
    refusal.message = "the server closed the connection";
    StoreActions closed(
        &m_feeds, [&](int, const std::string&) -> Answer<std::unique_ptr<Session>> { return refusal; },
        QStringLiteral("ann@host"));
    std::optional<ActionPreview> seen;
    QObject::connect(&closed, &ActionRunner::previewReady, &closed, [&](const ActionPreview& preview) { seen = preview; });
    const auto got = acquire("billing", "bill-2/4471/c41b");
    closed.preview(force({target("billing", "bill-2/4471/c41b", got)}));
    ASSERT_TRUE(await([&] { return seen.has_value(); }));
    ASSERT_TRUE(seen->failure.has_value());
    EXPECT_EQ(seen->failure->code, "08006");
    ASSERT_EQ(seen->items.size(), 1U);
    EXPECT_FALSE(seen->items[0].works());
}

// A name must not look like another where it is typed, nor act where the command is pasted.
TEST_F(ActionsTest, NamesThatActAreShownAndQuoted)
{
    const QString disguised = QStringLiteral("a\u202egnp.exe");
    const ActionTarget target{disguised, QStringLiteral("-x\x15"), FencingToken{3}, {}};
    ActionRequest request{.action = &actions::forceRelease(), .connection = 0, .targets = {target}};
    request.reason = QStringLiteral("it's\ndown!");
    EXPECT_EQ(request.action->title(request).toStdString(), "Force unlock a\\u202egnp.exe");
    const QString wanted = confirmation(request, QStringLiteral("orders"));
    EXPECT_EQ(wanted.toStdString(), "a\\u202egnp.exe");
    EXPECT_TRUE(confirms(wanted, wanted)) << "as it is shown, typed";
    EXPECT_TRUE(confirms(QStringLiteral("a\\u202e\u200bgnp.exe"), wanted)) << "copied from where it was broken into lines";
    EXPECT_TRUE(confirms(disguised, wanted)) << "the exact name, pasted";
    for (const QString& other : {QStringLiteral("aexe.png"), QStringLiteral("agnp.exe"), QStringLiteral("a\\\\u202egnp.exe"),
                                QStringLiteral("a\u202dgnp.exe"), QStringLiteral("")})
        EXPECT_FALSE(confirms(other, wanted)) << other.toStdString();
    EXPECT_EQ(
        commandLine(QStringLiteral("@or ders"), request, target).toStdString(),
        "lockdeskctl --store '@or ders' lock force-release $'a\\342\\200\\256gnp.exe' --if-owner=$'-x\\025' --if-token 3 "
        "--reason $'it\\047s\\012down\\041'");
}

// Two names that differ only in such a byte have different keys, and the command names the right one.
TEST_F(ActionsTest, NamesThatAreNoText)
{
    EXPECT_NE(format::exact(std::string("job\xff")), format::exact(std::string("job\xfe")));
    LockRow row;
    row.source = "string";
    row.name = "job\xff";
    row.owner = "pod\xfe";
    const ActionTarget target{format::exact(row.name), format::exact(row.owner), FencingToken{}, LockSeen{row, {}}};
    ActionRequest request{.action = &actions::forceRelease(), .connection = 0, .targets = {target}};
    request.reason = QStringLiteral("r");
    EXPECT_EQ(
        commandLine(QStringLiteral("@orders"), request, target).toStdString(),
        "lockdeskctl --store @orders lock force-release $'job\\134xff' --escaped --if-owner $'pod\\134xfe' --if-token 0 "
        "--reason r");
    const auto sent = force_release_of(std::get<LockSeen>(target.seen), false);
    ASSERT_TRUE(sent);
    EXPECT_EQ(sent->name.str(), row.name);
}

LockRow lockOf(const std::string& source, const std::string& name)
{
    LockRow row;
    row.source = source;
    row.name = name;
    row.owner = "bill-2/4471/c41b";
    if (source != "lockdesk")
        row.key = source + '/' + name;
    return row;
}

// What is decided is a value; its sentence is for the operator alone.
TEST(Actions, AnObjectionIsAValueWithASentence)
{
    using Why = Objection::Why;
    FeedSet feeds;
    const Feed* feed = feeds.add({.id = "orders", .name = "orders"});
    const Feed* recording = feeds.add({.id = "old", .name = "old", .recording = true});
    const auto why = [&](const ActionRequest& request) -> std::optional<Why> {
        const auto wrong = objection(request, feeds.at(request.connection));
        EXPECT_TRUE(!wrong || !text(*wrong).isEmpty());
        return wrong ? std::optional(wrong->why) : std::nullopt;
    };
    const auto& force = actions::forceRelease();
    const std::vector<LockRow> ours{lockOf("lockdesk", "billing")}, named{lockOf("named", "nightly")},
        keys{lockOf("redisson", "job")};
    EXPECT_EQ(why(requestOf(force, nullptr, ours)), Why::severalStores);
    EXPECT_EQ(why(requestOf(force, feed, std::vector<LockRow>{})), Why::nothingToRelease);
    EXPECT_EQ(why(requestOf(actions::extendLock(), feed, std::vector<LockRow>{})), Why::nothingToExtend);
    EXPECT_EQ(why(requestOf(actions::relockTask(), feed, std::vector<TaskRow>{})), Why::severalStores);
    EXPECT_EQ(why(requestOf(force, feed, std::vector{ours[0], keys[0]})), Why::severalSources);
    EXPECT_EQ(why(requestOf(force, recording, ours)), Why::recording);
    EXPECT_EQ(why(requestOf(force, feed, ours)), std::nullopt);
    EXPECT_EQ(why(requestOf(force, feed, std::vector{LockRow{.name = "free"}})), Why::notHeld);
    EXPECT_EQ(why(requestOf(actions::extendLock(), feed, named)), Why::sessionHasNoLease);
    const auto& end = actions::endHoldOff();
    LockRow cooling{.name = "cool"}, foreign{.source = "shedlock", .name = "cool"};
    foreign.key = "shedlock/cool";
    cooling.cooling_until = foreign.cooling_until = end_of_time;
    EXPECT_EQ(why(requestOf(end, feed, std::vector{cooling})), std::nullopt);
    EXPECT_EQ(why(requestOf(end, feed, std::vector<LockRow>{})), Why::nothingHeldOff);
    EXPECT_EQ(why(requestOf(end, feed, ours)), Why::notHeldOff);
    EXPECT_EQ(why(requestOf(end, feed, std::vector{foreign})), Why::sourceEndsNoHoldOff);
    EXPECT_EQ(why(requestOf(end, recording, std::vector{cooling})), Why::recording);
    EXPECT_EQ(why(requestOf(actions::advanceTask(), feed, std::vector{TaskRow{.id = "gw-1"}})), Why::claimNotHeld);
    EXPECT_EQ(why(requestOfAllDead(*feed, {})), std::nullopt);
    for (const auto& [rows, expected] : {std::pair{named, Why::sessionHasNoCooling}, {keys, Why::sourceHasNoCooling}}) {
        ActionRequest holdOff = requestOf(force, feed, rows);
        EXPECT_EQ(why(holdOff), std::nullopt);
        EXPECT_FALSE(force.input(holdOff));
        holdOff.holdOff = 5min;
        EXPECT_EQ(why(holdOff), expected);
    }
}

// One object holds all of an action: whichever it is, a sheet and a lane find what they need in it.
TEST(Actions, EachIsWhole)
{
    FeedSet feeds;
    const Feed* feed = feeds.add({.id = "orders", .name = "orders"});
    const std::vector<LockRow> locks{lockOf("lockdesk", "billing")};
    LockRow cooling{.name = "nightly"};
    cooling.cooling_until = end_of_time;
    const std::vector tasks{TaskRow{.id = "gw-1", .owner = "w/1/a"}};
    const std::vector messages{MessageRow{.id = "m-1"}};
    const std::vector workers{WorkerRow{.id = "bill-2/4471/c41b"}};
    ActionPreview preview;
    preview.items.emplace_back();
    for (const ActionRequest& request :
         {requestOf(actions::forceRelease(), feed, locks), requestOf(actions::extendLock(), feed, locks),
          requestOf(actions::relockTask(), feed, tasks), requestOf(actions::unlockTask(), feed, tasks),
          requestOf(actions::advanceTask(), feed, tasks), requestOf(actions::retryDead(), feed, messages),
          requestOf(actions::requeue(), feed, messages), requestOf(actions::orderWorker(), feed, workers),
          requestOf(actions::endHoldOff(), feed, std::vector{cooling})}) {
        const QString title = request.action->title(request);
        EXPECT_TRUE(title.contains(format::foreign(request.targets[0].key))) << title.toStdString();
        EXPECT_FALSE(request.action->consequences(request, &preview).empty()) << title.toStdString();
        EXPECT_TRUE(commandLine("@orders", request, request.targets[0]).startsWith("lockdeskctl --store @orders "))
            << title.toStdString();
    }
}

// A backoff is what the command line calls it, in whatever language it is offered.
TEST(Actions, ABackoffIsAValueNotAText)
{
    FeedSet feeds;
    TaskRow task{.id = "gw-1"};
    task.lock_timeout = 30s;
    const auto request = requestOf(actions::relockTask(), feeds.add({.id = "orders"}), std::vector{task});
    const auto input = request.action->input(request);
    ASSERT_TRUE(input);
    EXPECT_EQ(input->initial, "progressive");
    for (const ActionInput::Choice& choice : input->choices)
        EXPECT_TRUE(request.action->readInput(request, choice.value, store_now)) << choice.value.toStdString();
    EXPECT_EQ(request.action->readInput(request, "90s", store_now), Duration(90s));
    EXPECT_FALSE(request.action->readInput(request, "soon", store_now));
}

// What a name says is not filled in a second time.
TEST_F(ActionsTest, NamesThatLookLikePlaceholders)
{
    const auto got = acquire("billing", "o/%2/x");
    const auto stale = run(force({target("billing", "somebody", got)}));
    EXPECT_EQ(stale.outcome, ActionResult::Outcome::changed);
    EXPECT_TRUE(stale.text.contains(QStringLiteral("%2"))) << stale.text.toStdString();
}

TEST_F(ActionsTest, ChangedHandsDoesNothing)
{
    const auto got = acquire("billing", "bill-2/4471/c41b");
    ASSERT_TRUE(m_session->locks().release(LockName::trusted("billing"), OwnerId::trusted("bill-2/4471/c41b"), *got.token));
    const auto now = acquire("billing", "api-2/8044/5d0e");
    const auto result = run(force({target("billing", "bill-2/4471/c41b", got)}));
    EXPECT_EQ(result.outcome, ActionResult::Outcome::changed);
    EXPECT_EQ(result.text.toStdString(), "Changed hands: api-2/8044 holds it now, token "
                                             + std::to_string(now.token->number()) + ". Nothing was done.");
    EXPECT_EQ((*m_session->locks().find(LockName::trusted("billing")))->owner, "api-2/8044/5d0e");
}

TEST_F(ActionsTest, RenewedIsFreedUnlessExpiredWasTheEvidence)
{
    const auto got = acquire("a", "x/1/1", 30s);
    ASSERT_TRUE(m_session->locks().renew(LockName::trusted("a"), OwnerId::trusted("x/1/1"), *got.token, 60s));
    auto request = force({target("a", "x/1/1", got)});
    request.evidenceExpired = true;
    EXPECT_EQ(run(request).outcome, ActionResult::Outcome::changed);
    request.evidenceExpired = false;
    EXPECT_EQ(run(request).outcome, ActionResult::Outcome::done);
}

TEST_F(ActionsTest, TasksAreRelockedAndAdvanced)
{
    const NewTask fresh{TaskId::trusted("gw-1"), TaskKind::trusted("gateway"), Phase::trusted("Creating")};
    ASSERT_TRUE(m_session->tasks().add(std::span(&fresh, 1)));
    const auto claimed = m_session->tasks().claim(
        {TaskKind::trusted("gateway"), Phase::trusted("Creating"), 1, OwnerId::trusted("w/1/a"), ClaimId::trusted("c1")});
    ASSERT_EQ(claimed->size(), 1U);
    ActionRequest request{.action = &actions::advanceTask(), .connection = m_feed->index()};
    request.toPhase = "Created";
    request.targets = {{"gw-1", "w/1/a", claimed->front().token, TaskSeen{claimed->front(), *claimed.store_time()}}};
    EXPECT_EQ(run(request).text, "Advanced to Created.");
    EXPECT_EQ(m_session->audit().list({})->rows.at(0).evidence,
              evidence_json(TaskSeen{claimed->front(), *claimed.store_time()}));
    EXPECT_EQ(run(request).outcome, ActionResult::Outcome::changed) << "not held any more";
    request.action = &actions::relockTask();
    request.wait = 90s;
    request.reason = "later";
    request.targets[0].owner.clear();
    const auto row = *m_session->tasks().find(TaskId::trusted("gw-1"));
    request.targets[0].token = row->token;
    EXPECT_EQ(run(request).outcome, ActionResult::Outcome::done);
    const auto found = m_session->tasks().find(TaskId::trusted("gw-1"));
    const auto due = task_due_at(**found) - *found.store_time();
    EXPECT_GT(due, 80s);
    EXPECT_LE(due, 90s);
}

// Nobody leads while a leader is paused: it keeps its lock, and standbys wait.
TEST_F(ActionsTest, PausingALeaderSaysThatNobodyLeads)
{
    const auto says = [&](const char* role) {
        WorkerRow worker;
        worker.id = "w/1/a";
        worker.role = role;
        ActionRequest request = requestOf(actions::orderWorker(), m_feed, std::vector{worker});
        request.control.order = WorkerOrder::pause;
        for (const ActionPoint& point : actions::orderWorker().consequences(request, nullptr))
            if (point.text.contains(QStringLiteral("no standby takes over")))
                return true;
        return false;
    };
    EXPECT_TRUE(says("leader"));
    EXPECT_TRUE(says("worker+leader+relay"));
    EXPECT_FALSE(says("worker+relay"));
}

// Pausing a worker requires a reason, which is stored and part of the command.
TEST_F(ActionsTest, ReasonOfAnOrderIsKept)
{
    WorkerRow worker;
    worker.id = "bill-2/4471/c41b";
    ASSERT_TRUE(m_session->workers().beat(worker));
    ActionRequest request = force({{"bill-2/4471/c41b", {}, {}, WorkerSeen{worker, {}}}});
    request.action = &actions::orderWorker();
    request.control = {WorkerOrder::pause, {}};
    EXPECT_EQ(commandLine("@orders", request, request.targets[0]).toStdString(),
              "lockdeskctl --store @orders worker pause bill-2/4471/c41b --reason INC-2291");
    ASSERT_EQ(run(request).outcome, ActionResult::Outcome::done);
    const auto audit = m_session->audit().list({});
    ASSERT_TRUE(audit);
    ASSERT_EQ(audit->rows.size(), 1U);
    EXPECT_EQ(audit->rows[0].reason, "INC-2291");
}

TEST_F(ActionsTest, UnreachableStoreIsTold)
{
    StoreActions broken(
        &m_feeds,
        [](int, const std::string&) -> Answer<std::unique_ptr<Session>> {
            return Failure{.kind = FailureKind::unavailable, .message = "connection refused"};
        },
        "me@here");
    std::vector<ActionResult> results;
    int failed = -1;
    QObject::connect(&broken, &ActionRunner::resultReady, [&](const ActionResult& r) { results.push_back(r); });
    QObject::connect(&broken, &ActionRunner::finished, [&](quint64, int, int, int f) { failed = f; });
    broken.run(force({target("a", "x/1/1", Acquisition{.token = FencingToken{1}})}));
    ASSERT_TRUE(await([&] { return failed == 1; }));
    EXPECT_EQ(results[0].text, "connection refused");
}

TEST(ActionTexts, Lines)
{
    ActionRequest request{.action = &actions::forceRelease()};
    request.reason = "Node of bill-2 lost at 14:28, it's INC-2291";
    request.holdOff = 5min;
    LockRow shown;
    shown.name = "billing run";
    shown.owner = "bill-2/4471/c41b";
    shown.expires_at = time_from_us(99);
    const ActionTarget target{"billing run", "bill-2/4471/c41b", FencingToken{4181}, LockSeen{shown, {}}};
    request.targets = {target, target};
    EXPECT_EQ(commandLine("@orders", request, target).toStdString(),
              "lockdeskctl --store @orders lock force-release 'billing run' --if-owner bill-2/4471/c41b --if-token 4181 "
              "--hold-off 5m --reason 'Node of bill-2 lost at 14:28, it'\\''s INC-2291'");
    EXPECT_EQ(request.action->title(request), "Hold off 2 locks");
    request.holdOff = {};
    EXPECT_EQ(request.action->title(request), "Force unlock 2 locks");
    EXPECT_EQ(confirmation(request, "orders"), "2 in orders");
    request.targets.pop_back();
    EXPECT_EQ(confirmation(request, "orders"), "billing run");
    EXPECT_EQ(request.action->title(request), "Force unlock billing run");
    EXPECT_EQ(objection(request, target, true)->why, Objection::Why::readOnly);
    EXPECT_FALSE(objection(request, target, false));
    EXPECT_EQ(objection(request, {}, false)->why, Objection::Why::notHeld);
}

TEST(ActionTextsTest, ATaskThatNobodyHoldsHasNoOldWorker)
{
    for (const Action* action : {&actions::relockTask(), &actions::unlockTask()}) {
        ActionRequest request{.action = action};
        request.targets = {{"gw-1", {}, {}}, {"gw-2", {}, {}}};
        EXPECT_EQ(action->consequences(request, nullptr).size(), 1u);
        request.targets.back().owner = "w/1/a";
        EXPECT_EQ(action->consequences(request, nullptr).size(), 3u);
    }
}

TEST(ActionTextsTest, WaitersOfLocksThatNobodyAskedAboutAreNotDenied)
{
    ActionRequest request{.action = &actions::forceRelease()};
    request.targets.resize(2);
    ActionPreview preview;
    preview.items.resize(2);
    const auto first = [&] { return request.action->consequences(request, &preview).front().text; };
    EXPECT_EQ(first(), "Nobody waits for them");
    preview.items.back().asked = false;
    EXPECT_EQ(first(), "Nobody waits for them (of the first 20 locks)");
}

} // namespace
} // namespace lockdesk::test
