// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/json_text.h"
#include "backends/memory/database.h"

#include <algorithm>

namespace lockdesk::memory {

namespace {

bool is_about(const MessageRow& row, const std::optional<Topic>& topic) { return !topic || row.topic == topic->str(); }

std::vector<MessageRecord*> due_messages(Space& s, TimePoint now, const MessageClaim& request)
{
    const auto limit = request.limit;
    std::vector<MessageRecord*> due;
    const auto offer = [&](MessageRecord* message) {
        if (is_about(message->row, request.topic))
            due.push_back(message);
    };
    // At most `limit` pending messages are needed; abandoned ones are few, and are sorted in by the end of their lease.
    for (auto it = s.pending.begin(); it != s.pending.end() && it->first <= to_us(now); ++it) {
        if (static_cast<std::int64_t>(due.size()) == limit)
            break;
        offer(s.by_seq.at(it->second));
    }
    for (auto it = s.sending.begin(); it != s.sending.end() && it->first <= to_us(now); ++it)
        offer(s.by_seq.at(it->second));
    std::sort(due.begin(), due.end(), [](const MessageRecord* a, const MessageRecord* b) {
        return std::pair(std::max(a->row.next_at, a->row.lease_until), a->row.seq)
               < std::pair(std::max(b->row.next_at, b->row.lease_until), b->row.seq);
    });
    if (static_cast<std::int64_t>(due.size()) > limit)
        due.resize(static_cast<std::size_t>(std::max<std::int64_t>(limit, 0)));
    return due;
}

template <class Counts> double rate(const std::set<Moment>& moments, TimePoint now, Counts counts)
{
    const auto from = moments.lower_bound({to_us(now) - 60'000'000 + 1, 0});
    const auto to = moments.upper_bound({to_us(now), std::numeric_limits<std::int64_t>::max()});
    std::int64_t n = 0;
    for (auto it = from; it != to && it != moments.end(); ++it)
        n += counts(*it) ? 1 : 0;
    return static_cast<double>(n) / 60.0;
}

class MemoryOutbox final : public Outbox
{
public:
    explicit MemoryOutbox(Context& context) : m_context(context) {}

    Answer<bool> add(const NewMessage& message) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            MessageRow row;
            row.id = message.id.str();
            row.topic = message.topic.str();
            row.payload = message.payload;
            row.created_at = now;
            row.next_at = now;
            return s.add_message(std::move(row)) != nullptr;
        });
    }

    Answer<std::vector<MessageRow>> claim(const MessageClaim& request) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            if (auto before = taken_before(s, now, request))
                return std::move(*before);
            std::vector<MessageRow> rows;
            for (MessageRecord* message : due_messages(s, now, request)) {
                s.change_message(*message, [&](MessageRecord& m) {
                    m.stored = Stored::sending;
                    m.row.owner = request.owner.str();
                    m.row.claim_id = request.claim.str();
                    m.row.token = m.row.token.next();
                    m.row.lease_until = lockdesk::add(now, request.lease);
                    m.row.cuts += m.row.begun_at ? 1 : 0;
                    m.row.begun_at.reset();
                });
                rows.push_back(shown(*message, now));
            }
            return rows;
        });
    }

    Answer<bool> begin(const DeliveryBegin& request) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            const auto mine = [&](const std::string& id) {
                const auto it = s.messages.find(id);
                const bool held = it != s.messages.end() && it->second.stored == Stored::sending
                                  && it->second.row.owner == request.owner.str();
                return held ? &it->second : nullptr;
            };
            MessageRecord* first = mine(request.id.str());
            if (first == nullptr || first->row.token != request.token)
                return false;
            const auto until = lockdesk::add(now, request.lease);
            s.change_message(*first, [&](MessageRecord& m) {
                m.row.begun_at = now;
                m.row.lease_until = until;
            });
            for (const MessageId& id : request.rest)
                if (MessageRecord* other = mine(id.str());
                    other != nullptr && request.claim && other->row.claim_id == request.claim->str())
                    s.change_message(*other, [&](MessageRecord& m) { m.row.lease_until = until; });
            return true;
        });
    }

    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            std::vector<DeliveryAnswer> answers;
            for (const Delivery& delivery : deliveries)
                answers.push_back(settle_one(s, now, delivery));
            return answers;
        });
    }

    Answer<Backlog> backlog(const std::optional<Topic>& topic) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            const auto counts = [&](const Moment& m) { return !topic || is_about(s.by_seq.at(m.second)->row, topic); };
            const auto first = [&](const std::set<Moment>& moments) {
                return std::find_if(moments.begin(), moments.end(), counts);
            };
            Backlog b;
            b.pending = std::count_if(s.live.begin(), s.live.end(), counts);
            b.sending = std::count_if(s.sending.upper_bound({to_us(now), std::numeric_limits<std::int64_t>::max()}),
                                      s.sending.end(), counts);
            if (const auto oldest = first(s.live); oldest != s.live.end())
                b.oldest = now - time_from_us(oldest->first);
            b.in_rate = rate(s.added, now, counts);
            b.out_rate = rate(s.sent, now, counts);
            b.dead = topic ? dead_about(s, topic) : s.dead;
            for (const auto* moments : {&s.pending, &s.sending}) {
                const auto next = first(*moments);
                if (next == moments->end())
                    continue;
                const auto wait = std::max(Duration{0}, Duration{next->first - to_us(now)});
                b.next_due = std::min(b.next_due.value_or(wait), wait);
            }
            return b;
        });
    }

    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            std::vector<MessageRow> rows;
            for (MessageRecord* message : dead_ones(s, ids)) {
                s.change_message(*message, [&](MessageRecord& m) {
                    m.stored = Stored::pending;
                    m.row.tries = 0;
                    m.row.cuts = 0;
                    m.row.next_at = now;
                });
                rows.push_back(shown(*message, now));
            }
            return rows;
        });
    }

    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override
    {
        return m_context.read([&](Space&, TimePoint) {
            std::string text = "retry_dead [";
            for (const MessageId& id : ids)
                text += (text.back() == '[' ? "" : ",") + json_quote(id.str());
            return std::vector<std::string>{text + "]"};
        });
    }

    Answer<std::optional<MessageRow>> find(const MessageId& id) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            const auto it = s.messages.find(id.str());
            return it == s.messages.end() ? std::nullopt : std::optional(shown(it->second, now));
        });
    }

    Answer<Page<MessageRow>> list(const ListRequest& request) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            Collector<MessageRow> rows(request, now);
            if (const auto id = demanded(request.filter, "id")) {
                if (const auto it = s.messages.find(*id); it != s.messages.end())
                    rows.offer(shown(it->second, now));
                return rows.page(1);
            }
            for (const auto& [seq, message] : s.by_seq)
                if (!rows.offer(shown(*message, now)))
                    break;
            return rows.page(s.messages.size());
        });
    }

    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            const auto before = to_us(lockdesk::add(now, -older_than));
            std::int64_t gone = 0;
            while (gone < limit && !s.sent.empty() && s.sent.begin()->first < before) {
                const std::string id = s.by_seq.at(s.sent.begin()->second)->row.id;
                s.remove_message(id);
                ++gone;
            }
            return gone;
        });
    }

