// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/live_table_model.h"

namespace lockdesk {

/// A worker with what was seen of it: claims a second and those of its heartbeats that a look has seen (oldest first, at most 32).
/// A row tells only the last one, so of those between two looks nothing is known.
struct WorkerView
{
    WorkerRow row;
    double claim_rate = 0;
    std::vector<TimePoint> beats;
};

/// Its health at that instant, and while it lives its own word where that is not the ordinary one. The word lives as long as the row.
std::string_view workerState(const WorkerRow& row, TimePoint judged);

} // namespace lockdesk

namespace lockdesk {

/// Workers of all connections. StateRole: live late silent, or paused slow stopping while it is live.
class WorkersModel final : public LiveTableModel
{
    Q_OBJECT

public:
    enum Column {
        State,
        Worker,
        StoreName,
        RoleName,
        Doing,
        LeaseLeft,
        Heartbeat,
        ClaimRate,
        HoldTime,
        Done,
        Failed,
        Refused,
        Kinds,
        Order,
        Started,
        ColumnCount
    };
    Q_ENUM(Column)

    explicit WorkersModel(FeedSet* feeds, QObject* parent = nullptr);
    /// Null: no such row.
    [[nodiscard]] RowPtr<WorkerView> rowAt(int row) const;

protected:
    [[nodiscard]] QVariant cell(const TableEntry& entry, int column, int role) const override;
    [[nodiscard]] QString state(const TableEntry& entry) const override;
    [[nodiscard]] bool isAlarm(const TableEntry& entry) const override;
    [[nodiscard]] QVariant rowVariant(const TableEntry& entry) const override;
    [[nodiscard]] std::optional<TimePoint> countsTo(const TableEntry& entry) const override;
    [[nodiscard]] QString wholeText(const TableEntry& entry, int column) const override;
    [[nodiscard]] std::optional<std::string> foreignText(const TableEntry& entry, int column) const override;
};

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::RowPtr<lockdesk::WorkerView>)
