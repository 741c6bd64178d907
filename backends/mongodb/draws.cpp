// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/concerns.h"

#include "backends/engine/rules/draw_rows.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/listing.h"

#include <algorithm>
#include <unordered_map>

namespace lockdesk::mongodb {

namespace {

/// Requires a replica set: a transaction locks the event's document, checks for a duplicate and assigns the number.
class MongoDraws final : public Draws
{
public:
    explicit MongoDraws(Link& link) : m_link(link) {}
    Answer<DrawInfo> open(const EventId& event, std::int64_t places) override;
    Answer<std::optional<DrawInfo>> find(const EventId& event) override;
    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) override;
    Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) override;
    Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) override;

private:
    struct Held;
    std::optional<Failure> hold(const Link::Send& send, const EventId& event, std::optional<Held>& held);
    std::optional<Failure> number(const Link::Send& send, const EventId& event, std::span<const PersonId> persons,
                                  const Held& held, std::vector<DrawEntry>& entries);
    std::optional<Failure> rank(const Link::Send& send, const EventId& event, FencingToken token, std::int64_t limit,
                                const Held& held, Consumed& out);
    Link& m_link;
};

constexpr std::size_t at_once = 1000; // documents per command; same as in draw_apply_known and draw_consume_list

DrawInfo info_of(View doc)
{
    const auto count = [&doc](const char* field) { return doc[field].nil() ? 0 : doc[field].integer(-1); };
    return {id_text(doc["_id"]),
            count("places"),
            count("last_seq"),
            count("last_rank"),
            FencingToken(count("leader_token")),
            false};
}

DrawEntry entry_of(View doc)
{
    return {doc["event"].str(),   doc["person"].str(),  ApplyResult::accepted,
            doc["seq"].integer(), doc["rank"].number(), doc["applied_at"].time().value_or(TimePoint{})};
}

Bson id_of(const EventId& event, const std::string& person)
{
    return Bson().text("event", event.str()).text("person", person);
}

Bson document_of(const EventId& event, const DrawEntry& entry)
{
    return Bson()
        .doc("_id", id_of(event, entry.person))
        .text("event", entry.event)
        .text("person", entry.person)
        .whole("seq", entry.seq)
        .null("rank")
        .whole("applied_at", to_us(entry.applied_at));
}

} // namespace

// The event as read by the transaction, which holds it until its end.
struct MongoDraws::Held
{
    DrawInfo draw;
    TimePoint now;
};

std::optional<Failure> MongoDraws::hold(const Link::Send& send, const EventId& event, std::optional<Held>& held)
{
    held.reset();
    Bson reply;
    if (auto failed = send(m_link.filled("draw_hold", Values().text("event", event.str())), reply))
        return failed;
    const View doc = reply["value"];
    if (!doc.is_document())
        return std::nullopt;
    held = Held{info_of(doc), time_from_us(doc["at"].integer())};
    return draw_numbers_defect(held->draw);
}

Answer<DrawInfo> MongoDraws::open(const EventId& event, std::int64_t places)
{
    if (auto defect = places_defect(places))
        return *defect;
    if (auto failed = m_link.begin_write("draw_open", Schema::fresh))
        return *failed;
    Values values;
    values.text("id", event.str()).whole("places", places);
    constexpr int tries = 8;
    for (int i = 0; i < tries; ++i) {
        auto reply = m_link.write("draw_open", values);
        if (!reply && reply.failure().code == "DuplicateKey")
            continue; // two concurrent inserts: the second one finds the row
        if (!reply)
            return reply.failure();
        DrawInfo draw = info_of((*reply)["value"]);
        draw.created = (*reply)["lastErrorObject"]["upserted"].present();
        return {std::move(draw), m_link.looked_now()};
    }
    return m_link.failure({Trouble::Cause::kept_changing}, "draw_open");
}

Answer<std::optional<DrawInfo>> MongoDraws::find(const EventId& event)
{
    if (auto failed = m_link.begin_read())
        return *failed;
    const Bson lookups = Bson().push(m_link.lookup_one("draws", event.str(), "rows"));
    auto meta = m_link.look(&lookups);
    if (!meta)
        return meta.failure();
    if (auto failed = m_link.confirm("draw_find", Effect::reads))
        return *failed;
    const View doc = meta->doc["rows"]["0"];
    return {doc.present() ? std::optional(info_of(doc)) : std::nullopt, meta->now};
}

Answer<std::optional<std::vector<DrawEntry>>> MongoDraws::apply(const EventId& event, std::span<const PersonId> persons)
{
    if (auto failed = m_link.begin_write("draw_apply", Schema::fresh))
        return *failed;
    std::optional<Held> held;
    std::vector<DrawEntry> entries;
    if (auto failed = m_link.transaction("draw_apply", [&](const Link::Send& send) {
            auto trouble = hold(send, event, held);
            return trouble || !held ? trouble : number(send, event, persons, *held, entries);
        }))
        return *failed;
    if (!held)
        return {std::optional<std::vector<DrawEntry>>{}, m_link.looked_now()};
    return {std::optional(std::move(entries)), held->now};
}

