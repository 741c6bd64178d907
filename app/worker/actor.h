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
    bool control = false;    ///< commands come from standard input; else from the sandbox's mailbox
    bool statements = false; ///< the reply to each command includes its statements
    bool trust = false;      ///< runs SQL that the store cannot confine to the sandbox
};

/// An actor of a lesson: runs commands of lockdeskctl in one process and one session, and is listed among the sandbox's
/// workers. One thread at a time.
class Actor
{
public:
    Actor(const JoinOptions& options, ctl::StopSignals& signals);
    /// Sets the sink of its lines, each with its line end.
    void tell_to(std::function<void(const std::string&)> sink) { m_out.redirect(std::move(sink)); }

    /// Joins: writes the worker's row and prints `joined`. Returns an exit status; 0 on success.
    int join(const std::string& id);
    /// Runs one line and prints its output. `cut` and `reconnect` are lines, too. Returns nullopt for an empty line.
    std::optional<int> run(const std::string& line);
    /// Likewise with `input` as standard input.
    std::optional<int> run(const std::string& line, std::istream& input);
    enum class Row { goes, stays };
    /// Removes the worker's row, unless another process has joined under its name, and prints `left`.
    void leave(Row row = Row::goes);

    /// Returns false when its sandbox has been dropped, which ends the lesson.
    [[nodiscard]] bool has_sandbox() const;
    /// Access to the sandbox, even while its commands are cut off from it. After `join` only.
    [[nodiscard]] Access access() const;
    /// Access to the same store outside the sandbox.
    [[nodiscard]] Access outside() const;
    [[nodiscard]] bool is_cut_off() const { return m_context.is_cut_off(); }
    /// Prints an event of the actor itself.
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
    std::shared_ptr<StatementTrace> m_trace = std::make_shared<StatementTrace>(); ///< statements of the commands
    Store* m_store = nullptr;                                                     ///< owned by the context
    std::unique_ptr<EngineParts> m_parts; ///< the engine's objects; null: none yet
};

} // namespace lockdesk::worker
