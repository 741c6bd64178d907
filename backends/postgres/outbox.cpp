// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include "backends/sql/rows.h"

namespace lockdesk::postgres {

namespace {

Values settle_values(const sql::Link&, std::span<const Delivery> deliveries, std::span<const std::size_t> which)
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
    Values values;
    values.text("ids", array_of(ids)).text("owners", array_of(owners)).text("tokens", array_of(tokens));
    values.text("delivered", array_of(delivered)).text("errors", array_of(errors)).text("retries", array_of(retries));
    return values.text("tries", array_of(tries)).text("failed", array_of(failed));
}

void read_settled(const Reply& r, std::span<const Delivery>, std::span<const std::size_t> which,
                  std::vector<DeliveryAnswer>& answers)
{
    for (int row = 0; row < r.rows(); ++row) {
        if (r.is_null(row, 1))
            continue;
        auto& out = answers[which[static_cast<std::size_t>(r.number(row, 1) - 1)]];
        out.accepted = true;
        out.row = sql::message_row(r, row, 2, sql::Raw::without);
    }
}

sql::ClaimedMessages claim_again(sql::Link& link, const MessageClaim& request)
{
    return link.in_transaction<std::vector<MessageRow>>("outbox_claim", [&]() -> sql::ClaimedMessages {
        if (const auto locked = lock_claim(link, request.claim); !locked)
            return locked.failure();
        const auto found = link.run("outbox_by_claim", Values().text("claim", request.claim.str()), Effect::read);
        if (!found)
            return found.failure();
        bool used = false;
        auto rows = sql::claimed_messages(*found, request.owner, &used);
        if (used)
            return {std::move(rows), found.store_time()};
        return sql::decoded(link.run("outbox_claim", sql::claim_values(link, request), Effect::write),
                            [&](const Reply& reply) { return sql::claimed_messages(reply, request.owner); });
    });
}

void add_begin_values(sql::Link&, const DeliveryBegin& request, Values& values)
{
    std::vector<std::string> rest;
    for (const MessageId& id : request.rest)
        rest.push_back(id.str());
    values.text("claim", request.claim ? request.claim->str() : std::string()).text("rest", array_of(rest));
}

} // namespace

const sql::OutboxVerbs outbox_verbs{
    .claim_again = claim_again,
    .begin = add_begin_values,
    .settle = settle_values,
    .settled = read_settled,
    // The receiver determines how long a delivery lasts, not the server.
    .begin_hold = "SET LOCAL idle_in_transaction_session_timeout = 0",
    .settles_refused_too = false,
};

} // namespace lockdesk::postgres
