// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/concerns.h"

#include "backends/engine/rules/storable.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/listing.h"
#include "backends/mongodb/marks.h"
#include "backends/mongodb/outbox_parts.h"
#include "backends/mongodb/spans.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

namespace lockdesk::mongodb {

namespace {

constexpr int message_rounds = 16;
constexpr std::size_t most_messages_in_one_command = 1000;

} // namespace

Values message_values(const NewMessage& message)
{
    static std::atomic<std::uint64_t> counter{0};
    Values v;
    v.text("id", message.id.str()).text("topic", message.topic.str()).text("payload", message.payload);
    v.whole("counter", static_cast<std::int64_t>(counter++ % 2048));
    return v;
}

namespace {

class MongoOutbox final : public Outbox
{
public:
    explicit MongoOutbox(Link& link) : m_link(link) {}

    Answer<bool> add(const NewMessage& message) override
    {
        auto reply = m_link.add("outbox_add", "outbox", message_values(message));
        if (!reply)
            return reply.failure();
        return {!(*reply)["upserted"].items().empty(), m_link.estimated_now()};
    }

    Answer<std::vector<MessageRow>> claim(const MessageClaim& request) override
    {
        if (auto failed = m_link.begin_write("outbox_claim"))
            return *failed;
        if (request.asking_again) {
            auto taken = taken_by(request);
            if (!taken)
                return taken.failure();
            if (!taken->empty()) {
                if (auto failed = m_link.confirm("outbox_claim", Effect::writes))
                    return *failed;
                std::erase_if(*taken, [&](const Bson& doc) {
                    return doc["state"].text() != "sending" || doc["owner"].text() != request.owner.str();
                });
                auto meta = m_link.look();
                if (!meta)
                    return meta.failure();
                return {rows_of(*taken, meta->now), meta->now};
            }
        }
        Values values;
        values.text("owner", request.owner.str()).text("claim", request.claim.str()).whole("lease", lease_us(request.lease));
        values.doc("topic", about(request.topic));
        std::vector<Bson> taken;
        if (request.limit > 1) {
            auto batch = take_batch(request, values);
            if (!batch)
                return batch.failure();
            taken = std::move(*batch);
        }
        if (taken.empty() && request.limit > 0) {
            auto one = m_link.change("outbox_claim", values);
            if (!one)
                return one.failure();
            if (*one)
                taken.push_back(std::move(**one));
        }
        if (!taken.empty())
            return {rows_of(taken, latest(taken)), latest(taken)};
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        return {std::vector<MessageRow>{}, meta->now};
    }

    Answer<bool> begin(const DeliveryBegin& request) override
    {
        if (auto failed = m_link.begin_write("outbox_begin"))
            return *failed;
        Values values;
        values.text("id", request.id.str()).text("owner", request.owner.str()).whole("token", request.token.number());
        values.whole("lease", lease_us(request.lease));
        auto begun = m_link.change("outbox_begin", values);
        if (!begun)
            return begun.failure();
        if (!*begun)
            return false;
        const auto now = (**begun)["at"].time();
        if (request.claim && !request.rest.empty()) {
            Bson ids;
            for (const MessageId& id : request.rest)
                ids.push(id.str());
            Values rest;
            rest.array("ids", std::move(ids)).text("claim", request.claim->str()).text("owner", request.owner.str());
            rest.whole("lease", lease_us(request.lease));
            if (auto done = m_link.write("outbox_extend", rest); !done)
                return done.failure();
        }
        return {true, now};
    }

    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) override
    {
        if (auto failed = m_link.begin_write("outbox_settle"))
            return *failed;
        std::vector<DeliveryAnswer> out;
        std::optional<TimePoint> at;
        for (std::size_t begin = 0; begin < deliveries.size(); begin += most_messages_in_one_command) {
            const auto some = deliveries.subspan(begin, std::min(most_messages_in_one_command, deliveries.size() - begin));
            std::vector<std::string> marks, ids;
            Bson updates;
            for (const Delivery& d : some) {
                Values v;
                marks.push_back(make_mark());
                ids.push_back(d.id.str());
                v.text("id", d.id.str())
                    .text("owner", d.owner.str())
                    .whole("token", d.token.number())
                    .text("mark", marks.back());
                v.text("error", storable(d.error))
                    .whole("retry_after", bounded_us(d.retry_after))
                    .whole("max_tries", d.max_tries)
                    .whole("failed", d.failed ? 1 : 0);
                const char* one = d.delivered ? "outbox_settle_sent" : "outbox_settle_failed";
                updates.doc(std::to_string(marks.size() - 1), m_link.filled(one, v));
            }
            auto done = m_link.write("outbox_settle", Values().array("updates", std::move(updates)));
            if (!done)
                return done.failure();
            auto meta = m_link.look();
            if (!meta)
                return in_doubt_after(meta.failure());
            auto after = named(ids);
            if (!after)
                return in_doubt_after(after.failure());
            std::map<std::string, const Bson*> by_id;
            for (const Bson& doc : *after)
                by_id[id_text(doc["_id"])] = &doc;
            at = meta->now;
            for (std::size_t i = 0; i < some.size(); ++i) {
                DeliveryAnswer answer;
                if (const auto found = by_id.find(ids[i]); found != by_id.end()) {
                    answer.accepted = has_mark(found->second->view(), marks[i]);
                    answer.row = message_row(found->second->view(), meta->now, answer.accepted ? Raw::doubtful : Raw::with);
                }
                out.push_back(std::move(answer));
            }
        }
        return {std::move(out), at};
    }

