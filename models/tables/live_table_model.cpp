// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/live_table_model.h"

#include "models/format/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

constexpr int table_frame_ms = 16;
constexpr int retime_ms = 1000;
constexpr std::chrono::milliseconds noticed{150};
constexpr int search_after_ms = 100; // no index serves most filters: not for every letter; the filter box waits as well

// GUI thread alone.
int nextSearcher()
{
    static int last = 0;
    return ++last;
}

} // namespace

LiveTableModel::LiveTableModel(FeedSet* feeds, std::shared_ptr<const TableSpec> spec, QObject* parent)
    : QAbstractTableModel(parent), m_feeds(feeds), m_spec(std::move(spec)), m_words(*m_spec),
      m_sortDescending(m_spec->defaultDescending()), m_who(nextSearcher()), m_alive(feeds)
{
    m_arranger = std::make_unique<Arranger>(
        m_spec, [this] { QMetaObject::invokeMethod(this, &LiveTableModel::receive, Qt::QueuedConnection); });
    connect(feeds, &FeedSet::added, this, [this](Feed* feed) {
        viewOf(feed);
        arrange(false);
    });
    connect(feeds, &FeedSet::removed, this, &LiveTableModel::feedRemoved);
    connect(feeds, &FeedSet::updated, this, [this](Feed* feed, const UpdatePtr& update) { post(feed, update); });
    connect(feeds, &FeedSet::healthChanged, this, [this](Feed* feed) {
        viewOf(feed);
        announceAll({StaleRole}); // the rows turn grey, or normal again
    });
    connect(feeds, &FeedSet::infoChanged, this, [this](Feed* feed) {
        viewOf(feed);
        arrange(true);
    });
    connect(feeds, &FeedSet::ownFaultsChanged, this, [this](Feed* feed) {
        viewOf(feed);
        arrange(false);
        announceAll({Qt::DisplayRole, StateRole});
    });
    for (const Feed* feed : feeds->feeds())
        viewOf(feed);
    m_frame.setSingleShot(true);
    connect(&m_frame, &QTimer::timeout, this, &LiveTableModel::receive);
    connect(&m_retime, &QTimer::timeout, this, [this] {
        if (m_active)
            m_arranger->retime(context());
    });
    m_retime.start(retime_ms);
    m_search.setSingleShot(true);
    m_search.setInterval(search_after_ms);
    connect(&m_search, &QTimer::timeout, this, &LiveTableModel::searchStores);
    m_since.start();
    arrange(false);
}

// Its searches end with it; another window may have others.
LiveTableModel::~LiveTableModel()
{
    const auto entity = m_spec->entity();
    if (m_alive && entity)
        for (const Feed* feed : m_feeds->feeds())
            if (feed->observer() != nullptr)
                feed->observer()->set_search({*entity, m_who}, Filter());
}

// Connections and questions
// -------------------------------------------------------------------------------------------------

void LiveTableModel::viewOf(const Feed* feed)
{
    const auto at = static_cast<std::size_t>(feed->index());
    if (m_views.size() <= at)
        m_views.resize(at + 1);
    ConnectionView& view = m_views[at];
    view.name = feed->info().name.toStdString();
    view.environment = feed->info().environment.toStdString();
    view.source = feed->info().source.toStdString();
    view.clock = feed->clock();
    view.ownFaults = feed->ownFaults();
    view.stale = feed->isStale();
    view.present = true;
}

void LiveTableModel::feedRemoved(int index)
{
    if (static_cast<std::size_t>(index) < m_views.size())
        m_views[static_cast<std::size_t>(index)].present = false;
    m_about.erase(index);
    m_found.erase(index);
    m_orders.erase(index);
    m_partial.remove(index);
    m_complete.remove(index);
    m_arranger->forget(index);
    chooseWindow();
}

