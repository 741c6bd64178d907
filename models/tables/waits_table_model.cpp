// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/waits_table_model.h"

#include "models/feed/feed.h"
#include "models/format/format.h"
#include "models/tables/roles.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

WaitsTableModel::WaitsTableModel(FeedSet* feeds, QObject* parent)
    : QAbstractTableModel(parent), m_feeds(feeds), m_filter(filterColumns())
{
    connect(feeds, &FeedSet::updated, this, [this](Feed*, const UpdatePtr& update) {
        if (update->summary || update->waiters || update->database_waits)
            rebuild();
    });
    connect(feeds, &FeedSet::removed, this, &WaitsTableModel::rebuild);
    connect(feeds, &FeedSet::infoChanged, this, &WaitsTableModel::rebuild);
}

std::vector<FilterKey> WaitsTableModel::filterColumns()
{
    return {{"store", {tr("store")}},
            {"waiter", {tr("waiter"), QStringLiteral("who")}},
            {"what", {tr("waits for"), QStringLiteral("name")}},
            {"holder", {tr("held by"), QStringLiteral("owner")}},
            {"kind", {tr("kind")}, {{"lock", tr("lock")}, {"database", tr("database")}}},
            {"waited", {tr("waited"), QStringLiteral("age")}, {}, true},
            {"cycle", {tr("cycle")}, {}, true}};
}

QString WaitsTableModel::setFilterText(const QString& text)
{
    const QString wrong = m_filter.setText(text);
    if (wrong.isEmpty())
        rebuild();
    return wrong;
}

QStringList WaitsTableModel::valuesSeen(const QString& key) const
{
    return m_filter.valuesOf(key, int(m_rows.size()),
                             [this](int row, int column) { return filterCell(m_rows[std::size_t(row)], column); });
}

FilterCell WaitsTableModel::filterCell(const Entry& entry, int column) const
{
    const WaitEdge& edge = entry.edge;
    FilterCell cell{text(entry, column)};
    switch (column) {
    case Waiter: cell.exact = edge.waiter; break;
    case What: cell.exact = edge.what; break;
    case Holder: cell.exact = edge.holder; break;
    case Layer: cell.exact = edge.layer == WaitLayer::application ? "lock" : "database"; break;
    case Waited: cell.number = edge.since ? std::optional((entry.now - *edge.since).count()) : std::nullopt; break;
    case Cycle: cell.number = edge.cycle; break;
    default: break;
    }
    return cell;
}

bool WaitsTableModel::matches(const Entry& entry) const
{
    return m_filter.matches([&](int column) { return filterCell(entry, column); });
}

WaitGraph WaitsTableModel::graphOf(const Feed& feed)
{
    const StoreFacts& facts = feed.facts();
    if (facts.waiters().empty() && facts.databaseWaits().empty())
        return {};
    return feed.measured([&](const LeaseBook& book) {
        return wait_graph(
            facts.waiters(), [&book](const std::string& name) { return book.row(name); }, facts.databaseWaits(), feed.now());
    });
}

void WaitsTableModel::rebuild()
{
    std::vector<Entry> rows;
    QStringList cycles;
    m_total = 0;
    for (const Feed* feed : m_feeds->feeds()) {
        WaitGraph graph = graphOf(*feed);
        for (const WaitCycle& cycle : graph.cycles)
            cycles += tr("%1: %2").arg(feed->info().name, format::evidence(cycle_text(graph, cycle), feed->now()));
        m_total += int(graph.edges.size());
        for (WaitEdge& edge : graph.edges) {
            Entry entry{std::move(edge), feed->now(), feed->info().name, feed->info().environment, feed->index()};
            if (matches(entry))
                rows.push_back(std::move(entry));
        }
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Entry& a, const Entry& b) { return (a.edge.cycle > 0) > (b.edge.cycle > 0); });
    m_cycles = cycles.join(QLatin1Char('\n'));
    const bool same = rows.size() == m_rows.size()
                      && std::equal(rows.begin(), rows.end(), m_rows.begin(),
                                    [](const Entry& a, const Entry& b) { return a.sameAs(b); });
    if (same) { // selection and scroll survive; only the ages move
        m_rows = std::move(rows);
        if (!m_rows.empty())
            emit dataChanged(index(0, Waited), index(int(m_rows.size()) - 1, Waited));
    } else {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    emit rebuilt();
}

std::optional<RowAddress> WaitsTableModel::lockAt(int row) const
{
    if (row < 0 || row >= int(m_rows.size()) || m_rows[std::size_t(row)].edge.layer != WaitLayer::application)
        return std::nullopt;
    return RowAddress{m_rows[std::size_t(row)].connection, Entity::lock, m_rows[std::size_t(row)].edge.what};
}

int WaitsTableModel::rowOf(const QString& connection, const QString& key) const
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Feed* feed = m_feeds->at(m_rows[i].connection);
        if (feed != nullptr && feed->info().id == connection && format::exact(m_rows[i].edge.what + '\n' + m_rows[i].edge.waiter) == key)
            return int(i);
    }
    return -1;
}

int WaitsTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int WaitsTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

QString WaitsTableModel::text(const Entry& entry, int column) const
{
    const WaitEdge& edge = entry.edge;
    switch (column) {
    case StoreName: return entry.store;
    case Waiter: return format::foreign(edge.waiter);
    case What: return format::foreign(edge.what);
    case Holder: return edge.holder.empty() ? tr("nobody") : format::foreign(edge.holder);
    case Layer: return edge.layer == WaitLayer::application ? tr("lock") : tr("database");
    case Waited: return edge.since ? format::longSpan(entry.now - *edge.since) : format::dash();
    case Cycle: return edge.cycle > 0 ? tr("cycle %1").arg(edge.cycle) : QString();
    default: return {};
    }
}

QVariant WaitsTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= int(m_rows.size()))
        return {};
    const Entry& entry = m_rows[std::size_t(index.row())];
    const auto copied = [](const std::string& text) { return text.empty() ? QVariant() : QVariant(format::copied(text)); };
    switch (role) {
    case Qt::DisplayRole: return text(entry, index.column());
    case Qt::ToolTipRole:
        if (index.column() == Waiter && !entry.edge.waiter_about.empty())
            return format::foreign(entry.edge.waiter_about);
        if (index.column() == Holder && !entry.edge.holder_about.empty())
            return format::foreign(entry.edge.holder_about);
        return text(entry, index.column());
    case ExactTextRole:
        return index.column() == Waiter   ? copied(entry.edge.waiter)
               : index.column() == What   ? copied(entry.edge.what)
               : index.column() == Holder ? copied(entry.edge.holder)
                                          : QVariant();
    case StateRole: return entry.edge.cycle > 0 ? QStringLiteral("expired") : QString();
    case AlarmRole: return entry.edge.cycle > 0;
    case EnvironmentRole: return entry.environment;
    default: return {};
    }
}

QVariant WaitsTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const char* const titles[] = {QT_TR_NOOP("store"),   QT_TR_NOOP("waiter"),  QT_TR_NOOP("waits for"),
                                         QT_TR_NOOP("held by"), QT_TR_NOOP("kind"), QT_TR_NOOP("waited"),
                                         QT_TR_NOOP("cycle")};
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((section == Waited ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? QVariant(tr(titles[section])) : QVariant();
}

} // namespace lockdesk
