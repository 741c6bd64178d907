// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed_set.h"
#include "models/tables/live_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <string>
#include <vector>

namespace lockdesk::test {

inline const TimePoint store_now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());

/// Feeds filled by hand, as by an observer.
struct Feeding
{
    FeedSet feeds;
    std::map<const Feed*, std::uint64_t> numbers;

    Feed* add(const QString& name, const QString& environment = QStringLiteral("development"))
    {
        return feeds.add({.id = name, .name = name, .environment = environment});
    }
    std::shared_ptr<Update> update(const Feed* feed)
    {
        auto out = std::make_shared<Update>();
        out->number = ++numbers[feed];
        out->health.state = HealthState::live;
        out->polled = true;
        out->covered = Entities::all();
        out->clock = {.known = true,
                      .store = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()),
                      .at = std::chrono::steady_clock::now()};
        return out;
    }
    void locks(Feed* feed, std::vector<LockRow> rows, std::vector<std::string> gone = {}, bool snapshot = false)
    {
        auto out = update(feed);
        out->snapshot = snapshot;
        for (LockRow& row : rows)
            out->locks.push_back(std::make_shared<const LockRow>(std::move(row)));
        for (std::string& key : gone)
            out->gone.push_back({Entity::lock, std::move(key)});
        feed->receive(out);
    }
};

inline LockRow lock(const std::string& name, const std::string& owner = {}, std::int64_t token = 1,
                    Duration left = std::chrono::hours{1}, Duration lease = std::chrono::hours{1})
{
    LockRow row;
    row.name = name;
    row.owner = owner;
    row.token = FencingToken{token};
    if (!owner.empty()) {
        row.lease = lease;
        row.acquired_at = store_now + left - lease;
        row.expires_at = store_now + left;
    }
    return row;
}

/// Runs the event loop until the condition holds. Returns false after ten seconds.
template <class Predicate> [[nodiscard]] bool await(Predicate holds) { return QTest::qWaitFor(holds, 10'000); }

inline QStringList keys(const LiveTableModel& model)
{
    QStringList out;
    for (int row = 0; row < model.rowCount(); ++row)
        out << model.index(row, 0).data(KeyRole).toString();
    return out;
}

inline QString cell(const LiveTableModel& model, int row, int column, int role = Qt::DisplayRole)
{
    return model.index(row, column).data(role).toString();
}

/// Attaches the tester to a model before its first change.
template <class Model> struct Tested
{
    Feeding feeding;
    Feed* feed;
    Model model;
    QAbstractItemModelTester tester;
    QSignalSpy resets{&model, &QAbstractItemModel::modelReset};
    QSignalSpy changed{&model, &QAbstractItemModel::dataChanged};
    QSignalSpy inserted{&model, &QAbstractItemModel::rowsInserted};
    QSignalSpy removed{&model, &QAbstractItemModel::rowsRemoved};
    QSignalSpy moved{&model, &QAbstractItemModel::layoutChanged};
    Tested()
        : feed(feeding.add(QStringLiteral("orders"))), model(&feeding.feeds),
          tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal)
    {
    }
    void forget()
    {
        for (QSignalSpy* spy : {&resets, &changed, &inserted, &removed, &moved})
            spy->clear();
    }
    [[nodiscard]] bool shows(const QStringList& wanted)
    {
        return await([&] { return keys(model) == wanted; });
    }
};

} // namespace lockdesk::test