    Answer<Backlog> backlog(const std::optional<Topic>& topic) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        constexpr std::int64_t cap = 100'000;
        const auto now = to_us(meta->now);
        const auto minute_ago = Bson().whole("$gt", now - 60'000'000).whole("$lte", now);
        const Bson waiting = Bson().doc("state", Bson().array("$in", Bson().text("0", "pending").text("1", "sending")));
        const Bson any_state =
            Bson().array("$in", Bson().text("0", "pending").text("1", "sending").text("2", "sent").text("3", "dead"));
        const auto of_topic = [&](Bson query) {
            if (topic)
                query.text("topic", topic->str());
            return query;
        };
        const auto pending = count(of_topic(waiting), cap);
        const auto sending = count(of_topic(Bson().text("state", "sending").doc("due_at", Bson().whole("$gt", now))), cap);
        const auto dead = count(of_topic(Bson().text("state", "dead")), cap);
        const auto added = count(of_topic(Bson().doc("state", any_state).doc("created_at", minute_ago)), cap);
        const auto sent = count(of_topic(Bson().doc("sent_at", minute_ago)), cap);
        for (const auto* one : {&pending, &sending, &dead, &added, &sent})
            if (!*one)
                return one->failure();
        const auto oldest = earliest(of_topic(waiting), "created_at");
        const auto next = earliest(of_topic(Bson().doc("due_at", Bson().whole("$gte", 0))), "due_at");
        for (const auto* one : {&oldest, &next})
            if (!*one)
                return one->failure();
        Backlog b;
        b.pending = *pending;
        b.sending = *sending;
        b.dead = *dead;
        b.capped = *pending >= cap || *dead >= cap;
        b.in_rate = static_cast<double>(*added) / 60.0;
        b.out_rate = static_cast<double>(*sent) / 60.0;
        if (*oldest)
            b.oldest = meta->now - **oldest;
        if (*next)
            b.next_due = std::max(Duration{0}, Duration{**next - meta->now});
        return {b, meta->now};
    }

    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override
    {
        if (auto failed = m_link.begin_write("outbox_retry_dead"))
            return *failed;
        std::vector<std::string> dead;
        if (auto failed = m_link.each("outbox_dead", Values().doc("which", which(ids)), [&](View doc) {
                dead.push_back(id_text(doc["_id"]));
                return true;
            }))
            return *failed;
        auto done = m_link.write("outbox_retry_dead", Values().doc("which", which(ids)));
        if (!done)
            return done.failure();
        auto meta = m_link.look();
        if (!meta)
            return in_doubt_after(meta.failure());
        std::vector<MessageRow> out;
        for (std::size_t begin = 0; begin < dead.size(); begin += most_messages_in_one_command) {
            auto after = named(std::span(dead).subspan(begin, std::min(most_messages_in_one_command, dead.size() - begin)));
            if (!after)
                return in_doubt_after(after.failure());
            for (MessageRow& row : rows_of(*after, meta->now))
                if (row.state != MessageState::dead)
                    out.push_back(std::move(row));
        }
        return {std::move(out), meta->now};
    }

    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        return {std::vector<std::string>{m_link.shown("outbox_retry_dead", Values().doc("which", which(ids)))}, meta->now};
    }

    Answer<std::optional<MessageRow>> find(const MessageId& id) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        const Bson lookups = Bson().push(m_link.lookup_one("outbox", id.str(), "rows"));
        auto meta = m_link.look(&lookups);
        if (!meta)
            return meta.failure();
        const View doc = meta->doc["rows"]["0"];
        return {doc.present() ? std::optional(message_row(doc, meta->now, Raw::with)) : std::nullopt, meta->now};
    }

    Answer<Page<MessageRow>> list(const ListRequest& request) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        Query query{{}, Bson().whole("seq", 1).whole("_id", 1)};
        demand(query.filter, "_id", request.filter, {"id", "name"});
        demand(query.filter, "claim_id", request.filter, {"claim"});
        demand_text(query.filter, request.filter, {{"_id", "id"}, {"_id", "name"}, {"topic", "topic"}, {"owner", "owner"}});
        return list_rows<MessageRow>(m_link, "outbox", query, request, meta->now,
                                     [&](View doc) { return message_row(doc, meta->now); });
    }

    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        if (auto failed = m_link.begin_write("outbox_collect"))
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        const auto old = Values().whole("before", to_us(meta->now) - bounded_us(older_than)).whole("limit", limit);
        Bson deletes;
        int count = 0;
        if (auto failed = m_link.each("outbox_collect", old, [&](View doc) {
                Bson same;
                doc["_id"].append_to(same.get(), "_id");
                deletes.push(Bson().doc("q", same.text("state", "sent")).whole("limit", 1));
                return ++count < limit;
            }))
            return *failed;
        if (count == 0)
            return {0, meta->now};
        auto gone = m_link.run("outbox_collect",
                               Bson().text("delete", m_link.collection("outbox")).array("deletes", deletes), Effect::writes);
        if (!gone)
            return gone.failure();
        return {(*gone)["n"].integer(), meta->now};
    }

