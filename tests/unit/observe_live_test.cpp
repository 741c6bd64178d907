// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The observer on every real store: existing rows, changes, removals.
#include "tests/support/await.h"
#include "tests/support/sizes.h"
#include "tests/unit/observe_live_fixture.h"

#include <algorithm>
#include <cctype>

namespace lockdesk::test {

TEST_P(ObserverOn, FirstLookBringsWhatIsThere)
{
    acquire("held");
    if (can().tasks) {
        const NewTask task{TaskId::trusted("t"), TaskKind::trusted("k"), Phase::trusted("p")};
        need(writer().tasks().add(std::span(&task, 1)));
    }
    if (can().outbox)
        need(writer().outbox().add({MessageId::trusted("m"), Topic::trusted("topic"), "{}"}));
    if (can().workers) {
        WorkerRow worker;
        worker.id = "w";
        need(writer().workers().beat(worker));
    }
    const auto first = observe({});
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->events.empty()) << "what was there before is no event";
    ASSERT_EQ(first->locks.size(), 1U);
    EXPECT_EQ(first->locks[0]->name, "held");
    EXPECT_EQ(first->locks[0]->owner, ann);
    EXPECT_EQ(first->locks[0]->doubt, "");
    ASSERT_TRUE(first->locks[0]->expires_at);
    EXPECT_EQ(first->tasks.size(), can().tasks ? 1U : 0U);
    EXPECT_EQ(first->messages.size(), can().outbox ? 1U : 0U);
    EXPECT_EQ(first->workers.size(), can().workers ? 1U : 0U);
    ASSERT_TRUE(first->summary);
    EXPECT_EQ(first->summary->held, 1);
    EXPECT_EQ(first->health.state, HealthState::live);
    EXPECT_EQ(first->health.cause, "");
    ASSERT_TRUE(first->capabilities);
    EXPECT_EQ(first->capabilities->store, GetParam());
    EXPECT_FALSE(first->capabilities->version.empty());
}

TEST_P(ObserverOn, HintsWakeItLongBeforeTheInterval)
{
    LOCKDESK_NEEDS(can().hints, "hints (Capabilities::hints): it is polled");
    ObserverOptions options;
    options.interval = 1h;
    options.reconcile = 2h;
    ASSERT_TRUE(observe(options));
    // The listener connects during the first poll: until then a change wakes nothing.
    std::size_t from = m_watcher.count();
    bool woken = false;
    for (int i = 0; i < 30 && !woken; ++i) {
        const auto name = "probe-" + std::to_string(i);
        acquire(name);
        woken = m_watcher.await([&](const Update& u) { return lock_in(u, name) != nullptr; }, from, 1s) != nullptr;
    }
    ASSERT_TRUE(woken);
    from = m_watcher.count();
    const auto held = acquire("late");
    const auto update = answer(EventKind::acquired, "late", from);
    ASSERT_TRUE(update);
    EXPECT_FALSE(update->snapshot);
    release("late", ann, held);
    ASSERT_TRUE(answer(EventKind::released, "late", from));
}

TEST_P(ObserverOn, WatchedRecordsAreRead)
{
    LOCKDESK_NEEDS(can().records, "records");
    need(writer().records().put(RecordId::trusted("wanted"), "text", VersionBy::integer));
    need(writer().records().put(RecordId::trusted("other"), "text", VersionBy::integer));
    ASSERT_TRUE(observe(often()));
    const auto from = m_watcher.count();
    m_watcher.observer().watch_records({"wanted"}, 1);
    m_watcher.observer().watch_records({"wanted", "other"}, 2);
    m_watcher.observer().watch_records({"missing"}, 2);
    const auto read = m_watcher.await([](const Update& u) { return u.records != nullptr; }, from, 30s);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read->records, (std::map<std::string, std::optional<std::string>>{{"missing", std::nullopt}, {"wanted", "text"}}));
}

TEST_P(ObserverOn, PollsTellEveryStepOfALock)
{
    auto options = often();
    options.hints = false;
    ASSERT_TRUE(observe(options));
    std::size_t from = m_watcher.count();
    const auto held = acquire("job");
    ASSERT_TRUE(answer(EventKind::acquired, "job", from));
    from = m_watcher.count();
    need(
        writer().locks().renew(LockName::trusted("job"), OwnerId::trusted(ann), held.token.value_or(FencingToken{}), 10min));
    ASSERT_TRUE(answer(EventKind::renewed, "job", from));
    from = m_watcher.count();
    release("job", ann, held);
    ASSERT_TRUE(answer(EventKind::released, "job", from));
    from = m_watcher.count();
    const auto second = acquire("job", bob);
    ASSERT_TRUE(answer(EventKind::acquired, "job", from));
    from = m_watcher.count();
    ForceRelease force{LockName::trusted("job"), OwnerId::trusted(bob), second.token.value_or(FencingToken{})};
    force.reason = "why not";
    force.who = "tester@host";
    EXPECT_EQ(need(writer().locks().force_release(force)).result, ForceResult::released);
    // A forced release is only distinguishable if the row stays and its token shows it.
    const bool known = can().fence != FenceStrength::none;
    ASSERT_TRUE(answer(known ? EventKind::forced : EventKind::released, "job", from));
}

