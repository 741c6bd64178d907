// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/job_facts.h"
#include "backends/observe/lease_book.h"
#include "models/feed/feed_set.h"
#include "models/tables/column_filter.h"

#include <QAbstractTableModel>
#include <QPointer>
#include <QSet>
#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// The jobs of the shown connections, those with missed runs first. Some hundred rows: read once a second while it is active.
class JobsTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { State, Name, StoreName, Period, LastRun, Took, Owner, Next, Missed, SkippedBy, Source, P50, P99, StoodBy, ColumnCount };

    explicit JobsTableModel(FeedSet* feeds, QObject* parent = nullptr);
    ~JobsTableModel() override;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    [[nodiscard]] int totalRows() const { return m_total; }       ///< before the filter by words
    [[nodiscard]] int missedRows() const { return m_missedRows; } ///< jobs that missed a run
    /// Sets a filter by the columns. Returns what is wrong with it, or an empty text; the old one stays then.
    QString setFilterText(const QString& text);
    [[nodiscard]] QStringList filterKeys() const { return m_filter.words().keys(); }
    [[nodiscard]] QStringList valuesSeen(const QString& key) const;
    void setShownConnections(const QSet<int>& connections);
    /// Reads the jobs now.
    void refresh();
    /// What was measured of a row's lock, as text; empty: nothing.
    [[nodiscard]] QString advice(int row) const;
    /// Who skipped runs of a row's job, as sentences; why it is not known, if it is not.
    [[nodiscard]] QString skips(int row) const;
    /// While it is active, stores are asked who skipped runs.
    void setActive(bool active);
    [[nodiscard]] const JobFacts* job(int row) const;
    [[nodiscard]] int connection(int row) const;

signals:
    void refreshed();

private:
    struct Entry
    {
        JobFacts job;
        std::optional<LeaseAdvice> held;
        TimePoint now{};
        QString store, environment;
        int connection = -1;
        bool recording = false;
    };
    [[nodiscard]] bool matches(const Entry& entry) const;
    [[nodiscard]] QString text(const Entry& entry, int column) const;
    [[nodiscard]] FilterCell filterCell(const Entry& entry, int column) const;
    static std::vector<FilterKey> filterColumns();
    [[nodiscard]] static QString stateOf(const Entry& entry);
    [[nodiscard]] static QString skipsText(const Entry& entry);
    void watch();

    FeedSet* m_feeds;
    QSet<int> m_shown;
    ColumnFilter m_filter;
    std::vector<Entry> m_rows;
    int m_total = 0;
    int m_missedRows = 0;
    const int m_who; ///< whose records are watched: another window has others
    QPointer<FeedSet> m_alive;
    bool m_active = false;
    std::map<int, std::vector<std::string>> m_watched; ///< records, by connection
};

} // namespace lockdesk
