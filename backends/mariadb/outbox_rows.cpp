// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/outbox_rows.h"

#include "backends/mariadb/batch.h"
#include "backends/mariadb/rows.h"

#include <algorithm>
#include <map>

namespace lockdesk::mariadb {

namespace {

// A wait that keeps now + wait in range.
constexpr std::int64_t longest_retry_wait = 4'000'000'000'000'000'000;
constexpr int was_next_at = 17; // after the columns of a message

std::string change_of(const Delivery& delivery, const std::string& prefix)
{
    const std::string rest = ", begun_at = NULL, lease_until = NULL, change_seq = NEXT VALUE FOR " + prefix + "changes";
    if (delivery.delivered)
        return "state = 'sent', next_at = NULL, sent_at = v_now, last_error = ''" + rest;
    const std::string dead =
        "tries + cuts" + std::string(delivery.failed ? " + 1" : "") + " >= " + std::to_string(delivery.max_tries);
    const auto wait = std::min(delivery.retry_after.count(), longest_retry_wait);
    return "state = IF(" + dead + ", 'dead', 'pending'), next_at = IF(" + dead + ", NULL, v_now + " + std::to_string(wait)
           + "), sent_at = NULL, owner = NULL" + (delivery.error.empty() ? "" : ", last_error = " + literal(delivery.error))
           + rest
           // Last: what stands before it reads the count before this one.
           + (delivery.failed ? ", tries = tries + 1" : "");
}

} // namespace

Values claim_values(const MessageClaim& request)
{
    Values values;
    values.text("owner", request.owner.str()).text("claim", request.claim.str()).number("lease", request.lease.count());
    values.number("limit", request.limit);
    return values;
}

std::vector<MessageRow> claimed_rows(const Result& r, const OwnerId& owner)
{
    std::vector<std::pair<std::int64_t, MessageRow>> due;
    for (int i = 0; i < r.rows(); ++i) {
        auto row = message_row(r, i, 1, Raw::without);
        if (row.owner == owner.str() && row.lease_until)
            due.emplace_back(r.number(i, was_next_at), std::move(row));
    }
    std::sort(due.begin(), due.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first, a.second.seq) < std::tie(b.first, b.second.seq);
    });
    std::vector<MessageRow> rows;
    rows.reserve(due.size());
    for (auto& [at, row] : due)
        rows.push_back(std::move(row));
    return rows;
}

Values settle_values(Link& link, std::span<const Delivery> deliveries, std::span<const std::size_t> which)
{
    const auto prefix = table_prefix(link.options().sandbox);
    Batch batch;
    for (const auto i : which) {
        const auto& d = deliveries[i];
        batch.add(change_of(d, prefix), "owner = " + literal(d.owner.str()) + " AND state = 'sending'", d.id.str(),
                  d.token.number());
    }
    Values values;
    values.sql("ids", batch.ids()).sql("updates", batch.updates(prefix + "outbox"));
    return values;
}

void read_settled(const Reply& reply, std::span<const Delivery> deliveries, std::span<const std::size_t> which,
                  std::vector<DeliveryAnswer>& answers)
{
    std::map<std::string_view, std::size_t> index;
    for (const auto i : which)
        index[deliveries[i].id.str()] = i;
    const Result& before = reply.set(0);
    for (int row = 0; row < before.rows(); ++row) {
        const auto i = index.at(before.text(row, 1));
        answers[i].accepted = before.text(row, 2) == deliveries[i].owner.str()
                              && before.number(row, 3) == deliveries[i].token.number() && before.text(row, 4) == "sending";
    }
    const Result& after = reply.set(1);
    for (int row = 0; row < after.rows(); ++row) {
        auto& out = answers[index.at(after.text(row, 1))];
        out.row = message_row(after, row, 1, out.accepted ? Raw::without : Raw::with);
    }
}

} // namespace lockdesk::mariadb
