// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/outbox.h"

#include "backends/engine/contracts/held_messages.h"
#include "backends/sql/batches.h"
#include "backends/sql/listing.h"
#include "backends/sql/rows.h"

namespace lockdesk::sql {

namespace {

constexpr std::int64_t counting_cap = 100'000; // as in outbox_backlog
constexpr auto farewell = std::chrono::milliseconds{300};

Backlog backlog_in(const Result& r)
{
    const auto now = r.now().value_or(TimePoint{});
    Backlog out;
    out.pending = std::min(r.number(0, 1), counting_cap);
    out.sending = std::min(r.number(0, 2), counting_cap);
    if (const auto oldest = r.time(0, 3))
        out.oldest = std::max(now - *oldest, Duration{0});
    out.in_rate = static_cast<double>(r.number(0, 4)) / 60.0;
    out.out_rate = static_cast<double>(r.number(0, 5)) / 60.0;
    out.dead = std::min(r.number(0, 6), counting_cap);
    if (const auto next = r.time(0, 7))
        out.next_due = std::max(*next - now, Duration{0});
    out.capped = r.number(0, 1) > counting_cap || r.number(0, 6) > counting_cap;
    return out;
}

class SqlOutbox final : public Outbox, public HeldMessages
{
public:
    SqlOutbox(Link& link, const OutboxVerbs& verbs) : m_link(link), m_verbs(verbs) {}

    Answer<bool> add(const NewMessage& message) override
    {
        Values values;
        values.text("id", message.id.str()).text("topic", message.topic.str()).text("payload", message.payload);
        const auto answer = m_link.run("outbox_add", values, Effect::write);
        if (!answer)
            return answer.failure();
        const bool added = answer->boolean(0, 1);
        if (added)
            m_link.hint(Entity::message, message.topic.str());
        return {added, answer.store_time()};
    }

    Answer<std::vector<MessageRow>> claim(const MessageClaim& request) override
    {
        auto answer = m_verbs.claim(m_link, request);
        if (answer && !answer->empty())
            m_link.hint_observers(Entity::message);
        return answer;
    }

    Answer<bool> begin(const DeliveryBegin& request) override
    {
        auto begun = m_verbs.begin(m_link, request);
        if (begun && *begun)
            m_link.hint_observers(Entity::message);
        return begun;
    }

    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) override
    {
        if (auto failure = not_storable(deliveries))
            return *failure;
        std::vector<DeliveryAnswer> answers(deliveries.size());
        const auto done = in_batches(
            deliveries, [&](OutboxVerbs::Batch batch) { return m_verbs.settle(m_link, deliveries, batch, answers); });
        if (!done)
            return done.failure();
        if (!deliveries.empty())
            m_link.hint_observers(Entity::message);
        return {std::move(answers), *done};
    }

    Answer<Backlog> backlog(const std::optional<Topic>& topic) override
    {
        Values values;
        values.sql("of_topic", of_topic(m_link, topic));
        return decoded(m_link.run("outbox_backlog", values, Effect::read), backlog_in);
    }

    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override
    {
        const auto answer = m_link.run_literal("outbox_retry_dead", retry_dead_sql(ids), Effect::write);
        if (!answer)
            return answer.failure();
        auto rows = rows_of_all(*answer, [](const Result& r, int row) { return message_row(r, row, 1, Raw::with); });
        std::ranges::sort(rows, {}, &MessageRow::seq);
        if (!rows.empty())
            m_link.hint(Entity::message, {});
        return {std::move(rows), answer.store_time()};
    }

    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override
    {
        return std::vector<std::string>{retry_dead_sql(ids)};
    }

    Answer<std::optional<MessageRow>> find(const MessageId& id) override { return find_message(m_link, id); }

    Answer<Page<MessageRow>> list(const ListRequest& request) override
    {
        static const Listing<MessageRow> listing{
            "outbox_list",
            "outbox",
            {{"k.seq", 2, false}},
            false,
            {{"id", "k.id"}, {"name", "k.id"}, {"topic", "k.topic"}, {"owner", "k.owner"}, {"claim", "k.claim_id"}},
            [](const Result& r, int row) { return message_row(r, row); }};
        return list_rows(m_link, listing, request);
    }

    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        Values values;
        values.number("older", older_than.count()).number("limit", limit);
        return decoded(m_link.run("outbox_collect", values, Effect::write), first_number);
    }

