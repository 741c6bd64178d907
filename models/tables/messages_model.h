// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/live_table_model.h"

namespace lockdesk {

/// Unsent outbox messages of all connections. StateRole: pending sending dead.
class MessagesModel final : public LiveTableModel
{
    Q_OBJECT

public:
    enum Column { State, Id, Topic, Age, Tries, Due, ClaimedBy, LastError, Token, Sequence, StoreName, ColumnCount };
    Q_ENUM(Column)

    explicit MessagesModel(FeedSet* feeds, QObject* parent = nullptr);
    /// Null: no such row.
    [[nodiscard]] RowPtr<MessageRow> rowAt(int row) const;

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

Q_DECLARE_METATYPE(lockdesk::RowPtr<lockdesk::MessageRow>)
