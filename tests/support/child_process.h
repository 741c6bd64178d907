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
    std::string run_as;                   ///< user name; used only if we are root
    std::filesystem::path output;         ///< standard output and error; empty: /dev/null
    std::filesystem::path error;          ///< standard error, if separate
    std::filesystem::path input;          ///< standard input; empty: /dev/null
    int death_signal = 9;                 ///< sent to the child when the thread that started it ends
};

/// A program that runs beside the test and never outlives it. Start it from the main thread. Throws std::runtime_error.
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
    /// Signals the program only. After SIGSTOP all its threads have stopped when this returns; the same holds for the tree.
    void signal(int number);
    /// Signals the program and all its descendants. After SIGKILL all of them have ended.
    void signal_tree(int number);
    /// Returns the exit status (128 + signal if killed), or nullopt if it still runs after `at_most`.
    std::optional<int> wait(std::chrono::milliseconds at_most);
    /// Sends `number` and kills the program if it does not end in time. Returns the exit status.
    int stop(int number, std::chrono::milliseconds at_most = std::chrono::seconds{20});

private:
    pid_t m_pid = -1;
    std::optional<int> m_status;
};

struct ProgramResult
{
    int status = -1; ///< exit status, 128 + signal, or -1 if killed on timeout
    std::string out;
    std::string err;
};

/// Runs a program to completion.
ProgramResult run_program(const std::vector<std::string>& command, const std::string& input = {},
                          std::chrono::milliseconds at_most = std::chrono::seconds{60}, ChildOptions options = {});

/// Returns the full path of a program on PATH or, failing that, in `folders`; empty if not found.
std::string find_program(const std::string& name, const std::vector<std::string>& folders = {});

/// Returns the text of a file; empty if unreadable.
std::string read_file(const std::filesystem::path& path);

} // namespace lockdesk::test
