// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include "backends/engine/text/text.h"
#include "backends/sql/rows.h"

namespace lockdesk::postgres {

namespace {

constexpr int was_next_at = 17; // after the columns of a message
// The receiver determines how long a delivery lasts, not the server.
constexpr const char* no_idle_limit = "SET LOCAL idle_in_transaction_session_timeout = 0";

using Claimed = Answer<std::vector<MessageRow>>;

Values claim_values(const sql::Link& link, const MessageClaim& request)
{
    Values values;
    values.sql("of_topic", sql::of_topic(link, request.topic));
    values.text("owner", request.owner.str()).text("claim", request.claim.str()).number("lease", request.lease.count());
    return values.sql("limit", std::to_string(request.limit));
}

Values settle_values(std::span<const Delivery> deliveries, std::span<const std::size_t> which)
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

void read_settled(const Result& r, std::span<const std::size_t> which, std::vector<DeliveryAnswer>& answers)
{
    for (int row = 0; row < r.rows(); ++row) {
        if (r.is_null(row, 1))
            continue;
        auto& out = answers[which[static_cast<std::size_t>(r.number(row, 1) - 1)]];
        out.accepted = true;
        out.row = sql::message_row(r, row, 2, sql::Raw::without);
    }
}

Claimed claim_once(sql::Link& link, const MessageClaim& request)
{
    const auto answer = link.run("outbox_claim", claim_values(link, request), Effect::write);
    if (!answer)
        return answer.failure();
    return {sql::claimed_messages(*answer, request.owner, was_next_at), answer.store_time()};
}

Claimed claim_messages(sql::Link& link, const MessageClaim& request)
{
    if (!request.asking_again)
        return claim_once(link, request);
    return link.in_transaction<std::vector<MessageRow>>("outbox_claim", [&]() -> Claimed {
        if (const auto locked = lock_claim(link, request.claim); !locked)
            return locked.failure();
        Values values;
        values.text("claim", request.claim.str());
        const auto found = link.run("outbox_by_claim", values, Effect::read);
        if (!found)
            return found.failure();
        bool used = false;
        auto rows = sql::claimed_messages(*found, request.owner, was_next_at, &used);
        if (!used)
            return claim_once(link, request);
        return {std::move(rows), found.store_time()};
    });
}

Answer<bool> begin_delivery(sql::Link& link, const DeliveryBegin& request)
{
    std::vector<std::string> rest;
    for (const MessageId& id : request.rest)
        rest.push_back(id.str());
    Values values;
    values.text("id", request.id.str()).text("owner", request.owner.str()).number("token", request.token.number());
    values.number("lease", request.lease.count()).text("claim", request.claim ? request.claim->str() : std::string());
    values.text("rest", array_of(rest));
    return sql::decoded(link.run("outbox_begin", values, Effect::write), sql::first_boolean);
}

Answer<std::optional<TimePoint>> settle_deliveries(sql::Link& link, std::span<const Delivery> deliveries,
                                                   std::span<const std::size_t> which, std::vector<DeliveryAnswer>& answers)
{
    const auto answer = link.run("outbox_settle", settle_values(deliveries, which), Effect::write);
    if (!answer)
        return answer.failure();
    read_settled(*answer, which, answers);
    for (const auto i : which) {
        if (answers[i].accepted)
            continue;
        auto row = sql::find_message(link, deliveries[i].id);
        if (!row)
            return row.failure();
        answers[i].row = std::move(*row);
    }
    return answer.store_time();
}

Claimed hold_messages(sql::Link& link, sql::Driver& holder, const MessageClaim& request, SteadyPoint until)
{
    link.note("begin", std::string("BEGIN; ") + no_idle_limit);
    auto begun = holder.begin(until, no_idle_limit);
    if (const auto* trouble = std::get_if<Trouble>(&begun))
        return link.to_failure(*trouble, "outbox_claim", false);
    auto claimed = link.send_over(holder, "outbox_claim", claim_values(link, request), until);
    if (const auto* trouble = std::get_if<Trouble>(&claimed))
        return link.to_failure(*trouble, "outbox_claim", false);
    const auto& reply = std::get<Reply>(claimed);
    return {sql::claimed_messages(reply, request.owner, was_next_at), reply.now()};
}

Answer<std::optional<TimePoint>> settle_held(sql::Link& link, sql::Driver& holder, std::span<const Delivery> deliveries,
                                             std::span<const std::size_t> which, std::vector<DeliveryAnswer>& answers)
{
    const auto until = link.deadline();
    auto settled = link.send_over(holder, "outbox_settle", settle_values(deliveries, which), until);
    if (const auto* trouble = std::get_if<Trouble>(&settled))
        return link.to_failure(*trouble, "outbox_settle", false);
    link.note("commit", "COMMIT");
    auto done = holder.literal("COMMIT", until);
    if (const auto* trouble = std::get_if<Trouble>(&done))
        return link.to_failure(*trouble, "outbox_settle", true);
    const auto& reply = std::get<Reply>(settled);
    read_settled(reply, which, answers);
    return reply.now();
}

} // namespace

const sql::OutboxVerbs outbox_verbs{claim_messages, begin_delivery, settle_deliveries, hold_messages, settle_held};

} // namespace lockdesk::postgres
