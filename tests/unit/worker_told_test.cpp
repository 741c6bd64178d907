// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The calls of the engine's objects in a lesson, as commands of lockdeskctl; and how waiters learn of a free lock.
#include "app/ctl/words.h"
#include "app/worker/engine_parts.h"
#include "backends/json/json.h"
#include "backends/memory/memory_store.h"

#include <gtest/gtest.h>

namespace lockdesk::worker {
namespace {

using namespace std::chrono_literals;

const LockName job = LockName::trusted("nightly job");
const OwnerId ann = OwnerId::trusted("ann/1/00ff00ff00ff00ff"), bob = OwnerId::trusted("bob/2/11ee11ee11ee11ee");

// A listener whose connection is lost `losses` times.
class LosingStore final : public Store
{
public:
    LosingStore(Store& inner, int losses) : m_inner(inner), m_losses(losses) {}
    [[nodiscard]] const StoreUrl& url() const override { return m_inner.url(); }
    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override { return m_inner.open(options); }
    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic>, const SessionOptions&,
                                                 const std::stop_token&) override
    {
        return std::unique_ptr<HintListener>(std::make_unique<Losing>(m_losses));
    }

private:
    class Losing final : public HintListener
    {
    public:
        explicit Losing(int& losses) : m_losses(losses) {}
        Answer<bool> wait(Duration) override
        {
            if (m_losses == 0)
                return true;
            --m_losses;
            return Failure::unavailable("the line was lost").try_again().disconnected();
        }
        void interrupt() noexcept override {}

    private:
        int& m_losses;
    };
    Store& m_inner;
    int m_losses;
};

class Told : public testing::Test
{
protected:
    ~Told() override { forget_memory_store("told"); }

    std::unique_ptr<Session> session() { return std::move(m_store.open({})).value(); }
    AcquireRequest wanted(const OwnerId& owner)
    {
        return {job, owner, 30s, RequestId::trusted("r" + std::to_string(++m_requests))};
    }
    ToldCall last()
    {
        EXPECT_EQ(m_calls.size(), 1U);
        ToldCall out = m_calls.empty() ? ToldCall{} : m_calls.back();
        m_calls.clear();
        return out;
    }
    static std::string text(const ctl::Json& line, const char* key) { return line.at(key).get<std::string>(); }