void LiveTableModel::post(const Feed* feed, const UpdatePtr& update)
{
    viewOf(feed);
    if (m_takes && !m_takes(*feed))
        return;
    const bool atOnce = comesAtOnce(feed->index(), *update);
    const bool moves = takeWindow(feed->index(), *update);
    if (const auto entity = m_spec->entity(); entity && update->orders)
        if (const auto orders = update->orders->find(*entity); orders != update->orders->end())
            if (std::exchange(m_orders[feed->index()], orders->second) != orders->second)
                chooseWindow(); // a table that came later learns it after its first rows
    if (const auto entity = m_spec->entity(); entity && update->polled && update->covered.has(*entity)) {
        const auto about = update->about.find(*entity);
        const bool was_whole = m_about[feed->index()] == 0;
        m_about[feed->index()] = !update->truncated.has(*entity) ? 0
                                 : about == update->about.end()  ? m_total + 1
                                                                 : about->second;
        if (const auto found = update->found.find({*entity, m_who}); found != update->found.end())
            m_found[feed->index()] = found->second;
        if (was_whole != (m_about[feed->index()] == 0)) {
            m_search.start();
            chooseWindow();
        }
    }
    if ((atOnce || moves) && m_active) // the model of a hidden page arranges everything once it is shown
        arrange(atOnce, update, feed->index());
    else
        m_arranger->post(update, feed->index());
    if (update->partial)
        m_partial.insert(feed->index());
    else if (!update->snapshot || !m_partial.remove(feed->index()))
        return;
    emit countsChanged();
}

void LiveTableModel::seed(const Feed* feed, UpdatePtr earlier) { arrange(false, std::move(earlier), feed->index()); }

// Updates that the user waits for, wherever the mouse is: a store just connected, the remainder of a partial snapshot, a
// worker just started.
bool LiveTableModel::comesAtOnce(int connection, const Update& update)
{
    if (update.snapshot && !update.partial && !m_complete.contains(connection)) {
        m_complete.insert(connection);
        return true;
    }
    // A search that is repeated brings changes that may wait.
    if (const auto entity = m_spec->entity(); entity && update.found.contains({*entity, m_who})) {
        const auto before = m_found.find(connection);
        const Found& now = update.found.at({*entity, m_who});
        const bool first = before == m_found.end() || before->second.so_far;
        if (first || !now.answers({before->second.filter, before->second.order, before->second.after}))
            return true;
    }
    if (update.partial ? !m_complete.contains(connection) : update.snapshot && m_partial.contains(connection))
        return true;
    return std::any_of(update.events.begin(), update.events.end(), [&](const Event& event) {
        return event.kind == EventKind::started && event.entity == m_spec->entity();
    });
}

TableContext LiveTableModel::context() const
{
    TableContext out{m_views, std::chrono::steady_clock::now(), m_moved, m_window.ranks()};
    for (std::size_t i = 0; i < out.connections.size(); ++i)
        out.connections[i].shown = m_shown.isEmpty() || m_shown.contains(static_cast<int>(i));
    return out;
}

void LiveTableModel::arrange(bool asked, UpdatePtr rows, int connection)
{
    m_asked += asked;
    SortSpec sort{m_sortColumn < 0 ? m_spec->defaultSort() : m_sortColumn, m_sortDescending, m_tieColumn, m_tieDescending};
    if (m_window.ranks()) // the store has sorted them
        sort = {sort.column, false, -1, false};
    auto filter = m_words.parse(m_filterText);
    m_arranger->arrange(sort, filter ? RowFilter(std::move(*filter)) : RowFilter(), context(), asked, std::move(rows),
                        connection);
}

void LiveTableModel::sort(int column, Qt::SortOrder order)
{
    const bool descending = column < 0 ? m_spec->defaultDescending() : order == Qt::DescendingOrder;
    if (column == m_sortColumn && descending == m_sortDescending)
        return;
    if (column != m_sortColumn) {
        m_tieColumn = column < 0 ? -1 : (m_sortColumn < 0 ? m_spec->defaultSort() : m_sortColumn);
        m_tieDescending = m_sortDescending;
        if (m_tieColumn == column)
            m_tieColumn = -1;
    }
    m_sortColumn = column;
    m_sortDescending = descending;
    chooseWindow();
    arrange(true);
    emit countsChanged();
}

