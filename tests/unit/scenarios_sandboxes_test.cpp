// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Sandboxes whose maker may be gone: which are removed, and what participants are told.
#include "backends/engine/contracts/ids.h"
#include "backends/memory/memory_store.h"
#include "backends/scenarios/run.h"
#include "backends/scenarios/stage.h"

#include <gtest/gtest.h>

#include <csignal>
#include <limits>
#include <sys/wait.h>
#include <unistd.h>

namespace lockdesk::scenarios {

namespace {

constexpr auto most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
constexpr auto long_ago = std::chrono::minutes{2};

class SandboxesTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_store = open_memory_store(StoreUrl::parse("memory:sandboxes").value()).value();
        SessionOptions options;
        options.without_schema = true;
        outside = m_store->open(options).value();
        ASSERT_TRUE(outside->admin().create_schema());
        options.sandbox = SandboxId::parse("lesson_1_0f").value();
        ASSERT_TRUE(outside->admin().create_sandbox(*options.sandbox));
        inside = m_store->open(options).value();
    }
    void TearDown() override { forget_memory_store("sandboxes"); }

    [[nodiscard]] TimePoint now() const { return outside->admin().clock(1)->store; }
    [[nodiscard]] Maker self() const
    {
        return {"zombie", host_name(), process_id(), process_start(process_id()), process_place(), now()};
    }
    void write(const std::string& text) const
    {
        ASSERT_TRUE(inside->records().put(RecordId::trusted(maker_record), text, VersionBy::integer));
    }
    void write(const Maker& maker) const { write(encode(maker)); }
    [[nodiscard]] bool is_abandoned() const { return lesson_sandboxes(*m_store, {}).value().at(0).abandoned; }
    [[nodiscard]] std::string told_after(Duration watched) const
    {
        return gone_maker(*inside, *outside, watched).value().value_or("");
    }
    [[nodiscard]] std::string answer() const { return told_after(std::chrono::hours{1}); }

    std::unique_ptr<Store> m_store;
    std::unique_ptr<Session> inside, outside;
};

// The id of a process that has ended: it is not reused until its status is collected.
class Ended
{
public:
    Ended() : m_pid(::fork())
    {
        if (m_pid == 0)
            ::_exit(0);
        siginfo_t info = {};
        (void)::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOWAIT);
    }
    ~Ended() { (void)::waitpid(m_pid, nullptr, 0); }
    Ended(const Ended&) = delete;
    Ended& operator=(const Ended&) = delete;
    [[nodiscard]] pid_t pid() const { return m_pid; }

private:
    pid_t m_pid;
};

} // namespace

TEST_F(SandboxesTest, WhoRunsIsNotGone)
{
    Maker maker = self();
    ASSERT_FALSE(maker.place.empty());
    maker.beat -= long_ago; // frozen, or the store did not answer: it exists
    write(maker);
    EXPECT_FALSE(is_abandoned());
    EXPECT_EQ(answer(), "");
}

TEST_F(SandboxesTest, WhoHasEndedOnThisComputerIsGoneAtOnce)
{
    Maker maker = self();
    ++maker.started; // another process has its number
    write(maker);
    EXPECT_TRUE(is_abandoned());
    EXPECT_EQ(answer(),
              "there is no sign of " + host_name() + "/" + std::to_string(process_id()) + ", which began the lesson");
}

TEST_F(SandboxesTest, AComputerOfTheSameNameIsAnotherOne)
{
    for (const std::string place : {"", "3f4c pid:[4026531836]"}) {
        Maker maker = self();
        maker.place = place;
        ++maker.started;
        write(maker);
        EXPECT_FALSE(is_abandoned()) << place << ": its lesson may run; its sign is new";
        EXPECT_EQ(answer(), "") << place;
        maker.beat -= long_ago;
        write(maker);
        EXPECT_TRUE(is_abandoned()) << place;
        EXPECT_NE(answer(), "") << place;
    }
}

TEST_F(SandboxesTest, WhoMayNotBeLookedAtIsJudgedByItsSigns)
{
    const Ended ended; // its number is still taken
    Maker maker = self();
    maker.pid = ended.pid();
    write(maker);
    EXPECT_EQ(process_start(ended.pid()), 0);
    EXPECT_FALSE(is_abandoned());
    maker.beat -= long_ago;
    write(maker);
    EXPECT_TRUE(is_abandoned());
}

TEST_F(SandboxesTest, HostileRecords)
{
    const auto with_beat = [](const std::string& beat) {
        return R"({"lesson":"x","host":"h","pid":1,"started":1,"place":"p","beat_us":)" + beat + "}";
    };
    for (const std::int64_t beat :
         {most, most - 1, most - 60'000'000, least, least + 1, to_us(end_of_time) + 1, std::int64_t{-1}})
        EXPECT_FALSE(decode_maker(with_beat(std::to_string(beat)))) << beat;
    for (const std::string beat : {"1e300", "18446744073709551615", "9223372036854775808", "null", "\"soon\"", "[1]"}) {
        const auto maker = decode_maker(with_beat(beat));
        EXPECT_TRUE(!maker || maker->beat <= end_of_time) << beat;
    }
    // A sign from the future does not count: such a sandbox would stay for ever.
    for (const std::int64_t beat :
         {to_us(end_of_time), to_us(end_of_time) - 1, to_us(now()) + 3'600'000'000, std::int64_t{0}}) {
        write(with_beat(std::to_string(beat)));
        EXPECT_TRUE(is_abandoned()) << beat;
        EXPECT_NE(answer(), "") << beat;
    }
    for (const std::int64_t pid : {std::int64_t{0}, std::int64_t{-1}, most, least, std::int64_t{1} << 40}) {
        Maker maker = self();
        maker.pid = pid;
        write(maker);
        EXPECT_FALSE(is_abandoned()) << pid << ": by its sign";
    }
    for (const std::string text : {"", "{", "[]", "7", "{\"beat_us\":{}}", "\xff\xfe", "null"}) {
        write(text);
        (void)is_abandoned();
        (void)answer();
    }
}

TEST_F(SandboxesTest, WhoNeverBeganIsWaitedForAMinute)
{
    EXPECT_EQ(told_after(std::chrono::seconds{59}), "");
    EXPECT_EQ(told_after(std::chrono::seconds{61}), "nobody has begun a lesson in it for a minute");
    write(self());
    EXPECT_EQ(told_after(std::chrono::hours{1}), "");
}

} // namespace lockdesk::scenarios
