// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

#include <sstream>
#include <string>

namespace lockdesk::contract {

namespace {

ForceRelease force(const std::string& who, FencingToken token, Duration hold_off = Duration{0})
{
    return {LockName::trusted("job"), OwnerId::trusted(who), token, {}, {}, "it's \"stuck\" \\ 100%", hold_off, "op@desk"};
}

} // namespace

TEST_P(ForceCases, FreesTheLockThatWasShown)
{
    const auto token = *acquire("a").token;
    acquire("a");
    pass(second);
    const auto answer = ok(locks().force_release(force("a", token)));
    EXPECT_EQ(answer.result, ForceResult::released);
    EXPECT_EQ(answer.token, FencingToken(2));
    EXPECT_FALSE(answer.expires_at);
    const auto r = row();
    EXPECT_EQ(r.owner, "");
    EXPECT_EQ(r.holds, 0);
    EXPECT_EQ(r.token, FencingToken(2));
    EXPECT_EQ(r.last_owner, "a");
    EXPECT_EQ(r.released_at, now());
    EXPECT_EQ(lock_state(r, now()), LockState::free);
    EXPECT_EQ(acquire("b").token, FencingToken(3));
}

TEST_P(ForceCases, OldHolderIsRefusedEverywhereBeforeAnybodyAcquires)
{
    const auto token = *acquire("a").token;
    EXPECT_TRUE(ok(s().fence().admit(Resource::trusted("job"), token, "a")).admitted);
    ok(locks().force_release(force("a", token)));
    const auto late = ok(s().fence().admit(Resource::trusted("job"), token, "a"));
    EXPECT_FALSE(late.admitted);
    EXPECT_EQ(late.largest, FencingToken(2));
    EXPECT_EQ(release("a", token).result, LeaseResult::not_owner);
    EXPECT_EQ(renew("a", token).result, LeaseResult::not_owner);
}

TEST_P(ForceCases, FenceIsRaisedEvenIfItWasNeverAsked)
{
    const auto token = *acquire("a").token;
    ok(locks().force_release(force("a", token)));
    const auto fence = ok(s().fence().find(Resource::trusted("job")));
    ASSERT_TRUE(fence);
    EXPECT_EQ(fence->largest, FencingToken(2));
}

TEST_P(ForceCases, FenceIsNeverLowered)
{
    const auto token = *acquire("a").token;
    ok(s().fence().admit(Resource::trusted("job"), FencingToken(50), ""));
    ok(locks().force_release(force("a", token)));
    EXPECT_EQ(ok(s().fence().find(Resource::trusted("job")))->largest, FencingToken(50));
}

TEST_P(ForceCases, EveryPartOfTheIdentityIsCompared)
{
    const auto a = acquire("a");
    const auto before = row();
    auto wrong_owner = force("b", *a.token);
    auto wrong_token = force("a", FencingToken(7));
    auto wrong_acquired = force("a", *a.token);
    wrong_acquired.if_acquired_at = now() - second;
    auto wrong_expires = force("a", *a.token);
    wrong_expires.if_expires_at = now() + second;
    for (const auto& wrong : {wrong_owner, wrong_token, wrong_acquired, wrong_expires}) {
        const auto answer = ok(locks().force_release(wrong));
        EXPECT_EQ(answer.result, ForceResult::changed);
        EXPECT_FALSE(answer.token);
        ASSERT_TRUE(answer.holder);
        EXPECT_EQ(*answer.holder, *a.holder);
        EXPECT_EQ(row(), before);
    }
    EXPECT_FALSE(ok(s().fence().find(Resource::trusted("job"))));
    auto right = force("a", *a.token);
    right.if_acquired_at = a.acquired_at;
    right.if_expires_at = a.expires_at;
    EXPECT_EQ(ok(locks().force_release(right)).result, ForceResult::released);
}

TEST_P(ForceCases, LockThatWasMerelyRenewedIsStillReleased)
{
    const auto a = acquire("a");
    auto request = force("a", *a.token);
    request.if_acquired_at = a.acquired_at;
    pass(second);
    renew("a", *a.token);
    EXPECT_EQ(ok(locks().force_release(request)).result, ForceResult::released);
}

TEST_P(ForceCases, RenewedLockIsNotReleasedWhenExpiredWasTheEvidence)
{
    const auto a = acquire("a");
    auto request = force("a", *a.token);
    request.if_expires_at = a.expires_at;
    pass(second);
    renew("a", *a.token);
    const auto answer = ok(locks().force_release(request));
    EXPECT_EQ(answer.result, ForceResult::changed);
    ASSERT_TRUE(answer.holder);
    EXPECT_EQ(answer.holder->expires_at, now() + 30 * second);
}

TEST_P(ForceCases, ExpiredAndHeldIsReleased)
{
    const auto a = acquire("a");
    pass(std::chrono::hours{1});
    auto request = force("a", *a.token);
    request.if_expires_at = a.expires_at;
    EXPECT_EQ(ok(locks().force_release(request)).result, ForceResult::released);
}

TEST_P(ForceCases, FreeLockAndLockNeverSeenAreChangedWithoutHolder)
{
    const auto never = ok(locks().force_release(force("a", FencingToken(1))));
    EXPECT_EQ(never.result, ForceResult::changed);
    EXPECT_FALSE(never.holder);
    EXPECT_FALSE(ok(locks().find(name())));
    const auto token = *acquire("a").token;
    release("a", token);
    const auto before = row();
    const auto free = ok(locks().force_release(force("a", token)));
    EXPECT_EQ(free.result, ForceResult::changed);
    EXPECT_FALSE(free.holder);
    EXPECT_EQ(row(), before);
}

TEST_P(ForceCases, OwnerWhoseLeaseIsOverIsNotToldAsTheHolder)
{
    const auto a = acquire("a");
    pass(30 * second);
    auto request = force("a", *a.token);
    request.if_acquired_at = now();
    const auto answer = ok(locks().force_release(request));
    EXPECT_EQ(answer.result, ForceResult::changed);
    EXPECT_FALSE(answer.holder);
}

TEST_P(ForceCases, HoldOffWithoutEndEndsAtTheEndOfTime)
{
    const auto token = *acquire("a").token;
    EXPECT_EQ(ok(locks().force_release(force("a", token, no_end))).expires_at, end_of_time);
    EXPECT_EQ(row().cooling_until, end_of_time);
    EXPECT_EQ(acquire("a").expires_at, end_of_time);
}

TEST_P(ForceCases, NewHolderIsShown)
{
    const auto a = acquire("a");
    pass(30 * second);
    const auto b = acquire("b");
    const auto answer = ok(locks().force_release(force("a", *a.token)));
    EXPECT_EQ(answer.result, ForceResult::changed);
    ASSERT_TRUE(answer.holder);
    EXPECT_EQ(*answer.holder, *b.holder);
}

TEST_P(ForceCases, HoldOffCoolsWithItsReason)
{
    const auto token = *acquire("a").token;
    const auto request = force("a", token, 60 * second);
    const auto answer = ok(locks().force_release(request));
    EXPECT_EQ(answer.result, ForceResult::released);
    EXPECT_EQ(answer.expires_at, now() + 60 * second);
    EXPECT_EQ(row().cooling_until, now() + 60 * second);
    EXPECT_EQ(row().reason, request.reason);
    EXPECT_EQ(acquire("a").result, AcquireResult::cooling);
    EXPECT_EQ(acquire("b").result, AcquireResult::cooling);
    pass(60 * second);
    EXPECT_EQ(acquire("b").token, FencingToken(3));
}

TEST_P(ForceCases, AuditSaysWhoWhatAndWhy)
{
    const auto token = *acquire("a").token;
    const auto request = force("a", token);
    ok(locks().force_release(request));
    const auto audit = ok(s().audit().list({})).rows;
    ASSERT_EQ(audit.size(), 1u);
    EXPECT_EQ(audit[0].who, "op@desk");
    EXPECT_EQ(audit[0].entity, "lock");
    EXPECT_EQ(audit[0].key, "job");
    EXPECT_EQ(audit[0].reason, request.reason);
    EXPECT_EQ(audit[0].result, "released");
    EXPECT_EQ(audit[0].at, now());
    EXPECT_FALSE(audit[0].action.empty());
}

TEST_P(ForceCases, PreviewSaysWhatFollowsAndChangesNothing)
{
    const auto token = *acquire("a").token;
    if (s().capabilities().waiters) {
        ok(locks().announce_wait(name(), owner("b"), 60 * second));
        ok(locks().announce_wait(name(), owner("c"), second));
        pass(second);
    }
    const auto before = row();
    const auto preview = ok(locks().preview_force_release(force("a", token)));
    EXPECT_FALSE(preview.commands.empty());
    EXPECT_EQ(preview.wakes, s().capabilities().waiters ? 1 : 0);
    EXPECT_TRUE(preview.may_run_twice);
    EXPECT_EQ(preview.protection, Protection::row);
    EXPECT_EQ(row(), before);
    EXPECT_TRUE(ok(s().audit().list({})).rows.empty());
}

// What decides is read line by line: a name, an owner or a reason must not write a line of its own into it.
TEST_P(ForceCases, PreviewKeepsForeignLinesInTheirText)
{
    const std::string fake = "protected: nothing is lost";
    const OwnerId hostile = OwnerId::trusted("a/1/x\n" + fake + "\r" + fake);
    const AcquireRequest request{name(), hostile, 60 * second, RequestId::trusted("r")};
    const auto taken = locks().acquire(request);
    ASSERT_TRUE(taken) << taken.failure().message;
    ForceRelease forced{.name = name(), .if_owner = hostile, .if_token = *taken->token, .reason = "r\n" + fake, .who = "w"};
    const auto commands = ok(locks().preview_force_release(forced)).commands;
    ASSERT_FALSE(commands.empty());
    for (const std::string& command : commands) {
        std::istringstream lines(command);
        for (std::string line; std::getline(lines, line);)
            EXPECT_FALSE(line.starts_with(fake)) << command;
    }
    EXPECT_EQ(ok(locks().force_release(forced)).result, ForceResult::released) << "the texts themselves are kept";
    const auto audited = ok(s().audit().list({})).rows;
    ASSERT_EQ(audited.size(), 1u);
    EXPECT_EQ(audited[0].reason, "r\n" + fake);
}

TEST_P(ForceCases, PreviewIsTheSameAsLongAsTheRequestIs)
{
    const auto token = *acquire("a").token;
    const auto request = force("a", token, 10 * second);
    const auto first = ok(locks().preview_force_release(request)).commands;
    pass(5 * second);
    EXPECT_EQ(ok(locks().preview_force_release(request)).commands, first) << "no computed time in it";
    auto other = request;
    other.reason = "another";
    EXPECT_NE(ok(locks().preview_force_release(other)).commands, first);
}

} // namespace lockdesk::contract
