// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/wait_graph.h"
#include "models/feed/feed_set.h"
#include "models/tables/column_filter.h"
#include "models/tables/row_address.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace lockdesk {

/// Who waits for whom in all connections, those of cycles first. Few rows: rebuilt about once a second, while somebody waits.
class WaitsTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { StoreName, Waiter, What, Holder, Layer, Waited, Cycle, ColumnCount };

    explicit WaitsTableModel(FeedSet* feeds, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] int totalRows() const { return m_total; } ///< before the filter by words
    /// Sets a filter by the columns. Returns what is wrong with it, or an empty text; the old one stays then.
    QString setFilterText(const QString& text);
    [[nodiscard]] QStringList filterKeys() const { return m_filter.words().keys(); }
    [[nodiscard]] QStringList valuesSeen(const QString& key) const;
    /// The lock that a row waits for; nullopt: a lock of the database itself.
    [[nodiscard]] std::optional<RowAddress> lockAt(int row) const;
    /// The row of a wait by the connection's id, and what is waited for and the waiter with a line break between them; -1: none.
    [[nodiscard]] int rowOf(const QString& connection, const QString& key) const;
    /// Every cycle as a sentence, a line each; empty: there is none.
    [[nodiscard]] QString cyclesText() const { return m_cycles; }

signals:
    void rebuilt();

private:
    struct Entry
    {
        WaitEdge edge;
        TimePoint now{};
        QString store, environment;
        int connection = -1;
        /// Whether it is the same wait, whatever its age.
        [[nodiscard]] bool sameAs(const Entry& other) const
        {
            return edge == other.edge && connection == other.connection && store == other.store
                   && environment == other.environment;
        }
    };
    void rebuild();
    [[nodiscard]] static WaitGraph graphOf(const Feed& feed);
    [[nodiscard]] bool matches(const Entry& entry) const;
    [[nodiscard]] QString text(const Entry& entry, int column) const;
    [[nodiscard]] FilterCell filterCell(const Entry& entry, int column) const;
    static std::vector<FilterKey> filterColumns();

    FeedSet* m_feeds;
    std::vector<Entry> m_rows;
    ColumnFilter m_filter;
    QString m_cycles;
    int m_total = 0;
};

} // namespace lockdesk
