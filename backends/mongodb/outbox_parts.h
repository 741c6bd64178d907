// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/link.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace lockdesk::mongodb {

/// Returns the condition on the ids; without any, what every message fulfils.
inline Bson which(std::span<const MessageId> ids)
{
    if (ids.empty())
        return Bson().flag("$exists", true);
    Bson list;
    for (const MessageId& id : ids)
        list.push(id.str());
    return Bson().array("$in", list);
}

/// Returns the condition on the topic; without one, what every message fulfils.
inline Bson about(const std::optional<Topic>& topic)
{
    return topic ? Bson().text("$eq", topic->str()) : Bson().array("$nin", Bson());
}

/// Returns the newest of the times at which the documents were changed.
inline TimePoint latest(const std::vector<Bson>& docs)
{
    TimePoint out{};
    for (const Bson& doc : docs)
        out = std::max(out, doc["at"].time().value_or(TimePoint{}));
    return out;
}

/// Returns the rows in the order in which they are due.
inline std::vector<MessageRow> rows_of(const std::vector<Bson>& docs, TimePoint now)
{
    std::vector<MessageRow> out;
    for (const Bson& doc : docs)
        out.push_back(message_row(doc.view(), now));
    std::sort(out.begin(), out.end(), [](const MessageRow& a, const MessageRow& b) {
        return std::tie(a.next_at, a.seq) < std::tie(b.next_at, b.seq);
    });
    return out;
}

} // namespace lockdesk::mongodb
