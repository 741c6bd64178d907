// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/live_table_model.h"

namespace lockdesk {

/// Locks of all connections. StateRole: free held closing expired cooling.
class LocksModel final : public LiveTableModel
{
    Q_OBJECT

public:
    enum Column { State, Name, LeaseLeft, Owner, Token, Waiting, Acquired, Holds, Renewals, Source, StoreName, ColumnCount };
    Q_ENUM(Column)

    explicit LocksModel(FeedSet* feeds, QObject* parent = nullptr);
    /// Null: no such row.
    [[nodiscard]] RowPtr<LockRow> rowAt(int row) const;

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

Q_DECLARE_METATYPE(lockdesk::RowPtr<lockdesk::LockRow>)
