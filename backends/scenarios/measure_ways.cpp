// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/measure_ways.h"

#include "backends/engine/ids.h"
#include "backends/engine/runtime.h"

namespace lockdesk::scenarios {

namespace {

const OwnerId me = OwnerId::trusted("measure/1/0000000000000001");
const LockName job = LockName::trusted("measure");
constexpr Duration lease = std::chrono::seconds{30};

template <class T> Answer<Done> came(const Answer<T>& answer)
{
    return answer ? Answer<Done>(Done{}) : Answer<Done>(answer.failure());
}

Answer<Done> went(bool as_meant, const char* what)
{
    if (as_meant)
        return Done{};
    return Failure{FailureKind::internal, {}, {}, false, false, std::string("A measured round was refused: ") + what + "."};
}

Answer<Done> under_lock(Session& session, Runtime& runtime, const std::function<Answer<Done>(FencingToken)>& work)
{
    const auto got = session.locks().acquire({job, me, lease, make_request_id(runtime)});
    if (!got)
        return got.failure();
    if (!got->token)
        return went(false, "acquire");
    if (auto done = work(*got->token); !done)
        return done;
    const auto given = session.locks().release(job, me, *got->token);
    return given ? went(given->result == LeaseResult::released, "release") : Answer<Done>(given.failure());
}

Answer<Round> optimistic(Session& session)
{
    const RecordId id = RecordId::trusted("measure-optimistic");
    if (const auto put = session.records().put(id, "0", VersionBy::integer); !put)
        return put.failure();
    return Round([&session, id]() -> Answer<Done> {
        const auto read = session.records().get(id, false);
        if (!read)
            return read.failure();
        if (!*read)
            return went(false, "read");
        const auto wrote = session.records().update_if_version(id, (**read).version, "1");
        return wrote ? went(wrote->updated, "update") : Answer<Done>(wrote.failure());
    });
}

Answer<Round> pessimistic(Session& session)
{
    const RecordId id = RecordId::trusted("measure-pessimistic");
    if (const auto put = session.records().put(id, "0", VersionBy::integer); !put)
        return put.failure();
    auto runtime = std::make_shared<SystemRuntime>();
    return Round([&session, id, runtime] {
        return under_lock(session, *runtime, [&](FencingToken) -> Answer<Done> {
            if (const auto read = session.records().get(id, false); !read)
                return read.failure();
            return came(session.records().put(id, "1", VersionBy::integer));
        });
    });
}

Answer<Round> leased(Session& session, bool renewed)
{
    auto runtime = std::make_shared<SystemRuntime>();
    return Round([&session, runtime, renewed] {
        return under_lock(session, *runtime, [&](FencingToken token) -> Answer<Done> {
            if (!renewed)
                return Done{};
            const auto kept = session.locks().renew(job, me, token, lease);
            return kept ? went(kept->result == LeaseResult::renewed, "renew") : Answer<Done>(kept.failure());
        });
    });
}

Answer<Round> claim(Session& session)
{
    const TaskKind kind = TaskKind::trusted("measure");
    const Phase phase = Phase::trusted("Measuring");
    const NewTask task{TaskId::trusted("measure"), kind, phase};
    if (const auto added = session.tasks().add({&task, 1}); !added)
        return added.failure();
    auto runtime = std::make_shared<SystemRuntime>();
    return Round([&session, kind, phase, runtime]() -> Answer<Done> {
        ClaimRequest request{.kind = kind, .phase = phase, .owner = me, .claim = make_claim_id(*runtime)};
        request.lock_timeout = lease;
        const auto got = session.tasks().claim(request);
        if (!got)
            return got.failure();
        if (got->empty())
            return went(false, "claim");
        const TaskStep step{TaskId::trusted("measure"), me, got->front().token, Unlock{}};
        const auto given = session.tasks().apply({&step, 1});
        return given ? went(given->front().result == StepResult::done, "unlock") : Answer<Done>(given.failure());
    });
}

Answer<Done> statement(Session& session, const std::string& text)
{
    const auto done = session.statements().run(text);
    if (!done)
        return done.failure();
    if (done->refused())
        return Failure{FailureKind::unavailable, done->code, text, false, false, done->message};
    return Done{};
}

// tryLock and unlock, each in a transaction of its own that reads the row for update and writes it.
Answer<Round> lock_table(Session& session)
{
    const bool sqlite = session.capabilities().store == "sqlite";
    for (const char* text : {"CREATE TABLE {measured} (name varchar(100) PRIMARY KEY, owner varchar(100), expiry bigint)",
                             "INSERT INTO {measured} (name, owner, expiry) VALUES ('job', NULL, NULL)"})
        if (auto done = statement(session, text); !done)
            return done.failure();
    const std::string begin = sqlite ? "BEGIN IMMEDIATE" : "BEGIN";
    const std::string for_update = sqlite ? "" : " FOR UPDATE";
    const std::string look = "SELECT owner, expiry FROM {measured} WHERE name = 'job'" + for_update;
    return Round([&session, begin, look]() -> Answer<Done> {
        for (const char* write : {"UPDATE {measured} SET owner = 'me', expiry = 1 WHERE name = 'job'",
                                  "UPDATE {measured} SET owner = NULL, expiry = NULL WHERE name = 'job'"})
            for (const std::string& text : {begin, look, std::string(write), std::string("COMMIT")})
                if (auto done = statement(session, text); !done)
                    return done;
        return Done{};
    });
}

Answer<Round> by_session(Session& session, SessionLockKind kind)
{
    return Round([&session, kind]() -> Answer<Done> {
        const auto got = session.session_locks().try_lock(job, kind, me);
        if (!got)
            return got.failure();
        if (!*got)
            return went(false, "session lock");
        const auto given = session.session_locks().unlock(job, kind);
        return given ? went(*given, "session unlock") : Answer<Done>(given.failure());
    });
}

Answer<Round> fence(Session& session)
{
    auto token = std::make_shared<std::int64_t>(0);
    return Round([&session, token]() -> Answer<Done> {
        const auto answer = session.fence().admit(Resource::trusted("measure"), FencingToken(++*token), "measure");
        return answer ? went(answer->admitted, "fence") : Answer<Done>(answer.failure());
    });
}

bool is_able(Way way, const Capabilities& can)
{
    switch (way) {
    case Way::optimistic: return can.records;
    case Way::pessimistic: return can.records;
    case Way::claim: return can.tasks;
    case Way::lock_table: return can.statements;
    case Way::session_lock: return can.session_locks;
    case Way::skip_locked: return can.skip_locked;
    case Way::fixed_lease:
    case Way::watchdog: return can.store != "redlock";
    case Way::redlock: return can.store == "redlock";
    case Way::fence: return can.fence != FenceStrength::none;
    }
    return false;
}

} // namespace

Answer<Round> round_of(Way way, Session& session)
{
    if (!is_able(way, session.capabilities()))
        return unsupported_failure(session.capabilities().store + " cannot do it");
    switch (way) {
    case Way::optimistic: return optimistic(session);
    case Way::pessimistic: return pessimistic(session);
    case Way::claim: return claim(session);
    case Way::lock_table: return lock_table(session);
    case Way::session_lock: return by_session(session, SessionLockKind::named);
    case Way::skip_locked: return by_session(session, SessionLockKind::skip_locked);
    case Way::fixed_lease:
    case Way::redlock: return leased(session, false);
    case Way::watchdog: return leased(session, true);
    case Way::fence: return fence(session);
    }
    return unsupported_failure("no such way");
}

} // namespace lockdesk::scenarios