TEST_P(ObserverOn, RemovedRowsGo)
{
    const auto first = acquire("collected");
    acquire("stays");
    live().by_hand(live().lock_by_hand("by hand", "me"));
    ASSERT_TRUE(observe(often()));
    std::size_t from = m_watcher.count();
    release("collected", ann, first);
    if (can().fence != FenceStrength::none) {
        ASSERT_TRUE(answer(EventKind::released, "collected", from));
        // Older than zero: on the store's clock, whose next tick is needed.
        ASSERT_TRUE(await([&] { return need(writer().locks().collect(Duration{0})) > 0; }));
    }
    ASSERT_TRUE(gone(Entity::lock, "collected", from));
    from = m_watcher.count();
    live().by_hand(live().delete_by_hand("by hand"));
    const auto without = gone(Entity::lock, "by hand", from);
    ASSERT_TRUE(without);
    ASSERT_TRUE(m_watcher.await([](const Update& u) { return u.summary && u.summary->held == 1; }, from));
}

TEST_P(ObserverOn, SearchesFindRowsBeyondTheLimit)
{
    const int rows = size_of("observe.rows");
    std::map<std::string, Acquisition> held;
    for (int i = 0; i < rows; ++i)
        held["lock-" + std::to_string(1000 + i)] = acquire("lock-" + std::to_string(1000 + i));
    auto options = often();
    options.limit = static_cast<std::size_t>(rows - 50);
    const auto whole = observe(options);
    ASSERT_TRUE(whole);
    const auto hidden = std::find_if(held.begin(), held.end(), [&](const auto& one) { return !lock_in(*whole, one.first); });
    ASSERT_NE(hidden, held.end());
    const auto& name = hidden->first;
    const auto search = [&](const std::string& text) {
        const auto from = m_watcher.count();
        m_watcher.observer().set_search(Entity::lock, need(Filter::parse(text, list_filter_keys(), true)));
        return m_watcher.await(
            [&](const Update& u) {
                const auto found = u.found.find(Entity::lock);
                return found != u.found.end() && !found->second.so_far
                       && (text.empty() || found->second.filter.text() == text);
            },
            from, 30s);
    };
    std::string shouted = name;
    std::transform(shouted.begin(), shouted.end(), shouted.begin(), [](unsigned char c) { return std::toupper(c); });
    for (const std::string& text : {"name:" + name, "name~" + shouted, shouted}) {
        const auto found = search(text);
        ASSERT_TRUE(found) << text;
        EXPECT_EQ(found->found.at(Entity::lock).problem, "");
        EXPECT_EQ(found->found.at(Entity::lock).rows, 1) << text;
        EXPECT_FALSE(found->found.at(Entity::lock).more);
        const auto told_of = [&](const Update& u) {
            return std::any_of(u.events.begin(), u.events.end(), [&](const Event& e) { return e.key == name; });
        };
        EXPECT_FALSE(m_watcher.await(told_of, 0, 0ms)) << "a row that comes into view has not changed";
    }
    ASSERT_TRUE(brought(name, 0));
    // What was found stays up to date.
    auto from = m_watcher.count();
    need(writer().locks().renew(LockName::trusted(name), OwnerId::trusted(ann),
                                hidden->second.token.value_or(FencingToken{}), 10min));
    ASSERT_TRUE(answer(EventKind::renewed, name, from));
    from = m_watcher.count();
    const auto over = search("");
    ASSERT_TRUE(over);
    EXPECT_TRUE(over->found.at(Entity::lock).filter.empty());
    ASSERT_TRUE(gone(Entity::lock, name, from));
    EXPECT_TRUE(std::none_of(over->events.begin(), over->events.end(), [&](const Event& e) { return e.key == name; }))
        << "a row that leaves the view was not removed";
}

