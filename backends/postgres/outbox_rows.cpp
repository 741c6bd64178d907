// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/outbox_rows.h"

#include "backends/engine/placeholders.h"
#include "backends/postgres/link.h"
#include "backends/postgres/rows.h"

#include <algorithm>

namespace lockdesk::postgres {

namespace {

constexpr int was_next_at = 18;

} // namespace

std::string claim_key(std::int64_t limit) { return "outbox_claim_" + std::to_string(limit); }

std::string claim_text(std::int64_t limit)
{
    return fill_placeholders(statement_text("outbox_claim"), {{"limit", std::to_string(limit)}});
}

Params claim_params(const MessageClaim& request)
{
    Params params;
    params.text(request.owner.str()).text(request.claim.str()).duration(request.lease);
    return params;
}

std::vector<MessageRow> claimed_rows(const Result& r, const OwnerId& owner, bool& used)
{
    std::vector<std::pair<std::int64_t, MessageRow>> due;
    for (int i = 0; i < r.rows(); ++i) {
        if (r.is_null(i, 1))
            continue;
        used = true;
        auto row = message_row(r, i, 1, Raw::without);
        if (row.owner == owner.str() && row.lease_until)
            due.emplace_back(r.number(i, was_next_at - 1), std::move(row));
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

Params settle_params(std::span<const Delivery> deliveries, std::span<const std::size_t> which)
{
    std::vector<std::string> ids, owners, errors;
    std::vector<std::int64_t> tokens, retries, tries;
    std::vector<bool> delivered, failed;
    for (const auto i : which) {
        const auto& d = deliveries[i];
        ids.push_back(d.id.str());
        owners.push_back(d.owner.str());
        tokens.push_back(d.token.number());
        delivered.push_back(d.delivered);
        errors.push_back(d.error);
        retries.push_back(d.retry_after.count());
        tries.push_back(d.max_tries);
        failed.push_back(!d.delivered && d.failed);
    }
    Params params;
    params.texts(ids).texts(owners).numbers(tokens).booleans(delivered).texts(errors).numbers(retries).numbers(tries);
    params.booleans(failed);
    return params;
}

void read_settled(const Result& r, std::span<const std::size_t> which, std::vector<DeliveryAnswer>& answers)
{
    for (int row = 0; row < r.rows(); ++row) {
        if (r.is_null(row, 1))
            continue;
        auto& out = answers[which[static_cast<std::size_t>(r.number(row, 1) - 1)]];
        out.accepted = true;
        out.row = message_row(r, row, 2, Raw::without);
    }
}

} // namespace lockdesk::postgres
