// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/live_table_model.h"

namespace lockdesk {

/// A worker with derived values: claims a second and the heartbeats seen by polls (oldest first, at most 32). A row has
/// only the last heartbeat, so those between two polls are unknown.
struct WorkerView
{
    WorkerRow row;
    double claim_rate = 0;
    std::vector<TimePoint> beats;
};

/// The fault that this window caused in the worker; else its health at that instant; for a live worker, its own state word
/// if that is not the ordinary one. The word lives as long as the row.
std::string_view workerState(const WorkerRow& row, TimePoint judged, const OwnFault* fault = nullptr);

} // namespace lockdesk

namespace lockdesk {

/// Workers of all connections. StateRole: frozen, killed or cut off from this window; else live late silent, or paused slow
/// stopping while it is live.
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

private:
    [[nodiscard]] const OwnFault* faultOf(const TableEntry& entry) const;
    [[nodiscard]] std::string stateOf(const TableEntry& entry) const;

protected:
    [[nodiscard]] std::optional<TimePoint> instant(const TableEntry& entry, int column) const override;
    [[nodiscard]] QVariant cell(const TableEntry& entry, int column, int role) const override;
    [[nodiscard]] QString state(const TableEntry& entry) const override;
    [[nodiscard]] bool isAlarm(const TableEntry& entry) const override;
    [[nodiscard]] QVariant rowVariant(const TableEntry& entry) const override;
    [[nodiscard]] std::optional<TimePoint> countsTo(const TableEntry& entry) const override;
    [[nodiscard]] std::optional<TimePoint> leaseEnd(const TableEntry& entry) const;
    [[nodiscard]] QString wholeText(const TableEntry& entry, int column) const override;
    [[nodiscard]] std::optional<std::string> foreignText(const TableEntry& entry, int column) const override;
};

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::RowPtr<lockdesk::WorkerView>)
