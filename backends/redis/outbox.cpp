// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/concerns.h"

#include "backends/redis/decode.h"
#include "backends/redis/fetch.h"
#include "backends/redis/lists.h"
#include "backends/redis/spans.h"

#include <algorithm>

namespace lockdesk::redis {

namespace {

constexpr std::size_t deliveries_per_script = 1000;

std::vector<MessageRow> message_rows(View rows, TimePoint now)
{
    std::vector<MessageRow> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        out.push_back(message_row(rows[i][0].str(), rows[i][1], now));
    return out;
}

std::vector<std::string> texts_of(std::span<const MessageId> ids)
{
    std::vector<std::string> out;
    for (const MessageId& id : ids)
        out.push_back(id.str());
    return out;
}

// Returns the sorted set with the messages of a state; without a state, all. `sending` are pending with a lease.
std::string index_for(const Filter& filter)
{
    const std::string* state = demanded(filter, "state");
    if (state != nullptr && (*state == "dead" || *state == "sent" || *state == "sending"))
        return "out:" + *state;
    return state != nullptr && *state == "pending" ? "out:pending" : "out:all";
}

class RedisOutbox final : public Outbox
{
public:
    explicit RedisOutbox(Link& link) : m_link(link) {}

    Answer<bool> add(const NewMessage& message) override
    {
        m_link.call(scripts().outbox_add).add(message.id.str()).add(message.topic.str()).add(message.payload);
        return decoded(m_link.run(), first_boolean);
    }

    Answer<std::vector<MessageRow>> claim(const MessageClaim& request) override
    {
        for (std::int64_t passed = 0;;) {
            m_link.call(scripts().outbox_claim)
                .add(request.limit)
                .add(request.owner.str())
                .add(request.claim.str())
                .add(bounded_us(request.lease))
                .add(request.asking_again)
                .add(request.topic ? request.topic->str() : std::string())
                .add(passed);
            auto answer = m_link.run();
            if (!answer)
                return answer.failure();
            auto rows = message_rows((*answer)[1], answer->now);
            passed = (*answer)[2].integer();
            if (rows.empty() && passed > 0)
                continue;
            if (request.asking_again)
                std::sort(rows.begin(), rows.end(), [](const MessageRow& a, const MessageRow& b) {
                    return std::tie(a.next_at, a.seq) < std::tie(b.next_at, b.seq);
                });
            return {std::move(rows), answer->now};
        }
    }

    Answer<bool> begin(const DeliveryBegin& request) override
    {
        Wire& wire = m_link.call(scripts().outbox_begin);
        wire.add(request.id.str()).add(request.owner.str()).add(request.token.number()).add(bounded_us(request.lease));
        wire.add(request.claim ? request.claim->str() : std::string());
        if (request.claim)
            for (const MessageId& id : request.rest)
                wire.add(id.str());
        return decoded(m_link.run(), first_boolean);
    }

    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) override
    {
        std::vector<DeliveryAnswer> out;
        std::optional<TimePoint> now;
        while (!deliveries.empty() || !now) {
            const auto some = deliveries.first(std::min(deliveries.size(), deliveries_per_script));
            Wire& wire = m_link.call(scripts().outbox_settle);
            for (const Delivery& d : some)
                wire.add(d.id.str())
                    .add(d.owner.str())
                    .add(d.token.number())
                    .add(d.delivered)
                    .add(d.error)
                    .add(bounded_us(d.retry_after))
                    .add(d.max_tries)
                    .add(!d.delivered && d.failed);
            auto answer = m_link.run();
            if (!answer)
                return answer.failure();
            for (std::size_t i = 0; i < some.size(); ++i) {
                const View one = (*answer)[i + 1];
                DeliveryAnswer settled;
                settled.accepted = one[0].integer() == 1;
                if (one[1].is_array())
                    settled.row =
                        message_row(some[i].id.str(), one[1], answer->now, settled.accepted ? Raw::doubtful : Raw::with);
                out.push_back(std::move(settled));
            }
            now = answer->now;
            deliveries = deliveries.subspan(some.size());
        }
        return {std::move(out), now};
    }

