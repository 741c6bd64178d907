// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A hold-off that is ended before its time: only the one that was seen, and never a lock that somebody has taken.
#include "tests/contract/contract.h"

#include <string>

namespace lockdesk::contract {

namespace {

class HoldOffCases : public Contract
{
protected:
    FencingToken hold_off(const std::string& who = "a", Duration span = 60 * second)
    {
        const auto token = *acquire(who).token;
        ForceRelease request{name(), owner(who), token, {}, {}, "stuck", span, "op@desk"};
        return *ok(locks().force_release(request)).token;
    }
    EndCooling end_of(const LockRow& seen)
    {
        auto request = ok(end_cooling_of({seen, now()}));
        request.reason = "it's \"back\" \\ 100%";
        request.who = "op@desk";
        return request;
    }
    CoolingEnd end(const EndCooling& request) { return ok(locks().end_cooling(request)); }
    AuditRow last_audit() { return ok(s().audit().list({})).rows.front(); }
};

} // namespace

TEST_P(HoldOffCases, EndedBeforeItsTimeTheLockIsFreeAtOnce)
{
    const auto token = hold_off();
    pass(second);
    ASSERT_EQ(acquire("b").result, AcquireResult::cooling);
    const auto before = row();
    const auto request = end_of(before);
    const auto answer = end(request);
    EXPECT_EQ(answer.result, ForceResult::released);
    EXPECT_FALSE(answer.cooling_until);
    EXPECT_FALSE(answer.holder);
    auto expected = before;
    expected.cooling_until.reset();
    expected.reason = request.reason;
    expected.raw = row().raw;
    EXPECT_EQ(row(), expected);
    EXPECT_EQ(lock_state(row(), now()), LockState::free);
    EXPECT_EQ(ok(s().fence().find(Resource::trusted("job")))->largest, token);
    EXPECT_EQ(acquire("b").token, FencingToken(token.number() + 1));
}

TEST_P(HoldOffCases, WhatIsLeftOfAtLeastForEnds)
{
    const auto token = *acquire("a").token;
    ASSERT_EQ(release("a", token, 60 * second).result, LeaseResult::cooling);
    EXPECT_EQ(end(end_of(row())).result, ForceResult::released);
    EXPECT_EQ(row().token, token);
    EXPECT_EQ(row().last_owner, "a");
    EXPECT_EQ(acquire("a").token, FencingToken(token.number() + 1));
}

TEST_P(HoldOffCases, WithoutEndItEnds)
{
    hold_off("a", no_end);
    ASSERT_EQ(row().cooling_until, end_of_time);
    EXPECT_EQ(end(end_of(row())).result, ForceResult::released);
    EXPECT_EQ(acquire("b").result, AcquireResult::acquired);
}

TEST_P(HoldOffCases, OnlyTheOneThatWasSeenIsEnded)
{
    hold_off();
    const auto cooling = row();
    auto wrong_token = end_of(cooling);
    wrong_token.if_token = FencingToken(7);
    auto wrong_end = end_of(cooling);
    wrong_end.if_cooling_until = *cooling.cooling_until + second;
    for (const auto& wrong : {wrong_token, wrong_end}) {
        const auto answer = end(wrong);
        EXPECT_EQ(answer.result, ForceResult::changed);
        EXPECT_EQ(answer.cooling_until, cooling.cooling_until);
        EXPECT_FALSE(answer.holder);
        EXPECT_EQ(row(), cooling);
        EXPECT_EQ(last_audit().result, "changed");
    }
}

TEST_P(HoldOffCases, OneThatWasHeldOffAgainMeanwhileIsLeftAlone)
{
    hold_off();
    const auto request = end_of(row());
    EXPECT_EQ(end(request).result, ForceResult::released);
    hold_off("b", 90 * second);
    const auto again = row();
    const auto answer = end(request);
    EXPECT_EQ(answer.result, ForceResult::changed);
    EXPECT_EQ(answer.cooling_until, again.cooling_until);
    EXPECT_EQ(row(), again);
}

TEST_P(HoldOffCases, OneThatWasTakenMeanwhileIsLeftAlone)
{
    hold_off();
    const auto request = end_of(row());
    pass(60 * second);
    const auto b = acquire("b");
    ASSERT_EQ(b.result, AcquireResult::acquired);
    const auto held = row();
    const auto answer = end(request);
    EXPECT_EQ(answer.result, ForceResult::changed);
    EXPECT_FALSE(answer.cooling_until);
    ASSERT_TRUE(answer.holder);
    EXPECT_EQ(*answer.holder, *b.holder);
    EXPECT_EQ(row(), held);
    // An owner whose lease is over is no holder.
    pass(30 * second);
    EXPECT_FALSE(end(request).holder);
}

TEST_P(HoldOffCases, OneThatIsOverIsNotEnded)
{
    hold_off();
    const auto request = end_of(row());
    pass(60 * second);
    const auto over = row();
    const auto answer = end(request);
    EXPECT_EQ(answer.result, ForceResult::changed);
    EXPECT_FALSE(answer.cooling_until);
    EXPECT_FALSE(answer.holder);
    EXPECT_EQ(row(), over);
}

TEST_P(HoldOffCases, OfTwoWhoEndItOneDoes)
{
    hold_off();
    const auto request = end_of(row());
    const auto session = another();
    EXPECT_EQ(ok(session->locks().end_cooling(request)).result, ForceResult::released);
    EXPECT_EQ(end(request).result, ForceResult::changed);
}

TEST_P(HoldOffCases, OfALockNeverSeenNothingIsEnded)
{
    LockRow never;
    never.name = "job";
    never.token = FencingToken(1);
    never.cooling_until = now() + second;
    const auto answer = end(end_of(never));
    EXPECT_EQ(answer.result, ForceResult::changed);
    EXPECT_FALSE(answer.holder);
    EXPECT_FALSE(ok(locks().find(name())));
    never.cooling_until.reset();
    EXPECT_FALSE(end_cooling_of({never, now()})) << "it does not cool";
    never.cooling_until = now() + second;
    never.owner = "a";
    EXPECT_FALSE(end_cooling_of({never, now()})) << "it is held";
}

TEST_P(HoldOffCases, AuditSaysWhoEndedItAndWhy)
{
    hold_off();
    pass(second);
    const auto request = end_of(row());
    end(request);
    EXPECT_EQ(ok(s().audit().list({})).rows.size(), 2u);
    const auto audit = last_audit();
    EXPECT_EQ(audit.action, "end-hold-off");
    EXPECT_EQ(audit.who, "op@desk");
    EXPECT_EQ(audit.entity, "lock");
    EXPECT_EQ(audit.key, "job");
    EXPECT_EQ(audit.reason, request.reason);
    EXPECT_EQ(audit.result, "released");
    EXPECT_EQ(audit.at, now());
    EXPECT_NE(audit.evidence.find("\"state\":\"cooling\""), std::string::npos) << audit.evidence;
}

TEST_P(HoldOffCases, PreviewOfTheEndSaysWhoWakesAndChangesNothing)
{
    hold_off();
    if (s().capabilities().waiters)
        ok(locks().announce_wait(name(), owner("b"), 60 * second));
    const auto before = row();
    const auto request = end_of(before);
    const auto preview = ok(locks().preview_end_cooling(request));
    EXPECT_FALSE(preview.commands.empty());
    EXPECT_FALSE(preview.may_run_twice);
    EXPECT_EQ(preview.wakes, s().capabilities().waiters ? 1 : 0);
    EXPECT_EQ(row(), before);
    EXPECT_EQ(ok(s().audit().list({})).rows.size(), 1u);
    pass(second);
    EXPECT_EQ(ok(locks().preview_end_cooling(request)).commands, preview.commands) << "no computed time in it";
    auto other = request;
    other.reason = "another";
    EXPECT_NE(ok(locks().preview_end_cooling(other)).commands, preview.commands);
    EXPECT_FALSE(ok(another(true)->locks().preview_end_cooling(request)).commands.empty()) << "also read-only";
}

TEST_P(HoldOffCases, AReadOnlySessionEndsNothing)
{
    hold_off();
    const auto before = row();
    const auto answer = another(true)->locks().end_cooling(end_of(before));
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.failure().kind, FailureKind::read_only);
    EXPECT_EQ(row(), before);
}

INSTANTIATE_TEST_SUITE_P(Contract, HoldOffCases, testing::Values(store_under_test()),
                         [](const auto& info) { return info.param.name; });

} // namespace lockdesk::contract
