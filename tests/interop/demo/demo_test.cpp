// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Starts the real console, offscreen, with the demo of the first start, and checks what happens in the demo's file.
#include "app/common/stores.h"
#include "backends/json/json.h"
#include "backends/observe/observer.h"
#include "tests/support/await.h"
#include "tests/support/child_process.h"
#include "tests/support/sizes.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

constexpr auto frozen = 16s;
constexpr auto patience = 60s;

/// `host/pid` of `host/pid/instance`.
std::string process_of(const std::string& owner) { return owner.substr(0, owner.rfind('/')); }

class Demo : public testing::Test
{
protected:
    void SetUp() override
    {
        ChildOptions options;
        options.environment = {"HOME=" + home.path().string(),
                               "XDG_DATA_HOME=" + (home / "data").string(),
                               "XDG_CONFIG_HOME=" + (home / "conf").string(),
                               "XDG_CACHE_HOME=" + (home / "cache").string(),
                               "XDG_RUNTIME_DIR=" + home.path().string(),
                               "QT_QPA_PLATFORM=offscreen"};
        options.output = home / "console";
        options.death_signal = SIGTERM; // leaves time to end its workers
        console = ChildProcess({LOCKDESK_CONSOLE}, options);
        ASSERT_TRUE(await([&] { return !find_file().empty(); }, patience)) << said();
        url = "sqlite://" + find_file();
        store = *app::make_registry().open(*StoreUrl::parse(url));
        const auto open = [&] {
            auto opened = store->open({});
            if (opened)
                session = std::move(*opened);
            return session != nullptr;
        };
        ASSERT_TRUE(await(open, patience)) << said();
    }
    void TearDown() override
    {
        session.reset();
        if (!console.running())
            return;
        console.signal(SIGCONT);
        EXPECT_EQ(console.stop(SIGTERM), 0);
    }
    std::string find_file() const
    {
        std::error_code none;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(home.path(), none))
            if (entry.path().filename() == "demo.sqlite")
                return entry.path().string();
        return {};
    }
    std::string said() const { return read_file(home / "console"); }

    /// The rows as the command line prints them.
    std::vector<Json> list(const std::string& what)
    {
        const auto answer = run_program({LOCKDESKCTL, "--store", url, "--json", "list", what});
        std::vector<Json> rows;
        std::istringstream lines(answer.out);
        for (std::string line; std::getline(lines, line);)
            if (auto row = read_json<Json>(line); !row.is_discarded() && row["type"] == "row")
                rows.push_back(std::move(row));
        return rows;
    }
    static bool lives(const Json& lock) { return lock["state"] == "held" || lock["state"] == "closing"; }
    std::size_t living()
    {
        const auto rows = list("locks");
        return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), lives));
    }
    LockRow lock(const char* name)
    {
        const auto row = session->locks().find(LockName::trusted(name));
        return row && *row ? **row : LockRow{};
    }
    std::vector<WorkerRow> workers() { return session->workers().list({})->rows; }
    std::optional<WorkerRow> worker_of(const std::string& owner)
    {
        for (const auto& row : workers())
            if (process_of(row.id) == process_of(owner))
                return row;
        return std::nullopt;
    }
    /// Stops a process, but not in the middle of a write: that would hold the only write lock of the file.
    bool freeze(pid_t pid)
    {
        SessionOptions impatient;
        impatient.timeout = 300ms;
        const auto probe = store->open(impatient);
        return probe && await([&] {
                   ::kill(pid, SIGSTOP);
                   if ((*probe)->fence().admit(Resource::trusted("probe"), FencingToken{1}, "probe"))
                       return true;
                   ::kill(pid, SIGCONT);
                   return false;
               });
    }

    TempDir home{"lockdesk-demo"};
    ChildProcess console;
    std::string url;
    std::unique_ptr<Store> store;
    std::unique_ptr<Session> session;
};

/// Collects all updates of an observer of the file.
class Seen
{
public:
    explicit Seen(const std::string& url)
        : m_observer(std::shared_ptr<Store>(*app::make_registry().open(*StoreUrl::parse(url))), {},
                     [this](const UpdatePtr& update) { take(*update); })
    {
        m_observer.start();
    }
    std::vector<std::string> troubles()
    {
        const std::lock_guard lock(m_mutex);
        return m_troubles;
    }
    Findings findings()
    {
        const std::lock_guard lock(m_mutex);
        return m_findings;
    }

private:
    void take(const Update& update)
    {
        m_observer.acknowledge(update.number);
        const std::lock_guard lock(m_mutex);
        for (const Event& event : update.events)
            if (event.kind == EventKind::late || event.kind == EventKind::silent)
                m_troubles.push_back("worker late: " + event.key);
        if (!update.findings)
            return;
        m_findings = *update.findings;
        for (const Finding& finding : m_findings)
            m_troubles.push_back(std::string(word(finding.kind)) + " " + finding.key);
    }

    std::mutex m_mutex;
    std::vector<std::string> m_troubles;
    Findings m_findings;
    Observer m_observer;
};

bool names(const Finding& finding, const std::string& worker)
{
    return std::any_of(finding.rows.begin(), finding.rows.end(),
                       [&](const ProvingRow& row) { return row.entity == Entity::worker && row.key == worker; });
}

