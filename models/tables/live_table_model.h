// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed_set.h"
#include "models/tables/arranger.h"
#include "models/tables/filter_words.h"
#include "models/tables/roles.h"
#include "models/tables/store_window.h"
#include "models/tables/table_spec.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace lockdesk {

/// A live table over the rows of all connections. Sorting and filtering run on another thread over immutable rows; the
/// result is applied as one batch, reported as rows changed, inserted, moved or removed, never as a reset. Selection and
/// scroll position survive.
///
/// While `held` (mouse over the table, rows selected) rows update their texts in place and do not move, appear or vanish;
/// the number of waiting changes is reported. What the user has just requested does not wait: rows of a new store,
/// workers that were started. GUI thread.
class LiveTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    LiveTableModel(FeedSet* feeds, std::shared_ptr<const TableSpec> spec, QObject* parent = nullptr);
    ~LiveTableModel() override;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const final;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Requests an order; `arranged` reports when it is shown. The previously sorted column breaks ties. -1: the default.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) final;
    [[nodiscard]] int sortColumn() const { return m_sortColumn; }
    [[nodiscard]] Qt::SortOrder sortOrder() const { return m_sortDescending ? Qt::DescendingOrder : Qt::AscendingOrder; }

    /// Sets a filter in the console's filter language. Returns false if it is invalid: the old filter stays and
    /// `filterError` says why.
    bool setFilterText(const QString& text);
    [[nodiscard]] QString filterText() const { return m_filterText; }
    [[nodiscard]] QString filterError() const { return m_filterError; }
    /// Entity of its rows, if the store has them as such.
    [[nodiscard]] std::optional<Entity> entity() const { return m_spec->entity(); }
    /// Keys for completion.
    [[nodiscard]] QStringList filterKeys() const { return m_words.keys(); }
    /// Returns true for a key with a meaning of its own: others compare what a column shows.
    [[nodiscard]] bool isOwnKey(const QString& key) const;
    /// Texts that the rows here have under a filter key, also those that the filter hides: for completion. Sorted, those of a
    /// list that no row has at the end; empty if there are very many.
    [[nodiscard]] QStringList valuesSeen(const QString& key) const;
    /// Only rows of these connections; empty: all.
    [[nodiscard]] const QSet<int>& shownConnections() const { return m_shown; } ///< empty: all
    void setShownConnections(const QSet<int>& indexes);

    /// Takes rows of these connections alone: those of others take no memory. Call it before there are rows.
    void takeOnly(std::function<bool(const Feed&)> which) { m_takes = std::move(which); }

    /// Shows only rows that moved in a selected span of time; null: all.
    void setMoved(std::shared_ptr<const MovedRows> moved);

    void setHeld(bool held);
    [[nodiscard]] bool isHeld() const { return m_held; }
    /// Number of rows that would move, appear or vanish.
    [[nodiscard]] int pendingChanges() const { return m_held ? m_pendingCount : 0; }
    /// Applies the waiting changes now, once; stays held.
    void applyPending();
    /// The view shows these rows: a window of a store's order follows.
    void showRows(int first, int last);
    /// An inactive model (hidden page) takes rows and arranges nothing.
    void setActive(bool active);

    /// True if new rows or a requested order have been pending for a noticeable time; an empty table shows no text then.
    [[nodiscard]] bool isArranging() const;
    /// A new sort, filter or choice of stores is in work: `arranged` follows.
    [[nodiscard]] bool isAsking() const { return m_answered < m_asked; }
    /// True while a store read for the first time has only its first rows here.
    [[nodiscard]] bool isComing() const;
    [[nodiscard]] qint64 totalRows() const { return m_total; } ///< before the filter
    [[nodiscard]] qint64 aboutRows() const;  ///< estimated number in the stores if there are more than live rows; else -1
    [[nodiscard]] QString countText() const; ///< `140 of 214`, `2,000 so far`
    /// What a filter finds in stores with more rows than are live here: being searched, not searched and why, or too many. Empty:
    /// all matching rows are here.
    [[nodiscard]] QString searchText() const;
    /// How a store with more rows than are live is sorted, if not all of its rows are in the chosen order.
    [[nodiscard]] QString orderText() const;

    [[nodiscard]] QString columnName(int column) const;        ///< for settings
    [[nodiscard]] int columnByName(const QString& name) const; ///< -1: none
    [[nodiscard]] bool isCountdown(int column) const;
    [[nodiscard]] bool isMono(int column) const;

    [[nodiscard]] int rowOfKey(int connection, const QString& key) const; ///< -1: not shown
    [[nodiscard]] const TableEntry* entryAt(int row) const;               ///< null: out of range
    /// Calls `see` for every row that is here, also those that the filter hides, in no order. Some may be gone meanwhile.
    void forEachEntry(const std::function<void(const TableEntry&)>& see) const;
    /// The shortest time (remaining, else since the end) counted by these rows: determines the repaint interval.
    [[nodiscard]] std::optional<Duration> soonest(int firstRow, int lastRow) const;
    [[nodiscard]] FeedSet* feeds() const { return m_feeds; }
    [[nodiscard]] TimePoint now(int connection) const;
    /// Instant at which to evaluate its workers' heartbeats, see TableContext::judged.
    [[nodiscard]] TimePoint judged(int connection) const;
    [[nodiscard]] Duration uncertainty(int connection) const;

