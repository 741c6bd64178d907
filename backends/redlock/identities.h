// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::redlock {

/// Who answers under which name. Redlock's promise rests on servers that fail one by one: one server under three names, or a
/// replica beside its master, is no quorum. Thread-safe.
class Identities
{
public:
    /// The servers' names, in their order.
    explicit Identities(std::vector<std::string> names);

    /// `id`: of the running server; empty: it does not say. Of the connection that is used now.
    void record(std::size_t server, const std::string& id, bool replica);
    /// Why these servers are not what was named; nothing: those known so far are.
    [[nodiscard]] std::optional<Failure> refusal() const;

private:
    struct Known
    {
        std::string name;
        std::optional<std::string> id; ///< nothing: has not answered yet
        bool replica = false;
    };
    mutable std::mutex m_mutex;
    std::vector<Known> m_servers;
};

} // namespace lockdesk::redlock
