// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/concerns.h"

#include "backends/sqlite/lists.h"
#include "backends/sqlite/removals.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/script.h"

#include <algorithm>
#include <tuple>

namespace lockdesk::sqlite {

namespace {

constexpr std::int64_t count_cap = 100'000;
constexpr std::int64_t rate_cap = 10'000;
constexpr Duration rate_window = std::chrono::seconds{60};

// Messages a second, from at most rate_cap of the newest: if there were more, their age gives the time span.
double rate(std::int64_t count, std::int64_t oldest_us, TimePoint now)
{
    const Duration seen = count < rate_cap ? rate_window : now - time_from_us(oldest_us);
    return static_cast<double>(count) / (static_cast<double>(std::max<std::int64_t>(seen.count(), 1)) / 1e6);
}

class SqliteOutbox final : public Outbox
{
public:
    explicit SqliteOutbox(Connection& db) : m_db(db) {}

    Answer<bool> add(const NewMessage& message) override
    {
        return m_db.run<bool>(Mode::write, [&] {
            return m_db.change("outbox_add", m_db.stamp(), message.id.str(), message.topic.str(), message.payload,
                               m_db.now())
                   == 1;
        });
    }

    Answer<std::vector<MessageRow>> claim(const MessageClaim& request) override
    {
        if (m_came_empty && !request.asking_again) {
            auto looked = m_db.run<bool>(Mode::read, [&] { return nothing_due(request); });
            if (!looked)
                return looked.failure();
            if (*looked)
                return Answer<std::vector<MessageRow>>(std::vector<MessageRow>{}, looked.store_time());
        }
        auto answer = m_db.run<std::vector<MessageRow>>(Mode::write, [&] {
            if (auto before = asked_again(request))
                return std::move(*before);
            return take(request);
        });
        m_came_empty = answer && answer->empty();
        return answer;
    }

    Answer<bool> begin(const DeliveryBegin& request) override
    {
        return m_db.run<bool>(Mode::write, [&] {
            const auto m = read(request.id.str());
            if (!m || m->owner != request.owner.str() || m->token != request.token || !m->lease_until)
                return false;
            const auto until = lockdesk::add(m_db.store_time(), request.lease);
            m_db.change("outbox_begin", m->seq, m_db.store_time(), until, m_db.stamp());
            if (request.claim)
                for (const MessageId& id : request.rest)
                    m_db.change("outbox_extend", id.str(), request.claim->str(), request.owner.str(), until, m_db.stamp());
            return true;
        });
    }

    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) override
    {
        return m_db.run<std::vector<DeliveryAnswer>>(Mode::write, [&] {
            std::vector<DeliveryAnswer> answers;
            for (const Delivery& delivery : deliveries)
                answers.push_back(settle_one(delivery));
            return answers;
        });
    }

    Answer<Backlog> backlog(const std::optional<Topic>& topic) override
    {
        return m_db.run<Backlog>(Mode::snapshot, [&] {
            Backlog b;
            const auto now = m_db.store_time();
            {
                auto query = m_db.query(topic ? "outbox_backlog_topic" : "outbox_backlog");
                query.bind(count_cap);
                if (topic)
                    query.bind(topic->str()).bind(lockdesk::add(now, -rate_window));
                query.step();
                b.pending = query.number(0) + query.number(1);
                b.sending = query.number(2);
                b.dead = query.number(3);
                b.capped = query.number(0) >= count_cap || query.number(1) >= count_cap || b.dead >= count_cap;
                for (const int column : {4, 5})
                    if (const auto created = query.maybe(column))
                        b.oldest = std::max(b.oldest.value_or(Duration{0}), now - time_from_us(*created));
                for (const int column : {6, 7})
                    if (const auto at = query.maybe(column)) {
                        const auto until = std::max(Duration{0}, time_from_us(*at) - now);
                        b.next_due = std::min(b.next_due.value_or(until), until);
                    }
                if (topic) {
                    b.in_rate = static_cast<double>(query.number(8)) / 60.0;
                    b.out_rate = static_cast<double>(query.number(9)) / 60.0;
                    return b;
                }
            }
            measure_rates(b);
            return b;
        });
    }

    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override
    {
        const auto commands = revive_commands(ids);
        return m_db.run<std::vector<MessageRow>>(Mode::write, [&] {
            std::vector<std::string> dead;
            for (const MessageId& id : ids)
                if (const auto message = read(id.str()); message && message->state == MessageState::dead)
                    dead.push_back(id.str());
            if (ids.empty()) {
                auto query = m_db.query("outbox_dead");
                while (query.step())
                    dead.push_back(query.text(0));
            }
            run_script(m_db, commands, "outbox_retry_dead");
            std::vector<MessageRow> back;
            for (const std::string& id : dead)
                if (auto message = read(id))
                    back.push_back(std::move(*message));
            return back;
        });
    }

    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override
    {
        return revive_commands(ids);
    }

    Answer<std::optional<MessageRow>> find(const MessageId& id) override
    {
        return m_db.run<std::optional<MessageRow>>(Mode::read, [&] { return read(id.str(), Raw::with); });
    }

    Answer<Page<MessageRow>> list(const ListRequest& request) override
    {
        return m_db.run<Page<MessageRow>>(Mode::snapshot, [&] {
            return list_page<MessageRow>(m_db, message_shape(), request,
                                         [&](const Query& q) { return read_message(q, m_db.store_time(), Raw::doubtful); });
        });
    }

    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        return collect_rows(m_db, "outbox_collect", older_than, limit);
    }

private:
    // Empty: of every topic.
    static std::string topic_of(const MessageClaim& request) { return request.topic ? request.topic->str() : std::string(); }

