// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/process/supervisor.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace lockdesk {

struct ProcessRequest
{
    std::vector<std::string> arguments;                           ///< program (looked up in PATH) and its arguments
    std::vector<std::pair<std::string, std::string>> environment; ///< added to ours
    std::optional<std::string> input;                             ///< its whole standard input; none: ours
    bool output_to_error = false;                                 ///< its standard output goes to our standard error
    /// A process group of its own: what a terminal sends does not reach it. Not for programs that read a terminal.
    bool own_group = true;
};

/// `CMD` as a shell reads it.
std::vector<std::string> shell_command(std::string command);

struct EndReasons
{
    std::stop_token stop;                     ///< end it when this is requested
    SteadyPoint until = SteadyPoint::max();   ///< or when this time has come
    Duration grace = std::chrono::seconds{5}; ///< between SIGTERM and SIGKILL
};

struct ProcessEnd
{
    int status = 0;           ///< exit status; 128 + signal when a signal ended it
    bool ended_by_us = false; ///< it was told to stop before it ended by itself
};

/// One running program. Waited for by a thread of its own, so that a wait can be cut; killed and reaped by the destructor. It never
/// outlives us: a small process between us and it ends it, and all that it has started, when we end by whatever (SIGTERM, after a
/// second SIGKILL). The same when it is to end. What a program that ends by itself leaves running is left alone.
class Process
{
public:
    /// Usage failure: no such program, not executable.
    static Answer<std::unique_ptr<Process>> spawn(Runtime& runtime, const ProcessRequest& request);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Until it has ended; for a reason to end it, SIGTERM and later SIGKILL.
    ProcessEnd wait(const EndReasons& reasons);
    /// Its status if it ends before the stop and the time; it is left alone.
    std::optional<int> await(const std::stop_token& stop, SteadyPoint until);
    /// Ends it: SIGTERM, and after `grace` SIGKILL.
    ProcessEnd end(Duration grace);

private:
    Process(Runtime& runtime, pid_t supervisor, int orders);
    void order(Order what);
    void reap();
    std::optional<int> ended();

    Runtime& m_runtime;
    pid_t m_supervisor;
    int m_orders; ///< its end is the supervisor's sign that we have ended
    Bell m_ended_bell;
    std::mutex m_mutex;
    std::optional<int> m_status;
    std::thread m_reaper;
};

} // namespace lockdesk