    Answer<Backlog> backlog(const std::optional<Topic>& topic) override
    {
        if (topic)
            return backlog_of(*topic);
        m_link.call(scripts().outbox_backlog);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        Backlog out;
        out.pending = r[1].integer();
        out.sending = r[2].integer();
        if (const auto oldest = r[3].time())
            out.oldest = std::max(r.now - *oldest, Duration{0});
        out.in_rate = static_cast<double>(r[4].integer()) / 60.0;
        out.out_rate = static_cast<double>(r[5].integer()) / 60.0;
        out.dead = r[6].integer();
        if (const auto due = r[7].time())
            out.next_due = std::max(*due - r.now, Duration{0});
        return {out, r.now};
    }

    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override
    {
        return decoded(m_link.run(scripts().outbox_retry_dead, texts_of(ids)),
                       [&](const Reply& r) { return message_rows(r[1], r.now); });
    }

    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override
    {
        return std::vector<std::string>{m_link.shown(scripts().outbox_retry_dead, texts_of(ids))};
    }

    Answer<std::optional<MessageRow>> find(const MessageId& id) override
    {
        m_link.call(scripts().named).add("message").add(id.str());
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        std::optional<MessageRow> out;
        if ((*answer)[3].size() == 1)
            out = message_row((*answer)[3][0][0].str(), (*answer)[3][0][1], answer->now, Raw::with);
        return {std::move(out), answer->now};
    }

    Answer<Page<MessageRow>> list(const ListRequest& request) override
    {
        auto collector = collector_of<MessageRow>(request);
        const std::string* id = demanded(request.filter, "id");
        if (id == nullptr)
            id = demanded(request.filter, "name");
        const std::string index = index_for(request.filter);
        TimePoint now{};
        const auto offer = [&](std::string one, View values) {
            if (!collector.full())
                collector.offer(message_row(std::move(one), values, now), now);
        };
        std::int64_t rank = 0;
        for (;;) {
            m_link.call(scripts().page).add(index).add(rank).add(page_size).add(17).add(false).add(false);
            auto page = m_link.run();
            if (!page)
                return page.failure();
            now = page->now;
            std::vector<std::string> missing;
            const auto ids = id != nullptr ? std::vector<std::string>{*id} : texts_of((*page)[3]);
            if (auto failure = fetch_rows(m_link, Entity::message, ids, offer, missing))
                return *failure;
            rank += (*page)[2].integer();
            if (id == nullptr && (*page)[2].integer() == page_size && !collector.full())
                continue;
            std::sort(collector.rows().begin(), collector.rows().end(),
                      [](const MessageRow& a, const MessageRow& b) { return a.seq < b.seq; });
            return {collector.page((*page)[1].integer()), now};
        }
    }

    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        return collect_rows(m_link, scripts().outbox_collect, older_than, limit);
    }

private:
    struct OfTopic
    {
        std::int64_t count = 0, sending = 0;
        std::optional<TimePoint> first, due;
    };
    // Reads page by page: there is no set for each topic.
    Answer<OfTopic> count_topic(const char* set, std::int64_t least, const Topic& topic)
    {
        OfTopic out;
        for (std::int64_t passed = 0;;) {
            m_link.call(scripts().outbox_count_topic).add(set).add(least).add(topic.str()).add(passed);
            auto answer = m_link.run();
            if (!answer)
                return answer.failure();
            const Reply& r = *answer;
            out.count += r[1].integer();
            out.sending += r[2].integer();
            out.first = out.first ? out.first : r[3].time();
            if (const auto due = r[4].time())
                out.due = std::min(out.due.value_or(*due), *due);
            passed = r[5].integer();
            if (passed == 0)
                return {out, r.now};
        }
    }

    Answer<Backlog> backlog_of(const Topic& topic)
    {
        const auto pending = count_topic("out:pending", 0, topic);
        if (!pending)
            return pending.failure();
        const auto now = pending.store_time().value_or(TimePoint{});
        const auto since = to_us(now) - 60'000'000 + 1;
        const auto added = count_topic("out:all", since, topic);
        const auto sent = count_topic("out:sent", since, topic);
        const auto dead = count_topic("out:dead", 0, topic);
        for (const auto* one : {&added, &sent, &dead})
            if (!*one)
                return one->failure();
        Backlog out;
        out.pending = pending->count;
        out.sending = pending->sending;
        if (pending->first)
            out.oldest = std::max(now - *pending->first, Duration{0});
        if (pending->due)
            out.next_due = std::max(*pending->due - now, Duration{0});
        out.in_rate = static_cast<double>(added->count) / 60.0;
        out.out_rate = static_cast<double>(sent->count) / 60.0;
        out.dead = dead->count;
        return {out, now};
    }

    Link& m_link;
};

} // namespace

std::unique_ptr<Outbox> make_outbox(Link& link) { return std::make_unique<RedisOutbox>(link); }

} // namespace lockdesk::redis
