// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/outbox.h"

#include "backends/engine/text.h"
#include "backends/mariadb/batch.h"
#include "backends/mariadb/claim_guard.h"
#include "backends/mariadb/listing.h"
#include "backends/mariadb/outbox_rows.h"
#include "backends/mariadb/rows.h"

#include <algorithm>

namespace lockdesk::mariadb {

namespace {

constexpr std::int64_t counting_cap = 100'000; // as in outbox_backlog.sql

const Listing<MessageRow>& message_listing()
{
    static const Listing<MessageRow> listing{
        "outbox_list",
        "outbox",
        "k.seq",
        "k.seq",
        false,
        {{"id", "k.id"}, {"name", "k.id"}, {"topic", "k.topic"}, {"owner", "k.owner"}, {"claim", "k.claim_id"}},
        [](const Result& r, int row) { return message_row(r, row, 1, Raw::doubtful); },
        [](const Result& r, int row) { return std::to_string(r.number(row, 2)); }};
    return listing;
}

} // namespace

Answer<bool> MariaDbOutbox::add(const NewMessage& message)
{
    Values values;
    values.text("id", message.id.str()).text("topic", message.topic.str()).text("payload", message.payload);
    const auto answer = m_link.run("outbox_add", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {answer->last().boolean(0, 1), answer.store_time()};
}

Answer<std::vector<MessageRow>> MariaDbOutbox::claim(const MessageClaim& request)
{
    Values values = claim_values(request);
    values.sql("commit", "COMMIT;");
    if (request.asking_again)
        guard_claim(m_link, request.claim, "outbox", values);
    const auto answer = m_link.run("outbox_claim", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {claimed_rows(answer->set(0), request.owner), answer.store_time()};
}

Answer<bool> MariaDbOutbox::begin(const DeliveryBegin& request)
{
    std::string extension;
    if (request.claim && !request.rest.empty()) {
        std::string ids;
        for (const MessageId& id : request.rest)
            ids += (ids.empty() ? "" : ", ") + literal(id.str());
        Values others;
        others.sql("ids", ids).text("claim", request.claim->str()).text("owner", request.owner.str());
        extension = m_link.text("outbox_extend", others);
    }
    Values values;
    values.text("id", request.id.str()).text("owner", request.owner.str()).number("token", request.token.number());
    values.number("lease", request.lease.count()).sql("rest", extension);
    const auto answer = m_link.run("outbox_begin", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {answer->last().boolean(0, 1), answer.store_time()};
}

Answer<std::vector<DeliveryAnswer>> MariaDbOutbox::settle(std::span<const Delivery> deliveries)
{
    std::vector<DeliveryAnswer> answers(deliveries.size());
    for (const auto& delivery : deliveries)
        if (!is_utf8(delivery.error))
            return not_storable_failure("outbox_settle");
    const auto done =
        in_batches(deliveries, [&](std::span<const std::size_t> which) { return settle_batch(deliveries, which, answers); });
    if (!done)
        return done.failure();
    return {std::move(answers), *done};
}

// One command: holds the rows and tells how they are, changes those of whom it is true, tells how they are then.
Answer<std::optional<TimePoint>> MariaDbOutbox::settle_batch(std::span<const Delivery> deliveries,
                                                             std::span<const std::size_t> which,
                                                             std::vector<DeliveryAnswer>& answers)
{
    Values values = settle_values(m_link, deliveries, which);
    values.sql("begin", "START TRANSACTION;");
    const auto answer = m_link.run("outbox_settle", values, Effect::write);
    if (!answer)
        return answer.failure();
    read_settled(*answer, deliveries, which, answers);
    return answer.store_time();
}

Answer<Backlog> MariaDbOutbox::backlog()
{
    const auto answer = m_link.run("outbox_backlog", {}, Effect::read);
    if (!answer)
        return answer.failure();
    const auto now = answer->last().time(0, 0).value_or(TimePoint{});
    Backlog out;
    out.pending = std::min(answer->last().number(0, 1), counting_cap);
    out.sending = std::min(answer->last().number(0, 2), counting_cap);
    if (const auto oldest = answer->last().time(0, 3))
        out.oldest = std::max(now - *oldest, Duration{0});
    out.in_rate = static_cast<double>(answer->last().number(0, 4)) / 60.0;
    out.out_rate = static_cast<double>(answer->last().number(0, 5)) / 60.0;
    out.dead = std::min(answer->last().number(0, 6), counting_cap);
    if (const auto next = answer->last().time(0, 7))
        out.next_due = std::max(*next - now, Duration{0});
    out.capped = answer->last().number(0, 1) > counting_cap || answer->last().number(0, 6) > counting_cap;
    return {out, answer.store_time()};
}

Answer<std::optional<MessageRow>> MariaDbOutbox::find(const MessageId& id)
{
    Values values;
    values.text("id", id.str());
    const auto answer = m_link.run("outbox_find", values, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->last().is_null(0, 1))
        return {std::optional<MessageRow>{}, answer.store_time()};
    return {std::optional(message_row(answer->last(), 0, 1, Raw::with)), answer.store_time()};
}

Answer<Page<MessageRow>> MariaDbOutbox::list(const ListRequest& request)
{
    return list_rows(m_link, message_listing(), request);
}

Answer<std::int64_t> MariaDbOutbox::collect(Duration older_than, std::int64_t limit)
{
    Values values;
    values.number("older", older_than.count()).number("limit", limit);
    const auto answer = m_link.run("outbox_collect", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {answer->last().number(0, 1), answer.store_time()};
}

} // namespace lockdesk::mariadb
