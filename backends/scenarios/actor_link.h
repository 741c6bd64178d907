// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/scenarios/mailbox.h"

#include <atomic>
#include <filesystem>

namespace lockdesk::scenarios {

struct ActorReply
{
    int status = 0;
    std::vector<std::string> lines; ///< JSON, without the last line, `done`
};

/// The connection to one actor. One command at a time; a failure means that the actor has ended. One thread.
class ActorLink
{
public:
    virtual ~ActorLink() = default;
    /// Sends a command. `input`: its standard input, line by line.
    virtual Answer<Done> send(const std::string& command, const std::vector<std::string>& input) = 0;
    /// Returns the reply, or nullopt if none arrived by `until`.
    virtual Answer<std::optional<ActorReply>> receive(SteadyPoint until) = 0;
    /// Returns the lines so far of a reply in progress; for an actor on another computer, those of its last sign of life.
    [[nodiscard]] virtual std::vector<std::string> so_far() const = 0;
    /// Returns false when the actor is on another computer, which no signal reaches.
    virtual bool signal(int number) = 0;
    /// Returns the process id; 0: the actor is on another computer.
    [[nodiscard]] virtual std::int64_t process() const { return 0; }
};

struct ProcessSpec
{
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment; ///< added to our environment
};

/// Starts a local process; commands and replies use its standard input and output. The link kills and reaps it.
Answer<std::unique_ptr<ActorLink>> start_actor(const ProcessSpec& process, const std::atomic<bool>& interrupted);

/// Connects to a process that joined. `session` is of the sandbox and outlives the link.
std::unique_ptr<ActorLink> joined_actor(Joined joined, Session& session, const std::atomic<bool>& interrupted);

} // namespace lockdesk::scenarios
