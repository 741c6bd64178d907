// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/command.h"
#include "app/worker/engine_parts.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"

#include <functional>
#include <istream>
#include <string>

namespace lockdesk::worker {

/// The command line of `--join`.
struct JoinOptions
{
    std::string store;
    SandboxId sandbox;
    WorkerId name;
    Duration timeout;
    bool control = false;    ///< commands come by standard input; else by the sandbox's mailbox
    bool statements = false; ///< each command is answered by the statements that it sent, too
    bool trust = false;      ///< SQL that the store cannot keep in the sandbox runs all the same
};

/// One actor of a lesson: runs the commands of lockdeskctl in one process and one session, and is seen among the sandbox's
/// workers. One thread at a time.
class Actor
{
public:
    Actor(const JoinOptions& options, ctl::StopSignals& signals);
    /// Where its lines go: every one with its line end.
    void tell_to(std::function<void(const std::string&)> sink) { m_out.redirect(std::move(sink)); }

    /// Takes part: writes the worker's row and prints `joined`. Answers an exit status; 0 when it could.
    int join(const std::string& id);
    /// Runs one line, and prints what it prints. `cut` and `reconnect` are such lines, too. Nothing: an empty line.
    std::optional<int> run(const std::string& line);
    /// With a standard input of its own.
    std::optional<int> run(const std::string& line, std::istream& input);
    enum class Row { goes, stays };
    /// The worker's row goes, unless another process has joined under its name; `left` is printed.
    void leave(Row row = Row::goes);

    /// False: its sandbox has been dropped, so there is nothing left to take part in.
    [[nodiscard]] bool has_sandbox() const;
    /// How it reaches the sandbox, also while its commands are cut off from it. After `join` only.
    [[nodiscard]] Access access() const;
    /// The same store, outside the sandbox.
    [[nodiscard]] Access outside() const;
    [[nodiscard]] bool is_cut_off() const { return m_context.is_cut_off(); }
    /// An event of its own as a line.
    void tell(const std::string& event, std::optional<TimePoint> store_time, const std::string& id = {});
    [[nodiscard]] const JoinOptions& options() const { return m_options; }

private:
    [[nodiscard]] WorkerRow row() const;
    Answer<Done> beat();
    std::optional<int> run_control_word(const std::string& line);
    int be_patient(const std::string& how_long);
    int run_engine(const std::string& line);
    static Answer<std::unique_ptr<Store>> open_redlock();

    JoinOptions m_options;
    SystemRuntime m_runtime;
    ctl::Output m_out;
    ctl::CommandTree m_tree;
    ctl::Context m_context;
    ctl::GlobalOptions m_defaults;
    std::shared_ptr<StatementTrace> m_trace = std::make_shared<StatementTrace>(); ///< of what the commands sent
    Store* m_store = nullptr;                                                     ///< the context's
    std::unique_ptr<EngineParts> m_parts; ///< of the engine's own objects, once there are any
};

} // namespace lockdesk::worker
