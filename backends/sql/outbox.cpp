// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"

#include "backends/engine/contracts/held_messages.h"
#include "backends/sql/batches.h"
#include "backends/sql/listing.h"

namespace lockdesk::sql {

namespace {

constexpr std::int64_t counting_cap = 100'000; // as in outbox_backlog
constexpr auto farewell = std::chrono::milliseconds{300};
constexpr int was_next_at = 17; // after the columns of a message

// Returns the condition on the topic, to be put behind another one; empty: none.
std::string of_topic(const Link& link, const std::optional<Topic>& topic)
{
    return topic ? " AND topic = " + link.literal(topic->str()) : std::string();
}

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
        const Values values{{"id", message.id}, {"topic", message.topic}, {"payload", message.payload}};
        const auto added = decoded(m_link.run("outbox_add", values, Effect::write), first_boolean);
        if (added && *added)
            m_link.hint(Entity::message, message.topic.str());
        return added;
    }

    Answer<std::vector<MessageRow>> claim(const MessageClaim& request) override
    {
        auto answer = request.asking_again ? m_verbs.claim_again(m_link, request) : claim_once(request);
        if (answer && !answer->empty())
            m_link.hint_observers(Entity::message);
        return answer;
    }

    Answer<bool> begin(const DeliveryBegin& request) override
    {
        Values values{{"id", request.id}, {"owner", request.owner}, {"token", request.token}, {"lease", request.lease}};
        m_verbs.begin(m_link, request, values);
        auto begun = decoded(m_link.run("outbox_begin", values, Effect::write), first_boolean);
        if (begun && *begun)
            m_link.hint_observers(Entity::message);
        return begun;
    }

    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) override
    {
        if (auto failure = not_storable(deliveries))
            return *failure;
        std::vector<DeliveryAnswer> answers(deliveries.size());
        const auto done =
            in_batches(deliveries, [&](OutboxVerbs::Batch batch) { return settle_batch(deliveries, batch, answers); });
        if (!done)
            return done.failure();
        if (!deliveries.empty())
            m_link.hint_observers(Entity::message);
        return {std::move(answers), *done};
    }

    Answer<Backlog> backlog(const std::optional<Topic>& topic) override
    {
        return decoded(m_link.run("outbox_backlog", {{"of_topic", Sql{of_topic(m_link, topic)}}}, Effect::read), backlog_in);
    }

    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override
    {
        return decoded(m_link.run_literal("outbox_retry_dead", retry_dead_sql(ids), Effect::write), [&](const Reply& reply) {
            auto rows = rows_of_all(reply, [](const Result& r, int row) { return read_row<MessageRow>(r, row, 1, Raw::with); });
            std::ranges::sort(rows, {}, &MessageRow::seq);
            if (!rows.empty())
                m_link.hint(Entity::message, {});
            return rows;
        });
    }

    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override
    {
        return std::vector<std::string>{retry_dead_sql(ids)};
    }

    Answer<std::optional<MessageRow>> find(const MessageId& id) override
    {
        return find_row<MessageRow>(m_link, "outbox_find", {{"id", id}});
    }

    Answer<Page<MessageRow>> list(const ListRequest& request) override
    {
        static const Listing<MessageRow> listing{"outbox_list", "outbox", {{"k.seq", 2, false}}};
        return list_rows(m_link, listing, request);
    }

    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        return decoded(m_link.run("outbox_collect", {{"older", older_than}, {"limit", limit}}, Effect::write), first_number);
    }

    Answer<std::vector<MessageRow>> hold(const MessageClaim& request) override
    {
        if (m_link.schema_version() > lockdesk::schema_version)
            return newer_schema_failure(m_link.schema_version(), "outbox_claim");
        const auto until = m_link.deadline();
        if (!m_holder)
            m_holder = m_link.holder();
        auto rows = decoded(m_link.begin_over(*m_holder, "outbox_claim", m_verbs.begin_hold, until), [&](Done) {
            return decoded(m_link.answer_over(*m_holder, "outbox_claim", claim_values(m_link, request), until),
                           [&](const Reply& reply) { return claimed_messages(reply.set(0), request.owner); });
        });
        if (!rows)
            m_holder.reset(); // and rolls back its transaction
        else if (rows->empty())
            let_go();
        return rows;
    }

    Answer<bool> still_held() override
    {
        if (!m_holder)
            return false;
        auto mine = m_link.holder_mine(*m_holder);
        if (!m_holder->is_open())
            m_holder.reset();
        return mine;
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
        const auto settled = settle_and_commit(deliveries, all);
        if (!settled) {
            m_holder.reset();
            return settled.failure();
        }
        m_verbs.settled(*settled, deliveries, all, answers);
        m_link.hint_observers(Entity::message);
        return {std::move(answers), settled.store_time()};
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
    [[nodiscard]] bool statements_have_transactions() const { return m_verbs.begin_hold == nullptr; }

    ClaimedMessages claim_once(const MessageClaim& request)
    {
        auto values = claim_values(m_link, request);
        if (statements_have_transactions())
            values.sql("commit", "COMMIT;");
        return decoded(m_link.run("outbox_claim", values, Effect::write),
                       [&](const Reply& reply) { return claimed_messages(reply.set(0), request.owner); });
    }

    Answer<std::optional<TimePoint>> settle_batch(std::span<const Delivery> deliveries, OutboxVerbs::Batch batch,
                                                  std::vector<DeliveryAnswer>& answers)
    {
        auto values = m_verbs.settle(m_link, deliveries, batch);
        if (statements_have_transactions())
            values.sql("begin", "START TRANSACTION;");
        const auto answer = m_link.run("outbox_settle", values, Effect::write);
        if (!answer)
            return answer.failure();
        m_verbs.settled(*answer, deliveries, batch, answers);
        for (const auto i : batch) {
            if (answers[i].accepted || m_verbs.settles_refused_too)
                continue;
            auto row = find(deliveries[i].id);
            if (!row)
                return row.failure();
            answers[i].row = std::move(*row);
        }
        return answer.store_time();
    }

    // Settles in that transaction, and commits.
    Answer<Reply> settle_and_commit(std::span<const Delivery> deliveries, OutboxVerbs::Batch batch)
    {
        const auto until = m_link.deadline();
        const bool commits = statements_have_transactions();
        auto settled =
            m_link.answer_over(*m_holder, "outbox_settle", m_verbs.settle(m_link, deliveries, batch), until, commits);
        if (!settled || commits)
            return settled;
        m_link.note("commit", "COMMIT");
        const auto done = m_holder->literal("COMMIT", until);
        if (const auto* trouble = std::get_if<Trouble>(&done))
            return m_link.to_failure(*trouble, "outbox_settle", true);
        return settled;
    }

    [[nodiscard]] std::optional<Failure> not_storable(std::span<const Delivery> deliveries) const
    {
        Values errors;
        for (const auto& delivery : deliveries)
            errors.text("error", delivery.error);
        return m_link.not_storable("outbox_settle", errors);
    }

    [[nodiscard]] std::string retry_dead_sql(std::span<const MessageId> ids) const
    {
        const auto which = joined(ids, [&](const MessageId& id) { return m_link.literal(id.str()); });
        return m_link.text("outbox_retry_dead", {{"which", Sql{which.empty() ? "" : " AND id IN (" + which + ")"}}});
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

// The limit is a literal: PostgreSQL's planner guesses a tenth of the table for a parameter.
Values claim_values(const Link& link, const MessageClaim& request)
{
    Values values{{"owner", request.owner}, {"claim", request.claim}, {"lease", request.lease}};
    return values.sql("of_topic", of_topic(link, request.topic)).sql("limit", std::to_string(request.limit));
}

std::vector<MessageRow> claimed_messages(const Result& r, const OwnerId& owner, bool* used)
{
    std::vector<std::pair<std::int64_t, MessageRow>> due;
    for (int i = 0; i < r.rows(); ++i) {
        if (r.is_null(i, 1))
            continue;
        if (used != nullptr)
            *used = true;
        auto row = read_row<MessageRow>(r, i, 1, Raw::without);
        if (row.owner == owner.str() && row.lease_until)
            due.emplace_back(r.number(i, was_next_at), std::move(row));
    }
    return in_order(std::move(due), &MessageRow::seq);
}

} // namespace lockdesk::sql
