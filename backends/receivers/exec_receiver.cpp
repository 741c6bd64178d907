// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/receivers/exec_receiver.h"

#include "backends/process/process.h"
#include "backends/receivers/message_json.h"

namespace lockdesk {

namespace {

constexpr Duration kill_after = std::chrono::seconds{2};

} // namespace

std::optional<std::string> ExecReceiver::deliver(const MessageRow& message, const std::stop_token& stop, SteadyPoint until)
{
    // Passes the command in the environment: it may contain a password, and other users may read arguments.
    auto process = Process::spawn(
        m_runtime, {.arguments = shell_command("eval \"$LOCKDESK_RECEIVER_COMMAND\""),
                    .environment = {{"LOCKDESK_MESSAGE_ID", message.id}, {"LOCKDESK_RECEIVER_COMMAND", m_command}},
                    .input = message_json(message) + "\n",
                    .output_to_error = true,
                    .own_group = true});
    if (!process)
        return process.failure().message;
    const auto end = (*process)->wait({stop, until, kill_after});
    if (end.ended_by_us)
        return "the command was ended: it had not finished in its time";
    if (end.status != 0)
        return "the command's exit status is " + std::to_string(end.status);
    return std::nullopt;
}

} // namespace lockdesk
