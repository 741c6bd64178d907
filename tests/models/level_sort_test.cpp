// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/level_sort.h"
#include "models/tables/row_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace lockdesk::test {
namespace {

// Long runs of digits, leading zeros, both cases, non-ASCII bytes, a zero byte.
std::string any_text(std::mt19937& random)
{
    static const std::vector<std::string> parts{"a",
                                                "A",
                                                "b",
                                                "0",
                                                "00",
                                                "7",
                                                "007",
                                                "10",
                                                "stock:sku-",
                                                std::string(1, '\0'),
                                                "\xc3\xa9",
                                                "-",
                                                "/",
                                                ":",
                                                " ",
                                                std::string(254, '9'),
                                                std::string(300, '1'),
                                                std::string(300, '2')};
    std::string text = random() % 3 ? "orders:" : "";
    for (auto n = random() % 5; n > 0; --n)
        text += parts[random() % parts.size()];
    return text;
}

struct Case
{
    std::vector<std::string> texts;
    std::vector<std::vector<SortKey>> keys; ///< by level
    std::vector<SortLevel> levels;
};

void check(const Case& one, const std::string& what)
{
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t level = 0; level < one.levels.size(); ++level)
            if (const int order = compareKeys(one.keys[level][a], one.keys[level][b], one.levels[level].descending);
                order != 0)
                return order < 0;
        return a < b;
    };
    std::vector<std::uint32_t> wanted(one.texts.size());
    std::iota(wanted.begin(), wanted.end(), 0U);
    auto sorted = wanted;
    std::sort(wanted.begin(), wanted.end(), less);
    std::shuffle(sorted.begin(), sorted.end(), std::mt19937(7));
    sortByLevels(sorted, one.levels, less);
    EXPECT_EQ(sorted, wanted) << what;
}

// Every mix of kinds in both directions, whether or not the levels distinguish the rows.
TEST(LevelSort, SortsAsComparingOneByOneDoes)
{
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        Case one;
        const std::size_t rows = 1 + random() % 400;
        for (std::size_t i = 0; i < rows; ++i)
            one.texts.push_back(any_text(random));
        const auto depth = 1 + random() % 3;
        one.keys.resize(depth);
        for (std::size_t level = 0; level < depth; ++level) {
            const auto kinds = random() % 4;
            const auto different = 1 + random() % 300;
            for (std::size_t i = 0; i < rows; ++i) {
                const std::string_view text = one.texts[random() % std::min<std::size_t>(rows, different)];
                const auto number = static_cast<std::int64_t>(random() % different) - 100;
                const auto kind = kinds < 3 ? kinds : random() % 3;
                one.keys[level].push_back(kind == 0   ? SortKey{SortKey::Kind::text, 0, text}
                                          : kind == 1 ? SortKey::of(number)
                                                      : SortKey{});
            }
            one.levels.push_back({[&one, level](std::uint32_t i) { return one.keys[level][i]; }, random() % 2 == 0});
        }
        check(one, "round " + std::to_string(round));
    }
}

TEST(LevelSort, ExtremeNumbersAreInOrder)
{
    Case one;
    const std::vector<std::int64_t> numbers{0, -1, 1, INT64_MIN, INT64_MAX, INT64_MIN + 1, 42};
    one.keys.resize(1);
    for (int i = 0; i < 70; ++i) {
        one.texts.emplace_back();
        one.keys[0].push_back(SortKey::of(numbers[static_cast<std::size_t>(i * 3) % numbers.size()]));
    }
    for (const bool descending : {false, true}) {
        one.levels = {{[&one](std::uint32_t i) { return one.keys[0][i]; }, descending}};
        check(one, descending ? "descending" : "ascending");
    }
}

} // namespace
} // namespace lockdesk::test
