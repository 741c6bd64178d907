// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

#include <unistd.h>

#include <utility>

namespace lockdesk::contract {

namespace {

// New Year 2026: not this computer's time, so that a client's clock in a decision shows, and not near 1970.
constexpr TimePoint start_of_time = time_from_us(1'767'225'600'000'000);

std::unique_ptr<Session> decorated(std::unique_ptr<Session> session)
{
    const auto& decorate = store_under_test().decorate;
    return decorate ? decorate(std::move(session)) : std::move(session);
}

// One store for all cases; its schema is created once.
Store& shared_store()
{
    static const auto store = [] {
        const auto& under_test = store_under_test();
        auto opened = ok(under_test.open(ok(StoreUrl::parse(under_test.url()))));
        SessionOptions options;
        options.without_schema = true;
        ok(ok(opened->open(options))->admin().create_schema());
        return opened;
    }();
    return *store;
}

SandboxId sandbox_id(const std::string& text) { return ok(SandboxId::parse(text)); }

// Opened once: a session that only makes and drops a case's sandbox costs as much as the case.
Session& keeper()
{
    static const auto session = decorated(ok(shared_store().open(SessionOptions{})));
    return *session;
}

// Renewed by its last case; empty: none.
std::string spare_sandbox;

} // namespace

void Contract::SetUp()
{
    static int last = 0;
    m_sandbox = std::exchange(spare_sandbox, {});
    if (m_sandbox.empty()) {
        m_sandbox = "c" + std::to_string(::getpid()) + "_" + std::to_string(++last);
        ok(keeper().admin().create_sandbox(sandbox_id(m_sandbox)));
    }
    m_session = another();
    ok(s().admin().set_rate(0));
    ok(s().admin().set_clock(start_of_time));
}

void Contract::TearDown()
{
    m_session.reset();
    const auto& renew = store_under_test().renew;
    if (renew && renew(sandbox_id(m_sandbox)))
        spare_sandbox = m_sandbox;
    else
        EXPECT_TRUE(ok(keeper().admin().drop_sandbox(sandbox_id(m_sandbox))));
}

void drop_spare_sandbox()
{
    if (!spare_sandbox.empty() && !ok(keeper().admin().drop_sandbox(sandbox_id(std::exchange(spare_sandbox, {})))))
        throw std::runtime_error("the last case's sandbox was gone");
}

Store& Contract::store() { return shared_store(); }

SessionOptions Contract::options() const
{
    SessionOptions o;
    o.sandbox = sandbox_id(m_sandbox);
    return o;
}

std::unique_ptr<Session> Contract::open(const SessionOptions& options) { return decorated(ok(store().open(options))); }

std::unique_ptr<Session> Contract::another(bool read_only)
{
    auto o = options();
    o.read_only = read_only;
    return open(o);
}

std::unique_ptr<Session> Contract::outside(bool without_schema)
{
    SessionOptions o;
    o.without_schema = without_schema;
    return open(o);
}

RequestId Contract::fresh_request() { return RequestId::trusted("request-" + std::to_string(++m_requests)); }
ClaimId Contract::fresh_claim() { return ClaimId::trusted("claim-" + std::to_string(++m_requests)); }

Acquisition Contract::acquire(const std::string& who, Duration lease, const std::string& lock)
{
    return ok(locks().acquire({name(lock), owner(who), lease, fresh_request()}));
}

Acquisition Contract::acquire_as(const std::string& request, const std::string& who, Duration lease)
{
    return ok(locks().acquire({name(), owner(who), lease, RequestId::trusted(request)}));
}

LeaseAnswer Contract::release(const std::string& who, FencingToken token, Duration at_least)
{
    return ok(locks().release(name(), owner(who), token, at_least));
}

LeaseAnswer Contract::renew(const std::string& who, FencingToken token, Duration lease)
{
    return ok(locks().renew(name(), owner(who), token, lease));
}

LockRow Contract::row(const std::string& lock)
{
    auto found = ok(locks().find(name(lock)));
    if (!found)
        throw std::runtime_error("there is no lock " + lock);
    return *found;
}

void Contract::add_task(const std::string& id, const std::string& phase, const std::string& kind)
{
    const NewTask task{TaskId::trusted(id), TaskKind::trusted(kind), Phase::trusted(phase)};
    if (ok(tasks().add({&task, 1})).count != 1)
        throw std::runtime_error("task " + id + " was not added");
}

ClaimRequest Contract::claim_request(const std::string& who, std::int64_t limit)
{
    return {TaskKind::trusted("k"), Phase::trusted("new"), limit, owner(who), fresh_claim()};
}

std::vector<TaskRow> Contract::claim(const std::string& who, std::int64_t limit)
{
    return ok(tasks().claim(claim_request(who, limit)));
}

StepAnswer Contract::step(const TaskRow& task, decltype(TaskStep::what) what)
{
    const TaskStep one{TaskId::trusted(task.id), owner(task.owner), task.token, std::move(what)};
    auto answers = ok(tasks().apply({&one, 1}));
    if (answers.size() != 1)
        throw std::runtime_error("one step had " + std::to_string(answers.size()) + " answers");
    return answers.front();
}

TaskRow Contract::task(const std::string& id)
{
    auto found = ok(tasks().find(TaskId::trusted(id)));
    if (!found)
        throw std::runtime_error("there is no task " + id);
    return *found;
}

void Contract::add_message(const std::string& id)
{
    if (!ok(outbox().add({MessageId::trusted(id), Topic::trusted("topic"), "{}"})))
        throw std::runtime_error("message " + id + " was not added");
}

std::vector<MessageRow> Contract::claim_messages(const std::string& who, std::int64_t limit, Duration lease)
{
    return ok(outbox().claim({limit, owner(who), fresh_claim(), lease}));
}

MessageRow Contract::message(const std::string& id)
{
    auto found = ok(outbox().find(MessageId::trusted(id)));
    if (!found)
        throw std::runtime_error("there is no message " + id);
    return *found;
}

} // namespace lockdesk::contract
