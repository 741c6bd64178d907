// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format/format.h"
#include "models/tables/live_table_model.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace lockdesk {

int LiveTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int LiveTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_spec->columns().size());
}

const TableEntry* LiveTableModel::entryAt(int row) const
{
    return row < 0 || row >= rowCount() ? nullptr : &m_slots[m_order[static_cast<std::size_t>(row)]];
}

void LiveTableModel::forEachEntry(const std::function<void(const TableEntry&)>& see) const
{
    for (const TableEntry& entry : m_slots)
        if (entry.row != nullptr && m_feeds->at(entry.connection) != nullptr)
            see(entry);
}

bool LiveTableModel::isOwnKey(const QString& key) const
{
    const auto keys = m_spec->filterKeys();
    return std::find(keys.begin(), keys.end(), key.toStdString()) != keys.end();
}

QStringList LiveTableModel::valuesSeen(const QString& key) const
{
    constexpr std::size_t most = 2000;
    const std::string wanted = m_words.keyOf(key).toStdString();
    const TableContext context{m_views, std::chrono::steady_clock::now(), {}};
    std::set<std::string, std::less<>> seen;
    forEachEntry([&](const TableEntry& entry) {
        if (seen.size() > most)
            return;
        const auto value = m_spec->filterValue(entry, wanted, context);
        if (value && !value->is_number && !value->text.empty() && seen.find(value->text) == seen.end())
            seen.emplace(value->text);
    });
    QStringList out;
    if (seen.size() <= most)
        for (const std::string& value : seen)
            if (const QString text = format::exact(value); format::foreign(text) == text) // else it cannot be typed
                out << text;
    for (const QString& value : m_words.valuesOf(key))
        if (!out.contains(value))
            out << value;
    return out;
}

TimePoint LiveTableModel::now(int connection) const
{
    const auto at = static_cast<std::size_t>(connection);
    return (connection >= 0 && at < m_views.size() ? m_views[at].clock : ClockState{})
        .at_steady(std::chrono::steady_clock::now());
}

TimePoint LiveTableModel::judged(int connection) const
{
    const TimePoint at = now(connection);
    const auto index = static_cast<std::size_t>(connection);
    return std::min(at, connection >= 0 && index < m_views.size() ? m_views[index].read.workers.value_or(at) : at);
}

TimePoint LiveTableModel::judgedLock(const TableEntry& entry) const
{
    const auto& view = m_views[static_cast<std::size_t>(entry.connection)];
    return judged_at(entry.as<LockRow>(), now(entry), view.read.locks);
}

TimePoint LiveTableModel::judgedTask(const TableEntry& entry) const
{
    const auto& view = m_views[static_cast<std::size_t>(entry.connection)];
    return judged_at(entry.as<TaskRow>(), now(entry), view.read.tasks);
}

Duration LiveTableModel::uncertainty(int connection) const
{
    const auto at = static_cast<std::size_t>(connection);
    return connection >= 0 && at < m_views.size() ? m_views[at].clock.uncertainty : Duration{0};
}

