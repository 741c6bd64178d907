// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Many sessions of one store that call at the same time share a line: the answers are each caller's own, whatever happens to it.
#include "tests/unit/redis_fixture.h"

#include <atomic>
#include <functional>
#include <thread>

namespace lockdesk::test {

namespace {

constexpr int crowd_size = 12;
constexpr const char* shared_name = "name=lockdesk-shared ";

} // namespace

class RedisSharedLineTest : public RedisTest
{
protected:
    /// Threads with a session each, of one store.
    void crowd(Duration timeout, const std::function<void(Session&, int)>& each)
    {
        SessionOptions options;
        options.timeout = timeout;
        sessions.clear();
        for (int i = 0; i < crowd_size; ++i)
            sessions.push_back(m_store->open(options).value());
        std::vector<std::jthread> threads;
        for (int i = 0; i < crowd_size; ++i)
            threads.emplace_back([&, i] { each(*sessions[static_cast<std::size_t>(i)], i); });
    }
    void SetUp() override
    {
        init();
        m_store = store();
    }
    /// The client's line in the server's list; empty: nobody of that name.
    std::string shared_line() const
    {
        const auto list = asked_by_hand({"CLIENT", "LIST"});
        const auto at = list.find(shared_name);
        if (at == std::string::npos)
            return {};
        const auto begin = list.rfind('\n', at) + 1;
        return list.substr(begin, list.find('\n', at) - begin);
    }
    /// A pair with the caller's own name; its token. What is in doubt is asked again with the same request. -1: the test is over.
    static std::int64_t pair(Session& session, const std::string& name, const std::string& request,
                             const std::atomic<bool>& over)
    {
        const std::string owner = "owner of " + name;
        for (;;) {
            const auto got = session.locks().acquire(wish(name, owner.c_str(), request.c_str()));
            if (got && got->result == AcquireResult::acquired) {
                // Of a release in doubt the second one says that it is not the owner any more.
                while (!session.locks().release(LockName::trusted(name), OwnerId::trusted(owner), *got->token, Duration{0})
                       && !over) {
                }
                return got->token->number();
            }
            if (got) {
                ADD_FAILURE() << name << " is said to be held by " << (got->holder ? got->holder->owner : "nobody");
                return -1;
            }
            const auto kind = got.failure().kind;
            EXPECT_TRUE(kind == FailureKind::in_doubt || kind == FailureKind::unavailable) << got.failure().message;
            if (over)
                return -1;
        }
    }

