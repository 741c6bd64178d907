// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/memory_store.h"
#include "backends/observe/more_sources.h"
#include "tests/support/await.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace lockdesk::test {
namespace {

template <class T> T need(Answer<T> answer)
{
    if (!answer)
        throw std::runtime_error(answer.failure().message);
    return std::move(answer).value();
}

class ObserveSources : public testing::Test
{
protected:
    void SetUp() override
    {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        m_store = need(open_memory_store(need(StoreUrl::parse(std::string("memory:sources-") + info->name()))));
        m_session = need(m_store->open({}));
    }
    std::unique_ptr<Session> hold(const std::string& name)
    {
        auto session = need(m_store->open({}));
        EXPECT_TRUE(
            need(session->session_locks().try_lock(LockName::trusted(name), SessionLockKind::named, OwnerId::trusted("a"))));
        return session;
    }
    /// Polls until the next reading is due.
    ChangeBatch look(MoreSources& more, const std::function<bool(const ChangeBatch&)>& enough)
    {
        ChangeBatch batch;
        EXPECT_TRUE(await(
            [&] {
                batch = {};
                more.add_to(batch, *m_session);
                return enough(batch);
            },
            std::chrono::seconds{20}));
        return batch;
    }

    std::unique_ptr<Store> m_store;
    std::unique_ptr<Session> m_session;
};

TEST_F(ObserveSources, SessionLocksComeAndGoBesideLocksOfTheSameName)
{
    MoreSources more(*m_store, {}, {"named"});
    auto holder = hold("job");
    const auto came = look(more, [](const ChangeBatch& b) { return !b.locks.empty(); });
    ASSERT_EQ(came.locks.size(), 1u);
    const std::string key = came.locks[0].key;
    EXPECT_EQ(came.locks[0].name, "job");
    EXPECT_EQ(came.locks[0].source, "named");
    EXPECT_NE(key, "job");
    // A snapshot of the session's own locks includes it; otherwise it would be reported as gone.
    ChangeBatch snapshot;
    snapshot.snapshot = true;
    snapshot.locks.push_back(LockRow{.name = "job", .owner = "somebody"});
    more.add_to(snapshot, *m_session);
    EXPECT_EQ(snapshot.locks.size(), 2u);
    holder.reset();
    const auto went = look(more, [](const ChangeBatch& b) { return !b.gone.empty(); });
    EXPECT_EQ(went.gone, (std::vector<GoneRow>{{Entity::lock, key}}));
    EXPECT_TRUE(more.problem().empty());
}

TEST_F(ObserveSources, ASourceThatCannotBeReadIsToldAndHoldsUpNoOther)
{
    MoreSources more(*m_store, {}, {"no-such-source", "named"});
    const auto holder = hold("job");
    EXPECT_EQ(look(more, [](const ChangeBatch& b) { return !b.locks.empty(); }).locks.size(), 1u);
    EXPECT_NE(more.problem().find("no-such-source"), std::string::npos) << more.problem();
}

TEST_F(ObserveSources, MoreLocksThanAreShownAreReported)
{
    MoreSources more(*m_store, {}, {"named"}, 0.5, 2);
    std::vector<std::unique_ptr<Session>> holders;
    holders.push_back(hold("a"));
    holders.push_back(hold("b"));
    EXPECT_EQ(look(more, [](const ChangeBatch& b) { return !b.locks.empty(); }).locks.size(), 2u);
    EXPECT_EQ(more.problem(), "");
    holders.push_back(hold("c"));
    ChangeBatch batch;
    EXPECT_TRUE(await(
        [&] {
            more.add_to(batch, *m_session);
            return !more.problem().empty();
        },
        std::chrono::seconds{20}));
    EXPECT_EQ(more.problem(), "Source named has more than 2 locks: only the first are shown");
    holders.pop_back();
    EXPECT_TRUE(await(
        [&] {
            more.add_to(batch, *m_session);
            return more.problem().empty();
        },
        std::chrono::seconds{20}));
}

TEST_F(ObserveSources, TheLockOfADrawsConsumerTellsTheDraw)
{
    MoreSources more(*m_store, {}, {});
    const auto event = EventId::trusted("course-7");
    need(m_session->draws().open(event, 3));
    ChangeBatch batch;
    batch.locks.push_back(LockRow{.name = "draw:course-7", .owner = "leader"});
    more.add_to(batch, *m_session);
    ASSERT_EQ(batch.locks.size(), 1u);
    ASSERT_TRUE(batch.locks[0].draw);
    EXPECT_EQ(*batch.locks[0].draw, (DrawProgress{"course-7", 3, 0, 0}));
    const std::vector persons{PersonId::trusted("ann"), PersonId::trusted("bob")};
    need(m_session->draws().apply(event, persons));
    const auto later = look(more, [](const ChangeBatch& b) { return !b.locks.empty(); });
    ASSERT_TRUE(later.locks[0].draw);
    EXPECT_EQ(*later.locks[0].draw, (DrawProgress{"course-7", 3, 2, 0}));
}

} // namespace
} // namespace lockdesk::test
