// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

/// A change stream over our collections of the database; needs a replica set. A renewal of a lease wakes nobody.
class MongoListener final : public HintListener
{
public:
    MongoListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics);

    /// Connects and opens the stream; the first time before `listen` returns.
    std::optional<Failure> listen();
    Answer<bool> wait(Duration at_most) override;
    void interrupt() noexcept override { m_link.interrupt(); }

private:
    [[nodiscard]] Bson pipeline() const;

    const std::vector<HintTopic> m_topics;
    const Duration m_timeout;
    Link m_link;
    std::int64_t m_cursor = 0;
    std::string m_collection;
    bool m_missed = false; ///< the connection was lost: hints may have been, too
};

} // namespace lockdesk::mongodb
