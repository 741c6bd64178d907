// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed_set.h"
#include "models/feed/local_audit_rows.h"
#include "models/tables/column_filter.h"
#include "models/tables/row_address.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <optional>
#include <vector>

namespace lockdesk {

/// The audit rows of all connections that the feeds keep, and those that this user's programs stored on this computer,
/// newest first: some hundred rows, replaced as a whole.
class AuditTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { At, StoreName, Who, Action, What, Reason, Result, Where, Command, ColumnCount };

    /// `local`: rows stored on this computer; null: none.
    explicit AuditTableModel(FeedSet* feeds, LocalAuditRows* local = nullptr, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] std::int64_t totalRows() const { return m_total; } ///< before the filter by words
    /// A store has so many that only its newest are here.
    [[nodiscard]] bool hasMore() const { return m_hasMore; }
    /// The row that an entry is about. Nullopt: its store is not open, or it is about none.
    [[nodiscard]] std::optional<RowAddress> addressAt(int row) const;
    /// Sets a filter by the columns. Returns what is wrong with it, or an empty text; the old one stays then.
    QString setFilterText(const QString& text);
    [[nodiscard]] QStringList filterKeys() const { return m_filter.words().keys(); }
    [[nodiscard]] QStringList valuesSeen(const QString& key) const;

private:
    struct Entry
    {
        AuditRow row;
        QString store;
        QString environment;
        int connection = -1; ///< -1: its store is not open
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    static std::vector<FilterKey> filterColumns();
    void rebuild();
    void addLocal(std::vector<Entry>& rows);
    [[nodiscard]] bool matches(const Entry& entry) const;
    [[nodiscard]] QString text(const Entry& entry, int column) const;
    [[nodiscard]] FilterCell filterCell(const Entry& entry, int column) const;
    [[nodiscard]] static QVariant exactText(const Entry& entry, int column);

    bool m_hasMore = false;
    FeedSet* m_feeds;
    LocalAuditRows* m_local;
    std::vector<Entry> m_rows;
    ColumnFilter m_filter;
    std::int64_t m_total = 0;
};

} // namespace lockdesk