signals:
    /// The choice of connections changes; `arranged` follows.
    void shownAboutToChange();
    /// The requested order and filter are on screen.
    void arranged();
    /// Rows of a window of a store's order change: those on screen stay where they are.
    void windowAboutToMove();
    void windowMoved();
    void countsChanged();
    void pendingChangesChanged(int changes);
    void filterChanged();

protected:
    /// Adds rows from before this model was made.
    void seed(const Feed* feed, UpdatePtr earlier);
    /// The instant that a cell of a time column shows.
    [[nodiscard]] virtual std::optional<TimePoint> instant(const TableEntry& entry, int column) const
    {
        (void)entry;
        (void)column;
        return {};
    }
    /// Returns one cell, for DisplayRole and every role that the base does not handle.
    [[nodiscard]] virtual QVariant cell(const TableEntry& entry, int column, int role) const = 0;
    [[nodiscard]] virtual QString state(const TableEntry& entry) const = 0;
    [[nodiscard]] virtual bool isAlarm(const TableEntry& entry) const
    {
        (void)entry;
        return false;
    }
    /// True for a row that reports the silence of its store: it is not stale then.
    [[nodiscard]] virtual bool tellsSilence(const TableEntry& entry) const
    {
        (void)entry;
        return false;
    }
    [[nodiscard]] virtual QVariant rowVariant(const TableEntry& entry) const = 0;
    /// Instant towards which the row counts (lease end, due time), if any.
    [[nodiscard]] virtual std::optional<TimePoint> countsTo(const TableEntry& entry) const
    {
        (void)entry;
        return {};
    }
    [[nodiscard]] virtual QString wholeText(const TableEntry& entry, int column) const;
    /// The text of this column that came from outside; nullopt if the words are our own.
    [[nodiscard]] virtual std::optional<std::string> foreignText(const TableEntry& entry, int column) const
    {
        (void)entry;
        (void)column;
        return {};
    }
    [[nodiscard]] TimePoint now(const TableEntry& entry) const { return now(entry.connection); }
    /// Takes an update of this feed again, made by the model itself because the user changed how it becomes rows: shown at once.
    void insist(const Feed* feed, UpdatePtr update)
    {
        if (!m_takes || m_takes(*feed))
            arrange(true, std::move(update), feed->index());
    }
    /// See TableContext.
    [[nodiscard]] TimePoint judgedLock(const TableEntry& entry) const;
    [[nodiscard]] TimePoint judgedTask(const TableEntry& entry) const;