void LiveTableModel::setMoved(std::shared_ptr<const MovedRows> moved)
{
    if (moved == m_moved)
        return;
    m_moved = std::move(moved);
    chooseWindow();
    arrange(true);
}

bool LiveTableModel::setFilterText(const QString& text)
{
    const auto filter = m_words.parse(text);
    m_filterError = filter ? QString() : format::engineSentence(filter.failure().message);
    if (filter && text != m_filterText) {
        m_filterText = text;
        m_window.restart();
        arrange(true);
        m_search.start();
    }
    emit filterChanged();
    return filter.is_result();
}

void LiveTableModel::setShownConnections(const QSet<int>& indexes)
{
    if (m_shown == indexes)
        return;
    emit shownAboutToChange();
    m_shown = indexes;
    chooseWindow();
    arrange(true);
    m_search.start();
}

// The terms that stores know; those about this program's view (store, env, age) and numbers are left to the table.
Filter LiveTableModel::searchFilter() const
{
    const auto filter = m_words.parse(m_filterText);
    if (!filter)
        return {};
    const auto known = list_filter_keys();
    std::vector<FilterTerm> terms;
    for (const FilterTerm& term : filter->terms())
        if (term.key.empty() || std::find(known.begin(), known.end(), term.key) != known.end())
            terms.push_back(term);
    // Nearly all rows match a filter that only excludes some: nothing to search for.
    if (std::all_of(terms.begin(), terms.end(), [](const FilterTerm& term) { return term.negated; }))
        return {};
    return Filter(std::move(terms));
}

void LiveTableModel::searchStores()
{
    const auto entity = m_spec->entity();
    if (!entity)
        return;
    for (const Feed* feed : m_feeds->feeds()) {
        Observer* observer = feed->observer();
        if (observer == nullptr)
            continue;
        const bool shown = m_active && (m_shown.isEmpty() || m_shown.contains(feed->index()));
        if (shown && m_window.isOf(feed->index()))
            observer->set_search({*entity, m_who}, m_window.search(searchFilter()));
        else
            observer->set_search({*entity, m_who}, shown ? searchFilter() : Filter());
    }
    emit countsChanged();
}

void LiveTableModel::setHeld(bool held)
{
    if (m_held == held)
        return;
    m_held = held;
    if (!held)
        applyPending();
}

void LiveTableModel::setActive(bool active)
{
    if (m_active == active)
        return;
    m_active = active;
    m_arranger->set_active(active);
    m_search.start();
    if (active)
        arrange(true);
}

bool LiveTableModel::isArranging() const
{
    const auto behind = m_arranger->behind_for();
    return behind > noticed || (behind.count() > 0 && m_slots.empty());
}

// Arrangements
// --------------------------------------------------------------------------------------------------------------

void LiveTableModel::receive()
{
    const auto elapsed = m_since.elapsed();
    if (elapsed < table_frame_ms) {
        if (!m_frame.isActive())
            m_frame.start(static_cast<int>(table_frame_ms - elapsed));
        return;
    }
    Arrangement arrangement;
    if (!m_arranger->take(arrangement))
        return;
    m_since.restart();
    take(std::move(arrangement));
}

void LiveTableModel::take(Arrangement&& arrangement)
{
    const bool asked = arrangement.asked;
    m_answered = arrangement.answers;
    const auto number = arrangement.number;
    const auto changed = std::move(arrangement.changed);
    const bool counts = m_total != arrangement.total || arrangement.order_changed;
    const auto total = arrangement.total;
    storeEntries(arrangement);
    for (std::size_t i = 0; i < std::min(m_views.size(), arrangement.reads.size()); ++i)
        m_views[i].read = arrangement.reads[i];
    if (arrangement.order_changed) {
        if (m_held && !asked && !m_order.empty()) // an empty table has nothing that could move under the mouse
            wait(std::move(arrangement));
        else
            showInPlace(std::move(arrangement.order), number);
    } else if (!m_hasWaiting) {
        m_arranger->shown(number);
    }
    // Rows waiting to appear or vanish are counted when they do, so that "10 of 9" never shows.
    (m_hasWaiting ? m_waitingTotal : m_total) = total;
    announceChanged(changed);
    if (counts)
        emit countsChanged();
    if (asked)
        emit arranged();
}

