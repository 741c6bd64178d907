// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockdesk::test {

struct ChildOptions
{
    std::vector<std::string> environment; ///< `NAME=value`, added to ours
    std::string run_as;                   ///< user name; used only when we are root
    std::filesystem::path output;         ///< standard output and error; empty: /dev/null
    std::filesystem::path error;          ///< standard error, when it is to be apart
    std::filesystem::path input;          ///< standard input; empty: /dev/null
    int death_signal = 9;                 ///< sent to the child when the thread that started it ends
};

/// A program that runs beside the test, and never outlives it. Start it from the main thread. Throws std::runtime_error.
class ChildProcess
{
public:
    ChildProcess() = default;
    explicit ChildProcess(const std::vector<std::string>& command, const ChildOptions& options = {});
    ~ChildProcess();
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;

    [[nodiscard]] pid_t pid() const { return m_pid; }
    [[nodiscard]] bool running();
    /// To the program alone. After SIGSTOP it has stopped, with all its threads, when this returns; so it is for the tree.
    void signal(int number);
    /// To the program and everything that it started. After SIGKILL all of it has ended.
    void signal_tree(int number);
    /// Exit status (128 + signal when killed), or nothing when it still runs after `at_most`.
    std::optional<int> wait(std::chrono::milliseconds at_most);
    /// Asks by `number`, and kills when it does not go in time. Answers the exit status.
    int stop(int number, std::chrono::milliseconds at_most = std::chrono::seconds{20});

private:
    pid_t m_pid = -1;
    std::optional<int> m_status;
};

struct ProgramResult
{
    int status = -1; ///< exit status, 128 + signal, or -1 when it was killed for running too long
    std::string out;
    std::string err;
};

/// Runs a program to its end.
ProgramResult run_program(const std::vector<std::string>& command, const std::string& input = {},
                          std::chrono::milliseconds at_most = std::chrono::seconds{60}, ChildOptions options = {});

/// Full path of a program on PATH or, failing that, in `folders`; empty when there is none.
std::string find_program(const std::string& name, const std::vector<std::string>& folders = {});

/// The text of a file; empty if it cannot be read.
std::string read_file(const std::filesystem::path& path);

} // namespace lockdesk::test
