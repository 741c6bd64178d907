// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/row_history.h"

#include "models/feed/local_audit_rows.h"
#include "models/format/format.h"
#include "models/tables/audit_table_model.h"
#include "tests/models/fixture.h"

#include <gtest/gtest.h>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;
using From = HistoryEntry::From;

AuditRow forced(std::int64_t seq, const std::string& action, const std::string& key, TimePoint at, const std::string& why)
{
    AuditRow row;
    row.seq = seq;
    row.at = at;
    row.who = "ada@desk";
    row.action = action;
    row.entity = "lock";
    row.key = key;
    row.reason = why;
    row.result = "released";
    return row;
}

struct RowHistory : testing::Test
{
    Feeding feeding;
    Feed* feed = feeding.add(QStringLiteral("orders"));
    LocalAuditRows local{[](const QString& url) { return url; }};

    void receive(std::vector<AuditRow> audit, std::vector<Event> events)
    {
        auto update = feeding.update(feed);
        update->audit = std::make_shared<const std::vector<AuditRow>>(std::move(audit));
        update->events = std::move(events);
        feed->receive(update);
        ASSERT_TRUE(await([&] { return !feed->facts().audit().empty(); }));
    }
    [[nodiscard]] std::vector<HistoryEntry> of(const std::string& name, const QString& source = QStringLiteral("lockdesk"))
    {
        const bool ours = source == QLatin1String("lockdesk");
        return historyOf(*feed, {Entity::lock, ours ? name : source.toStdString() + '/' + name, name, source}, &local);
    }
};

TEST_F(RowHistory, JoinsWhatWasSeenWithWhatTheAuditsHave)
{
    const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    auto events = std::vector<Event>(3);
    events[0] = {.kind = EventKind::acquired, .key = "billing", .actor = "pod-7/1/aa", .at = now + 1s};
    events[1] = {.kind = EventKind::audit, .entity = Entity::audit, .key = "billing", .actor = "ada@desk", .at = now + 5s,
                 .detail = "hold-off", .result = "released"};
    events[2] = {.kind = EventKind::acquired, .key = "other", .actor = "pod-7/1/aa", .at = now + 2s};
    receive({forced(3, "hold-off", "billing", now + 5s, "INC-7"), forced(2, "force-release", "other", now - 1h, "no"),
             forced(1, "force-release", "billing", now - 2h, "it hung")},
            events);
    local.set({{feed->info().url, QStringLiteral("lockdesk"), forced(0, "extend", "billing", now + 3s, "")},
               {feed->info().url, QStringLiteral("redisson"), forced(0, "extend", "billing", now + 4s, "of another source")},
               {QStringLiteral("elsewhere"), QStringLiteral("lockdesk"), forced(0, "extend", "billing", now, "elsewhere")}});
    const auto history = of("billing");
    ASSERT_EQ(history.size(), 4u);
    EXPECT_EQ(history[0].from, From::storeAudit) << "instead of the event, which has no reason";
    EXPECT_EQ(format::auditEntry(history[0].audit), "hold off by ada@desk: INC-7");
    EXPECT_FALSE(history[0].earlier);
    EXPECT_EQ(history[1].from, From::localAudit);
    EXPECT_EQ(format::auditEntry(history[1].audit), "extend by ada@desk, without a reason");
    EXPECT_EQ(history[2].from, From::observed);
    EXPECT_EQ(history[2].event.kind, EventKind::acquired);
    EXPECT_EQ(history[3].from, From::storeAudit);
    EXPECT_EQ(history[3].audit.reason, "it hung");
    EXPECT_TRUE(history[3].earlier);
    EXPECT_EQ(of("billing", QStringLiteral("redisson")).front().audit.reason, "of another source");
}

TEST_F(RowHistory, WhatWasRefusedIsSaid)
{
    auto row = forced(1, "end-hold-off", "billing", store_now, "back\nagain");
    row.result = "changed";
    EXPECT_EQ(format::auditEntry(row), "end hold-off by ada@desk: back\\nagain (nothing was done: changed)");
}

TEST_F(RowHistory, TheAuditIsFilteredByItsColumns)
{
    AuditTableModel model(&feeding.feeds, &local);
    auto late = forced(2, "hold-off", "nightly job", store_now - 1h, "deploy");
    late.who = "bob@desk";
    late.result = "changed";
    receive({forced(1, "force-release", "billing", store_now, "INC-7"), late}, {});
    ASSERT_EQ(model.rowCount(), 2);
    const auto rows = [&](const QString& filter) {
        EXPECT_EQ(model.setFilterText(filter), QString()) << filter.toStdString();
        return model.rowCount();
    };
    EXPECT_EQ(rows("who:bob@desk"), 1);
    EXPECT_EQ(rows("-who~bob"), 1);
    EXPECT_EQ(rows("action:hold-off reason~depl"), 1);
    EXPECT_EQ(rows("name:\"nightly job\""), 1);
    EXPECT_EQ(rows("age>30m"), 1);
    EXPECT_EQ(rows("result:changed DEPLOY"), 1);
    EXPECT_EQ(rows("where:computer"), 0);
    EXPECT_EQ(rows("where:store"), 2);
    EXPECT_EQ(rows("desk"), 2);
    EXPECT_EQ(model.setFilterText("where:moon"), "no row can be where:moon. Use one of: store, computer.");
    EXPECT_EQ(model.rowCount(), 2) << "the old filter stays";
    EXPECT_EQ(model.setFilterText("whom:x"), "Unknown key \"whom\" (at character 1). Try who:....");
    EXPECT_EQ(model.valuesSeen("who"), QStringList({"ada@desk", "bob@desk"}));
    EXPECT_EQ(model.valuesSeen("where"), QStringList({"store", "computer"}));
}

} // namespace
} // namespace lockdesk::test