    bool nothing_due(const MessageClaim& request)
    {
        auto peek = m_db.query("outbox_look_any");
        const std::string topic = topic_of(request);
        peek.bind(m_db.now()).bind(MaybeText{topic});
        return peek.step() && peek.number(0) == 0;
    }

    std::optional<std::vector<MessageRow>> asked_again(const MessageClaim& request)
    {
        if (!request.asking_again)
            return std::nullopt;
        std::vector<MessageRow> mine;
        bool known = false;
        auto query = m_db.query("outbox_by_claim");
        query.bind(request.claim.str());
        while (query.step()) {
            known = true;
            auto message = read_message(query, m_db.store_time(), Raw::without);
            if (message.lease_until && message.owner == request.owner.str())
                mine.push_back(std::move(message));
        }
        return known ? std::optional(std::move(mine)) : std::nullopt;
    }

    std::vector<MessageRow> take(const MessageClaim& request)
    {
        auto messages = due("outbox_look_overdue", request);
        for (MessageRow& message : due("outbox_look", request))
            messages.push_back(std::move(message));
        // A message of a vanished relay is due since its lease ended, as on the other stores.
        const auto due_since = [](const MessageRow& m) { return std::max(m.next_at, m.lease_until); };
        std::sort(messages.begin(), messages.end(), [&due_since](const MessageRow& a, const MessageRow& b) {
            return std::pair(due_since(a), a.seq) < std::pair(due_since(b), b.seq);
        });
        if (messages.size() > static_cast<std::size_t>(request.limit))
            messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(request.limit), messages.end());
        const auto until = lockdesk::add(m_db.store_time(), request.lease);
        for (MessageRow& m : messages) {
            m.state = MessageState::sending;
            m.owner = request.owner.str();
            m.token = m.token.next();
            m.claim_id = request.claim.str();
            m.lease_until = until;
            m.cuts = std::min(m.cuts, largest_token) + (m.begun_at ? 1 : 0);
            m.begun_at.reset();
            m_db.change("outbox_claim", m.seq, m.owner, m.token, m.claim_id, until, m.cuts, m_db.stamp());
        }
        return messages;
    }

    std::vector<MessageRow> due(std::string_view statement, const MessageClaim& request)
    {
        std::vector<MessageRow> messages;
        auto query = m_db.query(statement);
        const std::string topic = topic_of(request);
        query.bind(m_db.now()).bind(request.limit).bind(MaybeText{topic});
        while (query.step())
            messages.push_back(read_message(query, m_db.store_time(), Raw::without));
        return messages;
    }

    std::optional<MessageRow> read(const std::string& id, Raw raw = Raw::without)
    {
        auto query = m_db.query("outbox_find");
        query.bind(id);
        return query.step() ? std::optional(read_message(query, m_db.store_time(), raw)) : std::nullopt;
    }

    DeliveryAnswer settle_one(const Delivery& delivery)
    {
        auto m = read(delivery.id.str());
        // A settled message has no lease; one whose lease is over but that was not claimed since still belongs to this
        // relay.
        if (!m || m->owner != delivery.owner.str() || m->token != delivery.token || !m->lease_until)
            return {false, read(delivery.id.str(), Raw::with)};
        const auto now = m_db.store_time();
        m->lease_until.reset();
        m->begun_at.reset();
        if (delivery.delivered) {
            m->state = MessageState::sent;
            m->sent_at = now;
            m->next_at.reset();
            m->last_error.clear();
        } else {
            m->owner.clear();
            if (!delivery.error.empty())
                m->last_error = delivery.error;
            m->tries += delivery.failed ? 1 : 0;
            m->state = m->tries + m->cuts >= delivery.max_tries ? MessageState::dead : MessageState::pending;
            m->next_at =
                m->state == MessageState::dead ? std::nullopt : std::optional(lockdesk::add(now, delivery.retry_after));
        }
        m_db.change("outbox_settle", m->seq, word(m->state), m->next_at, MaybeText{m->owner}, m->sent_at,
                    MaybeText{m->last_error}, m->tries, m_db.stamp());
        return {true, std::move(m)};
    }

    void measure_rates(Backlog& b)
    {
        const auto now = m_db.store_time();
        const auto since = lockdesk::add(now, -rate_window);
        for (const bool in : {true, false}) {
            auto query = m_db.query(in ? "outbox_backlog_in" : "outbox_backlog_out");
            query.bind(since).bind(rate_cap);
            query.step();
            (in ? b.in_rate : b.out_rate) = rate(query.number(0), query.number(1), now);
        }
    }

    std::vector<std::string> revive_commands(std::span<const MessageId> ids) const
    {
        std::string only;
        for (const MessageId& id : ids)
            only += (only.empty() ? " AND id IN (" : ", ") + literal(id.str());
        return script_commands(m_db, "outbox_retry_dead", {{"{and_ids}", only.empty() ? "" : only + ")"}});
    }

    Connection& m_db;
    bool m_came_empty = false; ///< the last claim took nothing: read before taking the write lock
};

} // namespace

std::unique_ptr<Outbox> make_outbox(Connection& db) { return std::make_unique<SqliteOutbox>(db); }

} // namespace lockdesk::sqlite