private:
    static std::optional<std::vector<MessageRow>> taken_before(const Space& s, TimePoint now, const MessageClaim& request)
    {
        if (!request.asking_again)
            return std::nullopt;
        bool used = false;
        std::vector<MessageRow> rows;
        for (const auto& [seq, message] : s.by_seq) {
            if (message->row.claim_id != request.claim.str())
                continue;
            used = true;
            if (message->stored == Stored::sending && message->row.owner == request.owner.str())
                rows.push_back(shown(*message, now));
        }
        return used ? std::optional(std::move(rows)) : std::nullopt;
    }

    static DeliveryAnswer settle_one(Space& s, TimePoint now, const Delivery& delivery)
    {
        DeliveryAnswer answer;
        const auto it = s.messages.find(delivery.id.str());
        if (it == s.messages.end())
            return answer;
        MessageRecord& message = it->second;
        answer.accepted = message.stored == Stored::sending && message.row.owner == delivery.owner.str()
                          && message.row.token == delivery.token;
        if (answer.accepted)
            s.change_message(message, [&](MessageRecord& m) { settle_row(m, now, delivery); });
        answer.row = shown(message, now);
        return answer;
    }

    static void settle_row(MessageRecord& m, TimePoint now, const Delivery& delivery)
    {
        m.row.lease_until.reset();
        m.row.begun_at.reset();
        if (delivery.delivered) {
            m.stored = Stored::sent;
            m.row.sent_at = now;
            m.row.next_at.reset();
            m.row.last_error.clear();
            return;
        }
        if (!delivery.error.empty())
            m.row.last_error = delivery.error;
        m.row.owner.clear();
        m.row.tries += delivery.failed ? 1 : 0;
        const bool over = m.row.tries + m.row.cuts >= delivery.max_tries;
        m.stored = over ? Stored::dead : Stored::pending;
        m.row.next_at = over ? std::nullopt : std::optional(lockdesk::add(now, delivery.retry_after));
    }

    static std::int64_t dead_about(const Space& s, const std::optional<Topic>& topic)
    {
        return std::count_if(s.by_seq.begin(), s.by_seq.end(), [&](const auto& entry) {
            return entry.second->stored == Stored::dead && is_about(entry.second->row, topic);
        });
    }

    static std::vector<MessageRecord*> dead_ones(Space& s, std::span<const MessageId> ids)
    {
        std::vector<MessageRecord*> dead;
        for (const MessageId& id : ids) {
            const auto it = s.messages.find(id.str());
            if (it != s.messages.end() && it->second.stored == Stored::dead)
                dead.push_back(&it->second);
        }
        if (ids.empty())
            for (const auto& [seq, message] : s.by_seq)
                if (message->stored == Stored::dead)
                    dead.push_back(message);
        return dead;
    }

    Context& m_context;
};

} // namespace

std::unique_ptr<Outbox> make_outbox(Context& context) { return std::make_unique<MemoryOutbox>(context); }

} // namespace lockdesk::memory
