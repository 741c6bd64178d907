// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/held_messages.h"
#include "backends/mariadb/link.h"

namespace lockdesk::mariadb {

class MariaDbOutbox final : public Outbox, public HeldMessages
{
public:
    explicit MariaDbOutbox(Link& link) : m_link(link) {}
    Answer<bool> add(const NewMessage& message) override;
    Answer<std::vector<MessageRow>> claim(const MessageClaim& request) override;
    Answer<bool> begin(const DeliveryBegin& request) override;
    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) override;
    Answer<Backlog> backlog() override;
    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override;
    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override;
    Answer<std::optional<MessageRow>> find(const MessageId& id) override;
    Answer<Page<MessageRow>> list(const ListRequest& request) override;
    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override;

    Answer<std::vector<MessageRow>> hold(const MessageClaim& request) override;
    Answer<bool> still_held() override;
    Answer<std::vector<DeliveryAnswer>> settle_held(std::span<const Delivery> deliveries) override;
    void let_go() noexcept override;

private:
    Answer<std::optional<TimePoint>> settle_batch(std::span<const Delivery> deliveries, std::span<const std::size_t> which,
                                                  std::vector<DeliveryAnswer>& answers);

    Failure failed_holding(const Trouble& trouble, const char* statement, bool committing);
    [[nodiscard]] SteadyPoint deadline() const;

    Link& m_link;
    std::unique_ptr<Connection> m_holder; ///< its transaction holds rows
};

} // namespace lockdesk::mariadb
