// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The observer on real servers that restart or stand still.
#include "tests/unit/observe_live_fixture.h"

namespace lockdesk::test {

TEST_P(ObserverOn, ARestartedServerIsSeenAgainWithItsHints)
{
    LOCKDESK_NEEDS(!live().servers().empty(), "server that could restart");
    acquire("before");
    ASSERT_TRUE(observe(often()));
    std::size_t from = m_watcher.count();
    live().kill();
    const auto lost = m_watcher.await(is_stale, from, 30s);
    ASSERT_TRUE(lost);
    EXPECT_NE(lost->health.cause, "");
    EXPECT_TRUE(lost->health.next_try);
    from = m_watcher.count();
    live().restart();
    const auto back = m_watcher.await(is_live, from, 60s);
    ASSERT_TRUE(back);
    EXPECT_TRUE(back->gone.empty()) << "its rows are there as before: " << back->gone.front().key;
    m_writer = live().open();
    if (!can().hints) {
        acquire("after");
        EXPECT_TRUE(answer(EventKind::acquired, "after", from));
        return;
    }
    // Its listener has to reconnect too, by its own retries.
    m_watcher.observer().set_interval(1h);
    bool woken = false;
    const auto deadline = steady_clock::now() + 40s;
    for (int i = 0; !woken && steady_clock::now() < deadline; ++i) {
        const auto name = "after-" + std::to_string(i);
        acquire(name);
        woken = m_watcher.await([&](const Update& u) { return lock_in(u, name) != nullptr; }, from, 1s) != nullptr;
    }
    EXPECT_TRUE(woken);
}

TEST_P(ObserverOn, AServerThatStandsStillIsToldAndGoesOn)
{
    LOCKDESK_NEEDS(!live().servers().empty(), "server that could stand still");
    acquire("before");
    auto options = often();
    options.interval = 500ms;
    ASSERT_TRUE(observe(options));
    ASSERT_TRUE(m_watcher.await(is_live, m_watcher.count()));
    std::size_t from = m_watcher.count();
    live().freeze();
    const auto frozen = m_watcher.await(is_stale, from, 30s);
    ASSERT_TRUE(frozen);
    EXPECT_NE(frozen->health.cause, "");
    EXPECT_TRUE(frozen->gone.empty() && !frozen->snapshot) << "what was seen last stays";
    from = m_watcher.count();
    live().thaw();
    ASSERT_TRUE(m_watcher.await(is_live, from, 60s));
    acquire("after");
    EXPECT_TRUE(answer(EventKind::acquired, "after", from));
    EXPECT_FALSE(gone(Entity::lock, "before", 0, 0ms)) << "never";
}

// Earlier findings stay beside it, and stay when it ends.
TEST_P(ObserverOn, ItsSilenceIsTheFirstFindingUntilItAnswers)
{
    LOCKDESK_NEEDS(!live().servers().empty(), "server that could stand still");
    acquire("left", ann, 300ms);
    ASSERT_TRUE(observe(often()));
    const auto finds = [](const Update& u, FindingKind kind) {
        return u.findings
               && std::any_of(u.findings->begin(), u.findings->end(), [&](const Finding& f) { return f.kind == kind; });
    };
    const bool stays = GetParam() != "redlock"; // Redlock: a key vanishes with its lease
    const auto expired = [&](const Update& u) { return finds(u, FindingKind::expired_and_held) == stays; };
    const auto silent = [&](const Update& u) { return finds(u, FindingKind::store_silent); };
    ASSERT_TRUE(m_watcher.await([&](const Update& u) { return u.findings && expired(u); }, 0, 30s));
    EXPECT_FALSE(m_watcher.await(silent, 0, 0ms));
    std::size_t from = m_watcher.count();
    live().freeze();
    const auto answer = m_watcher.await(is_stale, from, 30s);
    ASSERT_TRUE(answer);
    ASSERT_TRUE(silent(*answer));
    EXPECT_EQ(answer->findings->front().kind, FindingKind::store_silent);
    EXPECT_EQ(answer->findings->front().severity, Severity::act);
    EXPECT_TRUE(expired(*answer)) << "it is no news, and nobody has settled it";
    from = m_watcher.count();
    live().thaw();
    const auto back = m_watcher.await([](const Update& u) { return is_live(u) && u.findings; }, from, 60s);
    ASSERT_TRUE(back);
    EXPECT_FALSE(silent(*back));
    EXPECT_TRUE(expired(*back));
}

TEST_P(ObserverOn, StopsInTimeBesideAServerThatStandsStill)
{
    LOCKDESK_NEEDS(!live().servers().empty(), "server that could stand still");
    ASSERT_TRUE(observe(often()));
    live().freeze();
    ASSERT_TRUE(m_watcher.await(is_stale, 0, 30s));
    const auto begun = steady_clock::now();
    m_watcher.observer().stop();
    EXPECT_LT(steady_clock::now() - begun, 2s);
    // Also an observer that never got an answer.
    Watcher other;
    other.watch(live().store(), ObserverOptions{});
    EXPECT_FALSE(other.await(is_live, 0, 300ms));
    const auto again = steady_clock::now();
    other.observer().stop();
    EXPECT_LT(steady_clock::now() - again, 2s);
}

TEST_P(ObserverOn, OneServerOfRedlockThatStandsStillIsTold)
{
    LOCKDESK_NEEDS(live().servers().size() > 1, "second server");
    acquire("held");
    ObserverOptions options; // as in the console
    ASSERT_TRUE(observe(options));
    std::size_t from = m_watcher.count();
    live().servers().back()->freeze();
    const auto port = std::to_string(live().servers().back()->port());
    const auto seen = m_watcher.await(
        [&](const Update& u) {
            const LockRow* row = lock_in(u, "held");
            return row != nullptr
                   && row->raw.str().find("127.0.0.1:" + port + "\",\"says\":\"unreachable\"") != std::string::npos;
        },
        from, 30s);
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->health.state, HealthState::live) << "the others are enough";
    EXPECT_EQ(lock_in(*seen, "held")->owner, ann);
    // It stands still, but polls do not wait for it each time.
    const auto after = m_watcher.count();
    for (int looks = 0; looks < 3; ++looks)
        ASSERT_TRUE(m_watcher.await(is_live, m_watcher.count(), 10s));
    const auto stale = m_watcher.await(is_stale, from, 0ms);
    EXPECT_FALSE(stale) << stale->health.cause;
    // A busy machine also makes polls long and rare, but not all of them.
    EXPECT_TRUE(m_watcher.await(
        [](const Update& u) { return u.polled && u.cost.busy <= 300ms && u.cost.interval <= 2s; }, after, 30s))
        << "as often as before";
    live().servers().back()->thaw();
    EXPECT_TRUE(m_watcher.await(
        [&](const Update& u) {
            const LockRow* row = lock_in(u, "held");
            return row != nullptr && row->raw.str().find("unreachable") == std::string::npos;
        },
        m_watcher.count(), 30s));
}

} // namespace lockdesk::test
