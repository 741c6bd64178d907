// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"
#include "tests/support/await.h"

namespace lockdesk::contract {

TEST_P(SessionCases, ReadOnlySessionReadsAndRefusesEveryWrite)
{
    acquire("a");
    add_task("t");
    add_message("m");
    const auto before = row();
    const auto session = another(true);
    Session& r = *session;
    EXPECT_EQ(ok(r.locks().find(name()))->owner, "a");
    EXPECT_EQ(ok(r.locks().list({})).rows.size(), 1u);
    EXPECT_EQ(ok(r.tasks().list({})).rows.size(), 1u);
    EXPECT_EQ(ok(r.outbox().list({})).rows.size(), 1u);
    EXPECT_EQ(ok(r.outbox().backlog()).pending, 1);
    EXPECT_EQ(ok(r.tasks().counts(10)).size(), 1u);
    EXPECT_TRUE(ok(r.changes().since({}, Entities::all(), 10)).snapshot);
    EXPECT_FALSE(ok(r.records().get(RecordId::trusted("r"), false)));
    EXPECT_EQ(ok(r.admin().clock()).store, now());

    const auto o = owner("a");
    const FencingToken one(1);
    const NewTask task{TaskId::trusted("u"), TaskKind::trusted("k"), Phase::trusted("p")};
    const TaskStep unlock{TaskId::trusted("t"), o, one, Unlock{}};
    const Delivery sent{MessageId::trusted("m"), o, one, true};
    using enum FailureKind;
    EXPECT_EQ(failed(r.locks().acquire({name(), o, second, fresh_request()})), read_only);
    EXPECT_EQ(failed(r.locks().acquire({name("other"), o, second, fresh_request()})), read_only);
    EXPECT_EQ(failed(r.locks().renew(name(), o, one, second)), read_only);
    EXPECT_EQ(failed(r.locks().release(name(), o, one)), read_only);
    EXPECT_EQ(failed(r.locks().force_release({name(), o, one, {}, {}, "r", {}, "w"})), read_only);
    EXPECT_EQ(failed(r.locks().collect(second)), read_only);
    EXPECT_EQ(failed(r.fence().admit(Resource::trusted("f"), one, "")), read_only);
    EXPECT_EQ(failed(r.tasks().add({&task, 1})), read_only);
    EXPECT_EQ(failed(r.tasks().claim(claim_request("w"))), read_only);
    EXPECT_EQ(failed(r.tasks().apply({&unlock, 1})), read_only);
    EXPECT_EQ(failed(r.tasks().relock_forced({TaskId::trusted("t"), "", FencingToken(0), second, "r", "w"})), read_only);
    EXPECT_EQ(failed(r.tasks().remove({TaskId::trusted("t"), "", FencingToken(0), "r", "w"})), read_only);
    EXPECT_EQ(failed(r.tasks().collect(second, 1)), read_only);
    EXPECT_EQ(failed(r.tasks().set_rule({"k", "p"})), read_only);
    EXPECT_EQ(failed(r.outbox().add({MessageId::trusted("n"), Topic::trusted("t"), ""})), read_only);
    EXPECT_EQ(failed(r.outbox().claim({1, o, fresh_claim()})), read_only);
    EXPECT_EQ(failed(r.outbox().settle({&sent, 1})), read_only);
    EXPECT_EQ(failed(r.outbox().retry_dead({})), read_only);
    EXPECT_EQ(failed(r.outbox().collect(second, 1)), read_only);
    EXPECT_EQ(failed(r.records().put(RecordId::trusted("r"), "v", VersionBy::integer)), read_only);
    EXPECT_EQ(failed(r.records().update_if_version(RecordId::trusted("r"), "1", "v")), read_only);
    EXPECT_EQ(failed(r.records().get(RecordId::trusted("r"), true)), read_only);
    WorkerRow worker;
    worker.id = "w";
    EXPECT_EQ(failed(r.workers().beat(worker)), read_only);
    EXPECT_EQ(failed(r.workers().leave(WorkerId::trusted("w"))), read_only);
    EXPECT_EQ(failed(r.workers().order({WorkerId::trusted("w"), {}, "w"})), read_only);
    EXPECT_EQ(failed(r.audit().write({})), read_only);
    EXPECT_EQ(failed(r.admin().create_sandbox(ok(SandboxId::parse("sbx_ro")))), read_only);
    EXPECT_EQ(failed(r.admin().advance_clock(second)), read_only);
    if (r.capabilities().waiters) {
        EXPECT_EQ(failed(r.locks().announce_wait(name(), o, second)), read_only);
    }
    EXPECT_EQ(row(), before);
    EXPECT_EQ(ok(tasks().list({})).rows.size(), 1u);
}

TEST_P(SessionCases, PreviewsWorkOnAReadOnlySession)
{
    const auto session = another(true);
    EXPECT_FALSE(ok(session->locks().preview_force_release({name(), owner("a"), FencingToken(1), {}, {}, "r", {}, "w"}))
                     .commands.empty());
    EXPECT_FALSE(
        ok(session->tasks().preview_relock_forced({TaskId::trusted("t"), "", FencingToken(0), second, "r", "w"})).empty());
    EXPECT_FALSE(ok(session->tasks().preview_remove({TaskId::trusted("t"), "", FencingToken(0), "r", "w"})).empty());
    EXPECT_FALSE(ok(session->outbox().preview_retry_dead({})).empty());
}

TEST_P(SessionCases, InterruptedSessionFailsFastAndForGood)
{
    const auto session = another();
    ok(session->locks().find(name()));
    session->interrupt();
    for (int i = 0; i < 2; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const auto kind = failed(session->locks().acquire({name(), owner("a"), second, fresh_request()}));
        EXPECT_TRUE(kind == FailureKind::unavailable || kind == FailureKind::in_doubt) << static_cast<int>(kind);
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{1});
    }
    EXPECT_EQ(acquire("b").result, AcquireResult::acquired) << "others go on";
}

