// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/live_table_model.h"

namespace lockdesk {

struct StoreRow
{
    int connection = -1;
    std::string kind; ///< `PostgreSQL 16`
    Health health;
    ClockState clock;
    PollCost cost;
    std::optional<Summary> summary; ///< nullopt: this store has not answered yet
    std::optional<Backlog> backlog;
    bool has_outbox = true;
    std::string relay;               ///< worker id of a live relay
    std::vector<std::string> relays; ///< those with a heartbeat since the last poll
    std::string gone_worker; ///< worker that left in this update
};

} // namespace lockdesk

namespace lockdesk {

/// One row per connection. StateRole: live connecting stale.
class StoresModel final : public LiveTableModel
{
    Q_OBJECT

public:
    enum Column {
        StoreName,
        Environment,
        Kind,
        HealthName,
        Offset,
        Cost,
        Held,
        Closing,
        Expired,
        TasksDue,
        Pending,
        Oldest,
        In,
        Out,
        Drains,
        Sending,
        Dead,
        Relay,
        ColumnCount
    };
    Q_ENUM(Column)

    explicit StoresModel(FeedSet* feeds, QObject* parent = nullptr);
    /// For a table about outboxes only: the header of `outbox` is `pending`.
    void setAboutOutboxes() { m_aboutOutboxes = true; }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Null: no such row.
    [[nodiscard]] RowPtr<StoreRow> rowAt(int row) const;

protected:
    [[nodiscard]] QVariant cell(const TableEntry& entry, int column, int role) const override;
    [[nodiscard]] QString state(const TableEntry& entry) const override;
    [[nodiscard]] bool isAlarm(const TableEntry& entry) const override;
    [[nodiscard]] QVariant rowVariant(const TableEntry& entry) const override;
    [[nodiscard]] std::optional<TimePoint> countsTo(const TableEntry& entry) const override;
    [[nodiscard]] QString wholeText(const TableEntry& entry, int column) const override;

private:
    bool m_aboutOutboxes = false;
};

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::RowPtr<lockdesk::StoreRow>)
