// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {

/// One statement as a session sent it.
struct SentStatement
{
    std::string name;                ///< of the file in resources/<store>; for texts made up for one call a word for it
    std::string text;                ///< as the store got it; of Redis the command with its arguments, as MONITOR shows it
    std::vector<std::string> values; ///< bound beside it, as SQL writes them; empty where they stand in the text
    bool aside = false;              ///< serves the call and decides nothing: reads the clock, draws the change number
    friend bool operator==(const SentStatement&, const SentStatement&) = default;
};

/// What sessions send, in its order, for whoever wants to show it (SessionOptions::trace). A session without one does no more than
/// compare a pointer. The opening of a connection, and texts with a secret in them, are not in it. Thread-safe.
class StatementTrace
{
public:
    void add(SentStatement sent)
    {
        const std::lock_guard lock(m_mutex);
        m_sent.push_back(std::move(sent));
    }
    /// What has come since the last call.
    std::vector<SentStatement> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_sent, {});
    }

private:
    std::mutex m_mutex;
    std::vector<SentStatement> m_sent;
};

} // namespace lockdesk
