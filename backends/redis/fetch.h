// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/redis/link.h"
#include "backends/redis/lookahead.h"
#include "backends/redis/spans.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lockdesk::redis {

/// Gets an id and its row or the fields of it.
using RowTaker = std::function<void(std::string, View)>;

/// Reads rows by id with plain MGET (locks) or HMGET, all sent before the first reply is read: four times as fast as a
/// script, and it does not block other clients. Ids of rows that have disappeared go into `missing`.
std::optional<Failure> fetch_rows(Link& link, Entity entity, std::vector<std::string> ids, const RowTaker& each,
                                  std::vector<std::string>& missing);
/// The same as a part of more; both references must outlive the run.
void fetch_rows(Lookahead& ahead, Entity entity, std::vector<std::string> ids, const RowTaker& each,
                std::vector<std::string>& missing);

/// Runs the pipeline of a link. An error in a reply may concern the whole command, no permission for example: the last one is
/// returned as a failure, and `each` gets the other replies.
std::optional<Failure> run_reading(Link& link, const char* statement, const std::function<void(std::size_t, View)>& each);

/// Runs a script that removes rows older than a span, at most `limit`. Returns their number.
inline Answer<std::int64_t> collect_rows(Link& link, const Script& script, Duration older_than, std::int64_t limit)
{
    link.call(script).add(bounded_us(older_than)).add(limit);
    return decoded(link.run(), first_number);
}

} // namespace lockdesk::redis
