// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/json/json.h"
#include "backends/observe/recording/row_json.h"
#include "backends/observe/saying.h"
#include "tests/support/every_saying.h"

#include <gtest/gtest.h>

#include <set>

namespace lockdesk::test {
namespace {

TEST(Saying, EveryCodeHasAFormThatUsesItsValues)
{
    std::set<std::string> words;
    for (int i = 0; i < static_cast<int>(SayingCode::count_); ++i) {
        const SayingForm& how = form(static_cast<SayingCode>(i));
        EXPECT_EQ(static_cast<int>(how.code), i) << how.word;
        EXPECT_TRUE(words.insert(how.word).second) << how.word;
        EXPECT_EQ(find_form(how.word), &how);
        for (const std::string text : {how.of_one ? how.of_one : how.text, how.text}) {
            for (std::size_t value = 1; value <= 9; ++value)
                EXPECT_EQ(text.find('%' + std::to_string(value)) != std::string::npos, value <= how.values.size())
                    << text << ", value " << value;
        }
    }
}

TEST(Saying, EveryValueIsRead)
{
    for (const Saying& saying : every_saying()) {
        ASSERT_TRUE(fits(saying)) << form(saying.code).word;
        const std::string text = english(saying, saying_now);
        for (std::size_t value = 1; value <= 9; ++value) // a share is in per cent
            EXPECT_EQ(text.find('%' + std::to_string(value)), std::string::npos) << text;
        for (std::size_t value = 0; value < saying.values.size(); ++value) {
            Saying other = saying;
            change(other.values[value]);
            EXPECT_NE(english(other, saying_now), text) << form(saying.code).word << ", value " << value + 1;
        }
    }
}

// A row written by hand may have an owner of megabytes, which several findings name.
TEST(Saying, AValueOfMegabytesIsCut)
{
    const std::string longest(1000, 'x');
    EXPECT_EQ(Saying(say(SayingCode::held_endless).owner(longest)).values.front().text, longest);
    std::string many;
    while (many.size() < 3'000'000)
        many += "\xed\x95\x9c"; // Hangul
    for (const Saying& one : {Saying(say(SayingCode::held_endless).owner(many)), Saying(say(SayingCode::held_endless).text(many))}) {
        const std::string& text = one.values.front().text;
        EXPECT_LE(text.size(), 1003U);
        EXPECT_TRUE(text.ends_with("\x9c...")) << text.substr(text.size() - 6);
    }
}

TEST(Saying, CodesOutliveARecording)
{
    for (const Saying& saying : every_saying()) {
        Sayings back;
        recorded::read(RowJson::parse(sayings_json({saying}).dump()), back);
        EXPECT_EQ(back, Sayings{saying}) << form(saying.code).word;
    }
}

TEST(Saying, WhatAFileSaysIsNotBelieved)
{
    Sayings back;
    recorded::read(RowJson::parse(R"([{"code":"of tomorrow","values":[]},
        {"code":"held_for","values":[]},
        {"code":"held_for","values":[{"owner":"x"}]},
        {"code":"held_for","values":[{"age_us":-9223372036854775808}]},
        {"code":"usually","values":[{"span_us":9223372036854775807}]}])"),
                   back);
    ASSERT_EQ(back.size(), 2U) << "those whose values are not of the code are left out";
    EXPECT_FALSE(english_evidence(back, saying_now).empty());
}

// A name may look like a placeholder.
TEST(Saying, ValuesAreNotReadAgain)
{
    EXPECT_EQ(english(say(SayingCode::holder_overdue).owner("%2").since(saying_now), saying_now),
              "holder %2 is alive and < 1 s overdue");
}

} // namespace
} // namespace lockdesk::test