// Frees old rows on the worker thread: freeing a hundred thousand here would be noticeable.
void LiveTableModel::storeEntries(Arrangement& arrangement)
{
    std::vector<TableEntry> old;
    if (!arrangement.all.empty()) {
        old = std::move(m_slots);
        m_slots = std::move(arrangement.all);
    } else {
        old.reserve(arrangement.entries.size());
        for (auto& [slot, entry] : arrangement.entries) {
            if (slot >= m_slots.size())
                m_slots.resize(std::max<std::size_t>(slot + 1, m_slots.size() + m_slots.size() / 8));
            old.push_back(std::exchange(m_slots[slot], std::move(entry)));
        }
    }
    m_position.resize(m_slots.size(), no_row);
    if (!old.empty())
        m_arranger->discard(std::move(old));
}

void LiveTableModel::wait(Arrangement&& arrangement)
{
    m_waitingTouched.insert(arrangement.touched.begin(), arrangement.touched.end());
    m_waiting = std::move(arrangement.order);
    m_waitingNumber = arrangement.number;
    m_hasWaiting = true;
    m_waitingPosition = positionsOf(m_waiting);
    const auto& target = m_waitingPosition;
    const auto before = [](const std::vector<std::uint32_t>& order, std::uint32_t row) {
        return row == 0 ? no_row : order[row - 1];
    };
    int count = 0;
    for (const auto slot : m_waitingTouched) {
        const auto from = slot < m_position.size() ? m_position[slot] : no_row;
        const auto to = slot < target.size() ? target[slot] : no_row;
        if ((from == no_row) != (to == no_row))
            ++count;
        else if (from != no_row && before(m_order, from) != before(m_waiting, to))
            ++count;
    }
    setPending(count);
    announceChanged({m_waitingTouched.begin(), m_waitingTouched.end()}); // grey while they wait to vanish
}

bool LiveTableModel::waitsToGo(int row) const
{
    const auto slot = m_order[static_cast<std::size_t>(row)];
    return m_hasWaiting && (slot >= m_waitingPosition.size() || m_waitingPosition[slot] == no_row);
}

void LiveTableModel::applyPending()
{
    if (!m_hasWaiting)
        return;
    m_total = m_waitingTotal;
    showInPlace(std::exchange(m_waiting, {}), m_waitingNumber);
}

// Rows of a window come at one end and leave at the other: those on screen stay there.
void LiveTableModel::showInPlace(std::vector<std::uint32_t> order, std::uint64_t number)
{
    const bool window = m_window.ranks() != nullptr && order != m_order;
    if (!window) {
        show(std::move(order), number);
        return;
    }
    m_placing = true;
    emit windowAboutToMove();
    show(std::move(order), number);
    emit windowMoved();
    m_placing = false;
}

void LiveTableModel::setPending(int count)
{
    if (m_pendingCount == count)
        return;
    m_pendingCount = count;
    emit pendingChangesChanged(count);
}

std::vector<std::uint32_t> LiveTableModel::positionsOf(const std::vector<std::uint32_t>& order) const
{
    std::vector<std::uint32_t> out(m_slots.size(), no_row);
    for (std::uint32_t row = 0; row < order.size(); ++row)
        out[order[row]] = row;
    return out;
}

void LiveTableModel::show(std::vector<std::uint32_t> order, std::uint64_t number)
{
    m_hasWaiting = false;
    m_waitingPosition.clear();
    const auto waited = std::exchange(m_waitingTouched, {});
    const auto counts = order.size() != m_order.size();
    if (order != m_order) {
        auto position = positionsOf(order);
        if (!showByRanges(order, position))
            showByLayout(order, position);
        m_order = std::move(order);
        m_position = std::move(position);
    }
    announceChanged({waited.begin(), waited.end()});
    m_arranger->shown(number);
    setPending(0);
    if (counts)
        emit countsChanged();
}

