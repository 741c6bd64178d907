// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/live_table_model.h"

namespace lockdesk {

/// Tasks of all connections. StateRole: the word of `state_word`, the same as in lists and filters of the stores.
class TasksModel final : public LiveTableModel
{
    Q_OBJECT

public:
    enum Column {
        State,
        Id,
        Kind,
        Phase,
        Desired,
        Owner,
        Token,
        Locked,
        Due,
        Claims,
        Takeovers,
        Failures,
        LastError,
        Updated,
        StoreName,
        ColumnCount
    };
    Q_ENUM(Column)

    explicit TasksModel(FeedSet* feeds, QObject* parent = nullptr);
    /// Null: no such row.
    [[nodiscard]] RowPtr<TaskRow> rowAt(int row) const;

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

Q_DECLARE_METATYPE(lockdesk::RowPtr<lockdesk::TaskRow>)
