// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/link.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace lockdesk::redis {

/// Batches of plain reading commands that are sent before the replies to earlier ones are read, so that the server works
/// on the next page of a long list while this program reads the last one. Nothing else may use the link until `run` returns.
class Lookahead
{
public:
    explicit Lookahead(Link& link) : m_link(link) {}

    [[nodiscard]] const std::string& prefix() const { return m_link.prefix(); }
    /// Begins a batch: add the commands, then call `send`.
    Wire& commands() { return m_link.pipeline(); }
    /// Sends the batch. `run` gives its replies to `each`, then calls `then`, which may send more. After a failure or `stop` it
    /// sends nothing.
    void send(const char* statement, std::function<void(std::size_t, View)> each, std::function<void()> then = {});
    /// Reads all replies. Returns the first failure.
    std::optional<Failure> run();
    /// Makes `run` drop the replies that are still to come.
    void stop() { m_stopped = true; }
    /// Returns whether the reply is an error, and makes it the failure: no permission, for example.
    bool refused(View reply, const char* statement);
    /// The same for a reply that must be an array of this number of elements.
    bool refused(View reply, std::size_t elements, const char* statement);

private:
    struct Batch
    {
        const char* statement;
        std::size_t replies;
        std::function<void(std::size_t, View)> each;
        std::function<void()> then;
    };
    [[nodiscard]] bool ended() const { return m_stopped || m_failure; }

    Link& m_link;
    std::deque<Batch> m_batches;
    std::optional<Failure> m_failure;
    bool m_stopped = false;
};

} // namespace lockdesk::redis
