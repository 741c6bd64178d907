// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/work.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/access.h"
#include "tests/chaos/chaos/writer.h"

namespace lockdesk::chaos {

namespace {

using namespace std::chrono_literals;
using What = Event::What;
using Result = Event::Result;

class Worker : public Writer
{
public:
    Worker(Store& store, const WorkerPlan& plan, Ledger& ledger)
        : Writer(plan, ledger, plan.seed, made_by(plan)), m_kind(TaskKind::trusted(plan.run)), m_own({&store, {}}),
          m_turn(m_random.one_in(2))
    {
    }

    /// The previous session may be gone as well.
    bool connect()
    {
        const auto session = m_own.get();
        if (!session)
            return fine("open", session);
        m_session = *session;
        return true;
    }
    void anything()
    {
        const auto what = m_random.below(m_plan.people > 0 ? 22 : 20);
        if (what < 12)
            with_lock();
        else if (what < 16)
            with_task(m_random.below(2));
        else if (what < 18)
            send();
        else if (what < 20)
            relay();
        else if (what < 21)
            apply();
        else
            (void)consume();
    }
    void with_lock();
    void with_task(std::uint64_t phase);
    void send();
    void relay();
    void apply();
    /// Returns true if everybody has a rank.
    bool consume();
    Session& session() { return *m_session; }

private:
    static OwnerId made_by(const WorkerPlan& plan)
    {
        SystemRuntime runtime;
        return make_owner(runtime, plan.name);
    }
    std::optional<Acquisition> acquire(const LockName& name);

    TaskKind m_kind;
    OwnSession m_own;
    FairTurn m_turn;
    std::int64_t m_messages = 0;
};

// Repeats the same request if the reply was lost.
std::optional<Acquisition> Worker::acquire(const LockName& name)
{
    const AcquireRequest request{name, m_owner, lock_lease, make_request_id(m_runtime)};
    for (int tries = 0; tries < 3; ++tries) {
        const Span span;
        const auto answer = m_session->locks().acquire(request);
        if (fine("acquire", answer)) {
            if (answer->result != AcquireResult::acquired)
                return std::nullopt;
            tell(What::granted, Result::done, name.str(), answer->token->number(), span);
            return *answer;
        }
        if (!answer.is_in_doubt())
            return std::nullopt;
    }
    return std::nullopt;
}

// Makes a few read-modify-writes under one grant.
void Worker::with_lock()
{
    const auto subject = resource_name(m_plan.run, m_random.below(resource_count));
    const auto name = LockName::trusted(subject);
    const auto grant = acquire(name);
    if (!grant)
        return;
    for (auto rounds = 1 + m_random.below(8); rounds > 0; --rounds) {
        const auto before = m_session->records().get(RecordId::trusted(subject), false);
        danger();
        if (!fine("get", before) || !*before || !write_some(subject, *grant->token))
            return;
        if (m_plan.fenced)
            danger();
        if (!raise_counter(subject, **before, *grant->token))
            return;
        if (m_random.one_in(16) && !fine("renew", m_session->locks().renew(name, m_owner, *grant->token, lock_lease)))
            return;
    }
    (void)fine("release", m_session->locks().release(name, m_owner, *grant->token));
}

void Worker::with_task(std::uint64_t phase)
{
    ClaimRequest request{m_kind, Phase::trusted(phases[phase]),
                         static_cast<std::int64_t>(1 + m_random.below(m_plan.many ? 16 : 4)), m_owner,
                         make_claim_id(m_runtime)};
    request.returned_first = m_turn.next();
    Span span;
    auto rows = m_session->tasks().claim(request);
    if (rows.is_in_doubt()) {
        (void)fine("claim", rows);
        request.asking_again = true;
        span = {};
        rows = m_session->tasks().claim(request);
    }
    if (!fine("claim", rows))
        return;
    for (const TaskRow& row : *rows)
        tell(What::claimed, Result::done, row.id, row.token.number(), span);
    std::vector<TaskStep> steps;
    for (const TaskRow& row : *rows) {
        danger();
        if (!write(row.id, row.token))
            continue;
        danger();
        tell(What::advance, Result::begun, row.id, row.token.number(), {}, row.phase);
        steps.push_back({TaskId::trusted(row.id), m_owner, row.token,
                         Advance{Phase::trusted(row.phase), Phase::trusted(phases[phase + 1]), {}}});
    }
    const Span advancing;
    const auto answers = m_session->tasks().apply(steps);
    if (steps.empty() || !fine("advance", answers))
        return;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool done = (*answers)[i].result == StepResult::done;
        tell(What::advance, done ? Result::done : Result::refused, steps[i].id.str(), steps[i].token.number(), advancing,
             phases[phase]);
    }
}

void Worker::send()
{
    const NewMessage message{MessageId::trusted(m_plan.run + "-" + m_plan.name + "-" + std::to_string(++m_messages)),
                             Topic::trusted("chaos"), "{}"};
    tell(What::add, Result::begun, message.id.str());
    const auto added = m_session->outbox().add(message);
    if (fine("add", added))
        tell(What::add, Result::done, message.id.str());
}

void Worker::relay()
{
    const MessageClaim request{5, m_owner, make_claim_id(m_runtime), message_lease};
    const auto rows = m_session->outbox().claim(request);
    if (!fine("outbox claim", rows))
        return;
    std::vector<Delivery> deliveries;
    for (const MessageRow& row : *rows) {
        danger();
        tell(What::delivered, Result::done, row.id, row.token.number());
        danger();
        deliveries.push_back({MessageId::trusted(row.id), m_owner, row.token, true});
    }
    if (!deliveries.empty())
        (void)fine("settle", m_session->outbox().settle(deliveries));
}

// Persons may apply repeatedly.
void Worker::apply()
{
    std::vector<PersonId> persons;
    for (auto count = 1 + m_random.below(8); count > 0; --count)
        persons.push_back(
            PersonId::trusted("p" + std::to_string(m_random.below(static_cast<std::uint64_t>(m_plan.people)))));
    const Span span;
    danger();
    const auto answers = m_session->draws().apply(EventId::trusted(draw_name(m_plan.run)), persons);
    if (!fine("apply", answers) || !*answers)
        return;
    for (const DrawEntry& entry : **answers)
        tell(What::applied, entry.result == ApplyResult::closed ? Result::refused : Result::done, entry.person, entry.seq,
             span);
}

// Only the leader ranks; a thawed former leader is refused, as its token is too small.
bool Worker::consume()
{
    const auto event = EventId::trusted(draw_name(m_plan.run));
    const auto name = LockName::trusted(draw_name(m_plan.run));
    const auto grant = acquire(name);
    if (!grant)
        return false;
    bool ended = false;
    for (int rounds = 0; rounds < 4 && !ended; ++rounds) {
        danger();
        const auto some = m_session->draws().consume(event, *grant->token, 20);
        if (!fine("consume", some) || !*some || (*some)->refused)
            return false;
        ended = (*some)->left == 0;
    }
    (void)fine("release", m_session->locks().release(name, m_owner, *grant->token));
    return ended;
}

} // namespace

