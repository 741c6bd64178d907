// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

class MongoOutbox final : public Outbox
{
public:
    explicit MongoOutbox(Link& link) : m_link(link) {}
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

private:
    Answer<std::vector<Bson>> named(std::span<const std::string> ids);
    Answer<std::vector<Bson>> taken_by(const MessageClaim& request);
    Answer<std::vector<Bson>> take_batch(const MessageClaim& request, const Values& values);
    Answer<std::int64_t> count(const Bson& query, std::int64_t most);
    Answer<std::optional<TimePoint>> earliest(const Bson& query, const char* field);

    Link& m_link;
};

/// Values for the statement `new_message`.
Values message_values(const NewMessage& message);

} // namespace lockdesk::mongodb
