// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Gives the checker impossible histories, each with one violation.
#include "tests/chaos/chaos/checker.h"

#include <gtest/gtest.h>

#include <functional>

namespace lockdesk::chaos {
namespace {

using What = Event::What;
using Result = Event::Result;

struct Story
{
    std::vector<Event> history{{What::granted, Result::done, "r", 1, "a", 10, 11},
                               {What::write, Result::done, "r", 1, "a", 12, 13},
                               {What::increment, Result::begun, "r", 1, "a", 14, 14},
                               {What::increment, Result::done, "r", 1, "a", 14, 15},
                               {What::granted, Result::done, "r", 2, "b", 20, 21},
                               {What::write, Result::done, "r", 2, "b", 22, 23},
                               {What::write, Result::refused, "r", 1, "a", 24, 25},
                               {What::claimed, Result::done, "t", 1, "a", 10, 11},
                               {What::advance, Result::begun, "t", 1, "a", 12, 12, "First"},
                               {What::advance, Result::done, "t", 1, "a", 12, 13, "First"},
                               {What::add, Result::begun, "m", 0, "a", 30, 30},
                               {What::add, Result::done, "m", 0, "a", 30, 31},
                               {What::delivered, Result::done, "m", 1, "b", 32, 32},
                               {What::applied, Result::done, "p1", 1, "a", 40, 41},
                               {What::applied, Result::done, "p2", 2, "b", 40, 42},
                               {What::applied, Result::refused, "p3", 0, "b", 43, 44}};
    FinalState state{{{"r", 1}}, {{"t", "Done"}}, {{"m", "sent"}}, {"t"}, "Done", {{"p1", 1, 1}, {"p2", 2, 2}}, 2};
    std::string broken() const
    {
        const auto verdict = check(history, state);
        return verdict.violations.empty() ? "" : verdict.violations.front();
    }
};

} // namespace

TEST(Checker, AGoodHistoryIsGood)
{
    Story story;
    EXPECT_EQ(story.broken(), "");
    const auto verdict = check(story.history, story.state);
    EXPECT_EQ(verdict.writes, 3);
    EXPECT_EQ(verdict.refused, 1);
}

TEST(Checker, AStaleWriteIsFound)
{
    Story story;
    story.history.push_back({What::write, Result::done, "r", 1, "a", 26, 27});
    EXPECT_EQ(story.broken(), "r: token 1 of a was admitted after token 2 of b");
}

TEST(Checker, TwoWhoAreSureOfOneLockAtOnceAreFound)
{
    const auto sure = [](const char* who, std::int64_t at) {
        return Event{What::trusted, Result::done, "r", 0, who, at, at, ""};
    };
    Story story;
    story.history.insert(story.history.end(), {sure("a", 10), sure("a", 20), sure("b", 21), sure("c", 30), sure("b", 29)});
    EXPECT_EQ(story.broken(), "") << "one after another, in whatever order they were written";
    EXPECT_EQ(check(story.history, story.state).trusted, 5);
    story.history.push_back(sure("a", 25));
    EXPECT_EQ(story.broken(), "two holders at once of r: a and b");
}

TEST(Checker, AMessageIsDeliveredOnceUnderOneClaim)
{
    Story story;
    story.history.push_back({What::delivered, Result::done, "m", 2, "c", 33, 33});
    EXPECT_EQ(story.broken(), "") << "another claim may deliver it again";
    story.history.push_back({What::delivered, Result::done, "m", 1, "b", 34, 34});
    EXPECT_EQ(story.broken(), "delivered twice under one claim: m: token 1 of b");
}

TEST(Checker, WritesAtTheSameTimeMayHaveAnyOrder)
{
    Story story;
    story.history.push_back({What::write, Result::done, "r", 1, "a", 19, 24});
    EXPECT_EQ(story.broken(), "");
}

TEST(Checker, ATokenGivenTwiceIsFound)
{
    Story story;
    story.history.push_back({What::granted, Result::done, "r", 2, "c", 20, 22});
    EXPECT_EQ(story.broken(), "two owners of one token of a lock: r: token 2 of c and b");
}

TEST(Checker, ATokenThatFallsIsFound)
{
    Story story;
    story.history.push_back({What::granted, Result::done, "r", 1, "a", 30, 31});
    EXPECT_EQ(story.broken(), "r: token 1 of a was granted after token 2 of b");
}

TEST(Checker, ALostUpdateIsFound)
{
    Story story;
    story.state.counters["r"] = 0;
    EXPECT_TRUE(story.broken().starts_with("lost update: the counter of r is 0 after 1 acknowledged"));
}

TEST(Checker, AnIncrementInDoubtMayOrMayNotCount)
{
    Story story;
    story.history.push_back({What::increment, Result::begun, "r", 2, "b", 24, 24});
    EXPECT_EQ(story.broken(), "");
    story.state.counters["r"] = 2;
    EXPECT_EQ(story.broken(), "");
}

TEST(Checker, LostAndDoubleTasksAreFound)
{
    Story lost;
    lost.state.tasks["t"] = "Second";
    EXPECT_EQ(lost.broken(), "lost task: t is still in Second");
    Story gone;
    gone.state.tasks.clear();
    EXPECT_EQ(gone.broken(), "lost task: t is gone");
    Story twice;
    twice.history.push_back({What::advance, Result::done, "t", 2, "b", 22, 23, "First"});
    EXPECT_EQ(twice.broken(), "done twice: task t from First");
}

TEST(Checker, LostMessagesAreFound)
{
    Story undelivered;
    std::erase_if(undelivered.history, [](const Event& e) { return e.what == What::delivered; });
    EXPECT_EQ(undelivered.broken(), "lost message: m was added and never delivered and is sent");
    Story dead = undelivered;
    dead.state.messages["m"] = "dead";
    EXPECT_EQ(dead.broken(), "");
    Story gone;
    gone.state.messages.clear();
    EXPECT_EQ(gone.broken(), "lost message: m was added and is gone");
    Story pending;
    pending.state.messages["m"] = "pending";
    EXPECT_EQ(pending.broken(), "lost message: m is still pending");
}

TEST(Checker, AFailureThatNoFaultExplainsIsFound)
{
    Story story;
    story.history.push_back({What::trouble, Result::refused, "admit: XX000", 0, "a", 1, 2, "internal"});
    EXPECT_EQ(story.broken(), "a failure that no fault explains: internal in admit: XX000");
}

TEST(Checker, AWrongDrawIsFound)
{
    const auto broken = [](const std::function<void(Story&)>& spoil) {
        Story story;
        spoil(story);
        return story.broken();
    };
    EXPECT_EQ(broken([](Story& s) { s.state.drawn[1].rank = std::nullopt; }), "draw: p2 has the number 2 and no rank");
    EXPECT_EQ(broken([](Story& s) { s.state.drawn[1].rank = 1; }), "draw: p2 has the number 2 and the rank 1");
    EXPECT_EQ(broken([](Story& s) { s.state.drawn[1].seq = 3; }), "draw: p2 has the number 3 where 2 should be");
    EXPECT_EQ(broken([](Story& s) { s.state.drawn[1].person = "p1"; }), "draw: p1 is in it twice");
    EXPECT_EQ(broken([](Story& s) { s.state.places = 1; }), "draw: 2 people on 1 places");
    EXPECT_EQ(broken([](Story& s) { s.state.places = 3; }), "draw: closed to p3 with 2 people on 3 places");
    EXPECT_EQ(broken([](Story& s) {
                  s.history.push_back({What::applied, Result::done, "p9", 2, "a", 50, 51});
              }),
              "draw: the application of p9 with the number 2 was lost");
}

} // namespace lockdesk::chaos