TEST_P(ObserverOn, BigTablesComeInParts)
{
    const int rows = size_of("observe.rows");
    for (int i = 0; i < rows; ++i)
        acquire("lock-" + std::to_string(i));
    ObserverOptions options;
    options.first_rows = 50;
    options.limit = static_cast<std::size_t>(rows - 50);
    const auto whole = observe(options);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->locks.size(), options.limit);
    EXPECT_TRUE(whole->truncated.has(Entity::lock)) << "there are more";
    EXPECT_TRUE(m_watcher.await([&](const Update& u) { return u.summary && u.summary->held == rows - 50; }));
    const auto part = m_watcher.await([](const Update& u) { return u.partial; }, 0, 0ms);
    // A store that is read as a whole on each poll has no cheaper part.
    ASSERT_EQ(part != nullptr, can().changes) << "Capabilities::changes";
    if (part) {
        EXPECT_EQ(part->locks.size(), 50U);
        EXPECT_LT(part->number, whole->number);
        EXPECT_TRUE(part->truncated.has(Entity::lock));
    }
    // All rows, on request.
    m_watcher.forget();
    m_watcher.updates.clear();
    const auto all = observe({});
    ASSERT_TRUE(all);
    EXPECT_EQ(all->locks.size(), static_cast<std::size_t>(rows));
    EXPECT_TRUE(all->truncated.empty());
}

TEST_P(ObserverOn, LooksAreAsFarApartAsTheyAreDear)
{
    for (int i = 0; i < 60; ++i)
        acquire("lock-" + std::to_string(i));
    ObserverOptions options;
    options.interval = 1ms;
    options.reconcile = 1ms; // every poll that may be a full one is
    options.hints = false;
    ASSERT_TRUE(observe(options));
    int polls = 0;
    const auto sixth = m_watcher.await([&](const Update& u) { return u.polled && ++polls == 6; }, 0, 60s);
    ASSERT_TRUE(sixth);
    // 2 % of the store's time, half of it for full polls; based on the usual cost, so a single poll means little.
    Duration cheapest = 1h;
    {
        const std::lock_guard lock(m_watcher.mutex);
        for (const auto& update : m_watcher.updates)
            if (update->polled)
                cheapest = std::min(cheapest, update->cost.busy);
    }
    EXPECT_GE(sixth->cost.interval, cheapest * 40);
}

