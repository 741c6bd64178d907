// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"

namespace lockdesk::mariadb {

class MariaDbOutbox final : public Outbox
{
public:
    explicit MariaDbOutbox(Link& link) : m_link(link) {}
    Answer<bool> add(const NewMessage& message) override;
    Answer<std::vector<MessageRow>> claim(const MessageClaim& request) override;
    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) override;
    Answer<Backlog> backlog() override;
    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override;
    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override;
    Answer<std::optional<MessageRow>> find(const MessageId& id) override;
    Answer<Page<MessageRow>> list(const ListRequest& request) override;
    Answer<std::int64_t> collect(Duration older_than) override;

private:
    Answer<std::optional<TimePoint>> settle_batch(std::span<const Delivery> deliveries, std::span<const std::size_t> which,
                                                  std::vector<DeliveryAnswer>& answers);

    Link& m_link;
};

} // namespace lockdesk::mariadb
