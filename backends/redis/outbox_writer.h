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

/// Writes outbox messages in the caller's own MULTI, or in the caller's own script, so that a message exists exactly when
/// the rest of that transaction does.
class RedisOutboxWriter
{
public:
    explicit RedisOutboxWriter(const std::optional<SandboxId>& sandbox = std::nullopt);

    /// Queues the message on this connection, between the caller's MULTI and EXEC. EXEC answers for it an array: the store's
    /// time and 1, or 0 when a message of that id exists (then nothing is changed). After DISCARD there is none. The script
    /// goes along by its text: a server that had forgotten it would otherwise run the rest without the message.
    [[nodiscard]] Answer<Done> queue(redisContext* connection, const NewMessage& message) const;

    /// The same as words of a command, for other client libraries: EVAL, text, 1, prefix, id, topic, payload.
    [[nodiscard]] std::vector<std::string> command(const NewMessage& message) const;

    /// Lua source of `lockdesk_outbox_add(prefix, id, topic, payload)` to put before a script of the caller's own, and the
    /// prefix that it wants.
    [[nodiscard]] static std::string lua_function();
    [[nodiscard]] const std::string& prefix() const { return m_prefix; }

private:
    const std::string m_prefix;
};

} // namespace lockdesk
