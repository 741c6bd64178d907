// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/playback.h"
#include "tests/unit/made_run.h"

#include <gtest/gtest.h>

namespace lockdesk::scenarios {

namespace {

using std::chrono::seconds;

Fields lease(std::int64_t token, std::int64_t until)
{
    return {{"name", std::string("x")}, {"token", token}, {"expires_us", to_us(lesson_base) + until * 1'000'000}};
}

State state_at(Made& made, int second)
{
    const auto playback = Playback::open(made.file());
    EXPECT_TRUE(playback);
    return playback ? playback->state(playback->size(), seconds{second}) : State{};
}

std::vector<std::pair<SpanKind, Duration>> ends(const Lane& lane)
{
    std::vector<std::pair<SpanKind, Duration>> out;
    for (const Span& span : lane.spans)
        out.emplace_back(span.kind, span.until);
    return out;
}

using Ends = std::vector<std::pair<SpanKind, Duration>>;

TEST(Lanes, AReleaseThatCoolsEndsTheWork)
{
    Made made("[]");
    made.add(60, "a", "acquired", lease(1, 120), "lock.acquire").add(61, "a", "cooling", lease(1, 70), "lock.release");
    State at = state_at(made, 65);
    EXPECT_EQ(ends(at.lanes[0]), (Ends{{SpanKind::held, seconds{61}}}));
    EXPECT_EQ(ends(at.lanes[1]), (Ends{{SpanKind::held, seconds{61}}, {SpanKind::cooling, seconds{65}}}));
    at = state_at(made, 100);
    EXPECT_EQ(ends(at.lanes[1]), (Ends{{SpanKind::held, seconds{61}}, {SpanKind::cooling, seconds{70}}})) << "free since 70 s";
    made.add(110, "a", "acquired", lease(2, 170), "lock.acquire").add(111, "a", "released", lease(2, 170), "lock.release");
    at = state_at(made, 120);
    EXPECT_EQ(ends(at.lanes[1]).back(), (std::pair<SpanKind, Duration>{SpanKind::cooling, seconds{70}}));
}

TEST(Lanes, AWriteWithoutALockIsAMark)
{
    Made made("[]");
    made.add(1, "a", "written", {}, "record.put").add(2, "a", "acquired", lease(1, 120), "lock.acquire").add(3, "a", "written", {}, "record.put");
    const State at = state_at(made, 4);
    ASSERT_EQ(at.lanes[0].marks.size(), 3U);
    EXPECT_TRUE(at.lanes[0].marks[0].alone);
    EXPECT_FALSE(at.lanes[0].marks[2].alone) << "the bar shows that it works";
}

TEST(Lanes, WhatIsLeftForAnotherThreadIsWork)
{
    Made made("[]");
    made.add(2, "a", "acquired", lease(1, 62), "lock.acquire").last().thread = 1;
    made.add(10, "a", "acquired", lease(1, 70), "lock.acquire").last().thread = 2;
    made.add(14, "a", "still_held", lease(1, 70), "lock.release").last().thread = 2;
    const auto state = state_at(made, 20);
    for (const Span& span : state.lanes[0].spans)
        EXPECT_NE(span.kind, SpanKind::left_over) << "thread 1 still works";
    made.add(16, "a", "still_held", lease(1, 70), "lock.release").last().thread = 1;
    EXPECT_EQ(ends(state_at(made, 20).lanes[0]).back(), (std::pair<SpanKind, Duration>{SpanKind::left_over, seconds{20}}));
}

TEST(Lanes, WhatNoBarShowsIsAMark)
{
    Made made("[]");
    made.add(1, "a", "acquired", lease(1, 31), "lock.acquire").add(1, "a", "released", lease(1, 31), "lock.release");
    made.add(2, "a", "claimed", lease(1, 32), "task.claim").add(2, "a", "advanced", lease(1, 32), "task.advance");
    made.add(3, "a", "sent");
    made.add(4, "a", "acquired", lease(2, 34), "lock.acquire").add(6, "a", "released", lease(2, 34), "lock.release");
    std::vector<std::pair<std::string, bool>> marks;
    const State at = state_at(made, 10);
    for (const Mark& mark : at.lanes[0].marks)
        marks.emplace_back(mark.event, mark.alone);
    EXPECT_EQ(marks, (std::vector<std::pair<std::string, bool>>{
                         {"acquired", false}, {"released", false}, {"claimed", false}, {"advanced", true}, {"sent", true}, {"acquired", false}, {"released", false}}));
}

} // namespace
} // namespace lockdesk::scenarios