TEST_P(ObserverOn, ALeaseEndsOnTheStoresClock)
{
    auto options = often();
    options.hints = false;
    std::unique_ptr<Session> inside;
    Session* session = &writer();
    if (can().sandbox) { // a clock of another day, a hundred times as fast
        options.session.sandbox = SandboxId::parse("clock").value();
        need(writer().admin().drop_sandbox(*options.session.sandbox));
        need(writer().admin().create_sandbox(*options.session.sandbox));
        inside = live().open({.sandbox = options.session.sandbox});
        session = inside.get();
        need(session->admin().set_clock(time_from_us(1'000'000'000'000'000)));
        need(session->admin().set_rate(100));
    }
    const Duration lease = can().sandbox ? Duration{100s} : Duration{1s};
    const auto got =
        need(session->locks().acquire({LockName::trusted("short"), OwnerId::trusted(ann), lease, RequestId::trusted("r")}));
    ASSERT_EQ(got.result, AcquireResult::acquired);
    const auto first = observe(options);
    ASSERT_TRUE(first);
    ASSERT_TRUE(first->clock.known);
    EXPECT_EQ(first->clock.sandbox, can().sandbox);
    // A countdown shows the store's time, except for the round trip.
    const auto says = need(session->admin().clock(3));
    const auto shows = first->clock.at_steady(std::chrono::time_point_cast<Duration>(steady_clock::now()));
    EXPECT_LT(std::chrono::abs(shows - says.store), can().sandbox ? Duration{60s} : Duration{500ms});
    // Nobody writes: the lease expires by itself, if its row stays visible to others. A key of Redlock vanishes with its
    // lease; a poll between the two sees an expired one.
    const bool stays = can().fence != FenceStrength::none;
    const auto over = m_watcher.await(
        [&](const Update& u) {
            const bool vanished = std::find(u.gone.begin(), u.gone.end(), GoneRow{Entity::lock, "short"}) != u.gone.end();
            return vanished || (stays && u.summary && u.summary->expired == 1);
        },
        0, 30s);
    ASSERT_TRUE(over);
    EXPECT_GE(over->clock.at_steady(std::chrono::time_point_cast<Duration>(steady_clock::now())),
              *got.expires_at - (can().sandbox ? Duration{60s} : Duration{500ms}));
    EXPECT_EQ(over->gone.empty(), stays);
    EXPECT_TRUE(m_watcher.await(
        [](const Update& u) {
            return std::any_of(u.events.begin(), u.events.end(),
                               [](const Event& e) { return e.kind == EventKind::expired; });
        },
        0, 10s));
    m_watcher.forget();
    if (inside)
        need(writer().admin().drop_sandbox(*options.session.sandbox));
}

namespace {

/// Rows that another program may have written, with the names of the resulting rows as shown.
struct OddRows
{
    std::vector<std::string> words;
    std::vector<std::string> doubtful; ///< names with a doubt
};

OddRows odd_rows(const std::string& kind)
{
    if (kind == "sqlite")
        return {{"INSERT INTO lockdesk_locks (name, owner, token, holds, expires_at) VALUES ('odd', 'me', 'many', x'00ff', "
                 "'tomorrow'), (x'6f6464ff', x'ff', 1.5, NULL, 9e300), ('null', NULL, NULL, NULL, NULL);"},
                {"odd"}};
    if (kind == "postgresql")
        return {{"INSERT INTO lockdesk_locks (name, owner, token, holds, expires_at) VALUES ('odd', 'me', -5, -1, "
                 "9223372036854775807), (repeat('n', 3000), 'me', 1, 1, -9223372036854775808);"},
                {}};
    if (kind == "mariadb")
        return {{"INSERT INTO lockdesk_locks (name, owner, token, holds, expires_at) VALUES ('odd', 'me', -5, -1, "
                 "9223372036854775807), (X'6f6464ff', X'ff', 1, 1, -9223372036854775808), ('', '', 1, 1, 1);"},
                {}};
    if (kind == "mongodb")
        return {{R"({"insert": "lockdesk_locks", "documents": [
                  {"_id": "odd", "owner": 7, "token": "many", "holds": {"a": 1}, "expires_at": "tomorrow"},
                  {"_id": 5, "owner": "me", "token": 1}, {"_id": {"a": 1}, "owner": "me"}, {"_id": null},
                  {"_id": {"$oid": "507f1f77bcf86cd799439011"}, "owner": [], "token": {"$numberDouble": "NaN"}},
                  {"_id": "date", "owner": "me", "token": {"$numberLong": "1"}, "expires_at": {"$date": "2030-01-01T00:00:00Z"}}]})"},
                {"odd", "date"}};
    if (kind == "redis")
        return {{"HSET lockdesk:lock:odd owner me token many expires_at tomorrow\n", "SET lockdesk:lock:text words\n",
                 "RPUSH lockdesk:lock:list a b\n", "HSET \"lockdesk:lock:odd\\xff\" owner \"\\xff\" token 1\n"},
                {"odd"}};
    return {{"SET \"odd\\xff\" \"\\xff\\xfe\"\n", "RPUSH list a b\n", "HSET hash field value\n", "SET odd \"\"\n",
             "SET forever me\n", "SADD set a\n"},
            {}};
}

} // namespace

TEST_P(ObserverOn, OddRowsOfOthersHideNoOther)
{
    acquire("good");
    ASSERT_TRUE(observe(often()));
    std::size_t from = m_watcher.count();
    const OddRows odd = odd_rows(GetParam());
    for (const std::string& words : odd.words)
        live().by_hand(words);
    for (const std::string& name : odd.doubtful) {
        const auto shown = brought(name, from);
        ASSERT_TRUE(shown) << name;
        EXPECT_NE(lock_in(*shown, name)->doubt, "") << name;
        EXPECT_NE(lock_in(*shown, name)->raw, "") << name;
    }
    // Later rows are seen beside them, in a full poll and in the next one; the store is not reported as lost.
    acquire("next");
    ASSERT_TRUE(answer(EventKind::acquired, "next", from));
    from = m_watcher.count();
    acquire("another");
    ASSERT_TRUE(answer(EventKind::acquired, "another", from));
    EXPECT_FALSE(m_watcher.await(is_stale, 0, 0ms));
    EXPECT_FALSE(m_watcher.await([](const Update& u) { return !u.health.cause.empty(); }, 0, 0ms));
    // Also for an observer that starts with them.
    m_watcher.forget();
    m_watcher.updates.clear();
    const auto first = observe({});
    ASSERT_TRUE(first);
    for (const char* name : {"good", "next", "another"})
        EXPECT_TRUE(lock_in(*first, name)) << name;
    EXPECT_EQ(first->health.state, HealthState::live);
}

INSTANTIATE_TEST_SUITE_P(Live, ObserverOn, testing::ValuesIn(kinds_under_test()), [](const auto& of) { return of.param; });

} // namespace lockdesk::test
