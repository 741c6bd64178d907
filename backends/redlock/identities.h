// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::redlock {

/// The identity of each server. Redlock assumes that servers fail independently: one server under three names, or a
/// replica next to its master, is no quorum. Thread-safe.
class Identities
{
public:
    /// `names`: of the servers, in their order.
    explicit Identities(std::vector<std::string> names);

    /// Records the server behind the current connection. `id`: of the running server; empty: not available.
    void record(std::size_t server, const std::string& id, bool replica);
    /// Returns why these servers are not independent; nullopt: the known ones are.
    [[nodiscard]] std::optional<Failure> refusal() const;

private:
    struct Known
    {
        std::string name;
        std::optional<std::string> id; ///< nullopt: no answer yet
        bool replica = false;
    };
    mutable std::mutex m_mutex;
    std::vector<Known> m_servers;
};

} // namespace lockdesk::redlock