    std::unique_ptr<Store> m_memory = std::move(open_memory_store(*StoreUrl::parse("memory:told"))).value();
    scenarios::Turns m_turns{1, 7};
    std::vector<ToldCall> m_calls;
    ToldStore m_store{*m_memory, m_turns, [this](const ToldCall& call) { m_calls.push_back(call); }};
    int m_requests = 0;
};

TEST_F(Told, CallsToLocksAreTheCommandsThatDoTheSame)
{
    const auto asked = session();
    const auto got = asked->locks().acquire(wanted(ann));
    ASSERT_TRUE(got && got->token);
    const std::string token = std::to_string(got->token->number());
    ToldCall call = last();
    const auto words = ctl::split_words(call.command);
    ASSERT_TRUE(words);
    EXPECT_EQ(*words, (std::vector<std::string>{"lock", "acquire", "nightly job", "--owner", ann.str(), "--lease", "30s",
                                                "--request", "r1"}));
    EXPECT_EQ(call.status, 0);
    ASSERT_EQ(call.lines.size(), 1U);
    EXPECT_EQ(text(call.lines[0], "result"), "acquired");
    EXPECT_EQ(call.lines[0].at("token"), got->token->number());

    ASSERT_TRUE(asked->locks().acquire(wanted(bob)));
    call = last();
    EXPECT_EQ(call.status, ctl::exit_no);
    EXPECT_EQ(text(call.lines.at(0), "result"), "busy");

    ASSERT_TRUE(asked->locks().renew(job, ann, *got->token, 40s));
    call = last();
    EXPECT_TRUE(call.command.ends_with("--token " + token + " --lease 40s")) << call.command;
    EXPECT_EQ(text(call.lines.at(0), "result"), "renewed");

    ASSERT_TRUE(asked->locks().release(job, bob, *got->token, 0s));
    call = last();
    EXPECT_EQ(call.status, ctl::exit_refused);
    EXPECT_EQ(text(call.lines.at(0), "result"), "not_owner");

    ASSERT_TRUE(asked->locks().release(job, ann, *got->token, 10s));
    call = last();
    EXPECT_TRUE(call.command.ends_with("--at-least 10s")) << call.command;
    EXPECT_EQ(text(call.lines.at(0), "result"), "cooling");

    ASSERT_TRUE(asked->locks().find(job));
    EXPECT_TRUE(m_calls.empty()) << "who looks only is not told of";
}

TEST_F(Told, CallsToTheOutboxAreToo)
{
    const auto asked = session();
    ASSERT_TRUE(asked->outbox().add({MessageId::trusted("one"), Topic::trusted("push"), "hello"}));
    EXPECT_TRUE(m_calls.empty()) << "the lesson's own steps add messages";
    MessageClaim claim{.limit = 1, .owner = ann, .claim = ClaimId::trusted("c1"), .lease = 50s};
    const auto rows = asked->outbox().claim(claim);
    ASSERT_TRUE(rows && rows->size() == 1);
    ToldCall call = last();
    EXPECT_EQ(call.command, "outbox claim --owner " + ann.str() + " --lease 50s --limit 1 --claim-id c1");
    EXPECT_EQ(text(call.lines.at(0), "id"), "one");

    const Delivery sent{MessageId::trusted("one"), ann, rows->front().token, true};
    ASSERT_TRUE(asked->outbox().settle({&sent, 1}));
    call = last();
    EXPECT_TRUE(call.command.starts_with("outbox sent one --owner ")) << call.command;
    EXPECT_EQ(call.status, ctl::exit_done);
    EXPECT_EQ(text(call.lines.at(0), "result"), "done");

    ASSERT_TRUE(asked->outbox().settle({&sent, 1}));
    call = last();
    EXPECT_EQ(call.status, ctl::exit_refused) << "it is settled already";

    claim.claim = ClaimId::trusted("c2");
    ASSERT_TRUE(asked->outbox().claim(claim));
    EXPECT_EQ(last().status, ctl::exit_no);
}

TEST_F(Told, WhoIsCutOffAsksNothing)
{
    const auto asked = session();
    m_store.cut_off(true);
    const auto got = asked->locks().acquire(wanted(ann));
    ASSERT_FALSE(got);
    EXPECT_EQ(got.failure().kind, FailureKind::unavailable);
    ToldCall call = last();
    EXPECT_EQ(call.status, ctl::exit_unavailable);
    EXPECT_EQ(text(call.lines.at(0), "type"), "error");
    EXPECT_FALSE(asked->locks().announce_wait(job, ann, 1s));
    EXPECT_TRUE(m_calls.empty()) << "what serves another call only is not told of";
    EXPECT_FALSE(m_store.open({}));
    EXPECT_FALSE(m_store.listen({{Entity::lock, job.str()}}, {}, {}));
    m_store.cut_off(false);
    const auto row = asked->locks().find(job);
    ASSERT_TRUE(row);
    EXPECT_FALSE(*row) << "nothing has reached the store";
}

TEST_F(Told, OnlyWhoListensForThatLockIsWaitedFor)
{
    auto asked = session();
    const auto got = asked->locks().acquire(wanted(ann));
    ASSERT_TRUE(got);
    auto one = m_store.listen({{Entity::lock, job.str()}}, {}, {});
    auto other = m_store.listen({{Entity::lock, "other"}}, {}, {});
    auto relay = m_store.listen({{Entity::message, ""}}, {}, {});
    ASSERT_TRUE(one && other && relay);
    EXPECT_EQ(m_store.listens(), (std::set<std::string>{"nightly job", "other"}));
    Heard heard = m_store.hear("nobody's", 1h);
    EXPECT_EQ(heard.listeners, 0);
    heard = m_store.hear(job.str(), 0s);
    EXPECT_EQ(std::pair(heard.listeners, heard.heard), std::pair(1, 0)) << "nothing has happened";
    ASSERT_TRUE(asked->locks().release(job, ann, *got->token, 0s));
    heard = m_store.hear(job.str(), 1h);
    EXPECT_EQ(std::pair(heard.listeners, heard.heard), std::pair(1, 1));
    one->reset();
    EXPECT_EQ(m_store.listens(), std::set<std::string>{"other"});
}

TEST_F(Told, ALineThatWasLostOnceIsListenedToAnew)
{
    for (const int losses : {1, 2}) {
        LosingStore losing(*m_memory, losses);
        ToldStore store(losing, m_turns, [](const ToldCall&) {});
        const auto listener = store.listen({{Entity::lock, job.str()}}, {}, {});
        ASSERT_TRUE(listener);
        const Heard heard = store.hear(job.str(), 1h);
        EXPECT_EQ(heard.listeners, 1);
        EXPECT_EQ(heard.heard, losses == 1 ? 1 : 0);
        EXPECT_EQ(heard.why, losses == 1 ? "" : "the line was lost");
    }
}

// Commands as an actor of a lesson gets them, line by line.
TEST_F(Told, APartThatDoesNotHearSaysSo)
{
    const auto holder = std::move(m_memory->open({})).value();
    const auto held = holder->locks().acquire(wanted(ann));
    ASSERT_TRUE(held);
    std::vector<ctl::Json> lines;
    EngineParts parts(Access{m_memory.get(), {}}, "pod-b", [&](const ctl::Json& line) { lines.push_back(line); });
    const auto ask = [&](const std::string& words) {
        lines.clear();
        const auto split = ctl::split_words(words);
        return bool(parts.run(*split));
    };
    const auto events = [&] {
        std::vector<std::string> out;
        for (const auto& line : lines)
            if (line.at("type") == "told")
                out.push_back(text(line, "event"));
        return out;
    };
    ASSERT_TRUE(ask("0 start 1 5 4711 lead 'nightly job' --lease 3s --interval 1s"));
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines.back().at("listens"), ctl::Json::array({"nightly job"}));
    ASSERT_TRUE(ask("0 hear 0 'nightly job'"));
    EXPECT_EQ(events(), std::vector<std::string>{"error"});
    EXPECT_EQ(text(lines.front(), "message").find("1 of 1 who wait for 'nightly job' did not hear"), 0U) << lines.front();
    ASSERT_TRUE(holder->locks().release(job, ann, *held->token, 0s));
    ASSERT_TRUE(ask("0 hear 1000 'nightly job'"));
    EXPECT_EQ(events(), std::vector<std::string>{"elected"});
    EXPECT_FALSE(ask("0 hear 1000")) << "of which lock?";
    EXPECT_FALSE(ask("-1 go"));
    EXPECT_FALSE(ask("31622400000001 go")) << "366 days and a microsecond";
    EXPECT_TRUE(ask("1000000 done 1 0"));
}

// Parts that hold or wait for a lock share one session, and all of them end at once when the actor leaves.
TEST_F(Told, WhoLeavesTakesAllItsWaitersAlong)
{
    const auto holder = std::move(m_memory->open({})).value();
    const auto held = holder->locks().acquire(wanted(ann));
    ASSERT_TRUE(held);
    constexpr int many = 25;
    const auto waiters = [&] { return holder->locks().list_waiters({}).value().rows.size(); };
    {
        EngineParts parts(Access{m_memory.get(), {}}, "shop-1", [](const ctl::Json&) {});
        for (int i = 1; i <= many; ++i) {
            const auto split =
                ctl::split_words("0 start " + std::to_string(i) + " 5 4711 hold 'nightly job' --lease 3s --wait 1h");
            ASSERT_TRUE(parts.run(*split));
        }
        ASSERT_EQ(waiters(), static_cast<std::size_t>(many));
    }
    EXPECT_EQ(waiters(), 0U);
    const auto row = holder->locks().find(job);
    ASSERT_TRUE(row && *row);
    EXPECT_EQ((*row)->owner, ann.str());
}

} // namespace
} // namespace lockdesk::worker
