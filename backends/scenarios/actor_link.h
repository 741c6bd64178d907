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
    std::vector<std::string> lines; ///< JSON, without the last one, `done`
};

/// The way to one actor. One command at a time; a failure means that the actor is not there any more. One thread.
class ActorLink
{
public:
    virtual ~ActorLink() = default;
    /// `input`: the command's standard input, line by line.
    virtual Answer<Done> send(const std::string& command, const std::vector<std::string>& input) = 0;
    /// Nothing: not yet.
    virtual Answer<std::optional<ActorReply>> receive(SteadyPoint until) = 0;
    /// The lines of a reply that is under way; of an actor on another machine those that came with its last sign.
    [[nodiscard]] virtual std::vector<std::string> so_far() const = 0;
    /// False: it is on another machine, and no signal reaches it.
    virtual bool signal(int number) = 0;
    /// Its number; 0: it is on another machine.
    [[nodiscard]] virtual std::int64_t process() const { return 0; }
};

struct ProcessSpec
{
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment; ///< added to ours
};

/// A process of this computer: commands and replies over its standard input and output. Killed and reaped when the link goes.
Answer<std::unique_ptr<ActorLink>> start_actor(const ProcessSpec& process, const std::atomic<bool>& interrupted);

/// A process that joined by itself. `session` is that of the sandbox, and outlives the link.
std::unique_ptr<ActorLink> joined_actor(Joined joined, Session& session, const std::atomic<bool>& interrupted);

} // namespace lockdesk::scenarios
