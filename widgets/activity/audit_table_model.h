// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed.h"

#include <QAbstractTableModel>

#include <vector>

namespace lockdesk {

/// The audit of all connections, newest first, as far as the feeds keep it: some hundred rows, taken over whole.
class AuditTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { At, StoreName, Who, Action, What, Reason, Result, Command, ColumnCount };

    explicit AuditTableModel(FeedSet* feeds, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Bare words, all of which a row must contain.
    void setWords(const QString& text);

private:
    struct Entry
    {
        AuditRow row;
        QString store;
        QString environment;
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    void rebuild();
    [[nodiscard]] bool matches(const Entry& entry) const;
    [[nodiscard]] QString text(const Entry& entry, int column) const;

    FeedSet* m_feeds;
    std::vector<Entry> m_rows;
    QStringList m_words;
};

} // namespace lockdesk
