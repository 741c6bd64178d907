// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/measure_ways.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/contracts/runtime.h"

namespace lockdesk::scenarios {

namespace {

constexpr Duration long_lease = std::chrono::seconds{30};

Failure odd(const char* what) { return Failure::internal(std::string("A measured round was refused: ") + what + "."); }

OwnerId owner_of(int client) { return OwnerId::trusted("measure/" + std::to_string(client) + "/0000000000000001"); }

// A store with SQL locks a row; for others a lease takes its place.
bool has_row_locks(const Capabilities& can) { return can.statements; }

Round leased(Session& session, const std::string& name, int client, const std::function<Answer<Done>(FencingToken)>& work)
{
    auto runtime = std::make_shared<SystemRuntime>();
    return [&session, lock = LockName::trusted(name), owner = owner_of(client), runtime, work]() -> Answer<bool> {
        const auto got = session.locks().acquire({lock, owner, long_lease, make_request_id(*runtime)});
        if (!got)
            return got.failure();
        if (got->result != AcquireResult::acquired)
            return false;
        const FencingToken token = got->token.value_or(FencingToken{}); // Redlock has none
        if (auto done = work(token); !done)
            return done.failure();
        const auto given = session.locks().release(lock, owner, token);
        if (!given)
            return given.failure();
        return given->result == LeaseResult::released ? Answer<bool>(true) : Answer<bool>(odd("release"));
    };
}

Round watched(Session& session, const std::string& name, int client)
{
    const LockName lock = LockName::trusted(name);
    return leased(session, name, client, [&session, lock, owner = owner_of(client)](FencingToken token) -> Answer<Done> {
        const auto kept = session.locks().renew(lock, owner, token, long_lease);
        if (!kept)
            return kept.failure();
        return kept->result == LeaseResult::renewed ? Answer<Done>(Done{}) : Answer<Done>(odd("renew"));
    });
}

Round optimistic(Session& session, const std::string& name)
{
    return [&session, id = RecordId::trusted(name)]() -> Answer<bool> {
        const auto read = session.records().get(id, false);
        if (!read)
            return read.failure();
        if (!*read)
            return odd("read");
        const auto wrote = session.records().update_if_version(id, (**read).version, "1");
        return wrote ? Answer<bool>(wrote->updated) : Answer<bool>(wrote.failure());
    };
}

// Returns true on success; false: a conflict, and everything is rolled back.
Answer<bool> transaction(Session& session, const std::vector<std::string>& texts)
{
    for (const std::string& text : texts) {
        const auto done = own_statement(session, text);
        if (!done || !*done) {
            const auto back = own_statement(session, "ROLLBACK");
            return !done ? Answer<bool>(done.failure()) : back ? Answer<bool>(false) : Answer<bool>(back.failure());
        }
    }
    return true;
}

Round pessimistic(Session& session, const std::string& name, int client)
{
    if (!has_row_locks(session.capabilities()))
        return leased(session, name, client, [&session, id = RecordId::trusted(name)](FencingToken) -> Answer<Done> {
            if (const auto read = session.records().get(id, false); !read)
                return read.failure();
            const auto put = session.records().put(id, "1", VersionBy::integer);
            return put ? Answer<Done>(Done{}) : Answer<Done>(put.failure());
        });
    const bool sqlite = session.capabilities().store == "sqlite";
    const std::string row = table_of(name) + " WHERE name = 'job'";
    return
        [&session, texts = std::vector<std::string>{
                       sqlite ? "BEGIN IMMEDIATE" : "BEGIN", "SELECT expiry FROM " + row + (sqlite ? "" : " FOR UPDATE"),
                       "UPDATE " + table_of(name)
                           + " SET sold = sold + 1 WHERE name = 'job'", // some stores skip a write that changes nothing
                       "COMMIT"}] { return transaction(session, texts); };
}

Round conditional(Session& session, const std::string& name)
{
    return [&session, text = "UPDATE " + table_of(name)
                             + " SET sold = sold + 1 WHERE name = 'job' AND sold < 2000000000"]() -> Answer<bool> {
        const auto done = own_statement(session, text);
        if (!done)
            return done.failure();
        return *done && (*done)->affected == 1;
    };
}

// tryLock and unlock, each in its own transaction that reads the row for update and writes it.
Round lock_table(Session& session, const std::string& name, int client)
{
    const bool sqlite = session.capabilities().store == "sqlite";
    const std::string begin = sqlite ? "BEGIN IMMEDIATE" : "BEGIN";
    const std::string look = "SELECT owner FROM " + table_of(name) + " WHERE name = 'job'" + (sqlite ? "" : " FOR UPDATE");
    const std::string set = "UPDATE " + table_of(name) + " SET owner = ";
    const std::string mine = "'client" + std::to_string(client) + "'";
    return [=, &session]() -> Answer<bool> {
        for (const std::string& text : {begin, look}) {
            const auto done = own_statement(session, text);
            if (!done)
                return done.failure();
            const bool taken =
                *done && !(*done)->rows.empty() && !std::holds_alternative<std::monostate>((*done)->rows[0][0]);
            if (!*done || taken) {
                const auto back = own_statement(session, taken ? "COMMIT" : "ROLLBACK");
                return back ? Answer<bool>(false) : Answer<bool>(back.failure());
            }
        }
        const auto took = transaction(session, {set + mine + " WHERE name = 'job'", "COMMIT"});
        if (!took || !*took)
            return took;
        return transaction(session, {begin, look, set + "NULL WHERE name = 'job'", "COMMIT"});
    };
}

Round claim(Session& session, const std::string& name, int client)
{
    auto runtime = std::make_shared<SystemRuntime>();
    return [&session, name, owner = owner_of(client), runtime]() -> Answer<bool> {
        ClaimRequest request{.kind = TaskKind::trusted(name),
                             .phase = Phase::trusted("Measuring"),
                             .owner = owner,
                             .claim = make_claim_id(*runtime)};
        request.lock_timeout = long_lease;
        const auto got = session.tasks().claim(request);
        if (!got)
            return got.failure();
        if (got->empty())
            return false;
        const TaskStep step{TaskId::trusted(name), owner, got->front().token, Unlock{}};
        const auto given = session.tasks().apply({&step, 1});
        if (!given)
            return given.failure();
        return given->front().result == StepResult::done ? Answer<bool>(true) : Answer<bool>(odd("unlock"));
    };
}

Round by_session(Session& session, SessionLockKind kind, const std::string& name, int client)
{
    return [&session, kind, lock = LockName::trusted(name), owner = owner_of(client)]() -> Answer<bool> {
        const auto got = session.session_locks().try_lock(lock, kind, owner);
        if (!got || !*got)
            return got;
        return session.session_locks().unlock(lock, kind);
    };
}

Round fence(Session& session, const std::string& name, std::atomic<std::int64_t>& tokens)
{
    return [&session, &tokens, resource = Resource::trusted(name)]() -> Answer<bool> {
        const auto answer = session.fence().admit(resource, FencingToken(++tokens), "measure");
        return answer ? Answer<bool>(answer->admitted) : Answer<bool>(answer.failure());
    };
}

// Delivers a message twice; the second time its id is known.
Round idempotent(Session& session, const std::string& name, int client)
{
    auto number = std::make_shared<std::int64_t>(0);
    return [&session, name, client, number]() -> Answer<bool> {
        const NewTask seen{TaskId::trusted(name + "-" + std::to_string(client) + "-" + std::to_string(++*number) + "-"
                                           + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count())),
                           TaskKind::trusted(name + "_seen"), Phase::trusted("Seen")};
        for (const bool first : {true, false}) {
            const auto added = session.tasks().add({&seen, 1});
            if (!added)
                return added.failure();
            if ((added->count == 1) != first)
                return odd("an id was taken for another");
        }
        return true;
    };
}

bool is_able(Way way, const Capabilities& can)
{
    switch (way) {
    case Way::conditional:
    case Way::lock_table: return can.statements;
    case Way::optimistic: return can.records;
    case Way::pessimistic: return can.records || can.statements;
    case Way::claim:
    case Way::idempotent: return can.tasks;
    case Way::session_lock: return can.session_locks;
    case Way::skip_locked: return can.skip_locked;
    case Way::fixed_lease:
    case Way::watchdog: return can.store != "redlock";
    case Way::redlock: return can.store == "redlock";
    case Way::fence: return can.fence != FenceStrength::none && can.store != "redlock";
    }
    return false;
}

} // namespace

