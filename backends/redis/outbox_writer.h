// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/outbox.h"

#include <optional>
#include <string>
#include <vector>

struct redisContext;

namespace lockdesk {

/// Writes outbox messages in the caller's own MULTI or script, so that a message exists if and only if the transaction
/// is executed.
class RedisOutboxWriter
{
public:
    explicit RedisOutboxWriter(const std::optional<SandboxId>& sandbox = std::nullopt);

    /// Queues the message on this connection, between the caller's MULTI and EXEC. Its reply in EXEC's is an array: the
    /// store's time and 1, or 0 when a message with that id exists (then nothing changes). After DISCARD it has none.
    /// Sends the script's text: a server without the script would otherwise execute the transaction without the message.
    [[nodiscard]] Answer<Done> queue(redisContext* connection, const NewMessage& message) const;

    /// Likewise as words of a command, for other client libraries: EVAL, text, 1, prefix, id, topic, payload.
    [[nodiscard]] std::vector<std::string> command(const NewMessage& message) const;

    /// Lua source of `lockdesk_outbox_add(prefix, id, topic, payload)` to prepend to the caller's own script, and the
    /// prefix to pass.
    [[nodiscard]] static std::string lua_function();
    [[nodiscard]] const std::string& prefix() const { return m_prefix; }

private:
    const std::string m_prefix;
};

} // namespace lockdesk