private:
    [[nodiscard]] QVariant exported(const TableEntry& entry, int column) const;
    void viewOf(const Feed* feed);
    void feedRemoved(int index);
    void arrange(bool asked, UpdatePtr rows = nullptr, int connection = -1);
    void post(const Feed* feed, const UpdatePtr& update);
    [[nodiscard]] bool comesAtOnce(int connection, const Update& update);
    void receive();
    void take(Arrangement&& arrangement);
    void storeEntries(Arrangement& arrangement);
    void show(std::vector<std::uint32_t> order, std::uint64_t number);
    void showInPlace(std::vector<std::uint32_t> order, std::uint64_t number);
    void wait(Arrangement&& arrangement);
    void announceAll(const QList<int>& roles);
    void announceChanged(const std::vector<std::uint32_t>& which);
    bool showByRanges(const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& position);
    void removeRanges(const std::vector<std::pair<int, int>>& ranges);
    void insertRanges(const std::vector<std::uint32_t>& order);
    void showByLayout(const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& position);
    void permute(std::vector<std::uint32_t> target);
    [[nodiscard]] std::vector<std::uint32_t> positionsOf(const std::vector<std::uint32_t>& order) const;
    void setPending(int count);
    /// True for a row that is gone or no longer matches the filter while rows are held.
    [[nodiscard]] bool waitsToGo(int row) const;
    [[nodiscard]] TableContext context() const;
    void searchStores();
    [[nodiscard]] Filter searchFilter() const;
    [[nodiscard]] std::vector<const Feed*> shownFeeds() const;
    [[nodiscard]] bool hasMoreThanLive(const Feed* feed) const;
    [[nodiscard]] bool ordersBy(const Feed* feed, int column) const;
    void chooseWindow();
    bool takeWindow(int connection, const Update& update);
    [[nodiscard]] QString windowText() const;
    [[nodiscard]] QString headerHint(int column) const;

    FeedSet* m_feeds;
    std::shared_ptr<const TableSpec> m_spec;
    FilterWords m_words;
    std::vector<TableEntry> m_slots;              ///< rows by slot; an order is a list of slots
    std::vector<std::uint32_t> m_order;           ///< the order shown
    std::vector<std::uint32_t> m_position;        ///< row of a slot, or none
    std::vector<std::uint32_t> m_waiting;         ///< newest order, while held
    std::vector<std::uint32_t> m_waitingPosition; ///< by slot, of m_waiting
    std::set<std::uint32_t> m_waitingTouched;     ///< rows whose place may differ there
    std::uint64_t m_waitingNumber = 0;
    bool m_hasWaiting = false;
    bool m_placing = false; ///< rows of a window come and go: the view's place is none meanwhile
    bool m_held = false;
    std::uint64_t m_asked = 0, m_answered = 0; ///< requests for another order
    bool m_active = true;
    int m_pendingCount = 0;
    qint64 m_total = 0;
    qint64 m_waitingTotal = 0;
    int m_sortColumn = -1;
    bool m_sortDescending = false;
    int m_tieColumn = -1; ///< previously sorted column
    bool m_tieDescending = false;
    QString m_filterText, m_filterError;
    QSet<int> m_shown;
    std::shared_ptr<const MovedRows> m_moved;
    std::map<int, std::int64_t> m_about;
    std::map<int, Found> m_found; ///< last search of each connection
    std::map<int, std::vector<std::string>> m_orders; ///< columns by which each store orders these rows
    StoreWindow m_window;
    QTimer m_search;              ///< until the filter has been left alone for a moment
    QSet<int> m_complete; ///< connections whose rows were all received once
    QSet<int> m_partial;  ///< connections with only their first rows so far
    std::vector<ConnectionView> m_views;
    QTimer m_retime;
    QTimer m_frame;        ///< keeps a frame between batches
    QElapsedTimer m_since; ///< since the last batch
    std::function<bool(const Feed&)> m_takes; ///< null: of every connection
    const int m_who;       ///< whose searches these are: another window has others
    const QPointer<FeedSet> m_alive;
    std::unique_ptr<Arranger> m_arranger;
};

} // namespace lockdesk
