// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/contract/contract.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace lockdesk::contract {

inline std::vector<std::string> ids(const std::vector<MessageRow>& rows)
{
    std::vector<std::string> out;
    for (const auto& r : rows)
        out.push_back(r.id);
    return out;
}
using Ids = std::vector<std::string>;

inline Delivery outcome(const MessageRow& m, bool delivered, Duration retry_after = second, std::int64_t max_tries = 3)
{
    return {MessageId::trusted(m.id),
            OwnerId::trusted(m.owner),
            m.token,
            delivered,
            delivered ? "" : "no answer",
            retry_after,
            max_tries};
}

inline DeliveryBegin beginning(const MessageRow& m, Duration lease)
{
    return {MessageId::trusted(m.id), OwnerId::trusted(m.owner), m.token, lease};
}

inline DeliveryAnswer settle(Outbox& outbox, const Delivery& delivery)
{
    auto answers = ok(outbox.settle({&delivery, 1}));
    if (answers.size() != 1)
        throw std::runtime_error("one delivery, " + std::to_string(answers.size()) + " answers");
    return answers.front();
}

} // namespace lockdesk::contract
