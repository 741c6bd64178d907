// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/outbox.h"
#include "backends/postgres/outbox_rows.h"

#include <numeric>

namespace lockdesk::postgres {

namespace {

constexpr auto farewell = std::chrono::milliseconds{300};
// How long a delivery lasts is the receiver's business, not the server's.
constexpr const char* no_idle_limit = "SET LOCAL idle_in_transaction_session_timeout = 0";

} // namespace

SteadyPoint PostgresOutbox::deadline() const
{
    return steady_after(std::chrono::steady_clock::now(), m_link.options().timeout) + cancel_grace;
}

// The line goes, and with it whatever its transaction had changed.
Failure PostgresOutbox::failed_holding(const Trouble& trouble, const char* statement, bool committing)
{
    m_holder.reset();
    return to_failure(trouble, m_link.place(), statement, committing);
}

Answer<std::vector<MessageRow>> PostgresOutbox::hold(const MessageClaim& request)
{
    if (m_link.schema_version() > lockdesk::schema_version)
        return newer_schema_failure(m_link.schema_version(), "outbox_claim");
    const auto params = claim_params(request);
    const auto until = deadline();
    if (!m_holder)
        m_holder = std::make_unique<Connection>(connect_options(m_link.url(), m_link.options()), m_link.interrupter());
    if (!m_holder->is_alive())
        m_holder->close();
    if (const auto trouble = m_holder->open(until))
        return failed_holding(*trouble, "connect", false);
    m_link.note("begin", std::string("BEGIN; ") + no_idle_limit, nullptr);
    auto begun = m_holder->begin(until, no_idle_limit);
    if (const auto* trouble = std::get_if<Trouble>(&begun))
        return failed_holding(*trouble, "outbox_claim", false);
    m_link.note("outbox_claim", claim_text(request.limit), &params);
    auto claimed = m_holder->query(claim_key(request.limit), claim_text(request.limit), params, until);
    if (const auto* trouble = std::get_if<Trouble>(&claimed))
        return failed_holding(*trouble, "outbox_claim", false);
    const auto& result = std::get<Result>(claimed);
    bool used = false;
    auto rows = claimed_rows(result, request.owner, used);
    const auto now = result.now();
    if (rows.empty())
        let_go();
    return {std::move(rows), now};
}

Answer<bool> PostgresOutbox::still_held()
{
    if (!m_holder || !m_holder->is_alive())
        return false;
    auto answer = m_holder->query("still_mine", "SELECT lockdesk_now(), pg_backend_pid()", {}, deadline());
    if (const auto* trouble = std::get_if<Trouble>(&answer)) {
        const bool unknown = trouble->cause == Trouble::Cause::timeout || trouble->cause == Trouble::Cause::interrupted;
        const auto failure = failed_holding(*trouble, "still_mine", false);
        return unknown ? Answer<bool>(failure) : Answer<bool>(false);
    }
    return {true, std::get<Result>(answer).now()};
}

Answer<std::vector<DeliveryAnswer>> PostgresOutbox::settle_held(std::span<const Delivery> deliveries)
{
    std::vector<DeliveryAnswer> answers(deliveries.size());
    // A new line would hold nothing.
    if (!m_holder || !m_holder->is_alive()) {
        m_holder.reset();
        return answers;
    }
    std::vector<std::size_t> all(deliveries.size());
    std::iota(all.begin(), all.end(), 0);
    const auto params = settle_params(deliveries, all);
    if (!params.storable()) {
        let_go();
        return not_storable_failure("outbox_settle");
    }
    const auto until = deadline();
    m_link.note("outbox_settle", statement_text("outbox_settle"), &params);
    auto settled = m_holder->query("outbox_settle", statement_text("outbox_settle"), params, until);
    if (const auto* trouble = std::get_if<Trouble>(&settled))
        return failed_holding(*trouble, "outbox_settle", false);
    m_link.note("commit", "COMMIT", nullptr);
    auto done = m_holder->literal("COMMIT", until);
    if (const auto* trouble = std::get_if<Trouble>(&done))
        return failed_holding(*trouble, "outbox_settle", true);
    const auto& result = std::get<Result>(settled);
    read_settled(result, all, answers);
    m_link.hint_observers(Entity::message);
    return {std::move(answers), result.now()};
}

void PostgresOutbox::let_go() noexcept
{
    if (!m_holder || !m_holder->is_open())
        return;
    try {
        m_link.note("rollback", "ROLLBACK", nullptr);
        auto done = m_holder->literal("ROLLBACK", std::chrono::steady_clock::now() + farewell);
        if (!std::holds_alternative<Trouble>(done))
            return;
    } catch (...) { // no memory: the line goes all the same
    }
    m_holder->close();
}

} // namespace lockdesk::postgres
