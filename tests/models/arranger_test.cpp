// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/locks_model.h"
#include "models/tables/row_filter.h"
#include "tests/models/fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

namespace lockdesk::test {
namespace {

TEST(NaturalOrder, DigitsCountAsNumbers)
{
    EXPECT_LT(compareNatural("n2", "n10"), 0);
    EXPECT_GT(compareNatural("n10", "n9"), 0);
    EXPECT_LT(compareNatural("a", "ab"), 0);
    EXPECT_LT(compareNatural("Job", "job2"), 0);
    EXPECT_NE(compareNatural("Job", "job"), 0) << "three names are three";
    EXPECT_NE(compareNatural("a1", "a01"), 0);
    EXPECT_EQ(compareNatural("x9y", "x9y"), 0);
    EXPECT_LT(compareNatural("1", "99999999999999999999999999"), 0);
}

TEST(NaturalOrder, IsTotal)
{
    std::mt19937 random(11);
    std::vector<std::string> words;
    for (int i = 0; i < 60; ++i) {
        std::string word;
        for (unsigned n = random() % 5; n > 0; --n)
            word += "aB01z"[random() % 5];
        words.push_back(word);
    }
    for (const auto& a : words)
        for (const auto& b : words) {
            EXPECT_EQ(compareNatural(a, b) < 0, compareNatural(b, a) > 0) << a << " " << b;
            EXPECT_EQ(compareNatural(a, b) == 0, a == b) << a << " " << b;
            for (const auto& c : words) {
                if (compareNatural(a, b) < 0 && compareNatural(b, c) < 0) {
                    ASSERT_LT(compareNatural(a, c), 0) << a << " " << b << " " << c;
                }
            }
        }
}

TEST(Folding, FindsWithoutCase)
{
    EXPECT_TRUE(containsFolded("Orders", "order"));
    EXPECT_TRUE(containsFolded("xxORDER", "order"));
    EXPECT_FALSE(containsFolded("orde", "order"));
    EXPECT_TRUE(containsFolded("", ""));
    EXPECT_TRUE(containsFolded("oorder", "order"));
}

// The prepared filter agrees with the engine's for the keys that both support.
TEST(RowFilters, AgreeWithTheEngine)
{
    std::mt19937 random(3);
    Feeding feeding;
    Feed* feed = feeding.add("orders");
    LocksModel model(&feeding.feeds);
    model.sort(LocksModel::Name);
    std::vector<LockRow> rows;
    for (int i = 0; i < 60; ++i)
        rows.push_back(
            lock("N" + std::to_string(random() % 40) + std::string(1, static_cast<char>('a' + i % 26)) + std::to_string(i),
                 random() % 2 ? "pod-" + std::to_string(random() % 4) : "", 1,
                 std::chrono::seconds{static_cast<int>(random() % 4000) - 1000}));
    feeding.locks(feed, rows, {}, true);
    ASSERT_TRUE(await([&] { return model.rowCount() == 60; }));
    const std::vector<std::string> texts{"name~n1",       "-name~N2 state:held", "owner:pod-1", "-owner:pod-1",
                                         "state:expired", "owner~POD-2",         "-state:free", "state:free name~a",
                                         "name:N1a0",     "-name~n -owner~p"};
    for (const std::string& text : texts) {
        const auto filter = Filter::parse(text, list_filter_keys(), false);
        ASSERT_TRUE(filter) << text;
        const auto now = feed->now();
        QSet<QString> wanted, shown;
        for (const LockRow& row : rows)
            if (filter->matches([&](std::string_view key) { return filter_field(row, now, key); }))
                wanted << QString::fromStdString(row.name);
        QSignalSpy arranged(&model, &LiveTableModel::arranged);
        ASSERT_TRUE(model.setFilterText(QString::fromStdString(text)));
        ASSERT_TRUE(await([&] { return arranged.count() > 0; }));
        for (const QString& key : keys(model))
            shown << key;
        EXPECT_EQ(shown, wanted) << text;
    }
}

// A page that is hidden all day must not collect what came and went meanwhile.
TEST(HiddenTables, KeepNothingOfRowsThatCameAndWent)
{
    Feeding feeding;
    Feed* feed = feeding.add("orders");
    LocksModel model(&feeding.feeds);
    feeding.locks(feed, {lock("stays", "a")}, {}, true);
    ASSERT_TRUE(await([&] { return model.rowCount() == 1; }));
    model.setActive(false);
    std::vector<std::weak_ptr<const LockRow>> seen;
    for (int i = 0; i < 30; ++i) {
        const std::string name = "brief-" + std::to_string(i);
        {
            auto update = feeding.update(feed);
            update->locks.push_back(std::make_shared<const LockRow>(test::lock(name, "b")));
            seen.push_back(update->locks.back());
            feed->receive(update);
        }
        feeding.locks(feed, {}, {name});
    }
    EXPECT_TRUE(await([&] { return std::all_of(seen.begin(), seen.end(), [](const auto& row) { return row.expired(); }); }));
    feeding.locks(feed, {lock("comes", "c")});
    model.setActive(true);
    ASSERT_TRUE(await([&] { return keys(model) == QStringList({"comes", "stays"}) || keys(model) == QStringList({"stays", "comes"}); }))
        << keys(model).join(' ').toStdString();
    feeding.locks(feed, {lock("brief-3", "d")}, {"stays"});
    ASSERT_TRUE(await([&] { return keys(model).contains("brief-3") && model.rowCount() == 2; })) << keys(model).join(' ').toStdString();
}

} // namespace
} // namespace lockdesk::test
