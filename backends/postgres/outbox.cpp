// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include "backends/sql/rows.h"

namespace lockdesk::postgres {

namespace {

Values settle_values(const sql::Link&, std::span<const Delivery> deliveries, std::span<const std::size_t> which)
{
    const auto each = [&](const auto& of) { return array_of(which, [&](std::size_t i) { return of(deliveries[i]); }); };
    Values values;
    values.text("ids", each([](const Delivery& d) { return d.id.str(); }));
    values.text("owners", each([](const Delivery& d) { return d.owner.str(); }));
    values.text("tokens", each([](const Delivery& d) { return d.token.number(); }));
    values.text("delivered", each([](const Delivery& d) { return d.delivered; }));
    values.text("errors", each([](const Delivery& d) { return d.error; }));
    values.text("retries", each([](const Delivery& d) { return std::int64_t{d.retry_after.count()}; }));
    values.text("tries", each([](const Delivery& d) { return d.max_tries; }));
    return values.text("failed", each([](const Delivery& d) { return !d.delivered && d.failed; }));
}

void read_settled(const Reply& r, std::span<const Delivery>, std::span<const std::size_t> which,
                  std::vector<DeliveryAnswer>& answers)
{
    for (int row = 0; row < r.rows(); ++row) {
        if (r.is_null(row, 1))
            continue;
        auto& out = answers[which[static_cast<std::size_t>(r.number(row, 1) - 1)]];
        out.accepted = true;
        out.row = sql::read_row<MessageRow>(r, row, 2, Raw::without);
    }
}

sql::ClaimedMessages claim_again(sql::Link& link, const MessageClaim& request)
{
    const auto found_or_claimed = [&](const Reply& found) -> sql::ClaimedMessages {
        bool used = false;
        auto rows = sql::claimed_messages(found, request.owner, &used);
        if (used)
            return {std::move(rows), found.now()};
        return sql::decoded(link.run("outbox_claim", sql::claim_values(link, request), Effect::write),
                            [&](const Reply& reply) { return sql::claimed_messages(reply, request.owner); });
    };
    return link.in_transaction<std::vector<MessageRow>>("outbox_claim", [&] {
        return sql::decoded(lock_claim(link, request.claim), [&](const Reply&) {
            return sql::decoded(link.run("outbox_by_claim", {{"claim", request.claim}}, Effect::read), found_or_claimed);
        });
    });
}

void add_begin_values(sql::Link&, const DeliveryBegin& request, Values& values)
{
    values.text("claim", request.claim ? request.claim->str() : std::string());
    values.text("rest", array_of(request.rest, &MessageId::str));
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
