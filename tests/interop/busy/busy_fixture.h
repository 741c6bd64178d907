// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/observer.h"
#include "tests/support/await.h"
#include "tests/support/child_process.h"
#include "tests/support/stores/live_store.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::test {

using namespace std::chrono_literals;

inline constexpr auto patience = 60s;

/// A worker process on a store.
inline ChildProcess start_worker(const std::string& url, const std::string& name, const std::filesystem::path& output,
                                 const std::vector<std::string>& arguments)
{
    std::vector<std::string> command{LOCKDESK_WORKER, "--store", url, "--name", name, "--json"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    ChildOptions options;
    options.output = output;
    options.death_signal = SIGKILL;
    return ChildProcess(command, options);
}

/// One store for the cases of this program, kept busy by three processes: tasks that cycle through their phases, messages
/// that are sent, locks that are renewed, waited for and handed over, and a leader with two standbys.
class BusyStore
{
public:
    static constexpr int workers = 3, tasks = 120;

    explicit BusyStore(const std::string& kind) : live(kind), session(live.open())
    {
        std::vector<NewTask> added;
        for (int i = 0; i < tasks; ++i)
            added.push_back({TaskId::trusted("t-" + std::to_string(i)), TaskKind::trusted(i % 10 == 0 ? "bill" : "gateway"),
                             Phase::trusted(i % 2 == 0 ? "A" : "B")});
        need(session->tasks().add(added));
        for (int i = 0; i < workers; ++i)
            m_workers.push_back(start_worker(live.url(), "busy-" + std::to_string(i + 1), output(i), work_of(i)));
    }

    /// Its last output, for a failure message.
    [[nodiscard]] std::string said() const
    {
        std::string out;
        for (int i = 0; i < workers; ++i) {
            const std::string text = read_file(output(i));
            out += text.substr(text.size() - std::min<std::size_t>(text.size(), 600)) + "\n";
        }
        return out;
    }
    /// A file: while it exists, the receiver refuses messages that contain the word poison.
    [[nodiscard]] std::filesystem::path poison() const { return m_dir / "poison"; }
    [[nodiscard]] std::vector<LockRow> locks() { return need(session->locks().list({})).rows; }
    [[nodiscard]] std::vector<WorkerRow> beats() { return need(session->workers().list({})).rows; }
    [[nodiscard]] bool running()
    {
        return std::all_of(m_workers.begin(), m_workers.end(), [](ChildProcess& one) { return one.running(); });
    }
    /// Waits until all have begun: every lock was acquired once, every worker has handled tasks, and messages were sent.
    [[nodiscard]] bool is_busy()
    {
        const auto rows = beats();
        return rows.size() >= workers && locks().size() >= 6
               && std::all_of(rows.begin(), rows.end(), [](const WorkerRow& row) { return row.counters.done > 3; });
    }

    LiveStore live;
    std::unique_ptr<Session> session;

private:
    [[nodiscard]] std::filesystem::path output(int number) const { return m_dir / ("worker-" + std::to_string(number)); }
    // Two processes contend for each lock with waiters, so that no waiter is overtaken; locks that both only poll go to either.
    [[nodiscard]] std::vector<std::string> work_of(int number) const
    {
        std::vector<std::string> out{"--kind",   "gateway", "--advance", "A=B",     "--advance", "B=A", "--batch",
                                     "4",        "--work",  "150ms",     "--interval", "300ms"};
        out.insert(out.end(), {"--also", "tasks --kind bill --advance A=B --advance B=A --announce paid --work 300ms"});
        // The receiver refuses poison while this file exists.
        out.insert(out.end(), {"--also", "relay --lease 10s --batch 4 --backoff fixed:200ms --receiver 'exec:! (grep -q poison "
                                         "&& test -e \""
                                             + poison().string() + "\")'"});
        out.insert(out.end(), {"--also", "leader --lock busy/leader --lease 6s --work 1s --interval 300ms --fence"});
        const auto guard = [&](const char* text, int a, int b) {
            if (number == a || number == b)
                out.insert(out.end(), {"--also", std::string("guard --lock busy/") + text});
        };
        guard("ledger --at-most 6s --work 9s --wait forever --interval 800ms --fence", 0, 1);
        guard("mailer --at-most 6s --work 5s --wait forever --interval 800ms --fence", 1, 2);
        guard("stock --guard fixed --at-most 10s --work 300ms --wait forever --interval 700ms", 0, 2);
        guard("import --at-most 9s --work 4s --interval 1s --fence", 0, 2);
        guard("cleanup --guard fixed --at-most 15s --at-least 3s --work 200ms --interval 2s", 1, 2);
        return out;
    }

    TempDir m_dir{"lockdesk-busy"};
    std::vector<ChildProcess> m_workers;
};

/// The store of this kind: its servers start once.
inline BusyStore& busy_store(const std::string& kind)
{
    static std::map<std::string, std::unique_ptr<BusyStore>> all;
    auto& one = all[kind];
    if (!one)
        one = std::make_unique<BusyStore>(kind);
    return *one;
}

} // namespace lockdesk::test
