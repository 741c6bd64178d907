// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/outbox.h"

#include "backends/engine/placeholders.h"
#include "backends/engine/text.h"
#include "backends/postgres/listing.h"
#include "backends/postgres/outbox_rows.h"
#include "backends/postgres/rows.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace lockdesk::postgres {

namespace {

constexpr std::int64_t counting_cap = 100'000; // as in outbox_backlog.sql

const Listing<MessageRow>& message_listing()
{
    static const Listing<MessageRow> listing{
        "outbox_list",
        "lockdesk_outbox",
        "k.seq",
        "k.seq",
        false,
        {{"id", "k.id"}, {"name", "k.id"}, {"topic", "k.topic"}, {"owner", "k.owner"}, {"claim", "k.claim_id"}},
        [](const Result& r, int row) { return message_row(r, row, 1, Raw::doubtful); },
        [](const Result& r, int row) { return std::to_string(r.number(row, 2)); }};
    return listing;
}

} // namespace

Answer<bool> PostgresOutbox::add(const NewMessage& message)
{
    Params params;
    params.text(message.id.str()).text(message.topic.str()).text(message.payload);
    const auto answer = m_link.run("outbox_add", params, Effect::write);
    if (!answer)
        return answer.failure();
    const bool added = answer->number(0, 1) > 0;
    if (added)
        m_link.hint(Entity::message, message.topic.str());
    return {added, answer.store_time()};
}

Answer<std::vector<MessageRow>> PostgresOutbox::claim(const MessageClaim& request)
{
    auto answer = request.asking_again ? claim_again(request) : claim_once(request);
    if (answer && !answer->empty())
        m_link.hint_observers(Entity::message);
    return answer;
}

PostgresOutbox::Claimed PostgresOutbox::claim_once(const MessageClaim& request)
{
    const std::string key = claim_key(request.limit);
    const auto& sql = m_link.made(key, [&] { return claim_text(request.limit); });
    const Params params = claim_params(request);
    const auto answer = m_link.run_as("outbox_claim", key, sql, params, Effect::write);
    if (!answer)
        return answer.failure();
    bool used = false;
    return {claimed_rows(*answer, request.owner, used), answer.store_time()};
}

PostgresOutbox::Claimed PostgresOutbox::claim_again(const MessageClaim& request)
{
    return m_link.in_transaction<std::vector<MessageRow>>("outbox_claim", [&]() -> Claimed {
        const auto key = advisory_key(request.claim.str());
        Params lock;
        lock.number(static_cast<std::int32_t>(key >> 32)).number(static_cast<std::int32_t>(key));
        if (const auto locked = m_link.run("claim_lock", lock, Effect::write); !locked)
            return locked.failure();
        Params params;
        params.text(request.claim.str());
        const auto found = m_link.run("outbox_by_claim", params, Effect::read);
        if (!found)
            return found.failure();
        bool used = false;
        auto rows = claimed_rows(*found, request.owner, used);
        if (!used)
            return claim_once(request);
        return {std::move(rows), found.store_time()};
    });
}

Answer<bool> PostgresOutbox::begin(const DeliveryBegin& request)
{
    std::vector<std::string> rest;
    for (const MessageId& id : request.rest)
        rest.push_back(id.str());
    Params params;
    params.text(request.id.str()).text(request.owner.str()).number(request.token.number()).duration(request.lease);
    params.text(request.claim ? request.claim->str() : std::string()).texts(rest);
    const auto answer = m_link.run("outbox_begin", params, Effect::write);
    if (!answer)
        return answer.failure();
    const bool begun = answer->number(0, 1) > 0;
    if (begun)
        m_link.hint_observers(Entity::message);
    return {begun, answer.store_time()};
}

Answer<std::vector<DeliveryAnswer>> PostgresOutbox::settle(std::span<const Delivery> deliveries)
{
    std::vector<DeliveryAnswer> answers(deliveries.size());
    std::optional<TimePoint> now;
    std::vector<std::size_t> left(deliveries.size());
    std::iota(left.begin(), left.end(), 0);
    while (!left.empty()) {
        std::vector<std::size_t> batch;
        std::vector<std::size_t> later;
        std::set<std::string_view> seen;
        for (const auto i : left)
            (seen.insert(deliveries[i].id.str()).second ? batch : later).push_back(i);
        std::sort(batch.begin(), batch.end(), [&](auto a, auto b) { return deliveries[a].id < deliveries[b].id; });
        const auto done = settle_batch(deliveries, batch, answers);
        if (!done)
            return done.failure();
        now = *done;
        left = std::move(later);
    }
    return {std::move(answers), now};
}

Answer<std::optional<TimePoint>> PostgresOutbox::settle_batch(std::span<const Delivery> deliveries,
                                                              std::span<const std::size_t> which,
                                                              std::vector<DeliveryAnswer>& answers)
{
    const auto answer = m_link.run("outbox_settle", settle_params(deliveries, which), Effect::write);
    if (!answer)
        return answer.failure();
    read_settled(*answer, which, answers);
    for (const auto i : which) {
        if (answers[i].accepted)
            continue;
        auto row = find(deliveries[i].id);
        if (!row)
            return row.failure();
        answers[i].row = std::move(*row);
    }
    m_link.hint_observers(Entity::message);
    return answer.store_time();
}

Answer<Backlog> PostgresOutbox::backlog()
{
    const auto answer = m_link.run("outbox_backlog", {}, Effect::read);
    if (!answer)
        return answer.failure();
    const auto now = answer->time(0, 0).value_or(TimePoint{});
    Backlog out;
    out.pending = std::min(answer->number(0, 1), counting_cap);
    out.sending = std::min(answer->number(0, 2), counting_cap);
    if (const auto oldest = answer->time(0, 3))
        out.oldest = std::max(now - *oldest, Duration{0});
    out.in_rate = static_cast<double>(answer->number(0, 4)) / 60.0;
    out.out_rate = static_cast<double>(answer->number(0, 5)) / 60.0;
    out.dead = std::min(answer->number(0, 6), counting_cap);
    if (const auto next = answer->time(0, 7))
        out.next_due = std::max(*next - now, Duration{0});
    out.capped = answer->number(0, 1) > counting_cap || answer->number(0, 6) > counting_cap;
    return {out, answer.store_time()};
}

Answer<std::optional<MessageRow>> PostgresOutbox::find(const MessageId& id)
{
    const auto& sql = m_link.made("outbox_find", [] {
        return fill_placeholders(statement_text("outbox_list"), {{"where", "k.id = $1"}, {"order", ""}, {"limit", ""}});
    });
    Params params;
    params.text(id.str());
    const auto answer = m_link.run_as("outbox_find", "outbox_find", sql, params, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->is_null(0, 1))
        return {std::optional<MessageRow>{}, answer.store_time()};
    return {std::optional(message_row(*answer, 0, 1, Raw::with)), answer.store_time()};
}

Answer<Page<MessageRow>> PostgresOutbox::list(const ListRequest& request)
{
    return list_rows(m_link, message_listing(), request);
}

Answer<std::int64_t> PostgresOutbox::collect(Duration older_than, std::int64_t limit)
{
    Params params;
    params.duration(older_than).number(limit);
    const auto answer = m_link.run("outbox_collect", params, Effect::write);
    if (!answer)
        return answer.failure();
    return {answer->number(0, 1), answer.store_time()};
}

} // namespace lockdesk::postgres