    std::unique_ptr<Store> m_store;
    std::vector<std::unique_ptr<Session>> sessions;
};

TEST_F(RedisSharedLineTest, EachCallerGetsItsOwnAnswers)
{
    constexpr int pairs = 150;
    std::atomic<int> inside = 0, most = 0, contended = 0;
    std::atomic<bool> was_used = false;
    crowd(20s, [&](Session& session, int i) {
        const std::string own = "own-" + std::to_string(i), owner = "owner-" + std::to_string(i);
        for (int n = 1; n <= pairs; ++n) {
            const auto request = std::to_string(i) + "/" + std::to_string(n);
            const auto got = session.locks().acquire(wish(own, owner.c_str(), request.c_str()));
            ASSERT_RESULT(got);
            ASSERT_EQ(got->result, AcquireResult::acquired);
            ASSERT_EQ(got->token->number(), n);
            ASSERT_EQ(got->holder->owner, owner);
            const auto common = session.locks().acquire(wish("common", owner.c_str(), request.c_str()));
            ASSERT_RESULT(common);
            if (common->result == AcquireResult::acquired) {
                const int now = ++inside;
                if (now > most)
                    most = now;
                --inside;
                ASSERT_RESULT(session.locks().release(LockName::trusted("common"), OwnerId::trusted(owner), *common->token,
                                                      Duration{0}));
            } else {
                ++contended;
                ASSERT_NE(common->holder->owner, owner);
            }
            const auto freed =
                session.locks().release(LockName::trusted(own), OwnerId::trusted(owner), *got->token, Duration{0});
            ASSERT_RESULT(freed);
            ASSERT_EQ(freed->result, LeaseResult::released);
            if (i == 0 && n % 10 == 0 && shared_line().find("cmd=fcall ") != std::string::npos)
                was_used = true;
        }
    });
    EXPECT_TRUE(was_used) << "nothing went over the shared line";
    EXPECT_EQ(most, 1);
    EXPECT_GT(contended, 0);
    m_store.reset();
    sessions.clear();
    EXPECT_TRUE(await([&] { return shared_line().empty(); })) << "it goes with the last session";
}

TEST_F(RedisSharedLineTest, OneCallerAloneNeedsNone)
{
    const auto session = m_store->open({}).value();
    for (int i = 1; i <= 20; ++i)
        EXPECT_EQ(pair(*session, "n", "r" + std::to_string(i), std::atomic<bool>{true}), i);
    EXPECT_EQ(shared_line(), "");
}

// However often the connections are cut: what is in doubt is asked again, and each request is granted once.
TEST_F(RedisSharedLineTest, NothingIsLostOrDoneTwiceWhenItBreaks)
{
    std::atomic<bool> over = false;
    std::atomic<int> killed = 0, running = crowd_size;
    std::thread killer([&] {
        const auto context = dial();
        for (int i = 0; i < 15; ++i) {
            if (!await([&] { return over || shared_line().find("cmd=fcall ") != std::string::npos; }, 20s) || over)
                break;
            const auto count = ask(context.get(), {"CLIENT", "KILL", "TYPE", "normal"});
            killed += redis::View(count.get()).integer() > 0 ? 1 : 0;
        }
        over = true;
    });
    crowd(10s, [&](Session& session, int i) {
        const std::string name = "own-" + std::to_string(i);
        for (std::int64_t n = 1, last = 0; !over; ++n) {
            const auto token = pair(session, name, std::to_string(i) + "/" + std::to_string(n), over);
            if (token < 0 || over) // the last release may be in doubt
                break;
            EXPECT_EQ(token, last + 1) << name;
            last = token;
        }
        --running;
    });
    killer.join();
    EXPECT_EQ(running, 0);
    EXPECT_EQ(killed, 15);
}

TEST_F(RedisSharedLineTest, AServerThatHangsIsToldWithinTheTimeout)
{
    std::atomic<bool> frozen = false;
    std::atomic<int> told = 0, went_on = 0;
    std::thread freezer([&] {
        EXPECT_TRUE(await([&] { return shared_line().find("cmd=fcall ") != std::string::npos; }, 20s));
        m_server->freeze();
        frozen = true;
        EXPECT_TRUE(await([&] { return told == crowd_size; }, 30s)) << told << " were told";
        m_server->thaw();
    });
    crowd(1s, [&](Session& session, int i) {
        const std::string name = "own-" + std::to_string(i);
        const auto owner = "owner of " + name;
        for (int n = 0;; ++n) {
            const auto began = std::chrono::steady_clock::now();
            const auto got = session.locks().acquire(wish(name, owner.c_str(), std::to_string(n).c_str()));
            const auto took = std::chrono::steady_clock::now() - began;
            if (!got) {
                EXPECT_TRUE(got.failure().kind == FailureKind::in_doubt || got.failure().kind == FailureKind::unavailable);
                EXPECT_LT(took, 2s + 500ms) << "the timeout, a second more, and what a busy machine takes";
                break;
            }
            if (frozen && took > 500ms)
                break; // it was on its way when the server was stopped
        }
        ++told;
        const auto deadline = std::chrono::steady_clock::now() + 30s;
        for (int n = 0; std::chrono::steady_clock::now() < deadline; ++n)
            if (const auto again =
                    session.locks().acquire(wish(name, owner.c_str(), ("again" + std::to_string(n)).c_str()))) {
                EXPECT_EQ(again->result, AcquireResult::acquired);
                ++went_on;
                break;
            }
    });
    freezer.join();
    EXPECT_EQ(went_on, crowd_size);
}

TEST_F(RedisSharedLineTest, AnInterruptCutsItsOwnSessionOnly)
{
    std::atomic<int> cut = 0, answered = 0, frozen = 0;
    std::atomic<bool> thawed = false;
    std::thread other([&] {
        EXPECT_TRUE(await([&] { return shared_line().find("cmd=fcall ") != std::string::npos; }, 20s));
        m_server->freeze();
        frozen = 1;
        sessions[3]->interrupt();
        EXPECT_TRUE(await([&] { return cut == 1; })) << "it waited for the server";
        m_server->thaw();
        thawed = true;
    });
    crowd(30s, [&](Session& session, int i) {
        const std::string name = "own-" + std::to_string(i), owner = "owner-" + std::to_string(i);
        for (int n = 0; !thawed || n < 1; ++n) {
            const auto got = session.locks().acquire(wish(name, owner.c_str(), std::to_string(n).c_str()));
            if (!got) {
                EXPECT_EQ(i, 3) << got.failure().message;
                ++cut;
                return;
            }
        }
        ++answered;
    });
    other.join();
    EXPECT_EQ(cut, 1);
    EXPECT_EQ(answered, crowd_size - 1);
}

} // namespace lockdesk::test
