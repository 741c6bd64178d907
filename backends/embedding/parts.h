// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"
#include "backends/engine/contracts/outbox.h"

#include <lockdesk/lockdesk.h>

#include <functional>

namespace lockdesk::embedding {

/// A transaction as a store's two writers.
class WriterParts final : public TransactionParts
{
public:
    using Admit = std::function<Answer<FenceAnswer>(const Place& place, const Resource& resource, FencingToken token,
                                                    const std::string& who)>;
    using Add = std::function<Answer<bool>(const Place& place, const NewMessage& message)>;
    WriterParts(Admit admit, Add add) : m_admit(std::move(admit)), m_add(std::move(add)) {}

    Answer<Entry> admit(const Place& place, const std::string& resource, std::int64_t token, const std::string& who) override
    {
        const auto parsed = Resource::parse(resource);
        if (!parsed)
            return parsed.failure();
        const auto answer = m_admit(place, *parsed, FencingToken{token}, who);
        if (!answer)
            return answer.failure();
        return Entry{answer->admitted, answer->largest.number()};
    }
    Answer<bool> add(const Place& place, const std::string& id, const std::string& topic,
                     const std::string& payload) override
    {
        return m_add(place, {MessageId::trusted(id), Topic::trusted(topic), payload});
    }

private:
    Admit m_admit;
    Add m_add;
};

/// Of a store whose writers take its OwnTransaction alone; `admit_fence` is the store's.
template <class OutboxWriter, class Own> std::unique_ptr<TransactionParts> parts_of(Own own)
{
    return std::make_unique<WriterParts>(
        [own](const auto&, const Resource& resource, FencingToken token, const std::string& who) {
            return admit_fence(own, resource, token, who);
        },
        [own](const auto&, const NewMessage& message) { return OutboxWriter(own).add(message); });
}

} // namespace lockdesk::embedding
