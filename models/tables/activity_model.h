// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/live_table_model.h"

namespace lockdesk {

struct ActivityRow
{
    Event event;
    std::string number; ///< its key; ascends within a connection
};

} // namespace lockdesk

namespace lockdesk {

/// Events of all connections, newest first: a ring of 20,000. StateRole: event word.
class ActivityModel final : public LiveTableModel
{
    Q_OBJECT

public:
    enum Column { At, StoreName, Actor, EventName, What, Token, Text, ColumnCount };
    Q_ENUM(Column)

    explicit ActivityModel(FeedSet* feeds, QObject* parent = nullptr);
    /// Null: no such row.
    [[nodiscard]] RowPtr<ActivityRow> rowAt(int row) const;

protected:
    [[nodiscard]] std::optional<TimePoint> instant(const TableEntry& entry, int column) const override;
    [[nodiscard]] QVariant cell(const TableEntry& entry, int column, int role) const override;
    [[nodiscard]] QString state(const TableEntry& entry) const override;
    [[nodiscard]] bool isAlarm(const TableEntry& entry) const override;
    [[nodiscard]] QVariant rowVariant(const TableEntry& entry) const override;
    [[nodiscard]] std::optional<TimePoint> countsTo(const TableEntry& entry) const override;
    [[nodiscard]] QString wholeText(const TableEntry& entry, int column) const override;
    [[nodiscard]] std::optional<std::string> foreignText(const TableEntry& entry, int column) const override;
};

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::RowPtr<lockdesk::ActivityRow>)
