// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/stores.h"
#include "backends/json/json.h"
#include "tests/support/await.h"
#include "tests/support/child_process.h"
#include "tests/support/servers.h"
#include "tests/support/temp_dir.h"

#include <csignal>
#include <gtest/gtest.h>
#include <sstream>

namespace lockdesk::test {

using namespace std::chrono_literals;
using Json = nlohmann::json;

inline const auto kind = TaskKind::trusted("gateway");
inline constexpr auto lock_timeout = 2s;
inline constexpr auto poll = 300ms;
// What the contract allows beyond lock timeout and poll.
inline constexpr auto slack = 1s;

/// A lockdesk-worker process and its output.
class WorkerProcess
{
public:
    WorkerProcess(const std::string& store, std::vector<std::string> arguments, const std::filesystem::path& output)
        : m_output(output)
    {
        std::vector<std::string> command{LOCKDESK_WORKER, "--store", store, "--interval", "300ms", "--json"};
        if (std::find(arguments.begin(), arguments.end(), "--role") == arguments.end())
            command.insert(command.end(), {"--kind", "gateway"});
        command.insert(command.end(), arguments.begin(), arguments.end());
        ChildOptions options;
        options.output = output;
        options.error = output.string() + ".err";
        m_process = ChildProcess(command, options);
    }
    ChildProcess& process() { return m_process; }
    std::vector<Json> events(const std::string& what)
    {
        std::vector<Json> out;
        std::istringstream lines(read_file(m_output));
        for (std::string line; std::getline(lines, line);) {
            auto event = read_json<Json>(line);
            if (!event.is_discarded() && event["event"] == what)
                out.push_back(std::move(event));
        }
        return out;
    }
    bool await_event(const std::string& what, std::size_t count = 1, std::chrono::milliseconds at_most = 30s)
    {
        return await([&] { return events(what).size() >= count; }, at_most);
    }
    std::string said() const { return read_file(m_output) + read_file(m_output.string() + ".err"); }

private:
    std::filesystem::path m_output;
    ChildProcess m_process;
};

class Workers : public testing::TestWithParam<std::string>
{
protected:
    void SetUp() override
    {
        store = make_store();
        SessionOptions bare;
        bare.without_schema = true;
        const auto admin = store->open(bare);
        ASSERT_TRUE(admin) << admin.failure().message;
        (void)(*admin)->admin().drop_schema();
        ASSERT_TRUE((*admin)->admin().create_schema());
        session = *store->open({});
        ASSERT_TRUE(session->tasks().set_rule({"gateway", "A", lock_timeout, BackoffPolicy::progressive, 8}));
        add("t1");
    }
    std::unique_ptr<Store> make_store()
    {
        if (GetParam() == "sqlite")
            url = "sqlite://" + (dir / "store.db").string();
        else
            url = (GetParam() == "redis" ? shared_redis() : shared_postgres()).url();
        return *app::make_registry().open(*StoreUrl::parse(url));
    }
    void add(const char* id, DesiredState desired = DesiredState::running)
    {
        const NewTask task{TaskId::trusted(id), kind, Phase::trusted("A"), desired, "{}"};
        ASSERT_TRUE(session->tasks().add({&task, 1}));
    }
    /// Stops the process, but not in the middle of a write to a file: that would keep the file's only write lock, and
    /// every process would wait for the frozen one. Returns false if it could not be stopped between two writes.
    bool freeze(WorkerProcess& worker)
    {
        SessionOptions impatient;
        impatient.timeout = 300ms;
        const auto probe = store->open(impatient);
        return probe && await([&] {
                   worker.process().signal(SIGSTOP);
                   if ((*probe)->fence().admit(Resource::trusted("probe"), FencingToken{1}, "probe"))
                       return true;
                   worker.process().signal(SIGCONT);
                   return false;
               });
    }
    TaskRow task(const char* id = "t1") { return *session->tasks().find(TaskId::trusted(id)).value(); }
    LockRow lock(const char* name)
    {
        const auto row = session->locks().find(LockName::trusted(name));
        return row && *row ? **row : LockRow{};
    }
    WorkerProcess worker(const char* name, std::vector<std::string> arguments)
    {
        arguments.insert(arguments.end(), {"--name", name});
        return {url, std::move(arguments), dir / name};
    }
    static Duration between(const Json& first, const Json& second)
    {
        return Duration{second["store_us"].get<std::int64_t>() - first["store_us"].get<std::int64_t>()};
    }

    TempDir dir;
    std::string url;
    std::unique_ptr<Store> store;
    std::unique_ptr<Session> session;
};

/// The stores that several processes can share.
inline std::vector<std::string> stores()
{
    return {
#ifdef LOCKDESK_WITH_SQLITE
        "sqlite",
#endif
#ifdef LOCKDESK_WITH_POSTGRES
        "postgres",
#endif
#ifdef LOCKDESK_WITH_REDIS
        "redis",
#endif
    };
}

} // namespace lockdesk::test
