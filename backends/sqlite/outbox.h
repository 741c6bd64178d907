// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/sqlite/connection.h"
#include "backends/sqlite/rows.h"

namespace lockdesk::sqlite {

class SqliteOutbox final : public Outbox
{
public:
    explicit SqliteOutbox(Connection& db) : m_db(db) {}
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
    bool nothing_due();
    std::optional<std::vector<MessageRow>> asked_again(const MessageClaim& request);
    std::vector<MessageRow> take(const MessageClaim& request);
    std::vector<MessageRow> due(std::string_view statement, std::int64_t limit);
    std::optional<MessageRow> read(const std::string& id, Raw raw = Raw::never);
    DeliveryAnswer settle_one(const Delivery& delivery);
    void measure_rates(Backlog& backlog);
    std::vector<std::string> revive_commands(std::span<const MessageId> ids) const;

    Connection& m_db;
    bool m_came_empty = false; ///< the last claim took nothing: look before taking the write lock
};

} // namespace lockdesk::sqlite
