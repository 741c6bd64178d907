// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

#include <algorithm>

// The forced end of a session that holds a session lock.
namespace lockdesk::contract {

namespace {

using Kind = SessionLockKind;

ForceRelease end_of(const LockName& lock, const std::string& who)
{
    return {lock, OwnerId::trusted(who), FencingToken{}, {}, {}, "its job hangs", {}, "op@desk"};
}

AuditRow newest(Session& s)
{
    const auto rows = ok(s.audit().list({})).rows;
    return rows.empty() ? AuditRow{} : rows.front();
}

} // namespace

TEST_P(SessionCases, EndingASessionFreesAllThatItHolds)
{
    LOCKDESK_NEEDS(s().capabilities().session_locks, "session locks");
    const auto lock = name("it's {who}\n\"named\"");
    const auto holder = another();
    ASSERT_TRUE(ok(holder->session_locks().try_lock(lock, Kind::named, owner("a"))));
    ASSERT_TRUE(ok(holder->session_locks().try_lock(name("second"), Kind::named, owner("a2"))));
    const auto shown = ok(s().session_locks().find(lock, Kind::named));
    ASSERT_TRUE(shown);
    auto request = end_of(lock, "a");
    request.if_session = shown->session;
    request.if_acquired_at = shown->since;
    request.seen = LockSeen{lock_row(*shown), now()};

    const auto preview = ok(s().session_locks().preview_end_session(request, Kind::named));
    ASSERT_EQ(preview.commands.size(), 1u);
    EXPECT_EQ(preview.protection, Protection::none);
    ASSERT_TRUE(preview.ends);
    EXPECT_EQ(preview.ends->session, shown->session);
    EXPECT_EQ(preview.ends->also_frees, std::vector<std::string>{"second"});
    EXPECT_TRUE(ok(holder->session_locks().still_mine(lock, Kind::named))) << "a preview changes nothing";

    EXPECT_EQ(ok(s().session_locks().end_session(request, Kind::named)).result, ForceResult::released);
    EXPECT_FALSE(ok(s().session_locks().find(lock, Kind::named)));
    EXPECT_FALSE(ok(s().session_locks().find(name("second"), Kind::named)));
    const auto mine = holder->session_locks().still_mine(lock, Kind::named);
    EXPECT_TRUE(!mine || !*mine) << "the holder is told";
    EXPECT_TRUE(ok(s().session_locks().try_lock(lock, Kind::named, owner("b"))));
    const auto note = newest(s());
    EXPECT_EQ(note.action, "end-session");
    EXPECT_EQ(note.key, lock.str());
    EXPECT_EQ(note.who, "op@desk");
    EXPECT_EQ(note.reason, "its job hangs");
    EXPECT_EQ(note.result, "released");
    EXPECT_NE(note.evidence.find(shown->session), std::string::npos) << note.evidence;
    EXPECT_EQ(note.evidence, evidence_json(request.seen));
}

// Longer than a name on some servers, or than a registry column.
TEST_P(SessionCases, SessionLocksMayHaveLongNames)
{
    LOCKDESK_NEEDS(s().capabilities().session_locks, "session locks");
    for (const std::size_t size : {64UL, 65UL, 150UL, 192UL, 193UL, 200UL}) {
        const auto lock = name(std::string(size, 'n'));
        const auto holder = another();
        ASSERT_TRUE(ok(holder->session_locks().try_lock(lock, Kind::named, owner("a")))) << size;
        EXPECT_FALSE(ok(s().session_locks().try_lock(lock, Kind::named, owner("b")))) << size;
        EXPECT_EQ(ok(s().session_locks().find(lock, Kind::named)).value().owner, "a") << size;
        EXPECT_TRUE(ok(holder->session_locks().unlock(lock, Kind::named))) << size;
    }
}

TEST_P(SessionCases, ASessionLockThatChangedHandsIsLeftAlone)
{
    LOCKDESK_NEEDS(s().capabilities().session_locks, "session locks");
    const auto holder = another();
    ASSERT_TRUE(ok(holder->session_locks().try_lock(name(), Kind::named, owner("new"))));
    const auto changed = [&](const ForceRelease& request) {
        const auto answer = ok(s().session_locks().end_session(request, Kind::named));
        EXPECT_EQ(answer.result, ForceResult::changed);
        EXPECT_TRUE(answer.holder && answer.holder->owner == "new");
        EXPECT_TRUE(ok(holder->session_locks().still_mine(name(), Kind::named)));
    };
    changed(end_of(name(), "old"));
    EXPECT_EQ(newest(s()).result, "changed");
    auto request = end_of(name(), "new");
    request.if_session = "1";
    changed(request);
    request = end_of(name(), "new");
    request.if_token = FencingToken{7};
    changed(request);
    request = end_of(name(), "new");
    request.if_acquired_at = time_from_us(1);
    changed(request);
    const auto nobody = ok(s().session_locks().end_session(end_of(name("free"), "new"), Kind::named));
    EXPECT_EQ(nobody.result, ForceResult::changed);
    EXPECT_FALSE(nobody.holder);
    request = end_of(name(), "new");
    request.hold_off = second;
    EXPECT_EQ(failed(s().session_locks().end_session(request, Kind::named)), FailureKind::usage);
}

TEST_P(SessionCases, EndingTheHolderOfAGuardRowFreesIt)
{
    LOCKDESK_NEEDS(s().capabilities().skip_locked, "skip-locked");
    const auto holder = another();
    ASSERT_TRUE(ok(holder->session_locks().try_lock(name(), Kind::skip_locked, owner("a"))));
    EXPECT_EQ(ok(s().session_locks().end_session(end_of(name(), "b"), Kind::skip_locked)).result, ForceResult::changed);
    EXPECT_EQ(ok(s().session_locks().end_session(end_of(name(), "a"), Kind::named)).result, ForceResult::changed);
    EXPECT_TRUE(ok(holder->session_locks().still_mine(name(), Kind::skip_locked)));
    EXPECT_EQ(ok(s().session_locks().end_session(end_of(name(), "a"), Kind::skip_locked)).result, ForceResult::released);
    EXPECT_FALSE(ok(holder->session_locks().still_mine(name(), Kind::skip_locked)));
    EXPECT_FALSE(ok(s().session_locks().find(name(), Kind::skip_locked)));
    EXPECT_TRUE(ok(s().session_locks().try_lock(name(), Kind::skip_locked, owner("c"))));
}

TEST_P(SessionCases, SessionLocksAreASourceOfTheirOwn)
{
    LOCKDESK_NEEDS(s().capabilities().session_locks, "session locks");
    auto o = options();
    o.source = "named";
    const auto source = ok(store().open(o));
    EXPECT_EQ(source->capabilities().source, "named");
    EXPECT_EQ(source->capabilities().fence, FenceStrength::none);
    const auto holder = another();
    ASSERT_TRUE(ok(holder->session_locks().try_lock(name(), Kind::named, owner("a"))));
    const auto rows = ok(source->locks().list({})).rows;
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].source, "named");
    EXPECT_EQ(rows[0].owner, "a");
    EXPECT_FALSE(rows[0].expires_at);
    EXPECT_EQ(lock_state(rows[0], now()), LockState::held);
    EXPECT_EQ(ok(source->locks().find(name()))->owner, "a");
    EXPECT_EQ(failed(source->locks().acquire({name(), owner("b"), second, fresh_request()})), FailureKind::unsupported);
    EXPECT_EQ(failed(source->tasks().claim(claim_request("w"))), FailureKind::unsupported);
    EXPECT_EQ(ok(source->locks().force_release(end_of(name(), "a"))).result, ForceResult::released);
    EXPECT_TRUE(ok(source->locks().list({})).rows.empty());
}

TEST_P(SessionCases, AReadOnlySessionEndsNone)
{
    LOCKDESK_NEEDS(s().capabilities().session_locks, "session locks");
    const auto holder = another();
    ASSERT_TRUE(ok(holder->session_locks().try_lock(name(), Kind::named, owner("a"))));
    const auto session = another(true);
    EXPECT_FALSE(ok(session->session_locks().preview_end_session(end_of(name(), "a"), Kind::named)).commands.empty());
    EXPECT_EQ(failed(session->session_locks().end_session(end_of(name(), "a"), Kind::named)), FailureKind::read_only);
    EXPECT_TRUE(ok(holder->session_locks().still_mine(name(), Kind::named)));
}

} // namespace lockdesk::contract
