// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/relay.h"

namespace lockdesk {

/// Runs a shell command per message: the message's JSON and a newline on standard input; exit status 0 means delivered. The
/// variable `LOCKDESK_MESSAGE_ID` contains the message id. Its output goes to our standard error.
class ExecReceiver final : public Receiver
{
public:
    ExecReceiver(Runtime& runtime, std::string command) : m_runtime(runtime), m_command(std::move(command)) {}
    std::optional<std::string> deliver(const MessageRow& message, const std::stop_token& stop, SteadyPoint until) override;

private:
    Runtime& m_runtime;
    std::string m_command;
};

} // namespace lockdesk
