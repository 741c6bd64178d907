// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/link.h"

namespace lockdesk::postgres {

/// LISTEN on a connection of its own.
class PostgresHintListener final : public HintListener
{
public:
    PostgresHintListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics);

    /// Connects and listens; `wait` does it anew after a loss.
    Answer<Done> listen();
    Answer<bool> wait(Duration at_most) override;
    void interrupt() noexcept override { m_interrupter->interrupt(); }

private:
    std::optional<Trouble> ensure(SteadyPoint deadline);

    SessionOptions m_options;
    Place m_place;
    std::vector<HintTopic> m_topics;
    std::shared_ptr<Interrupter> m_interrupter;
    Connection m_connection;
    bool m_listening = false;
};

/// Of the tables in `schema`, cut to what an identifier may have.
std::string hint_channel(const std::string& schema);

} // namespace lockdesk::postgres