std::string draw_name(const std::string& run) { return run + "-draw"; }

std::string resource_name(const std::string& run, std::uint64_t number) { return run + "-r" + std::to_string(number); }

void work(Store& store, const WorkerPlan& plan)
{
    Ledger ledger(plan);
    Worker worker(store, plan, ledger);
    while (!worker.done())
        if (worker.connect())
            worker.anything();
}

bool drain(Store& store, const WorkerPlan& plan, std::chrono::seconds at_most)
{
    Ledger ledger(plan);
    Worker worker(store, plan, ledger);
    bool ranked = false;
    const auto until = std::chrono::steady_clock::now() + at_most;
    while (std::chrono::steady_clock::now() < until) {
        if (!worker.connect())
            continue;
        for (const std::uint64_t phase : {0U, 1U})
            worker.with_task(phase);
        worker.relay();
        const auto counts = worker.session().tasks().counts(1'000'000);
        const auto backlog = worker.session().outbox().backlog();
        if (!counts || !backlog)
            continue;
        std::int64_t open = backlog->pending;
        std::int64_t ready = backlog->next_due.value_or(1s) == 0s ? 1 : 0;
        for (const PhaseCount& c : *counts) {
            if (c.kind != plan.run || c.phase == phases[2])
                continue;
            open += c.held + c.waiting + c.due + c.expired;
            ready += c.due + c.expired;
        }
        if (plan.people > 0 && !ranked)
            ranked = worker.consume();
        if (open == 0 && (ranked || plan.people == 0))
            return true;
        if (ready == 0)
            worker.rest(20ms);
    }
    return false;
}

} // namespace lockdesk::chaos
