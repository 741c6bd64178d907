// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/link.h"

namespace lockdesk::postgres {

/// LISTEN on a separate connection.
class PostgresHintListener final : public HintListener
{
public:
    PostgresHintListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics);

    /// Connects and listens; `wait` repeats this after a lost connection.
    std::optional<Failure> listen();
    Answer<bool> wait(Duration at_most) override;
    void interrupt() noexcept override { m_interrupter->interrupt(); }
    void give_up() noexcept { interrupt(); }

private:
    std::optional<Trouble> ensure(SteadyPoint deadline);

    SessionOptions m_options;
    Place m_place;
    std::vector<HintTopic> m_topics;
    std::shared_ptr<Interrupter> m_interrupter;
    Connection m_connection;
    bool m_listening = false;
};

/// Returns the channel of the tables in `schema`, cut to the length of an identifier.
std::string hint_channel(const std::string& schema);

} // namespace lockdesk::postgres
