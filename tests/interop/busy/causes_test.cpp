// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plants causes in a busy store: each is found within two polls, as the only finding, with the rows and words that prove it.
#include "tests/interop/busy/planted_fixture.h"
#include "tests/support/sizes.h"

#include <algorithm>
#include <fstream>
#include <regex>

namespace lockdesk::test {

TEST_P(Planted, ALockPastItsLease)
{
    const auto held = acquire("planted/expired", "pay-7/2211/9f3a9f3a9f3a9f3a", 300ms);
    const auto finding = found(FindingKind::expired_and_held, "planted/expired", *held.expires_at);
    EXPECT_EQ(finding.severity, Severity::act);
    EXPECT_EQ(finding.next, NextStep::force_release);
    EXPECT_EQ(finding.since, *held.expires_at);
    EXPECT_TRUE(says("; no process pay-7/2211 has sent a heartbeat since")) << m_said;
    EXPECT_TRUE(proves(finding, Entity::lock, "planted/expired"));
    free_by_force("planted/expired");
}

// A real process that is killed while it holds: its heartbeats stop, its lease still runs.
TEST_P(Planted, AHolderThatWasKilled)
{
    auto process = worker("doomed", {"--role", "guard", "--lock", "planted/silent", "--at-most", "10m", "--work", "10m"});
    std::optional<LockRow> held;
    ASSERT_TRUE(await(
        [&] {
            held = need(session().locks().find(LockName::trusted("planted/silent")));
            return held && !held->owner.empty() && row_of("doomed");
        },
        patience));
    process.signal(SIGKILL);
    ASSERT_TRUE(process.wait(patience));
    const auto dead = *row_of("doomed");
    const auto finding = found(FindingKind::holder_silent, "planted/silent", dead.beat_at + dead.period * 10);
    EXPECT_EQ(finding.severity, Severity::act);
    // Ten periods of a second; on a loaded machine the poll that finds it may come later.
    EXPECT_TRUE(std::regex_search(m_said, std::regex("doomed/" + std::to_string(dead.pid) + " silent for [1-9][0-9] s"))) << m_said;
    EXPECT_TRUE(says(" of lease left; nobody waits")) << m_said;
    EXPECT_TRUE(proves(finding, Entity::lock, "planted/silent"));
    EXPECT_TRUE(proves(finding, Entity::worker, dead.id));
    free_by_force("planted/silent");
    need(session().workers().leave(WorkerId::trusted(dead.id)));
}

TEST_P(Planted, AHolderThatLeft)
{
    WorkerRow row;
    row.id = "img-4/201/aaaaaaaaaaaaaaaa";
    row.host = "img-4";
    row.pid = 201;
    row.period = 60s;
    need(session().workers().beat(row));
    acquire("planted/left", row.id, 10min);
    ASSERT_TRUE(seen(row.id));
    need(session().workers().leave(WorkerId::trusted(row.id)));
    const auto finding = found(FindingKind::holder_gone, "planted/left", now(), Since::about_then);
    EXPECT_TRUE(says("img-4/201 has left and not given it back; 9 min")) << m_said;
    EXPECT_TRUE(proves(finding, Entity::lock, "planted/left"));
    free_by_force("planted/left");
}

TEST_P(Planted, ATaskOverItsFailures)
{
    add_task("planted-task", "broken", 5min, 1);
    auto process = worker("clumsy", {"--kind", "broken", "--phase", "A", "--interval", "200ms", "--exec", "exit 1"});
    ASSERT_TRUE(await([&] { return task("planted-task").failures > 0; }, patience));
    const auto finding = found(FindingKind::task_over_failures, "planted-task", now(), Since::about_then);
    EXPECT_EQ(finding.severity, Severity::act);
    EXPECT_TRUE(says(" 1 allowed; the command's exit status is 1")) << m_said;
    EXPECT_TRUE(proves(finding, Entity::task, "planted-task"));
    EXPECT_EQ(process.stop(SIGTERM), 0);
    // What a claim has parked stays parked, whatever the rule is now.
    set_rule("broken", "A", 5min, 1000);
    const auto parked = task("planted-task");
    need(session().tasks().relock_forced({.id = TaskId::trusted(parked.id),
                                          .if_owner = parked.owner,
                                          .if_token = parked.token,
                                          .reason = "planted",
                                          .who = "test@here"}));
}

// Meanwhile the busy relays deliver all other messages.
TEST_P(Planted, AMessageThatDied)
{
    std::ofstream(busy().poison()) << "poison";
    const auto id = MessageId::trusted("planted-" + std::to_string(now().time_since_epoch().count()));
    need(session().outbox().add({id, Topic::trusted("planted"), R"({"what":"poison"})"}));
    const auto dead = [&] { return need(session().outbox().find(id))->state == MessageState::dead; };
    ASSERT_TRUE(await(dead, patience));
    const auto finding = found(FindingKind::message_dead, "planted", now(), Since::about_then);
    EXPECT_EQ(finding.severity, Severity::act);
    EXPECT_EQ(finding.next, NextStep::retry_dead);
    EXPECT_TRUE(says("1 message; 3 tries")) << m_said;
    EXPECT_TRUE(proves(finding, Entity::message, id.str()));
    std::filesystem::remove(busy().poison());
    need(session().outbox().retry_dead({&id, 1}));
}

// Its handler never ends, and its heartbeats continue.
TEST_P(Planted, ATaskThatHangs)
{
    auto process = worker("stuck", {"--kind", "stuck", "--phase", "A", "--interval", "200ms", "--work", "forever"});
    ASSERT_TRUE(await([&] { return row_of("stuck").has_value(); }, patience));
    // A task that nobody takes over starves, too, but only after twice this timeout.
    add_task("planted-hang", "stuck", 5s, 8);
    ASSERT_TRUE(await([&] { return !task("planted-hang").owner.empty(); }, patience));
    const auto hanging = task("planted-hang");
    const auto finding = found(FindingKind::alive_but_overdue, "planted-hang", task_due_at(hanging));
    EXPECT_TRUE(says("stuck/" + std::to_string(process.pid()) + " is alive and past the lock timeout for ") && !says(" 0 s")) << m_said;
    EXPECT_TRUE(proves(finding, Entity::task, "planted-hang"));
    EXPECT_TRUE(proves(finding, Entity::worker, hanging.owner));
    process.signal(SIGKILL);
    finish("planted-hang", "stuck");
    need(session().workers().leave(WorkerId::trusted(hanging.owner)));
}

TEST_P(Planted, ATaskThatNobodyClaims)
{
    add_task("planted-orphan", "orphan", 1s, 8);
    const auto finding = found(FindingKind::starving, "planted-orphan", task("planted-orphan").created_at + waits_too_long);
    // As long as it has been when it was read, which is later on a busy machine.
    EXPECT_TRUE(std::regex_search(m_said, std::regex("due for ([3-9]|[1-9][0-9]) s; nobody claims it"))) << m_said;
    EXPECT_TRUE(proves(finding, Entity::task, "planted-orphan"));
    finish("planted-orphan", "orphan");
}

TEST_P(Planted, AWaiterThatOthersOvertake)
{
    const std::string first = "one/1/1111111111111111", second = "two/2/2222222222222222", late = "late/3/3333333333333333";
    const auto lock = LockName::trusted("planted/starving");
    const auto held = acquire(lock.str(), first, 1min);
    need(session().locks().announce_wait(lock, OwnerId::trusted(late), 1min));
    const auto since = need(session().locks().list_waiters({})).rows;
    EXPECT_EQ(release(lock.str(), first, held), LeaseResult::released);
    const auto overtaken = acquire(lock.str(), second, 1min);
    const auto waiter = std::find_if(since.begin(), since.end(), [&](const WaiterRow& row) { return row.owner == late; });
    ASSERT_NE(waiter, since.end());
    const auto finding = found(FindingKind::starving, lock.str(), waiter->since + waits_too_long);
    EXPECT_TRUE(says("late/3 has waited for ") && says("others got it 1 time meanwhile, last two/2")) << m_said;
    EXPECT_TRUE(proves(finding, Entity::lock, lock.str()));
    need(session().locks().withdraw_wait(lock, OwnerId::trusted(late)));
    EXPECT_EQ(release(lock.str(), second, overtaken), LeaseResult::released);
}

TEST_P(Planted, ALockWithoutAnEnd)
{
    const auto held = acquire("planted/endless", "gw-9/7/7777777777777777", no_end);
    const auto finding = found(FindingKind::no_expiry, "planted/endless", *held.acquired_at);
    EXPECT_TRUE(says("held by gw-9/7 without an end; it never frees itself")) << m_said;
    EXPECT_TRUE(proves(finding, Entity::lock, "planted/endless"));
    free_by_force("planted/endless");
}

// Plants a job that runs every four seconds until the last process that ran it ends.
TEST_P(Planted, AJobThatNobodyRuns)
{
    const auto lock = LockName::trusted("planted/nightly");
    auto process = worker("cron", {"--role", "guard", "--lock", lock.str(), "--guard", "fixed", "--at-most", "10s", "--work", "100ms",
                                   "--cron", "*/4 * * * * *"});
    std::set<std::int64_t> runs;
    const auto seen_runs = [&] {
        return m_watcher.await(
                   [&](const Update& u) {
                       if (const LockRow* row = lock_in(u, lock.str()))
                           runs.insert(row->token.number());
                       return runs.size() >= 6;
                   },
                   m_from, patience)
               != nullptr;
    };
    ASSERT_TRUE(seen_runs());
    EXPECT_EQ(process.stop(SIGTERM), 0);
    const auto row = *need(session().locks().find(lock));
    const auto last = row.acquired_at.value_or(row.released_at.value_or(TimePoint{}));
    const auto finding = found(FindingKind::missed_run, lock.str(), last + 2 * 4s + 2s, Since::about_then);
    EXPECT_TRUE(says("nobody took it for two periods of 4 s; last run "))
        << m_said;
    EXPECT_TRUE(proves(finding, Entity::lock, lock.str()));
    // The observer no longer expects runs of this job.
    const auto again = acquire(lock.str(), "gw-9/7/7777777777777777", 10s);
    EXPECT_EQ(release(lock.str(), "gw-9/7/7777777777777777", again), LeaseResult::released);
}

// Pauses all relays, so that new messages stay. No worker runs the jobs of paused workers either, which is another finding.
TEST_P(Planted, MessagesThatNobodySends)
{
    const auto order = [&](WorkerOrder what) {
        for (const WorkerRow& row : busy().beats()) // only the busy ones: processes that a case starts end with the case
            need(session().workers().order({WorkerId::trusted(row.id), {what, {}}, {}}));
        EXPECT_TRUE(await(
            [&] {
                const auto rows = busy().beats();
                return std::all_of(rows.begin(), rows.end(), [&](const WorkerRow& row) {
                    return (row.state == "paused") == (what == WorkerOrder::pause);
                });
            },
            patience));
    };
    order(WorkerOrder::pause);
    const auto id = MessageId::trusted("planted-" + std::to_string(now().time_since_epoch().count()));
    need(session().outbox().add({id, Topic::trusted("planted"), "{}"}));
    const auto created = need(session().outbox().find(id))->created_at;
    m_allowed = FindingKind::missed_run;
    found(FindingKind::oldest_age, "outbox", created + oldest_message, Since::about_then);
    EXPECT_TRUE(says(" pending; in ")) << m_said;
    order(WorkerOrder::run);
}

TEST_P(Planted, AServerThatStandsStill)
{
    const auto before = m_watcher.await(is_live, m_watcher.count(), patience);
    ASSERT_TRUE(before);
    // The observer polls a slow store, as on a busy machine, less often.
    const Duration apart = std::max<Duration>(interval, before->cost.interval);
    m_from = m_watcher.count();
    busy().live.freeze();
    const auto frozen = std::chrono::steady_clock::now();
    const auto answer = m_watcher.await(is_stale, m_from, patience);
    const auto after = std::chrono::steady_clock::now() - frozen;
    busy().live.thaw();
    ASSERT_TRUE(answer);
    EXPECT_LE(after, 2 * apart + 500ms);
    ASSERT_TRUE(answer->findings && !answer->findings->empty());
    const Finding& finding = answer->findings->front();
    EXPECT_EQ(finding.kind, FindingKind::store_silent);
    EXPECT_EQ(finding.severity, Severity::act);
    m_said = english_evidence(finding.evidence, answer->clock.at_steady(std::chrono::steady_clock::now()));
    EXPECT_TRUE(says("no answer for ")) << m_said;
    std::cout << GetParam() << ": " << word(finding.kind) << ", "
              << std::chrono::duration_cast<std::chrono::milliseconds>(after).count() << " ms after it stood still: " << m_said << '\n';
}

// The small size runs on the first stores only, this number of them.
std::vector<std::string> kinds_to_plant_at()
{
    static const std::vector<std::string> all{"redis", "postgresql", "mariadb", "mongodb"};
    std::vector<std::string> out;
    for (const auto& kind : kinds_under_test())
        if (std::find(all.begin(), all.end(), kind) - all.begin() < size_of("planted.stores"))
            out.push_back(kind);
    return out;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Planted);
INSTANTIATE_TEST_SUITE_P(Live, Planted, testing::ValuesIn(kinds_to_plant_at()), [](const auto& of) { return of.param; });

} // namespace lockdesk::test