// For rows that only appeared or vanished, in few places. Returns false if it takes a move, or too many signals.
bool LiveTableModel::showByRanges(const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& position)
{
    constexpr std::size_t most = 16;
    std::vector<std::pair<int, int>> removed;
    std::size_t inserted = 0;
    std::uint32_t last = 0;
    bool first = true;
    for (int row = 0; row < static_cast<int>(m_order.size()); ++row) {
        const auto to = position[m_order[static_cast<std::size_t>(row)]];
        if (to == no_row) {
            if (!removed.empty() && removed.back().second == row - 1)
                removed.back().second = row;
            else
                removed.emplace_back(row, row);
            if (removed.size() > most)
                return false;
            continue;
        }
        if (!first && to < last)
            return false;
        first = false;
        last = to;
    }
    bool inside = false;
    for (const auto slot : order) {
        const bool added = m_position[slot] == no_row;
        if (added && !inside && ++inserted > most)
            return false;
        inside = added;
    }
    removeRanges(removed);
    insertRanges(order);
    return true;
}

void LiveTableModel::removeRanges(const std::vector<std::pair<int, int>>& ranges)
{
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
        beginRemoveRows({}, range->first, range->second);
        m_order.erase(m_order.begin() + range->first, m_order.begin() + range->second + 1);
        endRemoveRows();
    }
}

void LiveTableModel::insertRanges(const std::vector<std::uint32_t>& order)
{
    for (std::size_t row = 0; row < order.size();) {
        std::size_t end = row;
        while (end < order.size() && m_position[order[end]] == no_row)
            ++end;
        if (end == row) {
            ++row;
            continue;
        }
        beginInsertRows({}, static_cast<int>(row), static_cast<int>(end) - 1);
        m_order.insert(m_order.begin() + static_cast<std::ptrdiff_t>(row), order.begin() + static_cast<std::ptrdiff_t>(row),
                       order.begin() + static_cast<std::ptrdiff_t>(end));
        endInsertRows();
        row = end;
    }
}

// At most three signals for any number of rows: inserts new ones last, moves all into place, removes old ones.
void LiveTableModel::showByLayout(const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& position)
{
    std::vector<std::uint32_t> added, removed;
    for (const auto slot : order)
        if (m_position[slot] == no_row)
            added.push_back(slot);
    for (const auto slot : m_order)
        if (position[slot] == no_row)
            removed.push_back(slot);
    if (!added.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(added.size()) - 1);
        m_order.insert(m_order.end(), added.begin(), added.end());
        endInsertRows();
    }
    auto target = order;
    target.insert(target.end(), removed.begin(), removed.end());
    permute(std::move(target));
    if (!removed.empty()) {
        beginRemoveRows({}, static_cast<int>(order.size()), rowCount() - 1);
        m_order.resize(order.size());
        endRemoveRows();
    }
}

void LiveTableModel::permute(std::vector<std::uint32_t> target)
{
    if (target == m_order)
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const auto position = positionsOf(target);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex& old : before)
        after << createIndex(static_cast<int>(position[m_order[static_cast<std::size_t>(old.row())]]), old.column());
    m_order = std::move(target);
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

void LiveTableModel::announceAll(const QList<int>& roles)
{
    if (!m_order.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), roles);
}

void LiveTableModel::announceChanged(const std::vector<std::uint32_t>& which)
{
    constexpr std::size_t most = 32;
    std::vector<int> rows;
    rows.reserve(which.size());
    for (const auto slot : which)
        if (slot < m_position.size() && m_position[slot] != no_row)
            rows.push_back(static_cast<int>(m_position[slot]));
    if (rows.empty())
        return;
    std::sort(rows.begin(), rows.end());
    std::vector<std::pair<int, int>> ranges;
    for (const int row : rows) {
        if (!ranges.empty() && ranges.back().second >= row - 1)
            ranges.back().second = row;
        else
            ranges.emplace_back(row, row);
    }
    if (ranges.size() > most)
        ranges = {{rows.front(), rows.back()}}; // views repaint only the visible part
    for (const auto& [from, to] : ranges)
        emit dataChanged(index(from, 0), index(to, columnCount() - 1));
}

} // namespace lockdesk
