// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

/// Listens to a change stream over our collections of the database; needs a replica set. Lease renewals cause no wake-up.
class MongoListener final : public HintListener
{
public:
    MongoListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics);

    /// Connects and opens the stream; the first time before Store::listen returns.
    std::optional<Failure> listen();
    Answer<bool> wait(Duration at_most) override;
    void interrupt() noexcept override { m_link.interrupt(); }
    void give_up() noexcept { interrupt(); }

private:
    [[nodiscard]] Bson pipeline() const;

    const std::vector<HintTopic> m_topics;
    const Duration m_timeout;
    Link m_link;
    std::int64_t m_cursor = 0;
    std::string m_collection;
    bool m_missed = false; ///< the connection was lost, so hints may be lost too
};

} // namespace lockdesk::mongodb
