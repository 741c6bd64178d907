// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/telling_store.h"

#include "tests/chaos/chaos/writer.h"
#include "tests/contract/mutants_forward.h"

namespace lockdesk::chaos {

namespace {

using What = Event::What;
using Result = Event::Result;

// Returns the answer and records a call without a result.
template <class T> Answer<T> reply(HistoryWriter& history, const char* verb, Answer<T> answer)
{
    if (!answer) {
        const auto& failure = answer.failure();
        history.write({What::trouble, Result::refused, std::string(verb) + ": " + failure.code + " " + failure.message, 0,
                       "", steady_ns(), steady_ns(), kind_word(failure.kind)});
    }
    return answer;
}

struct TellingLocks : contract::ForwardLocks
{
    TellingLocks(Locks& base, HistoryWriter& writer) : ForwardLocks(base), history(writer) {}
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        const Span span;
        auto answer = reply(history, "acquire", m_base.acquire(r));
        if (answer && answer->token)
            history.write({What::granted, Result::done, r.name.str(), answer->token->number(), r.owner.str(), span.begin,
                           steady_ns(), ""});
        return answer;
    }
    Answer<LeaseAnswer> renew(const LockName& n, const OwnerId& o, FencingToken t, Duration lease) override
    {
        return reply(history, "renew", m_base.renew(n, o, t, lease));
    }
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least) override
    {
        return reply(history, "release", m_base.release(n, o, t, at_least));
    }
    HistoryWriter& history;
};

struct TellingTasks : contract::ForwardTasks
{
    TellingTasks(Tasks& base, HistoryWriter& writer) : ForwardTasks(base), history(writer) {}
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& r) override
    {
        const Span span;
        auto rows = reply(history, "claim", m_base.claim(r));
        if (rows)
            for (const TaskRow& row : *rows)
                history.write(
                    {What::claimed, Result::done, row.id, row.token.number(), r.owner.str(), span.begin, steady_ns(), ""});
        return rows;
    }
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override
    {
        const Span span;
        auto answers = reply(history, "apply", m_base.apply(steps));
        if (!answers)
            return answers;
        for (std::size_t i = 0; i < steps.size() && i < answers->size(); ++i)
            if (const auto* advance = std::get_if<Advance>(&steps[i].what); advance != nullptr && advance->from)
                history.write({What::advance, (*answers)[i].result == StepResult::done ? Result::done : Result::refused,
                               steps[i].id.str(), steps[i].token.number(), steps[i].owner.str(), span.begin, steady_ns(),
                               advance->from->str()});
        return answers;
    }
    HistoryWriter& history;
};

struct TellingOutbox : contract::ForwardOutbox
{
    TellingOutbox(Outbox& base, HistoryWriter& writer) : ForwardOutbox(base), history(writer) {}
    Answer<std::vector<MessageRow>> claim(const MessageClaim& r) override
    {
        return reply(history, "outbox claim", m_base.claim(r));
    }
    Answer<bool> begin(const DeliveryBegin& b) override { return reply(history, "outbox begin", m_base.begin(b)); }
    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> d) override
    {
        return reply(history, "settle", m_base.settle(d));
    }
    HistoryWriter& history;
};

} // namespace

contract::Decorate telling(HistoryWriter& history)
{
    return [&history](std::unique_ptr<Session> session) -> std::unique_ptr<Session> {
        auto out = std::make_unique<contract::ForwardSession>(std::move(session));
        out->new_locks = std::make_unique<TellingLocks>(out->base().locks(), history);
        out->new_tasks = std::make_unique<TellingTasks>(out->base().tasks(), history);
        out->new_outbox = std::make_unique<TellingOutbox>(out->base().outbox(), history);
        return out;
    };
}

} // namespace lockdesk::chaos
