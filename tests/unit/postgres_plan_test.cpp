// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// The server's plans of claims for prepared statements: along the index, no sort, whatever the statistics.
#include "backends/engine/text/placeholders.h"
#include "backends/postgres/link.h"
#include "tests/unit/postgres_fixture.h"

#include <algorithm>
#include <thread>

namespace lockdesk::test {

using PostgresPlanTest = PostgresTest;

namespace {

class PlanReader
{
public:
    explicit PlanReader(const std::string& url) : m_link(postgres::make_link(StoreUrl::parse(url).value(), {}, nullptr))
    {
        EXPECT_TRUE(m_link->open().is_result());
    }

    std::string plan(const std::string& statement,
                     const std::vector<std::string_view>& keys = {"kind", "phase", "owner", "claim", "timeout"},
                     const std::string& types = "text, text, text, text, bigint",
                     const std::string& values = "'k', 'p', 'o', 'c', NULL")
    {
        const auto sql = fill_placeholders(postgres::statement_text(statement), [&](std::string_view key) {
            const auto at = std::find(keys.begin(), keys.end(), key);
            if (at != keys.end())
                return std::optional("$" + std::to_string(at - keys.begin() + 1));
            if (key == "token_left")
                return std::optional<std::string>(postgres::statement_text(key));
            return std::optional<std::string>(key == "limit" ? "7" : key == "of_topic" ? "" : "2"); // of every topic
        });
        run("DEALLOCATE ALL");
        run("PREPARE p(" + types + ") AS " + sql);
        for (int i = 0; i < 6; ++i)
            run("EXPLAIN EXECUTE p(" + values + ")");
        const auto answer = m_link->run_literal("plan", "EXPLAIN EXECUTE p(" + values + ")", postgres::Effect::read);
        std::string text;
        for (int i = 0; i < answer->rows(); ++i)
            text += std::string(answer->text(i, 0)) + "\n";
        return text;
    }

private:
    void run(const std::string& sql)
    {
        const auto answer = m_link->run_literal("plan", sql, postgres::Effect::write);
        ASSERT_RESULT(answer);
    }
    std::unique_ptr<sql::Link> m_link;
};

void expect_index_only(const std::string& plan)
{
    EXPECT_NE(plan.find("Index Cond: ((kind = "), std::string::npos) << plan;
    EXPECT_NE(plan.find("AND (locked_at < "), std::string::npos) << plan;
    EXPECT_EQ(plan.find("Sort"), std::string::npos) << plan;
    EXPECT_EQ(plan.find("Seq Scan"), std::string::npos) << plan;
    EXPECT_EQ(plan.find("Bitmap"), std::string::npos) << plan;
}

} // namespace

TEST_F(PostgresPlanTest, ClaimsGoAlongTheIndexWhateverTheStatistics)
{
    init();
    PlanReader reader(url());
    for (const char* statement : {"task_claim_plain", "task_claim_fair"})
        expect_index_only(reader.plan(statement)); // empty table, no statistics
    by_hand("INSERT INTO lockdesk_tasks (id, kind, phase) SELECT 't' || i, 'k', 'p' FROM generate_series(1, 50000) i");
    for (const char* statement : {"task_claim_plain", "task_claim_fair"})
        expect_index_only(reader.plan(statement)); // old statistics
    by_hand("ANALYZE lockdesk_tasks");
    for (const char* statement : {"task_claim_plain", "task_claim_fair"})
        expect_index_only(reader.plan(statement));
}

TEST_F(PostgresPlanTest, MessagesAreClaimedAlongTheirIndex)
{
    init();
    const auto plan = PlanReader(url()).plan("outbox_claim", {"owner", "claim", "lease"}, "text, text, bigint", "'o', 'c', 1");
    EXPECT_NE(plan.find("Index Scan using lockdesk_outbox_due"), std::string::npos) << plan;
    EXPECT_NE(plan.find("Index Cond: (next_at <= "), std::string::npos) << plan;
    EXPECT_EQ(plan.find("Sort"), std::string::npos) << plan;
}

TEST_F(PostgresPlanTest, EachTaskIsClaimedOnceByManyAndTheExpiredOneIsNotStarved)
{
    init();
    constexpr int tasks = 2000;
    by_hand("INSERT INTO lockdesk_tasks (id, kind, phase) SELECT 't' || i, 'k', 'p' FROM generate_series(1, 2000) i");
    by_hand("UPDATE lockdesk_tasks SET owner = 'dead', token = 1, locked_at = lockdesk_now() - 60000000 WHERE id = 't1500'");
    {
        const auto session = open();
        bool found = false;
        for (int i = 0; i < 4 && !found; ++i) {
            auto request = claim("fair", 1, "f" + std::to_string(i));
            request.returned_first = i % 2 == 1;
            const auto rows = session->tasks().claim(request);
            ASSERT_RESULT(rows);
            found = rows->front().id == "t1500";
            EXPECT_EQ(rows->front().takeovers, found ? 1 : 0);
        }
        EXPECT_TRUE(found);
    }
    std::vector<std::thread> workers;
    std::mutex mutex;
    std::map<std::string, int> seen;
    std::vector<std::string> failures;
    for (int w = 0; w < 8; ++w)
        workers.emplace_back([&, w] {
            const auto session = open();
            for (int i = 0;; ++i) {
                const auto rows = session->tasks().claim(claim("w", 7, "c" + std::to_string(w) + "-" + std::to_string(i)));
                const std::lock_guard lock(mutex);
                if (!rows)
                    failures.push_back(rows.failure().message);
                if (!rows || rows->empty())
                    break;
                for (const auto& row : *rows)
                    ++seen[row.id];
            }
        });
    for (auto& worker : workers)
        worker.join();
    EXPECT_TRUE(failures.empty()) << failures.front();
    EXPECT_EQ(by_hand("SELECT count(*) FROM lockdesk_tasks WHERE claims = 1")[0][0].as<int>(), tasks);
    for (const auto& [id, times] : seen)
        EXPECT_EQ(times, 1) << id;
}

TEST_F(PostgresPlanTest, AskingAgainFindsTheClaimAndTakesNoMore)
{
    init();
    by_hand("INSERT INTO lockdesk_tasks (id, kind, phase) SELECT 't' || i, 'k', 'p' FROM generate_series(1, 20) i");
    const auto session = open();
    for (const auto strategy :
         {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::skip_locked_2, ClaimStrategy::version}) {
        auto request = claim("o", 3, std::string("c-") + word(strategy), strategy);
        request.asking_again = true;
        const auto first = session->tasks().claim(request);
        ASSERT_RESULT(first);
        EXPECT_EQ(first->size(), 3u) << word(strategy);
        const auto second = session->tasks().claim(request);
        ASSERT_RESULT(second);
        EXPECT_EQ(second->size(), 3u);
        request.owner = OwnerId::trusted("another");
        EXPECT_TRUE(session->tasks().claim(request)->empty());
    }
}

TEST_F(PostgresPlanTest, StepsOfManyTasksAreDecidedOneByOne)
{
    init();
    const auto session = open();
    const NewTask tasks[] = {task("a"), task("b"), task("c")};
    ASSERT_RESULT(session->tasks().add(tasks));
    const auto rows = session->tasks().claim(claim("o", 3, "c1"));
    ASSERT_EQ(rows->size(), 3u);
    const auto me = OwnerId::trusted("o");
    const FencingToken one{1};
    const TaskStep steps[] = {
        {TaskId::trusted("c"), me, one, Advance{Phase::trusted("p"), Phase::trusted("q"), DesiredState::stopped}},
        {TaskId::trusted("a"), me, one, Fail{"no \"luck\" {here}"}},
        {TaskId::trusted("b"), me, FencingToken{7}, Unlock{}},
        {TaskId::trusted("nowhere"), me, one, Unlock{}},
        {TaskId::trusted("b"), me, one, Extend{}},
        {TaskId::trusted("b"), me, one, Advance{Phase::trusted("z"), Phase::trusted("q"), {}}},
        {TaskId::trusted("b"), me, one, Relock{90s}},
        {TaskId::trusted("b"), me, one, Unlock{}},
    };
    const auto answers = session->tasks().apply(steps);
    ASSERT_RESULT(answers);
    const auto& a = *answers;
    EXPECT_EQ(a[0].result, StepResult::done);
    EXPECT_EQ(a[0].row->phase, "q");
    EXPECT_EQ(a[0].row->desired_state, DesiredState::stopped);
    EXPECT_EQ(a[1].row->last_error, "no \"luck\" {here}");
    EXPECT_EQ(a[1].row->failures, 1);
    EXPECT_EQ(a[2].result, StepResult::stale);
    EXPECT_EQ(a[3].result, StepResult::missing);
    EXPECT_EQ(a[4].result, StepResult::done);
    EXPECT_EQ(a[5].result, StepResult::stale);
    EXPECT_EQ(a[6].wait, Duration{90s});
    EXPECT_EQ(a[7].result, StepResult::not_owner);
}

TEST_F(PostgresPlanTest, OneOfManyProcessesIsFirst)
{
    init();
    constexpr int processes = 16;
    constexpr int rounds = 50;
    std::vector<std::pair<pid_t, int>> children;
    // Each child tries every name once and writes its results; all start together when the gate row appears.
    for (int p = 0; p < processes; ++p) {
        int pipe_ends[2];
        ASSERT_EQ(::pipe(pipe_ends), 0);
        const pid_t pid = ::fork();
        if (pid == 0) {
            const auto session = open();
            const auto owner = "p" + std::to_string(p);
            for (int round = 0; round < rounds; ++round) {
                // A turnstile: all must reach a name before anyone proceeds to it.
                const auto at = std::to_string(round);
                const bool announced =
                    session->locks().announce_wait(LockName::trusted("gate" + at), OwnerId::trusted(owner), 60s).is_result();
                const bool all_here = await(
                    [&] {
                        const Filter filter({{"name", FilterTerm::Op::equals, "gate" + at, false}});
                        const auto there = session->locks().list_waiters({filter, 100});
                        return there && there->rows.size() == processes;
                    },
                    30s);
                const auto got = session->locks().acquire(wish("race" + at, owner.c_str(), owner + at, 300s));
                const char letter = !announced || !all_here                      ? 'T'
                                    : !got                                       ? 'F'
                                    : got->result == AcquireResult::acquired ? 'A'
                                                                                 : 'B';
                [[maybe_unused]] const auto n = ::write(pipe_ends[1], &letter, 1);
            }
            ::_exit(0);
        }
        ::close(pipe_ends[1]);
        children.emplace_back(pid, pipe_ends[0]);
    }
    std::vector<std::string> said;
    for (const auto& [pid, from] : children) {
        std::string letters;
        char letter = 0;
        while (::read(from, &letter, 1) == 1)
            letters += letter;
        ::close(from);
        ::waitpid(pid, nullptr, 0);
        said.push_back(letters);
    }
    for (int round = 0; round < rounds; ++round) {
        std::string all;
        for (const auto& letters : said)
            all += letters.size() > static_cast<std::size_t>(round) ? letters[static_cast<std::size_t>(round)] : '-';
        EXPECT_EQ(std::count(all.begin(), all.end(), 'A'), 1) << all;
        EXPECT_EQ(std::count(all.begin(), all.end(), 'B'), processes - 1) << all;
    }
}

} // namespace lockdesk::test
