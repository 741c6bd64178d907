// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/nemesis.h"

#include "tests/chaos/chaos/history.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <semaphore.h>
#include <stdexcept>
#include <sys/mman.h>

namespace lockdesk::chaos {

namespace {

using namespace std::chrono_literals;

constexpr int killed = 128 + SIGKILL;

// Reads the third word of /proc/PID/stat; the second may contain spaces, in parentheses.
bool stopped(pid_t pid)
{
    const auto stat = test::read_file("/proc/" + std::to_string(pid) + "/stat");
    const auto end = stat.rfind(')');
    return end != std::string::npos && end + 2 < stat.size() && stat[end + 2] == 'T';
}

std::int64_t writes_in(const std::filesystem::path& history, bool locks_only)
{
    const auto what = locks_only ? Event::What::trusted : Event::What::write;
    const auto events = read_history(history);
    return std::count_if(events.begin(), events.end(), [&](const Event& e) {
        return e.what == what && (e.result == Event::Result::done || e.result == Event::Result::refused);
    });
}

// Returns the library that shows a program another time of day.
std::string faketime()
{
    for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"}) {
        const auto path = std::string(folder) + "/faketime/libfaketimeMT.so.1";
        if (std::filesystem::exists(path))
            return path;
    }
    return {};
}

// A killed program cannot remove what that library shares with its children.
void remove_shared_clock(pid_t pid)
{
    const auto number = std::to_string(pid);
    ::sem_unlink(("/faketime_sem_" + number).c_str());
    ::shm_unlink(("/faketime_shm_" + number).c_str());
}

} // namespace

Nemesis::Nemesis(Setup setup) : m_setup(std::move(setup)), m_random(m_setup.plan.seed)
{
    m_next_fault = m_runtime.now();
    m_next_restart = m_runtime.now() + until_next_restart() / 2;
}

