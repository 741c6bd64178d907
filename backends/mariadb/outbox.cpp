// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include "backends/mariadb/batch.h"
#include "backends/sql/rows.h"

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
           // Last: the expressions before it read the previous count.
           + (delivery.failed ? ", tries = tries + 1" : "");
}

Values claim_values(const sql::Link& link, const MessageClaim& request)
{
    Values values;
    values.sql("of_topic", sql::of_topic(link, request.topic));
    values.text("owner", request.owner.str()).text("claim", request.claim.str()).number("lease", request.lease.count());
    values.number("limit", request.limit);
    return values;
}

Values settle_values(const sql::Link& link, std::span<const Delivery> deliveries, std::span<const std::size_t> which)
{
    const auto prefix = link.table("");
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
        out.row = sql::message_row(after, row, 1, out.accepted ? sql::Raw::without : sql::Raw::with);
    }
}

Answer<std::vector<MessageRow>> claim_messages(sql::Link& link, const MessageClaim& request)
{
    Values values = claim_values(link, request);
    values.sql("commit", "COMMIT;");
    if (request.asking_again)
        guard_claim(link, request.claim, "outbox", values);
    const auto answer = link.run("outbox_claim", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {sql::claimed_messages(answer->set(0), request.owner, was_next_at), answer.store_time()};
}

Answer<bool> begin_delivery(sql::Link& link, const DeliveryBegin& request)
{
    std::string extension;
    if (request.claim && !request.rest.empty()) {
        std::string ids;
        for (const MessageId& id : request.rest)
            ids += (ids.empty() ? "" : ", ") + literal(id.str());
        Values others;
        others.sql("ids", ids).text("claim", request.claim->str()).text("owner", request.owner.str());
        extension = link.text("outbox_extend", others);
    }
    Values values;
    values.text("id", request.id.str()).text("owner", request.owner.str()).number("token", request.token.number());
    values.number("lease", request.lease.count()).sql("rest", extension);
    return sql::decoded(link.run("outbox_begin", values, Effect::write), sql::first_boolean);
}

// One command: locks the rows and reads them, changes those that match, reads them again.
Answer<std::optional<TimePoint>> settle_deliveries(sql::Link& link, std::span<const Delivery> deliveries,
                                                   std::span<const std::size_t> which, std::vector<DeliveryAnswer>& answers)
{
    Values values = settle_values(link, deliveries, which);
    values.sql("begin", "START TRANSACTION;");
    const auto answer = link.run("outbox_settle", values, Effect::write);
    if (!answer)
        return answer.failure();
    read_settled(*answer, deliveries, which, answers);
    return answer.store_time();
}

// Without {commit}: the transaction stays open.
Answer<std::vector<MessageRow>> hold_messages(sql::Link& link, sql::Driver& holder, const MessageClaim& request,
                                              SteadyPoint until)
{
    auto claimed = link.send_over(holder, "outbox_claim", claim_values(link, request), until);
    if (const auto* trouble = std::get_if<Trouble>(&claimed))
        return link.to_failure(*trouble, "outbox_claim", false);
    const auto& reply = std::get<Reply>(claimed);
    return {sql::claimed_messages(reply.set(0), request.owner, was_next_at), reply.now()};
}

// Without {begin}: in the transaction that is open; it commits.
Answer<std::optional<TimePoint>> settle_held(sql::Link& link, sql::Driver& holder, std::span<const Delivery> deliveries,
                                             std::span<const std::size_t> which, std::vector<DeliveryAnswer>& answers)
{
    auto settled = link.send_over(holder, "outbox_settle", settle_values(link, deliveries, which), link.deadline());
    if (const auto* trouble = std::get_if<Trouble>(&settled))
        return link.to_failure(*trouble, "outbox_settle", true);
    const auto& reply = std::get<Reply>(settled);
    read_settled(reply, deliveries, which, answers);
    return reply.now();
}

} // namespace

const sql::OutboxVerbs outbox_verbs{claim_messages, begin_delivery, settle_deliveries, hold_messages, settle_held};

} // namespace lockdesk::mariadb
