// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed.h"
#include "models/feed/local_audit_rows.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <vector>

namespace lockdesk {

/// The audit of all connections, newest first, as far as the feeds keep it, and what this user's programs have kept on this
/// computer: some hundred rows, taken over whole.
class AuditTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { At, StoreName, Who, Action, What, Reason, Result, Where, Command, ColumnCount };

    /// `local`: what is kept on this computer; null: nothing is.
    explicit AuditTableModel(FeedSet* feeds, LocalAuditRows* local = nullptr, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] std::int64_t totalRows() const { return m_total; } ///< before the words
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
    void addLocal(std::vector<Entry>& rows);
    [[nodiscard]] bool matches(const Entry& entry) const;
    [[nodiscard]] QString text(const Entry& entry, int column) const;
    [[nodiscard]] static QVariant exactText(const Entry& entry, int column);

    FeedSet* m_feeds;
    LocalAuditRows* m_local;
    std::vector<Entry> m_rows;
    QStringList m_words;
    std::int64_t m_total = 0;
};

} // namespace lockdesk
