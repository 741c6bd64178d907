// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/writer.h"

#include <csignal>
#include <stdexcept>
#include <unistd.h>

namespace lockdesk::chaos {

namespace {

using What = Event::What;
using Result = Event::Result;

// Probability of dying or freezing at each such place: one in this many visits.
constexpr std::uint64_t kill_one_in = 500;
constexpr std::uint64_t freeze_one_in = 400;
constexpr std::uint64_t control_freezes_one_in = 100;

} // namespace

const char* kind_word(FailureKind kind)
{
    constexpr const char* words[]{"usage", "unavailable", "in_doubt", "refused", "unsupported", "read_only", "internal"};
    return words[static_cast<int>(kind)];
}

Writer::Writer(const WorkerPlan& plan, Ledger& ledger, std::uint64_t seed, OwnerId owner)
    : m_plan(plan), m_ledger(ledger), m_random(seed), m_owner(std::move(owner))
{
}

bool Writer::failed(const char* verb, const Failure& failure)
{
    tell(What::trouble, Result::refused, std::string(verb) + ": " + failure.code + " " + failure.message, 0, {},
         kind_word(failure.kind));
    const auto now = m_runtime.now();
    m_failing_since = m_failing_since.value_or(now);
    if (now - *m_failing_since > std::chrono::seconds{30})
        throw std::runtime_error(std::string(verb) + " has failed for 30 s: " + failure.message);
    rest(std::chrono::milliseconds{20});
    return false;
}

void Writer::danger()
{
    if (m_plan.kill_itself && m_random.one_in(kill_one_in))
        ::kill(::getpid(), SIGKILL);
    if (m_plan.freeze_itself && m_random.one_in(m_plan.control ? control_freezes_one_in : freeze_one_in))
        ::kill(::getpid(), SIGSTOP);
}

bool Writer::write(const std::string& subject, FencingToken token)
{
    const Span span;
    if (!m_plan.fenced) {
        ++m_ledger.done;
        tell(What::write, Result::done, subject, token.number(), span);
        return true;
    }
    const auto answer = m_session->fence().admit(Resource::trusted(subject), token, m_owner.str());
    if (!fine("admit", answer)) {
        if (answer.is_in_doubt())
            tell(What::write, Result::in_doubt, subject, token.number(), span);
        return false;
    }
    ++m_ledger.done;
    tell(What::write, answer->admitted ? Result::done : Result::refused, subject, token.number(), span);
    return answer->admitted;
}

bool Writer::write_some(const std::string& subject, FencingToken token)
{
    for (auto count = m_plan.many ? 4 + m_random.below(12) : 1; count > 1; --count) {
        if (!write(subject, token))
            return false;
        danger();
    }
    return write(subject, token);
}

bool Writer::raise_counter(const std::string& subject, const Record& before, FencingToken token)
{
    const auto id = RecordId::trusted(subject);
    const auto value = std::to_string(std::stoll(before.value) + 1);
    tell(What::increment, Result::begun, subject, token.number());
    if (!m_plan.fenced) {
        const auto answer = m_session->records().put(id, value, VersionBy::integer);
        if (!fine("put", answer))
            return false;
        tell(What::increment, Result::done, subject, token.number());
        return true;
    }
    const auto answer = m_session->records().update_if_version(id, before.version, value);
    if (!fine("update", answer))
        return false;
    tell(What::increment, answer->updated ? Result::done : Result::refused, subject, token.number());
    return answer->updated;
}

} // namespace lockdesk::chaos
