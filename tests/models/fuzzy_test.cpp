// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/fuzzy.h"

#include <gtest/gtest.h>

namespace lockdesk {
namespace {

int score(const char* typed, const char* text) { return FuzzyQuery(typed).score(text).value_or(-1); }

TEST(Fuzzy, LettersInTheirOrderFit)
{
    EXPECT_GE(score("ful", "Force unlock"), 0);
    EXPECT_EQ(score("luf", "Force unlock"), -1);
    EXPECT_GE(score("unlock force", "Force unlock"), 0) << "words in any order";
    EXPECT_EQ(score("unlock hold", "Force unlock"), -1) << "every word";
    EXPECT_GE(score("BILLING", "billing"), 0);
    EXPECT_TRUE(FuzzyQuery("  ").empty());
    EXPECT_TRUE(FuzzyQuery("").score("anything"));
}

TEST(Fuzzy, TogetherAndAtTheBeginningFitBest)
{
    EXPECT_GT(score("lock", "Locks"), score("lock", "Force unlock"));
    EXPECT_GT(score("lock", "Force unlock"), score("lock", "l-o-c-k-s"));
    EXPECT_GT(score("order", "demo/order"), score("order", "reorder"));
    EXPECT_GT(score("fu", "Force unlock"), score("fu", "life must"));
    EXPECT_GT(score("billing", "billing"), score("billing", "billing-nightly")) << "the shorter is meant";
}

TEST(Fuzzy, CharactersAreWhole)
{
    EXPECT_GE(score("결제", "결제-2"), 0);
    EXPECT_EQ(score("결\xec", "결\xed\x95\x9c"), -1);
    EXPECT_EQ(score("\xea\xb2\xb0", "\xea\xb1\xb0\xb2\xb0"), -1) << "bytes of two characters are none";
}

} // namespace
} // namespace lockdesk