    Answer<std::vector<MessageRow>> hold(const MessageClaim& request) override
    {
        if (m_link.schema_version() > lockdesk::schema_version)
            return newer_schema_failure(m_link.schema_version(), "outbox_claim");
        const auto until = m_link.deadline();
        if (!m_holder)
            m_holder = m_link.holder();
        if (!m_holder->is_alive())
            m_holder->close();
        if (const auto trouble = m_holder->open(until)) {
            m_holder.reset();
            return m_link.to_failure(*trouble, "connect", false);
        }
        auto rows = m_verbs.hold(m_link, *m_holder, request, until);
        if (!rows)
            m_holder.reset(); // and rolls back its transaction
        else if (rows->empty())
            let_go();
        return rows;
    }

    Answer<bool> still_held() override
    {
        if (!m_holder || !m_holder->is_alive())
            return false;
        auto answer = m_link.send_over(*m_holder, "holder_mine", {}, m_link.deadline());
        if (const auto* trouble = std::get_if<Trouble>(&answer)) {
            m_holder.reset();
            const bool unknown = trouble->cause == Trouble::Cause::timeout || trouble->cause == Trouble::Cause::interrupted;
            return unknown ? Answer<bool>(m_link.to_failure(*trouble, "holder_mine", false)) : Answer<bool>(false);
        }
        const auto& reply = std::get<Reply>(answer);
        return {reply.boolean(0, 1), reply.now()};
    }

    Answer<std::vector<DeliveryAnswer>> settle_held(std::span<const Delivery> deliveries) override
    {
        std::vector<DeliveryAnswer> answers(deliveries.size());
        // A new connection would hold no rows.
        if (!m_holder || !m_holder->is_alive()) {
            m_holder.reset();
            return answers;
        }
        if (auto failure = not_storable(deliveries)) {
            let_go();
            return *failure;
        }
        std::vector<std::size_t> all(deliveries.size());
        std::iota(all.begin(), all.end(), 0);
        const auto settled = m_verbs.settle_held(m_link, *m_holder, deliveries, all, answers);
        if (!settled) {
            m_holder.reset();
            return settled.failure();
        }
        m_link.hint_observers(Entity::message);
        return {std::move(answers), *settled};
    }

    void let_go() noexcept override
    {
        if (!m_holder || !m_holder->is_open())
            return;
        try {
            m_link.note("rollback", "ROLLBACK");
            auto done = m_holder->literal("ROLLBACK", std::chrono::steady_clock::now() + farewell);
            if (!std::holds_alternative<Trouble>(done))
                return;
        } catch (...) { // no memory: the connection is closed all the same
        }
        m_holder->close();
    }

private:
    [[nodiscard]] std::optional<Failure> not_storable(std::span<const Delivery> deliveries) const
    {
        Values errors;
        for (const auto& delivery : deliveries)
            errors.text("error", delivery.error);
        return m_link.not_storable("outbox_settle", errors);
    }

    [[nodiscard]] std::string retry_dead_sql(std::span<const MessageId> ids) const
    {
        std::string which;
        for (const auto& id : ids)
            which += (which.empty() ? "" : ", ") + m_link.literal(id.str());
        Values values;
        values.sql("which", which.empty() ? "" : " AND id IN (" + which + ")");
        return m_link.text("outbox_retry_dead", values);
    }

    Link& m_link;
    OutboxVerbs m_verbs;
    std::unique_ptr<Driver> m_holder; ///< its transaction holds rows
};

} // namespace

std::unique_ptr<Outbox> make_outbox(Link& link, const OutboxVerbs& verbs)
{
    return std::make_unique<SqlOutbox>(link, verbs);
}

Answer<std::optional<MessageRow>> find_message(Link& link, const MessageId& id)
{
    Values values;
    values.text("id", id.str());
    return find_row<MessageRow>(link, "outbox_find", values,
                                [](const Result& r) { return message_row(r, 0, 1, Raw::with); });
}

std::string of_topic(const Link& link, const std::optional<Topic>& topic)
{
    return topic ? " AND topic = " + link.literal(topic->str()) : std::string();
}

std::vector<MessageRow> claimed_messages(const Result& r, const OwnerId& owner, int was_next_at, bool* used)
{
    std::vector<std::pair<std::int64_t, MessageRow>> due;
    for (int i = 0; i < r.rows(); ++i) {
        if (r.is_null(i, 1))
            continue;
        if (used != nullptr)
            *used = true;
        auto row = message_row(r, i, 1, Raw::without);
        if (row.owner == owner.str() && row.lease_until)
            due.emplace_back(r.number(i, was_next_at), std::move(row));
    }
    std::sort(due.begin(), due.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first, a.second.seq) < std::tie(b.first, b.second.seq);
    });
    std::vector<MessageRow> rows;
    rows.reserve(due.size());
    for (auto& [at, row] : due)
        rows.push_back(std::move(row));
    return rows;
}

} // namespace lockdesk::sql
