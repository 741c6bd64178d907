// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

#include <atomic>
#include <set>
#include <thread>

namespace lockdesk::contract {

namespace {

const auto event = EventId::trusted("course");

std::vector<PersonId> persons(const std::vector<std::string>& names)
{
    std::vector<PersonId> out;
    for (const auto& n : names)
        out.push_back(PersonId::trusted(n));
    return out;
}

// Formats entries as "ann 1 accepted", with the rank if there is one.
std::vector<std::string> shown(const std::vector<DrawEntry>& entries)
{
    std::vector<std::string> out;
    for (const auto& e : entries)
        out.push_back(e.person + " " + std::to_string(e.seq) + " " + word(e.result)
                      + (e.rank ? " rank " + std::to_string(*e.rank) : ""));
    return out;
}

using Lines = std::vector<std::string>;

Lines apply(Session& s, const std::vector<std::string>& names, const EventId& to = event)
{
    const auto all = persons(names);
    return shown(ok(s.draws().apply(to, all)).value());
}

Consumed consume(Session& s, std::int64_t token, std::int64_t limit = 1000)
{
    return ok(s.draws().consume(event, FencingToken(token), limit)).value();
}

Lines results(Session& s, const ListRequest& request = {}, const EventId& of = event)
{
    return shown(ok(s.draws().results(of, request)).rows);
}

} // namespace

#define NEEDS_DRAWS LOCKDESK_NEEDS(s().capabilities().draws, "first-come draws")

TEST_P(DrawCases, WithoutThemEveryCallSaysSo)
{
    LOCKDESK_NEEDS(!s().capabilities().draws, "a store without draws");
    EXPECT_EQ(failed(s().draws().open(event, 1)), FailureKind::unsupported);
    EXPECT_EQ(failed(s().draws().consume(event, FencingToken(1), 1)), FailureKind::unsupported);
}

TEST_P(DrawCases, UnknownEventIsNone)
{
    NEEDS_DRAWS;
    const auto one = persons({"ann"});
    EXPECT_FALSE(ok(s().draws().find(event)));
    EXPECT_FALSE(ok(s().draws().apply(event, one)));
    EXPECT_FALSE(ok(s().draws().apply(event, {})));
    EXPECT_FALSE(ok(s().draws().consume(event, FencingToken(1), 10)));
    EXPECT_TRUE(results(s()).empty());
    EXPECT_FALSE(ok(s().draws().find(event))) << "asking makes none";
}

TEST_P(DrawCases, OpeningAgainKeepsThePlaces)
{
    NEEDS_DRAWS;
    EXPECT_EQ(ok(s().draws().open(event, 2)), (DrawInfo{"course", 2, 0, 0, FencingToken(0), true}));
    EXPECT_EQ(apply(s(), {"ann"}), (Lines{"ann 1 accepted"}));
    consume(s(), 7);
    const DrawInfo now{"course", 2, 1, 1, FencingToken(7), false};
    EXPECT_EQ(ok(s().draws().open(event, 500)), now);
    EXPECT_EQ(ok(s().draws().find(event)), now);
}

TEST_P(DrawCases, NumbersThatAreNoneAreMistakes)
{
    NEEDS_DRAWS;
    EXPECT_EQ(failed(s().draws().open(event, 0)), FailureKind::usage);
    EXPECT_EQ(failed(s().draws().open(event, -1)), FailureKind::usage);
    ok(s().draws().open(event, 1));
    EXPECT_EQ(failed(s().draws().consume(event, FencingToken(1), 0)), FailureKind::usage);
    EXPECT_EQ(failed(s().draws().consume(event, FencingToken(-1), 1)), FailureKind::usage);
    EXPECT_EQ(ok(s().draws().find(event))->leader, FencingToken(0));
}

TEST_P(DrawCases, OncePerPersonUntilThePlacesAreTaken)
{
    NEEDS_DRAWS;
    ok(s().draws().open(event, 2));
    const auto first = ok(s().draws().apply(event, persons({"ann"}))).value();
    EXPECT_EQ(first, (std::vector{DrawEntry{"course", "ann", ApplyResult::accepted, 1, std::nullopt, now()}}));
    pass(second);
    const auto again = ok(s().draws().apply(event, persons({"ann"}))).value();
    ASSERT_EQ(shown(again), (Lines{"ann 1 duplicate"}));
    EXPECT_EQ(again[0].applied_at, first[0].applied_at) << "it tells of then";
    EXPECT_EQ(apply(s(), {"bob"}), (Lines{"bob 2 accepted"}));
    EXPECT_EQ(apply(s(), {"cyd"}), (Lines{"cyd 0 closed"}));
    EXPECT_EQ(apply(s(), {"cyd"}), (Lines{"cyd 0 closed"})) << "being refused is not applying";
    EXPECT_EQ(apply(s(), {"bob"}), (Lines{"bob 2 duplicate"})) << "known although all is taken";
    EXPECT_EQ(results(s()), (Lines{"ann 1 accepted", "bob 2 accepted"}));
}

TEST_P(DrawCases, BatchIsAppliedInItsOrderWithDuplicatesInside)
{
    NEEDS_DRAWS;
    ok(s().draws().open(event, 4));
    EXPECT_TRUE(apply(s(), {}).empty());
    apply(s(), {"dan"});
    EXPECT_EQ(apply(s(), {"zoe", "dan", "ann", "zoe", "bob", "cyd", "ann", "cyd"}),
              (Lines{"zoe 2 accepted", "dan 1 duplicate", "ann 3 accepted", "zoe 2 duplicate", "bob 4 accepted",
                     "cyd 0 closed", "ann 3 duplicate", "cyd 0 closed"}));
    EXPECT_EQ(results(s()), (Lines{"dan 1 accepted", "zoe 2 accepted", "ann 3 accepted", "bob 4 accepted"}));
}

TEST_P(DrawCases, LargeBatchIsOneStep)
{
    NEEDS_DRAWS;
    ok(s().draws().open(event, 1'500));
    std::vector<std::string> names;
    for (int i = 0; i < 2'000; ++i)
        names.push_back("person " + std::to_string(i * 7919 % 2'000));
    const auto all = persons(names);
    const auto entries = ok(s().draws().apply(event, all)).value();
    ASSERT_EQ(entries.size(), names.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        ASSERT_EQ(entries[i].person, names[i]);
        ASSERT_EQ(entries[i].seq, i < 1'500 ? static_cast<std::int64_t>(i) + 1 : 0);
    }
    EXPECT_EQ(consume(s(), 1, 10'000).entries.size(), 1'500u);
    EXPECT_EQ(ok(s().draws().find(event)), (DrawInfo{"course", 1'500, 1'500, 1'500, FencingToken(1), false}));
}

TEST_P(DrawCases, RanksFollowTheNumbersUpToTheLimit)
{
    NEEDS_DRAWS;
    ok(s().draws().open(event, 10));
    apply(s(), {"zoe", "ann", "dan"});
    const auto some = consume(s(), 1, 2);
    EXPECT_EQ(shown(some.entries), (Lines{"zoe 1 accepted rank 1", "ann 2 accepted rank 2"}));
    EXPECT_FALSE(some.refused);
    EXPECT_EQ(some.left, 1);
    EXPECT_EQ(apply(s(), {"zoe", "bob"}), (Lines{"zoe 1 duplicate rank 1", "bob 4 accepted"}));
    EXPECT_EQ(results(s()), (Lines{"zoe 1 accepted rank 1", "ann 2 accepted rank 2", "dan 3 accepted", "bob 4 accepted"}));
    const auto rest = consume(s(), 1);
    EXPECT_EQ(shown(rest.entries), (Lines{"dan 3 accepted rank 3", "bob 4 accepted rank 4"}));
    EXPECT_EQ(rest.left, 0);
    EXPECT_TRUE(consume(s(), 1).entries.empty());
}

TEST_P(DrawCases, LateLeaderIsRefusedAndDoesNothing)
{
    NEEDS_DRAWS;
    ok(s().draws().open(event, 10));
    apply(s(), {"ann", "bob", "cyd"});
    EXPECT_EQ(consume(s(), 5, 1).entries.size(), 1u);
    const auto late = consume(s(), 4);
    EXPECT_TRUE(late.refused);
    EXPECT_TRUE(late.entries.empty());
    EXPECT_EQ(late.left, 2);
    EXPECT_EQ(ok(s().draws().find(event)), (DrawInfo{"course", 10, 3, 1, FencingToken(5), false}));
    EXPECT_EQ(consume(s(), 5, 1).entries.size(), 1u) << "the same leader goes on";
    EXPECT_EQ(consume(s(), 6).entries.size(), 1u);
    EXPECT_TRUE(consume(s(), 5).refused) << "although there was nothing left to rank";
}

TEST_P(DrawCases, LeadersTokenCountsWhereThereWasNothingToRank)
{
    NEEDS_DRAWS;
    ok(s().draws().open(event, 10));
    EXPECT_TRUE(consume(s(), 9).entries.empty());
    apply(s(), {"ann"});
    EXPECT_TRUE(consume(s(), 8).refused);
    EXPECT_EQ(results(s()), (Lines{"ann 1 accepted"}));
}

TEST_P(DrawCases, EventsAreApart)
{
    NEEDS_DRAWS;
    const auto other = EventId::trusted("other");
    ok(s().draws().open(event, 1));
    ok(s().draws().open(other, 1));
    EXPECT_EQ(apply(s(), {"ann"}), (Lines{"ann 1 accepted"}));
    EXPECT_EQ(apply(s(), {"ann"}, other), (Lines{"ann 1 accepted"}));
    consume(s(), 3);
    EXPECT_EQ(ok(s().draws().find(other)), (DrawInfo{"other", 1, 1, 0, FencingToken(0), false}));
}

TEST_P(DrawCases, ResultsAreFilteredAndLimited)
{
    NEEDS_DRAWS;
    ok(s().draws().open(event, 10));
    apply(s(), {"ann", "bob", "cyd"});
    EXPECT_EQ(results(s(), {Filter({{"id", FilterTerm::Op::equals, "bob", false}}), 10}), (Lines{"bob 2 accepted"}));
    EXPECT_EQ(results(s(), {Filter({{"owner", FilterTerm::Op::equals, "bob", true}}), 10}),
              (Lines{"ann 1 accepted", "cyd 3 accepted"}));
    EXPECT_TRUE(results(s(), {Filter({{"name", FilterTerm::Op::equals, "other", false}}), 10}).empty());
    EXPECT_EQ(results(s(), {Filter({{"name", FilterTerm::Op::equals, "course", false}}), 10}).size(), 3u);
    const auto page = ok(s().draws().results(event, {{}, 2}));
    EXPECT_EQ(shown(page.rows), (Lines{"ann 1 accepted", "bob 2 accepted"}));
    EXPECT_TRUE(page.truncated);
    EXPECT_FALSE(ok(s().draws().results(event, {{}, 3})).truncated);
}

TEST_P(DrawCases, ReadOnlySessionsLookOnly)
{
    NEEDS_DRAWS;
    ok(s().draws().open(event, 10));
    apply(s(), {"ann"});
    const auto reader = another(true);
    EXPECT_EQ(failed(reader->draws().open(event, 10)), FailureKind::read_only);
    EXPECT_EQ(failed(reader->draws().apply(event, persons({"bob"}))), FailureKind::read_only);
    EXPECT_EQ(failed(reader->draws().consume(event, FencingToken(1), 1)), FailureKind::read_only);
    EXPECT_EQ(results(*reader), (Lines{"ann 1 accepted"}));
    EXPECT_EQ(ok(reader->draws().find(event))->accepted, 1);
}

TEST_P(DrawCases, SandboxIsSeparate)
{
    NEEDS_DRAWS;
    const auto here_only = EventId::trusted("only in this sandbox " + options().sandbox->str());
    ok(s().draws().open(here_only, 1));
    EXPECT_FALSE(ok(outside()->draws().find(here_only)));
    EXPECT_TRUE(ok(another()->draws().find(here_only)));
}

TEST_P(DrawCases, OddNamesAreAllDifferentAndComeBackAsTheyWere)
{
    NEEDS_DRAWS;
    const Lines odd{"Job",
                    "job",
                    "job ",
                    " job",
                    "j\xC3\xB6"
                    "b",
                    "jo\xCC\x88"
                    "b",
                    "\xEC\x9E\xA0",
                    "it's",
                    "\"q\"",
                    "%",
                    "_",
                    "\\",
                    "a;b--",
                    "$1",
                    "{x}",
                    "{1,2}",
                    "a,b",
                    "NULL",
                    ":c:",
                    "*",
                    "line\nbreak",
                    "\x01\x7F",
                    "12",
                    "1e1",
                    std::string(200, 'x'),
                    std::string(199, 'x') + "y"};
    for (const auto& name : odd) {
        const auto of = EventId::trusted(name);
        EXPECT_TRUE(ok(s().draws().open(of, 100)).created) << name;
        const auto all = persons(odd);
        const auto entries = ok(s().draws().apply(of, all)).value();
        ASSERT_EQ(entries.size(), odd.size()) << name;
        for (std::size_t i = 0; i < odd.size(); ++i)
            EXPECT_EQ(shown({entries[i]}), (Lines{odd[i] + " " + std::to_string(i + 1) + " accepted"}));
        EXPECT_EQ(ok(s().draws().consume(of, FencingToken(1), 100))->entries.size(), odd.size());
        const auto page = ok(s().draws().results(of, {{}, 100}));
        ASSERT_EQ(page.rows.size(), odd.size());
        for (std::size_t i = 0; i < odd.size(); ++i) {
            EXPECT_EQ(page.rows[i].person, odd[i]);
            EXPECT_EQ(page.rows[i].event, name);
        }
    }
}

TEST_P(DrawCases, ManyAtOnceGetNumbersWithoutGaps)
{
    NEEDS_DRAWS;
    constexpr int threads = 4, each = 60, places = 100;
    ok(s().draws().open(event, places));
    std::atomic<int> failures{0};
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t)
        all.emplace_back([&, t, mine = std::shared_ptr<Session>(another())] {
            for (int i = 0; i < each; i += 3) {
                // Every person applies twice: here and in the next thread.
                const auto of = [&](int n) { return "p" + std::to_string((t * each / 2 + n) % (threads * each / 2)); };
                if (!mine->draws().apply(event, persons({of(i), of(i + 1), of(i + 2)})))
                    ++failures;
            }
        });
    for (auto& thread : all)
        thread.join();
    EXPECT_EQ(failures, 0);
    std::set<std::string> seen;
    std::int64_t number = 0;
    for (const auto& entry : ok(s().draws().results(event, {})).rows) {
        EXPECT_EQ(entry.seq, ++number);
        EXPECT_TRUE(seen.insert(entry.person).second) << entry.person;
    }
    EXPECT_EQ(number, places);
}

} // namespace lockdesk::contract