private:
    Answer<std::vector<Bson>> named(std::span<const std::string> ids)
    {
        Bson list;
        for (std::size_t i = 0; i < ids.size(); ++i)
            list.text(std::to_string(i), ids[i]);
        std::vector<Bson> out;
        if (auto failed = m_link.each("outbox_find", Values().array("ids", std::move(list)), [&](View doc) {
                out.push_back(doc.copy());
                return true;
            }))
            return *failed;
        return out;
    }

    Answer<std::vector<Bson>> taken_by(const MessageClaim& request)
    {
        std::vector<Bson> out;
        if (auto failed = m_link.each("outbox_by_claim", Values().text("claim", request.claim.str()), [&](View doc) {
                out.push_back(doc.copy());
                return true;
            }))
            return *failed;
        return out;
    }

    // Reads candidates and claims those still due: one update for all, atomic per message.
    Answer<std::vector<Bson>> take_batch(const MessageClaim& request, const Values& values)
    {
        std::vector<Bson> taken;
        for (int round = 0; round < message_rounds && static_cast<std::int64_t>(taken.size()) < request.limit; ++round) {
            Values look = values;
            look.whole("limit", request.limit - static_cast<std::int64_t>(taken.size()));
            std::set<std::string> mine;
            for (const Bson& doc : taken)
                mine.insert(id_text(doc["_id"]));
            Bson ids;
            bool some = false;
            if (auto failed = m_link.each("outbox_look", look, [&](View doc) {
                    if (mine.contains(id_text(doc["_id"])))
                        return true;
                    ids.push(doc["_id"].text());
                    some = true;
                    return true;
                }))
                return *failed;
            if (!some)
                break;
            Values take = values;
            take.array("ids", std::move(ids));
            auto done = m_link.write("outbox_take", take);
            if (!done)
                return done.failure();
            if ((*done)["n"].integer() == 0)
                continue;
            auto now = taken_by(request);
            if (!now)
                return now.failure();
            taken = std::move(*now);
        }
        return taken;
    }

    Answer<std::int64_t> count(const Bson& query, std::int64_t most)
    {
        auto reply = m_link.run("outbox_backlog",
                                Bson().text("count", m_link.collection("outbox")).doc("query", query).whole("limit", most),
                                Effect::reads);
        if (!reply)
            return reply.failure();
        return (*reply)["n"].integer();
    }

    Answer<std::optional<TimePoint>> earliest(const Bson& query, const char* field)
    {
        const Bson command = find_command(m_link, "outbox", {query, Bson().whole(field, 1)}, 1);
        auto reply = m_link.run("outbox_backlog", command, Effect::reads);
        if (!reply)
            return reply.failure();
        return (*reply)["cursor"]["firstBatch"]["0"][field].time();
    }

    Link& m_link;
};

} // namespace

std::unique_ptr<Outbox> make_outbox(Link& link) { return std::make_unique<MongoOutbox>(link); }

} // namespace lockdesk::mongodb