std::optional<Failure> MongoDraws::number(const Link::Send& send, const EventId& event, std::span<const PersonId> persons,
                                          const Held& held, std::vector<DrawEntry>& entries)
{
    entries.clear();
    std::unordered_map<std::string, DrawEntry> known;
    for (std::size_t from = 0; from < persons.size(); from += at_once) {
        Bson ids;
        for (const PersonId& person : persons.subspan(from, std::min(at_once, persons.size() - from)))
            ids.push(id_of(event, person.str()));
        Bson reply;
        if (auto failed = send(m_link.filled("draw_apply_known", Values().array("ids", std::move(ids))), reply))
            return failed;
        for (const View& doc : reply["cursor"]["firstBatch"].items())
            known.emplace(doc["person"].str(), entry_of(doc));
    }
    std::vector<DrawEntry> fresh;
    for (const PersonId& person : persons) {
        if (const auto found = known.find(person.str()); found != known.end()) {
            entries.push_back(found->second);
            entries.back().result = ApplyResult::duplicate;
            continue;
        }
        const auto seq = held.draw.accepted + static_cast<std::int64_t>(fresh.size()) + 1;
        if (seq > held.draw.places) {
            entries.push_back(closed_entry(event, person));
            continue;
        }
        fresh.push_back({event.str(), person.str(), ApplyResult::accepted, seq, std::nullopt, held.now});
        known.emplace(person.str(), fresh.back());
        entries.push_back(fresh.back());
    }
    for (std::size_t from = 0; from < fresh.size(); from += at_once) {
        Bson documents;
        for (std::size_t i = from; i < std::min(from + at_once, fresh.size()); ++i)
            documents.push(document_of(event, fresh[i]));
        Bson reply;
        if (auto failed = send(m_link.filled("draw_apply", Values().array("entries", std::move(documents))), reply))
            return failed;
    }
    if (fresh.empty())
        return std::nullopt;
    Bson reply;
    const auto numbers = Values().text("event", event.str()).whole("seq", fresh.back().seq);
    return send(m_link.filled("draw_apply_numbers", numbers), reply);
}

Answer<std::optional<Consumed>> MongoDraws::consume(const EventId& event, FencingToken token, std::int64_t limit)
{
    if (auto defect = consume_defect(token, limit))
        return *defect;
    if (auto failed = m_link.begin_write("draw_consume", Schema::fresh))
        return *failed;
    std::optional<Held> held;
    Consumed out;
    if (auto failed = m_link.transaction("draw_consume", [&](const Link::Send& send) {
            auto trouble = hold(send, event, held);
            return trouble || !held ? trouble : rank(send, event, token, limit, *held, out);
        }))
        return *failed;
    if (!held)
        return {std::optional<Consumed>{}, m_link.looked_now()};
    return {std::optional(std::move(out)), held->now};
}

std::optional<Failure> MongoDraws::rank(const Link::Send& send, const EventId& event, FencingToken token, std::int64_t limit,
                                        const Held& held, Consumed& out)
{
    const DrawInfo& draw = held.draw;
    out = {token < draw.leader, {}, draw.accepted - draw.ranked};
    if (out.refused)
        return std::nullopt;
    const auto last = draw.ranked + std::min(limit, out.left);
    out.left = draw.accepted - last;
    Values values;
    values.text("event", event.str()).whole("after", draw.ranked).whole("last", last);
    values.whole("rank", last).whole("token", token.number());
    Bson reply;
    if (auto failed = send(m_link.filled("draw_consume_ranks", values), reply))
        return failed;
    if (last == draw.ranked)
        return std::nullopt;
    if (auto failed = send(m_link.filled("draw_consume", values), reply))
        return failed;
    for (std::size_t before = 1; before > 0 && (out.entries.empty() || out.entries.back().seq < last);) {
        Values next;
        next.text("event", event.str()).whole("after", out.entries.empty() ? draw.ranked : out.entries.back().seq);
        if (auto failed = send(m_link.filled("draw_consume_list", next.whole("last", last)), reply))
            return failed;
        const auto docs = reply["cursor"]["firstBatch"].items();
        before = docs.size();
        for (const View& doc : docs)
            out.entries.push_back(entry_of(doc));
    }
    return std::nullopt;
}

Answer<Page<DrawEntry>> MongoDraws::results(const EventId& event, const ListRequest& request)
{
    if (auto failed = m_link.begin_read())
        return *failed;
    auto meta = m_link.look();
    if (!meta)
        return meta.failure();
    const auto of_event = results_request(event, request);
    Query query{Bson().doc("event", Bson().text("$eq", event.str())), Bson().whole("seq", 1)};
    demand(query.filter, "person", of_event.filter, {"id", "owner"});
    auto page = list_rows<DrawEntry>(m_link, "draw_entries", query, of_event, meta->now, entry_of);
    if (page)
        if (auto failed = m_link.confirm("draw_results", Effect::reads))
            return *failed;
    return page;
}

std::unique_ptr<Draws> make_draws(Link& link)
{
    return std::make_unique<MongoDraws>(link);
}

} // namespace lockdesk::mongodb
