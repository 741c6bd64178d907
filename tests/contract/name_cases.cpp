// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

namespace lockdesk::contract {

namespace {

std::vector<std::string> odd_names()
{
    return {"Job",
            "job",
            "job ",
            " job",
            "JOB",
            "j\xC3\xB6"
            "b",
            "jo\xCC\x88"
            "b",
            "\xEC\x9E\xA0\xEA\xB8\x88",
            "\xF0\x9F\x94\x92",
            "it's",
            "\"quoted\"",
            "100%",
            "%",
            "_",
            "back\\slash",
            "\\",
            "a;b--",
            "$1",
            "{x}",
            ":colon:",
            "*",
            "[a]",
            "line\nbreak",
            "tab\t",
            "\x01\x7F",
            std::string(200, 'x'),
            std::string(199, 'x') + "y"};
}

} // namespace

TEST_P(NameCases, OddLockNamesAreAllDifferentAndComeBackAsTheyWere)
{
    const auto names = odd_names();
    for (const auto& n : names)
        EXPECT_EQ(acquire("owner of " + n.substr(0, 150), 30 * second, n).result, AcquireResult::acquired) << n;
    for (const auto& n : names) {
        EXPECT_EQ(row(n).name, n);
        EXPECT_EQ(row(n).owner, "owner of " + n.substr(0, 150));
        EXPECT_EQ(acquire("somebody else", 30 * second, n).result, AcquireResult::busy) << n;
    }
    EXPECT_EQ(ok(locks().list({})).rows.size(), names.size());
}

TEST_P(NameCases, OddOwnersAreComparedByteByByte)
{
    for (const auto& o : odd_names()) {
        const auto a = acquire(o);
        ASSERT_EQ(a.result, AcquireResult::acquired) << o;
        EXPECT_EQ(a.holder->owner, o);
        EXPECT_EQ(release(o == "job" ? "job " : "job", *a.token).result, LeaseResult::not_owner) << o;
        EXPECT_EQ(release(o, *a.token).result, LeaseResult::released) << o;
    }
}

TEST_P(NameCases, OddNamesCanBeForcedFree)
{
    for (const auto& n : odd_names()) {
        const auto a = acquire(n, 30 * second, n);
        const auto answer = ok(locks().force_release({name(n), owner(n), *a.token, a.acquired_at, {}, n, second, n}));
        EXPECT_EQ(answer.result, ForceResult::released) << n;
        EXPECT_EQ(row(n).reason, n);
        EXPECT_EQ(ok(s().fence().find(Resource::trusted(n)))->largest, FencingToken(2)) << n;
    }
    EXPECT_EQ(ok(s().audit().list({})).rows.size(), odd_names().size());
}

TEST_P(NameCases, OddTaskNamesAreClaimedAndAdvanced)
{
    for (const auto& n : odd_names()) {
        add_task(n, n, n);
        const auto taken = ok(tasks().claim({TaskKind::trusted(n), Phase::trusted(n), 5, owner(n), ClaimId::trusted(n)}));
        ASSERT_EQ(taken.size(), 1u) << n;
        EXPECT_EQ(taken[0].id, n);
        EXPECT_EQ(taken[0].claim_id, n);
        EXPECT_EQ(step(taken[0], Advance{Phase::trusted(n), Phase::trusted("done"), {}}).result, StepResult::done) << n;
        EXPECT_EQ(task(n).phase, "done");
    }
}

TEST_P(NameCases, OddMessagesRecordsAndResources)
{
    for (const auto& n : odd_names()) {
        EXPECT_TRUE(ok(outbox().add({MessageId::trusted(n), Topic::trusted(n), n})));
        EXPECT_EQ(message(n).payload, n);
        EXPECT_EQ(message(n).topic, n);
        EXPECT_EQ(ok(s().records().put(RecordId::trusted(n), n, VersionBy::integer)).version, "1") << n;
        EXPECT_EQ(ok(s().records().get(RecordId::trusted(n), false))->value, n);
        EXPECT_TRUE(ok(s().fence().admit(Resource::trusted(n), FencingToken(2), n)).admitted);
        EXPECT_FALSE(ok(s().fence().admit(Resource::trusted(n), FencingToken(1), n)).admitted);
    }
}

} // namespace lockdesk::contract
