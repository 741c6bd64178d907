// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include "backends/mariadb/batch.h"
#include "backends/sql/rows.h"

#include <algorithm>
#include <map>

namespace lockdesk::mariadb {

namespace {

std::string change_of(const sql::Link& link, const Delivery& delivery)
{
    if (delivery.delivered)
        return link.text("outbox_set_sent");
    Values values;
    values.number("failed", delivery.failed ? 1 : 0).number("max_tries", delivery.max_tries);
    values.number("wait", std::min(delivery.retry_after.count(), sql::longest_wait));
    values.sql("error", delivery.error.empty() ? "last_error" : literal(delivery.error));
    return link.text("outbox_set_unsent", values);
}

Values settle_values(const sql::Link& link, std::span<const Delivery> deliveries, std::span<const std::size_t> which)
{
    Batch batch;
    for (const auto i : which) {
        const auto& d = deliveries[i];
        batch.add(change_of(link, d), "owner = " + literal(d.owner.str()) + " AND state = 'sending'", d.id.str(),
                  d.token.number());
    }
    Values values;
    values.sql("ids", batch.ids()).sql("updates", batch.updates(link.table("outbox")));
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
        out.row = sql::read_row<MessageRow>(after, row, 1, out.accepted ? Raw::without : Raw::with);
    }
}

sql::ClaimedMessages claim_again(sql::Link& link, const MessageClaim& request)
{
    auto values = sql::claim_values(link, request);
    values.sql("commit", "COMMIT;");
    guard_claim(link, request.claim, "outbox", values);
    return sql::decoded(link.run("outbox_claim", values, Effect::write),
                        [&](const Reply& reply) { return sql::claimed_messages(reply.set(0), request.owner); });
}

void add_begin_values(sql::Link& link, const DeliveryBegin& request, Values& values)
{
    Values others;
    if (request.claim && !request.rest.empty())
        others.sql("ids", literals(request.rest, &MessageId::str))
            .text("claim", request.claim->str())
            .text("owner", request.owner.str());
    values.sql("rest", others.all().empty() ? std::string() : link.text("outbox_extend", others));
}

} // namespace

// Its statements lock rows and read them, change those that match, and read them again.
const sql::OutboxVerbs outbox_verbs{
    .claim_again = claim_again,
    .begin = add_begin_values,
    .settle = settle_values,
    .settled = read_settled,
    .begin_hold = nullptr,
    .settles_refused_too = true,
};

} // namespace lockdesk::mariadb