TEST_F(Demo, TheConsoleOnlyStartsIt)
{
    ASSERT_TRUE(await([&] { return living() >= 6; }, patience)) << said();
    console.signal(SIGSTOP);
    struct Traces
    {
        std::set<std::int64_t> tokens, ends;
        std::set<std::string> owners;
    };
    std::map<std::string, Traces> traces;
    std::set<std::int64_t> beats;
    std::size_t fewest = 100, looks = 0;
    const auto over = [&, end = std::chrono::steady_clock::now() + frozen] {
        std::size_t alive = 0;
        for (const Json& row : list("locks")) {
            auto& trace = traces[row["name"]];
            EXPECT_NE(row["state"], "expired") << row.dump();
            if (!lives(row))
                continue;
            ++alive;
            trace.tokens.insert(row["token"].get<std::int64_t>());
            trace.ends.insert(row["expires_us"].get<std::int64_t>());
            trace.owners.insert(row["owner"].get<std::string>());
        }
        for (const WorkerRow& row : workers())
            beats.insert(to_us(row.beat_at));
        fewest = std::min(fewest, alive);
        ++looks;
        return std::chrono::steady_clock::now() >= end;
    };
    ASSERT_TRUE(await(over, frozen + patience));
    std::size_t renewed = 0, handed = 0, by_another = 0;
    for (const auto& [name, trace] : traces) {
        renewed += trace.tokens.size() == 1 && trace.ends.size() > 1 ? 1 : 0;
        handed += trace.tokens.size() > 1 ? 1 : 0;
        std::set<std::string> processes;
        for (const auto& owner : trace.owners)
            processes.insert(process_of(owner));
        by_another += processes.size() > 1 ? 1 : 0;
    }
    EXPECT_GE(looks, 10u);
    EXPECT_GE(fewest, 4u) << "locks stay alive";
    EXPECT_GE(renewed, 2u) << "and are renewed";
    EXPECT_GE(handed, 2u) << "and change hands";
    EXPECT_GE(by_another, 1u);
    EXPECT_GE(beats.size(), 3u * 10u) << "three hearts beat on";
    EXPECT_EQ(workers().size(), 3u) << "a row a process, whatever roles it has";
}

TEST_F(Demo, IsHealthy)
{
    ASSERT_TRUE(await([&] { return living() >= 6; }, patience)) << said();
    Seen seen(url);
    const auto length = std::chrono::seconds{size_of("demo.healthy")};
    const auto end = std::chrono::steady_clock::now() + length;
    EXPECT_TRUE(
        await([&] { return std::chrono::steady_clock::now() >= end || !seen.troubles().empty(); }, length + patience));
    EXPECT_EQ(seen.troubles(), std::vector<std::string>{});
    const auto waiters = session->locks().list_waiters({});
    ASSERT_TRUE(waiters);
    EXPECT_FALSE(waiters->rows.empty());
    const auto sent = session->outbox().list({});
    ASSERT_TRUE(sent);
    EXPECT_FALSE(sent->rows.empty()) << "tasks that move on write messages";
}

// Kills the leader, known by its lock. Its locks and tasks pass to the others when its leases end.
TEST_F(Demo, AKilledWorkerIsNamedAndFollowed)
{
    // A leader may hold its lock before its first heartbeat.
    ASSERT_TRUE(await([&] { return living() >= 6 && worker_of(lock("demo/leader").owner); }, patience)) << said();
    Seen seen(url);
    const auto dead = worker_of(lock("demo/leader").owner);
    ASSERT_TRUE(dead);
    std::set<std::string> its_tasks;
    const auto with_task = [&] {
        its_tasks.clear();
        const auto tasks = session->tasks().list({});
        for (const TaskRow& row : tasks->rows)
            if (row.owner == dead->id)
                its_tasks.insert(row.id);
        return !its_tasks.empty();
    };
    ASSERT_TRUE(await(with_task, patience));
    ::kill(static_cast<pid_t>(dead->pid), SIGKILL);
    const auto named = [&] {
        for (const Finding& finding : seen.findings())
            if (finding.key == dead->id || names(finding, dead->id))
                return true;
        return false;
    };
    EXPECT_TRUE(await(named, 25s)) << "no finding names " << dead->id;
    EXPECT_TRUE(await(
        [&] {
            const auto row = lock("demo/leader");
            return !row.owner.empty() && process_of(row.owner) != process_of(dead->id);
        },
        25s))
        << "nobody followed it";
    const auto taken_over = [&] {
        for (const auto& id : its_tasks)
            if (session->tasks().find(TaskId::trusted(id)).value()->owner == dead->id)
                return false;
        return true;
    };
    EXPECT_TRUE(await(taken_over, patience));
    EXPECT_TRUE(await([&] { return seen.findings().empty(); }, patience)) << seen.findings().front().key;
}

TEST_F(Demo, AThawedWorkerWritesTooLateByItself)
{
    const auto ledger = [&] { return lock("demo/ledger"); };
    const auto held_by_watchdog = [&] { return !ledger().owner.empty() && ledger().renewals > 0; };
    ASSERT_TRUE(await(held_by_watchdog, patience)) << said();
    const auto before = ledger();
    const auto late = worker_of(before.owner);
    ASSERT_TRUE(late);
    ASSERT_TRUE(freeze(static_cast<pid_t>(late->pid)));
    EXPECT_TRUE(await(
        [&] {
            const auto row = ledger();
            return row.token.number() > before.token.number() && process_of(row.owner) != process_of(before.owner);
        },
        40s));
    // A write is late only after the new holder has written: the fence knows only tokens that were presented.
    const auto written = [&] {
        const auto seen = session->fence().find(Resource::trusted("demo/ledger"));
        return seen && *seen && (*seen)->largest.number() > before.token.number();
    };
    EXPECT_TRUE(await(written, patience));
    ::kill(static_cast<pid_t>(late->pid), SIGCONT);
    const auto refused = [&] {
        const auto refusals = session->fence().list_refusals({});
        for (const FenceRow& row : refusals->rows)
            if (row.resource == "demo/ledger" && row.who == before.owner && row.token == before.token)
                return true;
        return false;
    };
    EXPECT_TRUE(await(refused, 20s)) << "its late write was not refused";
}

} // namespace
} // namespace lockdesk::test
