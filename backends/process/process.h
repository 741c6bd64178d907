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
    std::vector<std::pair<std::string, std::string>> environment; ///< added to our environment
    std::optional<std::string> input;                             ///< its whole standard input; nullopt: ours
    bool output_to_error = false;                                 ///< redirects its standard output to our standard error
    int output = -1, error = -1; ///< file descriptors of its standard output and error; -1: ours, or see above
    /// Creates a process group, so that signals also reach its children. Not for programs that read a terminal.
    bool own_group = true;
};

/// Returns the arguments to run `CMD` in a shell.
std::vector<std::string> shell_command(std::string command);

struct EndReasons
{
    std::stop_token stop;                     ///< end the process on request
    SteadyPoint until = SteadyPoint::max();   ///< or at this time
    Duration grace = std::chrono::seconds{5}; ///< time between SIGTERM and SIGKILL
};

struct ProcessEnd
{
    int status = 0;           ///< exit status; 128 + signal when a signal ended it
    bool ended_by_us = false; ///< it was ended before it exited by itself
};

/// A child process. A separate thread waits for it, so that a wait can be interrupted; the destructor kills and reaps it.
class Process
{
public:
    /// Returns a usage failure when the program does not exist or is not executable.
    static Answer<std::unique_ptr<Process>> spawn(Runtime& runtime, const ProcessRequest& request);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Waits for its end; on an end reason sends SIGTERM and later SIGKILL.
    ProcessEnd wait(const EndReasons& reasons);
    /// Returns its status if it ends before the stop and the time, else nullopt; does not end it.
    std::optional<int> await(const std::stop_token& stop, SteadyPoint until);
    /// Ends it with SIGTERM, and after `grace` with SIGKILL.
    ProcessEnd end(Duration grace);

private:
    struct Supervision;
    static Answer<Supervision> supervise(const std::string& mark);
    Process(Runtime& runtime, pid_t id, bool own_group, const Supervision& supervision);
    void order(Order::What what);
    void finish();
    void give_up();
    void reap();
    std::optional<int> ended();

    Runtime& m_runtime;
    pid_t m_id;
    bool m_own_group;
    pid_t m_supervisor;
    int m_orders;
    Bell m_ended_bell;
    std::mutex m_mutex;
    bool m_ordered = false;   ///< an order to end the job was sent
    bool m_job_ended = false; ///< and perhaps not all that it has started
    std::optional<int> m_status;
    std::thread m_reaper;
};

} // namespace lockdesk