QVariant LiveTableModel::data(const QModelIndex& index, int role) const
{
    const TableEntry* entry = index.isValid() && index.column() < columnCount() ? entryAt(index.row()) : nullptr;
    if (!entry || !entry->row)
        return {};
    const auto& view = m_views[static_cast<std::size_t>(entry->connection)];
    switch (role) {
    case KeyRole: {
        const auto key = m_spec->key(*entry);
        return QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
    }
    case RawRole: {
        TableContext context{m_views, std::chrono::steady_clock::now()};
        const auto key = m_spec->sortKey(*entry, index.column(), context);
        if (key.kind == SortKey::Kind::unknown)
            return {};
        if (key.kind == SortKey::Kind::number)
            return static_cast<qlonglong>(key.number);
        return QString::fromUtf8(key.text.data(), static_cast<qsizetype>(key.text.size()));
    }
    case RowRole: return rowVariant(*entry);
    case StateRole: return state(*entry);
    case StoreRole: return entry->connection;
    case StaleRole: return (view.stale && !tellsSilence(*entry)) || waitsToGo(index.row());
    case AlarmRole: return isAlarm(*entry);
    case EnvironmentRole: return format::exact(view.environment);
    case InstantRole: {
        const auto at = instant(*entry, index.column());
        return at ? QVariant(static_cast<qlonglong>(to_us(*at))) : QVariant();
    }
    case ExportRole: return exported(*entry, index.column());
    case ExactTextRole: {
        const auto text = foreignText(*entry, index.column());
        return text && !text->empty() ? QVariant(format::copied(*text)) : QVariant();
    }
    case WholeTextRole: return wholeText(*entry, index.column());
    case Qt::AccessibleTextRole: { // a screen reader passes by a cell without a text
        const QString shown = data(index, Qt::DisplayRole).toString();
        return shown.isEmpty() ? tr("none") : shown;
    }
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((m_spec->columns()[static_cast<std::size_t>(index.column())].flags & alignRight)
                                       ? Qt::AlignRight | Qt::AlignVCenter
                                       : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole: {
        const auto time = cell(*entry, index.column(), AbsoluteTimeRole).toString();
        return time.isEmpty() ? QVariant(wholeText(*entry, index.column())) : QVariant(time);
    }
    case ShortTextRole: {
        const auto text = cell(*entry, index.column(), role);
        return text.isValid() ? text : cell(*entry, index.column(), Qt::DisplayRole);
    }
    case Qt::DisplayRole:
    case LeaseRole:
    case AbsoluteTimeRole: return cell(*entry, index.column(), role);
    default: return {};
    }
}

QString LiveTableModel::wholeText(const TableEntry& entry, int column) const
{
    return cell(entry, column, Qt::DisplayRole).toString();
}

// Sort keys are the raw values; those of left-aligned columns may be ranks.
QVariant LiveTableModel::exported(const TableEntry& entry, int column) const
{
    const ColumnSpec& spec = m_spec->columns()[static_cast<std::size_t>(column)];
    if (std::string_view(spec.name) == "state")
        return state(entry);
    constexpr std::int64_t never = 1'000'000'000'000'000; // of a backlog that does not drain: shown as a word
    if ((spec.flags & sentence) != 0)
        return {};
    const TableContext context{m_views, std::chrono::steady_clock::now(), {}};
    const SortKey key = m_spec->sortKey(entry, column, context);
    if (key.kind == SortKey::Kind::text)
        return QString::fromUtf8(key.text.data(), static_cast<qsizetype>(key.text.size()));
    if (key.kind == SortKey::Kind::unknown || (spec.flags & alignRight) == 0 || instant(entry, column))
        return {};
    if ((spec.flags & spanOfTime) != 0)
        return static_cast<double>(key.number) / 1e6;
    if ((spec.flags & thousandths) != 0)
        return key.number >= never ? QVariant() : QVariant(static_cast<double>(key.number) / 1e3);
    return static_cast<qlonglong>(key.number);
}

QVariant LiveTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const ColumnSpec& column = m_spec->columns()[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return QCoreApplication::translate("tables", column.title);
    if (role == ColumnNameRole)
        return QString::fromLatin1(column.name);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((column.flags & alignRight) ? Qt::AlignRight | Qt::AlignVCenter
                                                               : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return headerHint(section);
    return {};
}

QString LiveTableModel::columnName(int column) const
{
    return column < 0 || column >= columnCount()
               ? QString()
               : QString::fromLatin1(m_spec->columns()[static_cast<std::size_t>(column)].name);
}

int LiveTableModel::columnByName(const QString& name) const
{
    for (int column = 0; column < columnCount(); ++column)
        if (columnName(column) == name)
            return column;
    return -1;
}

bool LiveTableModel::isCountdown(int column) const
{
    return column >= 0 && column < columnCount()
           && (m_spec->columns()[static_cast<std::size_t>(column)].flags & countsDown) != 0;
}

bool LiveTableModel::isMono(int column) const
{
    return column >= 0 && column < columnCount()
           && (m_spec->columns()[static_cast<std::size_t>(column)].flags & fixedPitch) != 0;
}

int LiveTableModel::rowOfKey(int connection, const QString& key) const
{
    const std::string wanted = key.toStdString();
    for (int row = 0; row < rowCount(); ++row) {
        const TableEntry* entry = entryAt(row);
        if (entry->connection == connection && m_spec->key(*entry) == wanted)
            return row;
    }
    return -1;
}

std::optional<Duration> LiveTableModel::soonest(int firstRow, int lastRow) const
{
    std::optional<Duration> out;
    for (int row = std::max(firstRow, 0); row <= lastRow && row < rowCount(); ++row) {
        const TableEntry* entry = entryAt(row);
        const auto to = countsTo(*entry);
        if (!to)
            continue;
        const auto left = *to - now(*entry);
        // Elapsed times count whole seconds: once a second is enough.
        const auto pace = left.count() > 0 ? left : Duration{std::chrono::minutes{1}};
        out = out ? std::min(*out, pace) : pace;
    }
    return out;
}

qint64 LiveTableModel::aboutRows() const
{
    std::int64_t about = 0;
    bool any = false;
    for (const auto& [connection, rows] : m_about) {
        if (!m_shown.isEmpty() && !m_shown.contains(connection))
            continue;
        about += rows;
        any = any || rows > 0;
    }
    return any ? std::max<qint64>(about, m_total) : -1;
}

bool LiveTableModel::isComing() const
{
    const auto entity = m_spec->entity();
    const auto& feeds = m_feeds->feeds();
    return entity && std::any_of(feeds.begin(), feeds.end(), [&](const Feed* feed) { return feed->isComing(*entity); });
}

QString LiveTableModel::searchText() const
{
    const Filter filter = searchFilter();
    if (const QString order = orderText(); !order.isEmpty() || m_window.isActive() || filter.empty())
        return order;
    for (const Feed* feed : m_feeds->feeds()) {
        const auto about = m_about.find(feed->index());
        const bool shown = m_shown.isEmpty() || m_shown.contains(feed->index());
        if (about == m_about.end() || about->second == 0 || !shown || feed->observer() == nullptr)
            continue;
        const auto found = m_found.find(feed->index());
        const QString name = feed->info().name;
        if (found == m_found.end() || !(found->second.filter == filter) || found->second.so_far)
            return QCoreApplication::translate("tables", "searching %1...").arg(name);
        if (!found->second.problem.empty())
            return QCoreApplication::translate("tables", "%1 was not searched: %2")
                .arg(name, format::engineSentence(found->second.problem));
        if (found->second.more)
            return QCoreApplication::translate("tables", "%1 has more than the first %2 that match")
                .arg(name, format::count(found->second.rows));
    }
    return {};
}

QString LiveTableModel::countText() const
{
    if (m_window.ranks())
        return windowText();
    return isComing() ? format::soFar(rowCount(), m_total) : format::shownOf(rowCount(), m_total, aboutRows());
}

} // namespace lockdesk