bool holds(Way way) { return way != Way::conditional && way != Way::idempotent; }

std::string table_of(const std::string& name) { return "{" + name + "}"; }

Answer<std::optional<StatementResult>> own_statement(Session& session, const std::string& text)
{
    auto done = session.statements().run(text);
    if (!done)
        return done.failure();
    if (!done->refused())
        return std::optional(std::move(done).value());
    // Deadlock, serialization failure, lock timeout, busy: a conflict with another client.
    for (const char* in_the_way :
         {"40P01", "40001", "55P03", "57014", "1213", "1205", "1020", "5", "6", "SQLITE_BUSY", "SQLITE_LOCKED"})
        if (done->code == in_the_way)
            return std::optional<StatementResult>();
    return Failure::unavailable(done->message).with_code(done->code).in_statement(text);
}

Answer<Done> prepare_way(Way way, Session& session, const std::string& name)
{
    const Capabilities& can = session.capabilities();
    if (!is_able(way, can))
        return Failure::unsupported(can.store + " cannot do it");
    const bool row = way == Way::conditional || way == Way::lock_table || (way == Way::pessimistic && has_row_locks(can));
    if (row)
        for (const std::string& text :
             {"CREATE TABLE " + table_of(name)
                  + " (name varchar(100) PRIMARY KEY, owner varchar(100), expiry bigint, sold bigint)",
              "INSERT INTO " + table_of(name) + " (name, owner, expiry, sold) VALUES ('job', NULL, NULL, 0)"}) {
            const auto done = own_statement(session, text);
            if (!done)
                return done.failure();
        }
    if ((way == Way::optimistic || way == Way::pessimistic) && can.records)
        if (const auto put = session.records().put(RecordId::trusted(name), "0", VersionBy::integer); !put)
            return put.failure();
    if (way == Way::claim) {
        const NewTask task{TaskId::trusted(name), TaskKind::trusted(name), Phase::trusted("Measuring")};
        if (const auto added = session.tasks().add({&task, 1}); !added)
            return added.failure();
    }
    return Done{};
}

Round round_of(Way way, Session& session, const std::string& name, int client, std::atomic<std::int64_t>& tokens)
{
    switch (way) {
    case Way::conditional: return conditional(session, name);
    case Way::optimistic: return optimistic(session, name);
    case Way::pessimistic: return pessimistic(session, name, client);
    case Way::claim: return claim(session, name, client);
    case Way::lock_table: return lock_table(session, name, client);
    case Way::session_lock: return by_session(session, SessionLockKind::named, name, client);
    case Way::skip_locked: return by_session(session, SessionLockKind::skip_locked, name, client);
    case Way::fixed_lease:
    case Way::redlock: return leased(session, name, client, [](FencingToken) { return Answer<Done>(Done{}); });
    case Way::watchdog: return watched(session, name, client);
    case Way::fence: return fence(session, name, tokens);
    case Way::idempotent: return idempotent(session, name, client);
    }
    return {};
}

} // namespace lockdesk::scenarios
