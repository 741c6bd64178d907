// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What leaves a table: CSV and JSON of its cells, and the filter term of a cell.
#include "models/tables/cell_term.h"
#include "models/tables/locks_model.h"
#include "models/tables/row_address.h"
#include "models/actions/show_command.h"
#include "models/tables/table_export.h"
#include "models/tables/tasks_model.h"
#include "tests/models/fixture.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;

const std::vector<int> columns{LocksModel::State, LocksModel::Name, LocksModel::LeaseLeft, LocksModel::Owner,
                               LocksModel::Token};

LockRow lockUntil(const std::string& name, std::int64_t us)
{
    LockRow row = lock(name, "pod-7/11/9f3a", 4182);
    row.expires_at = time_from_us(us);
    row.acquired_at = time_from_us(us - 1'000'000);
    return row;
}

TEST(Export, FormulasAreNeutralised)
{
    for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠1"})
        EXPECT_EQ(withoutFormula(QString::fromUtf8(text)), u'\'' + QString::fromUtf8(text)) << text;
    for (const char* text : {"", "a=1", "'=1", "billing", "한국어"})
        EXPECT_EQ(withoutFormula(QString::fromUtf8(text)), QString::fromUtf8(text)) << text;
}

TEST(Export, CsvHasExactTextsNumbersAndInstants)
{
    Tested<LocksModel> t;
    t.feeding.locks(t.feed, {lockUntil("=cmd|'/c calc'!A1", 4'102'444'800'000'001), lockUntil("b \"x\",\n한국어", 4'102'444'800'500'000)},
                    {}, true);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 2; }));
    const int first = t.model.rowOfKey(t.feed->index(), QStringLiteral("=cmd|'/c calc'!A1"));
    const QString csv = QString::fromUtf8(csvText({&t.model, {first, 1 - first}, columns}));
    EXPECT_EQ(csv, QStringLiteral("\"state\",\"name\",\"lease left\",\"owner\",\"token\"\r\n"
                                  "\"held\",\"'=cmd|'/c calc'!A1\",2100-01-01T00:00:00.000001Z,\"pod-7/11/9f3a\",4182\r\n"
                                  "\"held\",\"b \"\"x\"\",\n한국어\",2100-01-01T00:00:00.500000Z,\"pod-7/11/9f3a\",4182\r\n"))
        << csv.toStdString();
}

TEST(Export, JsonHasNamesOfColumnsAndEscapes)
{
    Tested<LocksModel> t;
    LockRow row = lockUntil("a\u202eb", -1);
    row.token = {};
    t.feeding.locks(t.feed, {row, lock("free")}, {}, true);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 2; }));
    const int first = t.model.rowOfKey(t.feed->index(), QStringLiteral("a\u202eb"));
    const QByteArray json = jsonText({&t.model, {first, 1 - first}, columns});
    EXPECT_TRUE(json.contains("a\\u202eb")) << json.toStdString();
    const QJsonArray rows = QJsonDocument::fromJson(json).array();
    ASSERT_EQ(rows.size(), 2);
    const QJsonObject one = rows[0].toObject();
    EXPECT_EQ(one[QStringLiteral("name")].toString(), QStringLiteral("a\u202eb"));
    EXPECT_EQ(one[QStringLiteral("state")].toString(), QStringLiteral("expired"));
    EXPECT_EQ(one[QStringLiteral("lease")].toString(), QStringLiteral("1969-12-31T23:59:59.999999Z"));
    EXPECT_TRUE(one[QStringLiteral("token")].isNull()) << "none is no zero";
    EXPECT_TRUE(rows[1].toObject()[QStringLiteral("owner")].isNull());
    EXPECT_TRUE(rows[1].toObject()[QStringLiteral("lease")].isNull());
}

TEST(Export, ACellIsAFilterTerm)
{
    Tested<LocksModel> t;
    t.feeding.locks(t.feed, {lock("a \"b\"", "pod 7")}, {}, true);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 1; }));
    const auto term = [&](int column) { return termOfCell(t.model, t.model.index(0, column)).toStdString(); };
    EXPECT_EQ(term(LocksModel::Name), R"(name:"a \"b\"")");
    EXPECT_EQ(term(LocksModel::Owner), "owner:\"pod 7\"");
    EXPECT_EQ(term(LocksModel::State), "state:held");
    EXPECT_EQ(term(LocksModel::StoreName), "store:orders");
    EXPECT_EQ(term(LocksModel::Token), "token:1");
    EXPECT_EQ(term(LocksModel::LeaseLeft), "");
    for (const int column : {LocksModel::Name, LocksModel::Owner, LocksModel::State, LocksModel::StoreName}) {
        EXPECT_TRUE(t.model.setFilterText(QString::fromStdString(term(column)))) << term(column);
        EXPECT_TRUE(await([&] { return !t.model.isAsking(); }));
        EXPECT_EQ(t.model.rowCount(), 1) << term(column);
        EXPECT_TRUE(t.model.setFilterText(u'-' + QString::fromStdString(term(column))));
        EXPECT_TRUE(await([&] { return t.model.rowCount() == 0; })) << term(column);
    }
}

TEST(Export, ATermReplacesItsOpposite)
{
    EXPECT_EQ(withTerm(QStringLiteral("-state:free"), QStringLiteral("owner:a")), QStringLiteral("-state:free owner:a"));
    EXPECT_EQ(withTerm(QStringLiteral("-state:free owner:a"), QStringLiteral("state:free")), QStringLiteral("owner:a state:free"));
    EXPECT_EQ(withTerm(QStringLiteral("state:held"), QStringLiteral("-state:held")), QStringLiteral("-state:held"));
    EXPECT_EQ(withTerm(QStringLiteral("state:held"), QStringLiteral("state:held")), QStringLiteral("state:held"));
    EXPECT_EQ(withTerm(QString(), QStringLiteral("name:\"a  b\"")), QStringLiteral("name:\"a  b\""));
}

TEST(Export, TheCommandShowsTheRow)
{
    Tested<LocksModel> t;
    LockRow other = lock("a b", "pod");
    other.key = "dist_lock/a b";
    other.source = "dist_lock";
    t.feeding.locks(t.feed, {other}, {}, true);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 1; }));
    const auto row = addressOf(t.model, 0);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->key, "a b");
    EXPECT_EQ(row->source, QStringLiteral("dist_lock"));
    EXPECT_FALSE(addressOf(t.model, 1));
    ConnectionInfo info;
    info.url = QStringLiteral("postgresql://db/app");
    EXPECT_EQ(showCommand(info, row->entity, row->key, row->source).toStdString(),
              "lockdeskctl --store postgresql://db/app --source dist_lock lock show 'a b'");
    info.recording = true;
    EXPECT_EQ(showCommand(info, row->entity, row->key), QString());
}

} // namespace
} // namespace lockdesk::test
