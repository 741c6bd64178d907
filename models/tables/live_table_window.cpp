// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Orders of stores with more rows than are live: see StoreWindow.
#include "models/format/format.h"
#include "models/tables/live_table_model.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace lockdesk {

std::vector<const Feed*> LiveTableModel::shownFeeds() const
{
    std::vector<const Feed*> out;
    for (const Feed* feed : m_feeds->feeds())
        if (m_shown.isEmpty() || m_shown.contains(feed->index()))
            out.push_back(feed);
    return out;
}

bool LiveTableModel::hasMoreThanLive(const Feed* feed) const
{
    const auto about = m_about.find(feed->index());
    return about != m_about.end() && about->second > 0;
}

bool LiveTableModel::ordersBy(const Feed* feed, int column) const
{
    const auto orders = m_orders.find(feed->index());
    return orders != m_orders.end() && column >= 0 && !m_spec->storeColumn(column).empty()
           && std::find(orders->second.begin(), orders->second.end(), m_spec->storeColumn(column)) != orders->second.end();
}

// Only one store's order is shown at a time: between the rows of two windows there would be gaps.
void LiveTableModel::chooseWindow()
{
    const auto shown = shownFeeds();
    const bool possible = m_spec->entity() && shown.size() == 1 && hasMoreThanLive(shown.front()) && !m_moved
                          && shown.front()->observer() != nullptr && ordersBy(shown.front(), m_sortColumn);
    const bool changed =
        possible ? m_window.begin(shown.front()->index(), {std::string(m_spec->storeColumn(m_sortColumn)), m_sortDescending})
                 : m_window.end();
    if (changed)
        searchStores();
}

// Until the rows of the window that came last are on screen, these are rows of the one before.
void LiveTableModel::showRows(int first, int last)
{
    if (isAsking() || m_placing)
        return;
    if (m_window.moveFor(first, last))
        searchStores();
}

// Returns false if the update has no answer for the window, or the rows and their order stay.
bool LiveTableModel::takeWindow(int connection, const Update& update)
{
    const auto entity = m_spec->entity();
    if (!entity || !m_window.isOf(connection))
        return false;
    const auto found = update.found.find({*entity, m_who});
    if (found == update.found.end() || !found->second.answers(m_window.search(searchFilter())))
        return false;
    return m_window.take(found->second);
}

QString LiveTableModel::orderText() const
{
    const auto say = [](const char* text) { return QCoreApplication::translate("tables", text); };
    const auto shown = shownFeeds();
    if (m_sortColumn < 0 || m_moved || std::none_of(shown.begin(), shown.end(), [&](const Feed* feed) { return hasMoreThanLive(feed); }))
        return {};
    const QString name = shown.front()->info().name;
    if (m_window.isActive()) {
        if (!m_window.problem().empty())
            return say(QT_TRANSLATE_NOOP("tables", "%1 did not sort its rows: %2"))
                .arg(name, format::engineSentence(m_window.problem()));
        return m_window.ranks() ? QString() : say(QT_TRANSLATE_NOOP("tables", "%1 sorts its rows...")).arg(name);
    }
    if (shown.size() > 1)
        return say(QT_TRANSLATE_NOOP("tables", "only loaded rows are sorted; choose one store to sort all of its rows"));
    if (m_orders.find(shown.front()->index()) == m_orders.end())
        return say(QT_TRANSLATE_NOOP("tables", "only loaded rows are sorted; %1 has no order of these rows")).arg(name);
    return say(QT_TRANSLATE_NOOP("tables", "only loaded rows are sorted; %1 has no order by this column")).arg(name);
}

QString LiveTableModel::windowText() const
{
    const std::int64_t first = m_window.rowsBefore() + 1;
    const bool filtered = !m_filterText.trimmed().isEmpty();
    return format::rowsFromTo(first, m_window.rowsBefore() + rowCount(), filtered ? -1 : aboutRows(), m_window.hasMore());
}

QString LiveTableModel::headerHint(int column) const
{
    const auto shown = shownFeeds();
    if (!m_spec->entity() || std::none_of(shown.begin(), shown.end(), [&](const Feed* feed) { return hasMoreThanLive(feed); }))
        return {};
    if (shown.size() != 1)
        return QCoreApplication::translate("tables", "Only loaded rows are sorted. Choose one store to sort all of its rows.");
    const Feed* feed = shown.front();
    const QString name = feed->info().name;
    if (ordersBy(feed, column)) {
        const char* own = m_spec->storeOrderHint(column);
        return QCoreApplication::translate("tables", own != nullptr ? own : QT_TRANSLATE_NOOP("tables", "%1 sorts all of its rows by this column."))
            .arg(name);
    }
    QStringList others;
    for (int other = 0; other < columnCount(); ++other)
        if (ordersBy(feed, other))
            others += headerData(other, Qt::Horizontal, Qt::DisplayRole).toString();
    if (others.isEmpty())
        return QCoreApplication::translate("tables", "%1 has no order of these rows: only the loaded ones are sorted. A filter searches all of them.")
            .arg(name);
    return QCoreApplication::translate("tables", "%1 has no order by this column: only loaded rows are sorted. It sorts all of its rows by: %2. A filter searches all of them.")
        .arg(name, others.join(QStringLiteral(", ")));
}

} // namespace lockdesk
