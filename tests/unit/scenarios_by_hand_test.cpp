// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Which events after a fault by hand are harm, and which only follow from the fault.
#include "tests/unit/made_run.h"

namespace lockdesk::scenarios {

TEST(ByHand, WhatNobodyLookedAtIsNoHarm)
{
    // Nobody read any more, so nobody saw harm.
    harmless(Made(R"([{"name":"r","kind":"last_value","text":{},"of":"read","is":"9","safety":true}])").by_hand(0, "hung"));
}

TEST(ByHand, WhoIsDeadOrFrozenIsNotAtWork)
{
    // A dead or frozen actor is not at work; once thawed beside another, it is.
    const std::string one = R"([{"name":"r","kind":"one_holder","text":{}}])";
    const auto stopped = [&](const char* word) {
        Made made(one);
        made.add(1, "a", "acquired", {{"name", std::string("x")}}).by_hand(2, word);
        made.last().values["target"] = std::string("a");
        return made.add(3, "b", "acquired", {{"name", std::string("x")}});
    };
    for (const char* word : {"crashed", "frozen", "hung"})
        harmless(stopped(word));
    for (const bool first_gives_back : {true, false}) {
        Made made = stopped("frozen");
        if (first_gives_back)
            made.add(4, "b", "released", {{"name", std::string("x")}});
        made.by_hand(5, "thawed");
        made.last().values["target"] = std::string("a");
        first_gives_back ? harmless(made) : expect_wrong_at(made, 5);
    }
    expect_wrong_at(stopped("slowed"), 4);
}

TEST(ByHand, WhoIsCutOffCannotReachTheStore)
{
    // Without the store from which the actor was cut off; any other error counts.
    const std::string no_error = R"([{"name":"r","kind":"never","text":{},"of":"error"}])";
    const auto cut = [&] {
        Made made(no_error);
        made.by_hand(1, "cut_off");
        made.last().values["target"] = std::string("a");
        return made;
    };
    const Fields unreachable{{"kind", std::string("unavailable")}}, killed{{"code", std::string("1213")}};
    harmless(cut().add(2, "a", "error", unreachable));
    expect_wrong_at(cut().add(2, "b", "error", unreachable), 3);
    expect_wrong_at(cut().add(2, "a", "error", killed), 3);
    expect_wrong_at(Made(no_error).by_hand(1, "frozen").add(2, "a", "error", unreachable), 3);
}

} // namespace lockdesk::scenarios