void Nemesis::start(Child& child, std::size_t number)
{
    const auto name = "w" + std::to_string(number) + "g" + std::to_string(++child.generation);
    child.history = m_setup.folder / (name + ".jsonl");
    std::vector<std::string> command{std::filesystem::read_symlink("/proc/self/exe").string(),
                                     "--role",
                                     "worker",
                                     "--store",
                                     m_setup.stage.seen_by(number),
                                     "--run",
                                     m_setup.plan.run,
                                     "--name",
                                     name,
                                     "--operations",
                                     std::to_string(child.share),
                                     "--seed",
                                     std::to_string(m_random.below(1'000'000'000)),
                                     "--history",
                                     child.history.string()};
    if (!m_setup.plan.fenced)
        command.emplace_back("--unfenced");
    if (!m_setup.mutant.empty())
        command.insert(command.end(), {"--mutant", m_setup.mutant});
    std::string faults = m_setup.faults.kill ? "kill" : "";
    if (m_setup.faults.freeze)
        faults += faults.empty() ? "freeze" : ",freeze";
    command.insert(command.end(), {"--faults", faults.empty() ? "none" : faults});
    std::ofstream(child.history).close();
    if (m_setup.plan.many)
        command.emplace_back("--many");
    if (m_setup.plan.engine)
        command.insert(command.end(), {"--through", "engine"});
    if (m_setup.plan.locks_only)
        command.emplace_back("--locks-only");
    command.insert(command.end(), {"--people", std::to_string(m_setup.plan.people)});
    command = m_setup.stage.inside(number, command);
    test::ChildOptions options;
    options.environment = environment();
    options.output = m_setup.folder / (name + ".log");
    child.thaw_at.reset();
    child.process = test::ChildProcess(command, options);
}

// Half of the processes have a clock up to an hour ahead or behind. The rate of time is the same for all.
std::vector<std::string> Nemesis::environment()
{
    static const std::string library = faketime();
    if (!m_setup.faults.skew || library.empty() || m_random.one_in(2))
        return {};
    ++m_counts.skewed;
    const auto seconds = static_cast<std::int64_t>(m_random.below(7200)) - 3600;
    return {"LD_PRELOAD=" + library, "FAKETIME=" + std::string(seconds < 0 ? "" : "+") + std::to_string(seconds) + "s",
            "FAKETIME_DONT_FAKE_MONOTONIC=1", "DONT_FAKE_MONOTONIC=1"};
}

void Nemesis::look_after(Child& child, std::size_t number)
{
    if (child.finished)
        return;
    const pid_t pid = child.process.pid();
    if (child.process.running()) {
        if (!child.thaw_at && stopped(child.process.pid())) {
            ++m_counts.freezes;
            child.thaw_at = m_runtime.now() + frozen_for;
        } else if (child.thaw_at && *child.thaw_at <= m_runtime.now()) {
            child.process.signal(SIGCONT);
            child.thaw_at.reset();
        }
        return;
    }
    remove_shared_clock(pid);
    const int status = child.process.wait(0ms).value_or(-1);
    if (status == 0) {
        child.finished = true;
        return;
    }
    if (status != killed)
        throw std::runtime_error("worker " + child.history.stem().string() + " ended with " + std::to_string(status) + ": "
                                 + test::read_file(m_setup.folder / (child.history.stem().string() + ".log")));
    ++m_counts.kills;
    child.share -= writes_in(child.history, m_setup.plan.locks_only);
    child.finished = child.share <= 0;
    if (!child.finished)
        start(child, number);
}

// A child that a killed server had just started may outlive it for a moment and hold its data: retries then.
void Nemesis::restart_server()
{
    auto& servers = m_setup.stage.servers();
    auto& server = *servers[m_random.below(servers.size())];
    server.kill();
    ++m_counts.restarts;
    for (int tries = 1;; ++tries) {
        try {
            server.restart();
            return;
        } catch (const std::runtime_error&) {
            if (tries == 10)
                throw;
            (void)m_runtime.sleep({}, 200ms);
        }
    }
}

void Nemesis::hurt()
{
    const auto now = m_runtime.now();
    if (m_setup.faults.restart && !m_setup.stage.servers().empty() && m_next_restart <= now) {
        restart_server();
        m_next_restart = m_runtime.now() + until_next_restart();
    }
    if (m_heal_at && *m_heal_at <= now) {
        m_setup.stage.partition(m_side, false);
        m_heal_at.reset();
    }
    if (m_next_fault > now)
        return;
    m_next_fault = now + 400ms + m_random.up_to(1200ms);
    hurt(m_children[m_random.below(m_children.size())]);
}

void Nemesis::hurt(Child& victim)
{
    auto& proxies = m_setup.stage.proxies();
    Proxy* const proxy = proxies.empty() ? nullptr : proxies[m_random.below(proxies.size())].get();
    switch (m_random.below(6)) {
    case 0:
        if (m_setup.faults.kill)
            victim.process.signal(SIGKILL);
        break;
    case 1:
        if (m_setup.faults.freeze)
            victim.process.signal(SIGSTOP);
        break;
    case 2:
        if (m_setup.faults.lost_reply && proxy != nullptr && m_random.one_in(4)) {
            proxy->cut();
            ++m_counts.cuts;
        }
        break;
    case 3:
        if (m_setup.faults.partition && proxy != nullptr && !m_heal_at) {
            m_side = m_random.below(m_setup.stage.sides());
            m_setup.stage.partition(m_side, true);
            ++m_counts.partitions;
            m_heal_at = m_runtime.now() + 300ms + m_random.up_to(1500ms);
        }
        break;
    default:
        if (m_setup.faults.lost_reply && proxy != nullptr)
            proxy->lose_replies(static_cast<int>(1 + m_random.below(3)));
    }
}

FaultCounts Nemesis::run(std::chrono::seconds at_most)
{
    m_children.resize(static_cast<std::size_t>(m_setup.workers));
    for (std::size_t i = 0; i < m_children.size(); ++i) {
        m_children[i].share = m_setup.plan.operations / m_setup.workers + 1;
        start(m_children[i], i);
    }
    const auto until = m_runtime.now() + at_most;
    while (std::any_of(m_children.begin(), m_children.end(), [](const Child& c) { return !c.finished; })) {
        if (m_runtime.now() > until)
            throw std::runtime_error("The workers were not done in time.");
        for (std::size_t i = 0; i < m_children.size(); ++i)
            look_after(m_children[i], i);
        hurt();
        (void)m_runtime.sleep({}, 10ms);
    }
    if (m_heal_at)
        m_setup.stage.partition(m_side, false);
    for (const auto& proxy : m_setup.stage.proxies())
        m_counts.replies_lost += proxy->replies_lost();
    return m_counts;
}

} // namespace lockdesk::chaos
