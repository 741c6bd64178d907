// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/core.h"
#include "backends/embedding/names.h"

#include <lockdesk/lockdesk.h>

namespace lockdesk::embedding {

Held::Held(std::shared_ptr<Core> core, std::shared_ptr<Lease> lease) : m_core(std::move(core)), m_lease(std::move(lease)) {}

Held::~Held() { release(); }

Held& Held::operator=(Held&& other) noexcept
{
    if (this != &other) {
        release();
        m_core = std::move(other.m_core);
        m_lease = std::move(other.m_lease);
    }
    return *this;
}

Held::operator bool() const noexcept { return m_lease && m_core->keeper().trusted(*m_lease); }

std::stop_token Held::lost() const { return m_lease ? m_lease->stop.get_token() : std::stop_token{}; }

std::string Held::why_lost() const { return m_lease ? m_core->keeper().why_lost(*m_lease) : std::string(); }

std::int64_t Held::token() const { return m_lease ? m_lease->token.number() : 0; }

// A refusal or a mistake is no reason to try again; a lost answer is, and says afterwards that the lock is not ours.
Released Held::release() noexcept
{
    const auto lease = std::move(m_lease);
    const auto core = std::move(m_core);
    if (!lease)
        return Released::released;
    try {
        // Past its deadline it is lost, even if no thread has reported that yet.
        const bool was_lost = !core->keeper().trusted(*lease);
        core->keeper().leave(*lease);
        bool in_doubt = false;
        for (int tries = 0; tries < 2; ++tries) {
            auto session = core->lend();
            const auto answer = session
                                    ? (*session)->locks().release(lease->name, lease->owner, lease->token, lease->at_least)
                                    : Answer<LeaseAnswer>(session.failure());
            if (answer) {
                const bool ours = answer->result == LeaseResult::released || answer->result == LeaseResult::cooling
                                  || answer->result == LeaseResult::still_held
                                  || (in_doubt && answer->result == LeaseResult::not_owner);
                return was_lost || !ours ? Released::lost : Released::released;
            }
            in_doubt = in_doubt || answer.is_in_doubt();
            if (!worth_retrying(answer.failure()) || core->runtime().now() >= lease->deadline)
                break;
        }
        return was_lost ? Released::lost : Released::unknown;
    } catch (...) {
        return Released::unknown;
    }
}

Answer<TransactionParts::Entry> Held::admit(const Transaction* transaction, const std::string& resource)
{
    if (!m_lease)
        return Failure::usage("nothing is held, so there is no token for the fence of '" + resource + "'");
    if (m_lease->token == FencingToken{})
        return Failure::unsupported("the locks of this store have no tokens, so there is no fence");
    if (transaction)
        return transaction->parts().admit(m_core->place(), resource, m_lease->token.number(), m_lease->owner.str());
    const auto parsed = Resource::parse(resource);
    if (!parsed)
        return parsed.failure();
    auto session = m_core->lend();
    if (!session)
        return session.failure();
    const auto answer = (*session)->fence().admit(*parsed, m_lease->token, m_lease->owner.str());
    if (!answer)
        return answer.failure();
    return TransactionParts::Entry{answer->admitted, answer->largest.number()};
}

Answer<bool> Held::enter(const Transaction* transaction, std::string_view resource, bool throwing)
{
    const std::string entered = resource.empty() && m_lease ? m_lease->name.str() : std::string(resource);
    const auto answer = admit(transaction, entered);
    if (!answer && throwing)
        throw Error(answer.failure());
    if (!answer)
        return answer.failure();
    if (!answer->admitted && throwing)
        throw StaleToken(entered, token(), answer->largest);
    return answer->admitted;
}

void Held::require(const Transaction& transaction, std::string_view resource) { (void)enter(&transaction, resource, true); }

void Held::require(std::string_view resource) { (void)enter(nullptr, resource, true); }

Answer<bool> Held::try_require(const Transaction& transaction, std::string_view resource)
{
    return enter(&transaction, resource, false);
}

Answer<bool> Held::try_require(std::string_view resource) { return enter(nullptr, resource, false); }

} // namespace lockdesk::embedding
