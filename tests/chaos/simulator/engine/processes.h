// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "tests/chaos/simulator/engine/unreliable.h"

#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <thread>

namespace lockdesk::simulator {

struct EnginePlan
{
    bool fenced = true;   ///< false: writes skip the fence. The control, which must be caught
    std::string mutant;   ///< a planted mutant; empty: none
    bool verbose = false; ///< keep the journal
};

/// The processes in the critical section, where only the lock keeps others out.
class Inside
{
public:
    struct Entry
    {
        const Wire* wire = nullptr;
        std::function<bool()> trusted;
    };
    /// Throws a Violation if another process inside also trusts the lock.
    void check(const std::string& lock, const std::string& owner) const;
    std::map<std::string, std::map<std::string, Entry>> locks; ///< by name and owner
};

/// What the processes of a schedule share.
struct Site
{
    EngineWorld& world;
    const EnginePlan& plan;
    std::function<std::unique_ptr<Store>(Wire&)> store_for; ///< the store as a process reaches it
    Inside inside{};
    std::set<std::pair<std::string, std::int64_t>> delivered{}; ///< message and token
    bool locks_only = false;                                    ///< Redlock
};

/// A process that works through the engine's own classes on its own threads. It may be frozen, vanish, or lose its network.
class Process
{
public:
    Process(Site& site, const char* role);
    virtual ~Process() = default;
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void start();
    void request_stop() { m_stop.request_stop(); }
    void join();
    /// Its calls no longer arrive anywhere; its threads run to their end.
    void vanish();
    void freeze(Duration d);
    [[nodiscard]] virtual std::unique_ptr<Process> successor() const = 0;
    Wire wire;

protected:
    virtual void work(const std::stop_token& stop) = 0;
    /// Returns false if stopped.
    bool rest(Duration d, const std::stop_token& stop);
    /// Writes as long as it believes that it may, and now and then longer. Without a token only the lock protects it.
    void write_some(Session& session, const LockName& name, const OwnerId& owner, std::optional<FencingToken> token,
                    const std::function<bool()>& trusted, const std::stop_token& stop);
    OwnerId new_owner();

    Site& m_site;
    EngineWorld& m_world;
    std::unique_ptr<Store> m_store;
    Access m_access;
    SystemRuntime m_runtime;

private:
    int m_group;
    std::stop_source m_stop;
    std::thread m_thread;
};

std::unique_ptr<Process> make_waiting_holder(Site& site);
std::unique_ptr<Process> make_guarded_job(Site& site);
std::unique_ptr<Process> make_leader(Site& site);
std::unique_ptr<Process> make_polling_worker(Site& site);
std::unique_ptr<Process> make_relay_process(Site& site);
std::unique_ptr<Process> make_sender(Site& site);
std::unique_ptr<Process> make_impatient_operator(Site& site);

} // namespace lockdesk::simulator
