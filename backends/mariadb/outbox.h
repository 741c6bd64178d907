// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/outbox.h"

namespace lockdesk::mariadb {

Answer<std::vector<MessageRow>> claim_messages(sql::Link& link, const MessageClaim& request);
Answer<bool> begin_delivery(sql::Link& link, const DeliveryBegin& request);
Answer<std::optional<TimePoint>> settle_deliveries(sql::Link& link, std::span<const Delivery> deliveries,
                                                   std::span<const std::size_t> which, std::vector<DeliveryAnswer>& answers);
Answer<std::vector<MessageRow>> hold_messages(sql::Link& link, sql::Driver& holder, const MessageClaim& request,
                                              SteadyPoint until);
Answer<std::optional<TimePoint>> settle_held(sql::Link& link, sql::Driver& holder, std::span<const Delivery> deliveries,
                                             std::span<const std::size_t> which, std::vector<DeliveryAnswer>& answers);

inline constexpr sql::OutboxVerbs outbox_verbs{claim_messages, begin_delivery, settle_deliveries, hold_messages, settle_held};

} // namespace lockdesk::mariadb
