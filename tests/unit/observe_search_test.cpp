// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Searches that are replaced while the store works on them.
#include "backends/observe/search_line.h"
#include "tests/unit/observe_door.h"

namespace lockdesk {
namespace {

using namespace std::chrono_literals;
using test::is_stale;
using test::ObserverTest;

Filter names_with(const std::string& text) { return Filter(std::vector{FilterTerm{"name", FilterTerm::Op::contains, text, false}}); }

UpdatePtr found_for(test::Watcher& watcher, const Filter& filter, std::size_t from)
{
    return watcher.await(
        [&](const Update& u) {
            const auto found = u.found.find(Entity::lock);
            return found != u.found.end() && found->second.filter == filter;
        },
        from, 10s);
}

TEST_F(ObserverTest, ASearchThatIsReplacedEndsAndTheOtherOneFollows)
{
    for (int i = 0; i < 10; ++i)
        acquire("lock-" + std::to_string(i), "x/1/1");
    ObserverOptions options;
    options.limit = 4;
    options.hints = false;
    observe(options);
    ASSERT_TRUE(m_watcher.await([](const Update& u) { return u.snapshot; }));
    const int opened = m_door.opened;
    const auto from = m_watcher.count();
    m_door.set(m_door.search_shut, true);
    const Filter first = names_with("lock-1"), second = names_with("lock-2");
    m_watcher.observer().set_search(Entity::lock, first);
    ASSERT_TRUE(m_door.await_search(1));
    // The store would work on the first one for ever.
    m_door.set(m_door.let_second_through, true);
    m_watcher.observer().set_search(Entity::lock, second);
    const auto found = found_for(m_watcher, second, from);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->found.at(Entity::lock).rows, 1);
    EXPECT_EQ(found->found.at(Entity::lock).problem, "");
    EXPECT_EQ(m_door.cut, 1) << "the first one was ended on the store";
    EXPECT_FALSE(m_watcher.await(
        [&](const Update& u) { return u.found.contains(Entity::lock) && u.found.at(Entity::lock).filter == first; }, from, 1ms))
        << "the first one has no answer";
    EXPECT_FALSE(m_watcher.await(is_stale, from, 1ms)) << "the observed session goes on";
    EXPECT_EQ(m_door.opened, opened + 2) << "a session for each search, none for the rows";
}

TEST_F(ObserverTest, ASearchThatIsGivenUpEnds)
{
    for (int i = 0; i < 10; ++i)
        acquire("lock-" + std::to_string(i), "x/1/1");
    ObserverOptions options;
    options.limit = 4;
    options.hints = false;
    observe(options);
    ASSERT_TRUE(m_watcher.await([](const Update& u) { return u.snapshot; }));
    m_door.set(m_door.search_shut, true);
    m_watcher.observer().set_search(Entity::lock, names_with("lock-1"));
    ASSERT_TRUE(m_door.await_search(1));
    const auto from = m_watcher.count();
    m_watcher.observer().set_search(Entity::lock, Filter{});
    ASSERT_TRUE(m_watcher.await([](const Update& u) { return u.polled; }, from, 10s));
    EXPECT_EQ(m_door.cut, 1);
}

TEST_F(ObserverTest, ASearchThatFindsManyBeginsWithTheFirst)
{
    for (int i = 0; i < 1500; ++i)
        acquire("lock-" + std::to_string(i), "x/1/1");
    ObserverOptions options;
    options.limit = 4;
    options.hints = false;
    observe(options);
    ASSERT_TRUE(m_watcher.await([](const Update& u) { return u.snapshot; }));
    auto from = m_watcher.count();
    m_watcher.observer().set_search(Entity::lock, names_with("lock-"));
    const auto first = found_for(m_watcher, names_with("lock-"), from);
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->found.at(Entity::lock).so_far);
    EXPECT_EQ(first->found.at(Entity::lock).rows, 1000);
    EXPECT_TRUE(first->found.at(Entity::lock).more);
    const auto all = m_watcher.await(
        [](const Update& u) { return u.found.contains(Entity::lock) && !u.found.at(Entity::lock).so_far; }, from, 10s);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->found.at(Entity::lock).rows, 1500);
    EXPECT_FALSE(all->found.at(Entity::lock).more);
    EXPECT_TRUE(all->gone.empty()) << "the first ones stay";
    ASSERT_TRUE(all->came.contains(Entity::lock)) << "they have not changed, and are told apart";
    EXPECT_EQ(all->came.at(Entity::lock).second, all->locks.size());
    from = m_watcher.count();
    m_watcher.observer().set_search(Entity::lock, names_with("lock-149"));
    const auto few = found_for(m_watcher, names_with("lock-149"), from);
    ASSERT_TRUE(few);
    EXPECT_FALSE(few->found.at(Entity::lock).so_far) << "few are found at once";
    EXPECT_EQ(few->found.at(Entity::lock).rows, 11);
}

TEST_F(ObserverTest, StopEndsASearch)
{
    for (int i = 0; i < 10; ++i)
        acquire("lock-" + std::to_string(i), "x/1/1");
    ObserverOptions options;
    options.limit = 4;
    observe(options);
    ASSERT_TRUE(m_watcher.await([](const Update& u) { return u.snapshot; }));
    m_door.set(m_door.search_shut, true);
    m_watcher.observer().set_search(Entity::lock, names_with("lock-1"));
    ASSERT_TRUE(m_door.await_search(1));
    m_watcher.observer().stop();
    EXPECT_EQ(m_door.cut, 1);
}

} // namespace
} // namespace lockdesk
