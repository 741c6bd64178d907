// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// lockdesk-bench-scale: claims and idle polls among many tasks against few, interleaved in one run. Use a scratch store.
#include "app/common/stores.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <random>
#include <stdexcept>

using namespace lockdesk;

namespace {

using Clock = std::chrono::steady_clock;

template <class T> T need(Answer<T> answer)
{
    if (!answer)
        throw std::runtime_error(answer.failure().message);
    return std::move(answer).value();
}

std::string fresh_id()
{
    static std::int64_t counter = 0;
    static const std::uint64_t run = std::random_device{}();
    return std::to_string(run) + "-" + std::to_string(++counter);
}

const Phase phase = Phase::trusted("Creating");

/// The tasks of one kind and the session that claims them.
class Population
{
public:
    Population(Session& session, std::int64_t size, bool due)
        : m_session(session), m_kind(TaskKind::trusted("scale-" + fresh_id())), m_owner(OwnerId::trusted("scale"))
    {
        if (!due) { // by a lock timeout that reaches back before 1970: relocking all would measure the garbage that this
                    // leaves
            TaskRule rule{m_kind.str(), phase.str()};
            rule.lock_timeout = std::chrono::hours{24 * 36525};
            need(m_session.tasks().set_rule(rule));
        }
        constexpr std::int64_t batch = 10'000;
        for (std::int64_t done = 0; done < size; done += batch) {
            std::vector<NewTask> tasks;
            for (std::int64_t i = done; i < std::min(size, done + batch); ++i)
                tasks.push_back({TaskId::trusted(fresh_id()), m_kind, phase, DesiredState::running, "{}"});
            need(m_session.tasks().add(tasks));
        }
    }

    /// Returns the microseconds of one claim; the task is unlocked off the clock, so the population is unchanged.
    std::int64_t claim_once()
    {
        const auto start = Clock::now();
        const auto rows = claim(1);
        const auto took = std::chrono::duration_cast<Duration>(Clock::now() - start).count();
        std::vector<TaskStep> steps;
        for (const TaskRow& row : rows)
            steps.push_back({TaskId::trusted(row.id), m_owner, row.token, Unlock{}});
        if (!steps.empty())
            need(m_session.tasks().apply(steps));
        return took;
    }

private:
    std::vector<TaskRow> claim(std::int64_t limit)
    {
        ClaimRequest request{
            .kind = m_kind, .phase = phase, .limit = limit, .owner = m_owner, .claim = ClaimId::trusted(fresh_id())};
        request.returned_first = m_turn.next();
        return need(m_session.tasks().claim(request));
    }

    Session& m_session;
    TaskKind m_kind;
    OwnerId m_owner;
    FairTurn m_turn{false};
};

std::int64_t percentile(std::vector<std::int64_t> values, double p)
{
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<std::size_t>(p * static_cast<double>(values.size())))];
}

void compare(const std::string& store, const char* what, Population& few, Population& many, std::int64_t tasks, int rounds)
{
    std::vector<std::int64_t> small, large;
    for (int i = 0; i < rounds; ++i) { // alternating, so that the machine's noise affects both alike
        small.push_back(few.claim_once());
        large.push_back(many.claim_once());
    }
    const auto p99_small = percentile(small, 0.99);
    const auto p99_large = percentile(large, 0.99);
    const nlohmann::json line{
        {"v", 1},
        {"type", "scale"},
        {"store", store},
        {"what", what},
        {"tasks", tasks},
        {"rounds", rounds},
        {"p50_1000_us", percentile(small, 0.5)},
        {"p50_us", percentile(large, 0.5)},
        {"p99_1000_us", p99_small},
        {"p99_us", p99_large},
        {"p99_ratio", static_cast<double>(p99_large) / static_cast<double>(std::max<std::int64_t>(1, p99_small))}};
    std::puts(line.dump().c_str());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app{"Claims and idle polls among many tasks against 1,000. Use a scratch store."};
    std::string url_text = "memory:scale";
    std::int64_t tasks = 1'000'000;
    int rounds = 2000;
    app.add_option("--store", url_text, "URL of a scratch store")->capture_default_str();
    app.add_option("--tasks", tasks, "how many are many")->capture_default_str()->check(CLI::Range(1000, 100'000'000));
    app.add_option("--rounds", rounds, "claims of each side")->capture_default_str()->check(CLI::Range(10, 1'000'000));
    CLI11_PARSE(app, argc, argv);
    try {
        const auto url = need(StoreUrl::parse(url_text));
        const auto store = need(lockdesk::app::make_registry().open(url));
        SessionOptions options;
        options.timeout = std::chrono::minutes{5};
        options.without_schema = true;
        const auto session = need(store->open(options));
        need(session->admin().create_schema());
        {
            Population few(*session, 1000, true);
            Population many(*session, tasks, true);
            compare(url.scheme(), "claim among due tasks with equal stamps", few, many, tasks, rounds);
        }
        Population few(*session, 1000, false);
        Population many(*session, tasks, false);
        compare(url.scheme(), "idle poll, nothing due", few, many, tasks, rounds);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "lockdesk-bench-scale: %s\n", e.what());
        return 5;
    }
    return 0;
}
