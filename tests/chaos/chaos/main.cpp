// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// lockdesk-chaos: real processes do fenced work on a real store while they are killed and frozen, the server is restarted
// and replies are lost; then a checker reads the actions of all of them. Exit status: 0 every promise kept, 1 one was
// broken, 2 usage, 5 the run itself failed.
#include "app/common/stores.h"
#include "tests/chaos/chaos/checker.h"
#include "tests/chaos/chaos/engine_work.h"
#include "tests/chaos/chaos/nemesis.h"
#include "tests/chaos/simulator/planted.h"
#include "tests/contract/decorated_store.h"
#include "tests/support/child_process.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <stdexcept>
#include <unistd.h>

namespace lockdesk::chaos {
namespace {

struct Options
{
    std::string store;  ///< an existing scratch store
    std::string server; ///< or a private server of this kind
    std::int64_t operations = 2000;
    int workers = 4;
    std::uint64_t seed = 1;
    std::string faults = "kill,freeze,restart,lost-reply,skew,partition";
    bool unfenced = false;
    int at_most = 600;
    std::string keep;
    std::string mutant; ///< planted in every worker
    std::string through = "verbs";
    // options of a worker process
    std::string role, run, name, history;
    bool many = false, locks_only = false;
    std::int64_t people = 0;
};

std::unique_ptr<Store> open(const std::string& url)
{
    const auto parsed = StoreUrl::parse(url);
    if (!parsed)
        throw std::invalid_argument(parsed.failure().message);
    auto store = app::make_registry().open(*parsed);
    if (!store)
        throw std::runtime_error(store.failure().message);
    return std::move(*store);
}

FaultPlan parse_faults(const std::string& text)
{
    FaultPlan plan;
    for (std::size_t from = 0; from < text.size();) {
        const auto comma = std::min(text.find(',', from), text.size());
        const auto word = text.substr(from, comma - from);
        if (word == "kill")
            plan.kill = true;
        else if (word == "freeze")
            plan.freeze = true;
        else if (word == "restart")
            plan.restart = true;
        else if (word == "lost-reply")
            plan.lost_reply = true;
        else if (word == "skew")
            plan.skew = true;
        else if (word == "partition")
            plan.partition = true;
        else if (word != "none")
            throw std::invalid_argument("'" + word
                                        + "' is no fault: kill, freeze, restart, lost-reply, skew, partition, or none.");
        from = comma + 1;
    }
    return plan;
}

int work_as_child(const Options& o)
{
    const auto faults = parse_faults(o.faults);
    const auto store = open(o.store);
    contract::DecoratedStore maybe_wrong(*store, o.mutant.empty() ? contract::Decorate{} : simulator::planted(o.mutant));
    const WorkerPlan plan{o.run,
                          o.name,
                          o.operations,
                          o.seed,
                          o.history,
                          !o.unfenced,
                          faults.kill,
                          faults.freeze,
                          o.many,
                          o.people,
                          o.unfenced || !o.mutant.empty(),
                          o.through == "engine",
                          o.locks_only};
    (plan.engine ? work_through_engine : work)(maybe_wrong, plan);
    return 0;
}

template <class T> T needed(const char* what, Answer<T> answer)
{
    if (!answer)
        throw std::runtime_error(std::string(what) + ": " + answer.failure().message);
    return std::move(answer).value();
}

SessionOptions without_schema()
{
    SessionOptions options;
    options.without_schema = true;
    return options;
}

// There are places for two of three applicants.
std::int64_t places(const WorkerPlan& plan) { return plan.people * 2 / 3; }

std::unique_ptr<Session> prepare(Store& store, const WorkerPlan& plan, std::int64_t tasks)
{
    const auto& run = plan.run;
    if (plan.locks_only)
        return needed("open", store.open({}));
    needed("create schema", needed("open", store.open(without_schema()))->admin().create_schema());
    auto session = needed("open", store.open({}));
    for (const char* phase : {phases[0], phases[1]})
        needed("set rule", session->tasks().set_rule({run, phase, task_timeout, BackoffPolicy::progressive, 8}));
    std::vector<NewTask> all;
    for (std::int64_t i = 0; i < tasks; ++i)
        all.push_back({TaskId::trusted(run + "-t" + std::to_string(i)), TaskKind::trusted(run), Phase::trusted(phases[0])});
    for (std::size_t from = 0; from < all.size(); from += 500)
        needed("add tasks",
               session->tasks().add(std::span(all).subspan(from, std::min<std::size_t>(500, all.size() - from))));
    for (std::uint64_t i = 0; i <= led_resource; ++i)
        needed("put", session->records().put(RecordId::trusted(resource_name(run, i)), "0", VersionBy::integer));
    if (plan.people > 0)
        needed("open draw", session->draws().open(EventId::trusted(draw_name(run)), places(plan)));
    return session;
}

FinalState look(Session& session, const WorkerPlan& plan, std::int64_t tasks)
{
    const auto& run = plan.run;
    constexpr const char* states[]{"pending", "sending", "sent", "dead"};
    FinalState state;
    if (plan.locks_only)
        return state;
    state.last_phase = phases[2];
    ListRequest all;
    all.limit = 10'000'000;
    for (std::int64_t i = 0; i < tasks; ++i)
        state.all_tasks.push_back(run + "-t" + std::to_string(i));
    for (const auto& row : needed("list tasks", session.tasks().list(all)).rows)
        if (row.kind == run)
            state.tasks[row.id] = row.phase;
    for (const auto& row : needed("list messages", session.outbox().list(all)).rows)
        if (row.id.starts_with(run + "-"))
            state.messages[row.id] = states[static_cast<int>(row.state)];
    for (std::uint64_t i = 0; i <= led_resource; ++i) {
        const auto record = needed("get", session.records().get(RecordId::trusted(resource_name(run, i)), false));
        state.counters[resource_name(run, i)] = record ? std::stoll(record->value) : 0;
    }
    if (plan.people == 0)
        return state;
    state.places = places(plan);
    for (const auto& entry : needed("draw results", session.draws().results(EventId::trusted(draw_name(run)), all)).rows)
        state.drawn.push_back({entry.person, entry.seq, entry.rank});
    return state;
}

int report(const Options& o, const std::string& store, const FaultCounts& f, const Verdict& v, double seconds)
{
    std::printf("%s, seed %llu: %lld fenced operations by %d processes in %.1f s: %lld refused by the fence, %lld in doubt; "
                "%lld times a holder was sure of its lock\n",
                store.c_str(), static_cast<unsigned long long>(o.seed), static_cast<long long>(v.writes), o.workers, seconds,
                static_cast<long long>(v.refused), static_cast<long long>(v.in_doubt), static_cast<long long>(v.trusted));
    std::printf("%lld increments, %lld tasks advanced, %lld messages added, %lld deliveries, %lld drawn\n",
                static_cast<long long>(v.increments), static_cast<long long>(v.advances), static_cast<long long>(v.messages),
                static_cast<long long>(v.deliveries), static_cast<long long>(v.ranked));
    std::printf("faults: %d killed, %d frozen, %d server restarts, %d replies lost, %d times all connections cut, %d times "
                "a network down, %d processes with a wrong clock; failed calls:",
                f.kills, f.freezes, f.restarts, f.replies_lost, f.cuts, f.partitions, f.skewed);
    for (const auto& [kind, n] : v.trouble)
        std::printf(" %lld %s", static_cast<long long>(n), kind.c_str());
    std::puts(v.trouble.empty() ? " none" : "");
    for (const auto& line : v.violations)
        std::printf("BROKEN %s\n", line.c_str());
    std::puts(v.violations.empty() ? "0 stale writes admitted, never two holders at once, 0 updates, tasks or messages lost"
                                   : "promises were broken");
    return v.violations.empty() ? 0 : 1;
}

int run(const Options& o)
{
    const auto start = std::chrono::steady_clock::now();
    const test::TempDir temporary("lockdesk-chaos");
    const bool redlock = o.server == "redlock" || o.store.starts_with("redlock");
    const std::filesystem::path folder = o.keep.empty() ? temporary.path() : std::filesystem::path(o.keep);
    std::filesystem::create_directories(folder);
    auto faults = parse_faults(o.faults);
    // A file's clock is this computer's.
    const bool file = o.server == "sqlite" || o.store.starts_with("sqlite");
    faults.skew = faults.skew && !file;
    Stage stage = o.server.empty() ? Stage(o.store)
                  : file           ? Stage("sqlite://" + (temporary / "chaos.db").string())
                                   : Stage(o.server, faults);
    const auto store = open(stage.url());
    const bool engine = redlock || o.through == "engine";
    const bool draws = needed("open", store->open(without_schema()))->capabilities().draws;
    const WorkerPlan plan{"chaos" + std::to_string(o.seed) + "-" + std::to_string(::getpid()),
                          "drain",
                          o.operations,
                          o.seed,
                          folder / "drain.jsonl",
                          !o.unfenced,
                          false,
                          false,
                          o.operations >= long_run,
                          draws && !engine ? std::max<std::int64_t>(30, o.operations / 40) : 0,
                          false,
                          engine,
                          redlock};
    const auto tasks = redlock ? 0 : o.operations / 8;
    (void)prepare(*store, plan, tasks);

    Nemesis nemesis({plan, o.workers, faults, folder, stage, o.mutant});
    const auto hurt = nemesis.run(std::chrono::seconds{o.at_most});
    // What does not finish in time is reported as lost.
    if (!redlock)
        (void)drain(*store, plan, std::chrono::seconds{60});
    const auto session = needed("open", store->open({}));
    const auto verdict = check(read_history(folder), look(*session, plan, tasks));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    return report(o, StoreUrl::parse(stage.url())->scheme(), hurt, verdict, took.count());
}

int fail(int status, const char* message)
{
    std::fprintf(stderr, "lockdesk-chaos: %s\n", message);
    return status;
}

void declare(CLI::App& app, Options& o)
{
    auto* store = app.add_option("--store", o.store, "URL of an existing scratch store (no restarts, no lost replies)");
    app.add_option("--server", o.server, "start a private server (or file) of this kind instead")
        ->check(CLI::IsMember({"sqlite", "postgres", "redis", "mariadb", "mongodb", "redlock"}))
        ->excludes(store);
    app.add_option(
           "--through", o.through,
           "verbs: the calls of the contracts; engine: WaitingAcquire, Watchdog, guards, Lead, PollingWorker and Relay "
           "(of Redlock, which has no fence, always)")
        ->check(CLI::IsMember({"verbs", "engine"}))
        ->capture_default_str();
    app.add_option("--operations", o.operations, "fenced writes, of all processes together")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--workers", o.workers, "processes")->check(CLI::Range(1, 256))->capture_default_str();
    app.add_option("--seed", o.seed, "of the choices of all processes and of the faults")->capture_default_str();
    app.add_option("--faults", o.faults, "of kill, freeze, restart, lost-reply, skew, partition; or none")
        ->capture_default_str();
    app.add_flag("--unfenced", o.unfenced, "control: nobody asks the fence; this must be caught");
    app.add_option("--mutant", o.mutant, "a mistake planted in every worker, see lockdesk-simulator; it should be caught");
    app.add_option("--at-most", o.at_most, "seconds for the workers")->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--keep", o.keep, "folder for the histories; else they are removed");
    for (const auto& [name, into] :
         {std::pair{"--role", &o.role}, {"--run", &o.run}, {"--name", &o.name}, {"--history", &o.history}})
        app.add_option(name, *into)->group("");
    app.add_flag("--many", o.many)->group("");
    app.add_flag("--locks-only", o.locks_only)->group("");
    app.add_option("--people", o.people)->group("");
}

} // namespace
} // namespace lockdesk::chaos

int main(int argc, char** argv)
{
    using namespace lockdesk::chaos;
    CLI::App app{"Real processes, real faults, and a checker of what they all did."};
    Options options;
    declare(app, options);
    try {
        app.parse(argc, argv);
        if (options.role == "worker")
            return work_as_child(options);
        if (!options.mutant.empty())
            (void)lockdesk::simulator::planted(options.mutant); // throws for an unknown name
        if (options.store.empty() && options.server.empty())
            return fail(2, "Say --store URL or --server KIND.");
        return run(options);
    } catch (const CLI::ParseError& e) {
        return e.get_exit_code() == 0 ? app.exit(e) : (app.exit(e), 2);
    } catch (const std::invalid_argument& e) {
        return fail(2, e.what());
    } catch (const std::exception& e) {
        return fail(5, e.what());
    }
}
