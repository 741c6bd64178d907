// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text.h"
#include "backends/mariadb/outbox.h"
#include "backends/mariadb/outbox_rows.h"

#include <numeric>

namespace lockdesk::mariadb {

namespace {

constexpr auto farewell = std::chrono::milliseconds{300};

} // namespace

SteadyPoint MariaDbOutbox::deadline() const
{
    return steady_after(std::chrono::steady_clock::now(), m_link.options().timeout) + cancel_grace;
}

// The line goes, and with it whatever its transaction had changed.
Failure MariaDbOutbox::failed_holding(const Trouble& trouble, const char* statement, bool committing)
{
    m_holder.reset();
    return to_failure(trouble, m_link.place(), statement, committing);
}

Answer<std::vector<MessageRow>> MariaDbOutbox::hold(const MessageClaim& request)
{
    if (m_link.schema_version() > lockdesk::schema_version)
        return newer_schema_failure(m_link.schema_version(), "outbox_claim");
    const auto until = deadline();
    if (!m_holder) {
        auto options = connect_options(m_link.url(), m_link.options());
        // How long a delivery lasts is the receiver's business, not the server's.
        options.setup += "; " + m_link.text("schedule_setup", {});
        m_holder = std::make_unique<Connection>(std::move(options), m_link.interrupter());
    }
    if (!m_holder->is_alive())
        m_holder->close();
    if (const auto trouble = m_holder->open(until))
        return failed_holding(*trouble, "connect", false);
    // Without {commit}: the transaction stays open.
    const auto values = claim_values(request);
    m_link.note("outbox_claim", m_link.told_text("outbox_claim", values));
    auto claimed = m_holder->query(m_link.text("outbox_claim", values), until);
    if (const auto* trouble = std::get_if<Trouble>(&claimed))
        return failed_holding(*trouble, "outbox_claim", false);
    const auto& reply = std::get<Reply>(claimed);
    auto rows = claimed_rows(reply.set(0), request.owner);
    const auto now = reply.now();
    if (rows.empty())
        let_go();
    return {std::move(rows), now};
}

Answer<bool> MariaDbOutbox::still_held()
{
    if (!m_holder || !m_holder->is_alive())
        return false;
    auto answer = m_holder->query(m_link.text("schedule_mine", {}), deadline());
    if (const auto* trouble = std::get_if<Trouble>(&answer)) {
        const bool unknown = trouble->cause == Trouble::Cause::timeout || trouble->cause == Trouble::Cause::interrupted;
        const auto failure = failed_holding(*trouble, "schedule_mine", false);
        return unknown ? Answer<bool>(failure) : Answer<bool>(false);
    }
    const auto& reply = std::get<Reply>(answer);
    return {reply.last().boolean(0, 1), reply.now()};
}

Answer<std::vector<DeliveryAnswer>> MariaDbOutbox::settle_held(std::span<const Delivery> deliveries)
{
    std::vector<DeliveryAnswer> answers(deliveries.size());
    // A new line would hold nothing.
    if (!m_holder || !m_holder->is_alive()) {
        m_holder.reset();
        return answers;
    }
    for (const auto& delivery : deliveries)
        if (!is_utf8(delivery.error)) {
            let_go();
            return not_storable_failure("outbox_settle");
        }
    std::vector<std::size_t> all(deliveries.size());
    std::iota(all.begin(), all.end(), 0);
    // Without {begin}: in the transaction that is open; it commits.
    const auto values = settle_values(m_link, deliveries, all);
    m_link.note("outbox_settle", m_link.told_text("outbox_settle", values));
    auto settled = m_holder->query(m_link.text("outbox_settle", values), deadline());
    if (const auto* trouble = std::get_if<Trouble>(&settled))
        return failed_holding(*trouble, "outbox_settle", true);
    const auto& reply = std::get<Reply>(settled);
    read_settled(reply, deliveries, all, answers);
    return {std::move(answers), reply.now()};
}

void MariaDbOutbox::let_go() noexcept
{
    if (!m_holder || !m_holder->is_open())
        return;
    try {
        m_link.note("rollback", "ROLLBACK");
        auto done = m_holder->query("ROLLBACK", std::chrono::steady_clock::now() + farewell);
        if (!std::holds_alternative<Trouble>(done))
            return;
    } catch (...) { // no memory: the line goes all the same
    }
    m_holder->close();
}

} // namespace lockdesk::mariadb
