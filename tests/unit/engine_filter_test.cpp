// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/filter.h"

#include "backends/engine/text/fold.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

namespace lockdesk {

namespace {

constexpr std::array<std::string_view, 4> keys{"name", "owner", "state", "age"};

Filter parsed(std::string_view text) { return Filter::parse(text, keys, true).value(); }

bool holds(std::string_view text, const std::map<std::string, std::string>& row)
{
    return parsed(text).matches([&](std::string_view key) -> std::optional<std::string> {
        if (key.empty()) {
            std::string all;
            for (const auto& [k, v] : row)
                all += v + "\n";
            return all;
        }
        const auto it = row.find(std::string(key));
        return it == row.end() ? std::nullopt : std::optional(it->second);
    });
}

} // namespace

TEST(Filter, TermsAreRead)
{
    const auto f = parsed("owner:pod-7 name~order age>5m -state:free bare");
    using Op = FilterTerm::Op;
    const std::vector<FilterTerm> expected{{"owner", Op::equals, "pod-7", false},
                                           {"name", Op::contains, "order", false},
                                           {"age", Op::greater, "5m", false},
                                           {"state", Op::equals, "free", true},
                                           {"", Op::contains, "bare", false}};
    EXPECT_EQ(f.terms(), expected);
    EXPECT_TRUE(parsed("").empty());
    EXPECT_TRUE(parsed("   ").empty());
}

TEST(Filter, QuotesHoldSpacesAndEscapes)
{
    EXPECT_EQ(parsed(R"(name:"a b")").terms()[0].value, "a b");
    EXPECT_EQ(parsed(R"(name:"a \"b\" \\ c")").terms()[0].value, R"(a "b" \ c)");
    EXPECT_EQ(parsed("name:a:b").terms()[0].value, "a:b");
}

TEST(Filter, TextIsReadBackTheSame)
{
    for (const auto* text :
         {"owner:pod-7", "-name~order age<5m", R"(name:"a b" bare)", R"(name:"-x" owner:"q\"\\")", "state:held \"x:y\""}) {
        const auto f = parsed(text);
        EXPECT_EQ(parsed(f.text()), f) << text << " became " << f.text();
    }
}

TEST(Filter, MistakesNameTheWordItsPlaceAndAKey)
{
    const auto failure = [](std::string_view text, bool bare = false) {
        const auto f = Filter::parse(text, keys, bare);
        EXPECT_FALSE(f) << text;
        return f ? std::string{} : f.failure().message;
    };
    EXPECT_NE(failure("name:a stat").find("stat"), std::string::npos);
    EXPECT_NE(failure("name:a stat").find("character 8"), std::string::npos);
    EXPECT_NE(failure("name:a stat").find("state:expired"), std::string::npos);
    EXPECT_NE(failure("nme:a").find("nme"), std::string::npos);
    EXPECT_NE(failure("name:").find("no value"), std::string::npos);
    EXPECT_NE(failure("name:\"a").find("quote"), std::string::npos);
    EXPECT_NE(failure("age>old").find("old"), std::string::npos);
    failure("unknown:x", true);
}

TEST(Filter, EqualsIsExactContainsFoldsCase)
{
    const std::map<std::string, std::string> row{{"name", "Orders"}, {"owner", "pod-7"}};
    EXPECT_TRUE(holds("name:Orders", row));
    EXPECT_FALSE(holds("name:orders", row));
    EXPECT_TRUE(holds("name~ORD", row));
    EXPECT_TRUE(holds("name~ord owner:pod-7", row));
    EXPECT_FALSE(holds("name~ord owner:pod-8", row));
    EXPECT_TRUE(holds("-owner:pod-8", row));
    EXPECT_FALSE(holds("-name~ord", row));
    EXPECT_TRUE(holds("", row));
}

TEST(Filter, FieldThatARowLacksFailsUnlessNegated)
{
    EXPECT_FALSE(holds("state:held", {}));
    EXPECT_TRUE(holds("-state:held", {}));
}

TEST(Filter, OrderComparesDurationsAndNumbers)
{
    EXPECT_TRUE(holds("age>5m", {{"age", "6m"}}));
    EXPECT_TRUE(holds("age>5m", {{"age", "301s"}}));
    EXPECT_FALSE(holds("age>5m", {{"age", "300s"}}));
    EXPECT_TRUE(holds("age<5", {{"age", "4.5"}}));
    EXPECT_FALSE(holds("age<5", {{"age", "x"}}));
}

TEST(Folding, LettersOfBothCasesAreOneAndNothingElse)
{
    EXPECT_TRUE(contains_folded("stock:SKU-77", "sku-7"));
    EXPECT_TRUE(contains_folded("stock:sku-77", "SKU-77"));
    EXPECT_TRUE(contains_folded("aab", "ab")) << "a beginning that fails hides no match after it";
    EXPECT_TRUE(contains_folded("a", ""));
    EXPECT_TRUE(contains_folded("", ""));
    EXPECT_FALSE(contains_folded("", "a"));
    EXPECT_FALSE(contains_folded("ab", "abc"));
    EXPECT_FALSE(contains_folded("ab", "b ")) << "its last letter is no match beyond the end";
    EXPECT_FALSE(contains_folded("[", "{")) << "32 apart, but no letters";
    EXPECT_FALSE(contains_folded("\xC3\x84", "\xC3\xA4")) << "letters beyond A to Z are as they are";
    EXPECT_TRUE(contains_folded(std::string_view("a\0Bc", 4), "bC")) << "a null byte ends nothing";
}

} // namespace lockdesk