TEST_P(SessionCases, CapabilitiesAreFilledIn)
{
    const auto& c = s().capabilities();
    EXPECT_FALSE(c.store.empty());
    EXPECT_FALSE(c.version.empty());
    EXPECT_EQ(c.source, "lockdesk");
    EXPECT_GE(c.resolution, Duration{1});
    EXPECT_EQ(c.max_name_bytes, 200u);
    EXPECT_TRUE(c.sandbox);
    ASSERT_FALSE(c.strategies.empty());
    EXPECT_EQ(c.strategies.front(), ClaimStrategy::atomic);
}

TEST_P(SessionCases, UnknownSourceIsUnsupported)
{
    auto o = options();
    o.source = "no-such-source";
    const auto opened = store().open(o);
    const auto kind = opened ? failed((*opened)->locks().find(name())) : opened.failure().kind;
    EXPECT_TRUE(kind == FailureKind::unsupported || kind == FailureKind::usage) << static_cast<int>(kind);
}

TEST_P(SessionCases, NamedLockLivesAsLongAsItsSession)
{
    LOCKDESK_NEEDS(s().capabilities().session_locks, "session locks");
    const auto lock = name("it's\nnamed");
    auto holder = another();
    EXPECT_TRUE(ok(holder->session_locks().try_lock(lock, SessionLockKind::named, owner("a"))));
    EXPECT_TRUE(ok(holder->session_locks().still_mine(lock, SessionLockKind::named)));
    EXPECT_FALSE(ok(s().session_locks().try_lock(lock, SessionLockKind::named, owner("b"))));
    EXPECT_FALSE(ok(s().session_locks().still_mine(lock, SessionLockKind::named)));
    EXPECT_FALSE(ok(s().session_locks().unlock(lock, SessionLockKind::named)));
    const auto rows = ok(s().session_locks().list({})).rows;
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].name, lock.str());
    EXPECT_EQ(rows[0].owner, "a");
    ListRequest of_kind;
    of_kind.filter = Filter({{"kind", FilterTerm::Op::equals, "named", false}});
    EXPECT_EQ(ok(s().session_locks().list(of_kind)).rows.size(), 1u);
    of_kind.filter = Filter({{"kind", FilterTerm::Op::equals, "skip-locked", false}});
    EXPECT_TRUE(ok(s().session_locks().list(of_kind)).rows.empty());
    holder.reset();
    bool taken = false;
    // A server may notice the end of a session after some time.
    EXPECT_TRUE(test::await([&] {
        taken = taken || ok(s().session_locks().try_lock(lock, SessionLockKind::named, owner("b")));
        return taken;
    }));
    EXPECT_TRUE(ok(s().session_locks().unlock(lock, SessionLockKind::named)));
    EXPECT_TRUE(ok(s().session_locks().list({})).rows.empty());
}

TEST_P(SessionCases, SkipLockedMakesItsRowAndExcludes)
{
    LOCKDESK_NEEDS(s().capabilities().skip_locked, "skip-locked");
    auto first = another();
    auto other = another();
    EXPECT_TRUE(ok(first->session_locks().try_lock(name(), SessionLockKind::skip_locked, owner("a"))));
    EXPECT_FALSE(ok(other->session_locks().try_lock(name(), SessionLockKind::skip_locked, owner("b"))));
    EXPECT_TRUE(ok(other->session_locks().try_lock(name("x"), SessionLockKind::skip_locked, owner("b"))));
    EXPECT_TRUE(ok(first->session_locks().still_mine(name(), SessionLockKind::skip_locked)));
    EXPECT_TRUE(ok(first->session_locks().unlock(name(), SessionLockKind::skip_locked)));
    EXPECT_FALSE(ok(first->session_locks().still_mine(name(), SessionLockKind::skip_locked)));
    EXPECT_TRUE(ok(first->session_locks().try_lock(name(), SessionLockKind::skip_locked, owner("a"))));
}

} // namespace lockdesk::contract
