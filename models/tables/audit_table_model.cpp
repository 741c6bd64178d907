// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/audit_table_model.h"

#include "models/format/format.h"
#include "models/tables/roles.h"

#include <QDateTime>

#include <algorithm>
#include <map>

namespace lockdesk {

AuditTableModel::AuditTableModel(FeedSet* feeds, LocalAuditRows* local, QObject* parent)
    : QAbstractTableModel(parent), m_feeds(feeds), m_local(local), m_filter(filterColumns())
{
    if (m_local != nullptr)
        connect(m_local, &LocalAuditRows::changed, this, &AuditTableModel::rebuild);
    connect(feeds, &FeedSet::added, this, &AuditTableModel::rebuild);
    connect(feeds, &FeedSet::updated, this, [this](Feed*, const UpdatePtr& update) {
        if (update->audit != nullptr)
            rebuild();
    });
    connect(feeds, &FeedSet::removed, this, &AuditTableModel::rebuild);
    connect(feeds, &FeedSet::infoChanged, this, &AuditTableModel::rebuild);
}

std::vector<FilterKey> AuditTableModel::filterColumns()
{
    return {{"at", {tr("at"), QStringLiteral("age")}, {}, true},
            {"store", {tr("store")}},
            {"who", {tr("who"), QStringLiteral("owner")}},
            {"action", {tr("action")}},
            {"what", {tr("what"), QStringLiteral("name"), QStringLiteral("key")}},
            {"reason", {tr("reason")}},
            {"result", {tr("result"), QStringLiteral("state")}},
            {"where", {tr("where")}, {{"store", tr("store")}, {"computer", tr("this computer")}}},
            {"command", {tr("command")}}};
}

QString AuditTableModel::setFilterText(const QString& text)
{
    const QString wrong = m_filter.setText(text);
    if (wrong.isEmpty())
        rebuild();
    return wrong;
}

QStringList AuditTableModel::valuesSeen(const QString& key) const
{
    return m_filter.valuesOf(key, int(m_rows.size()),
                             [this](int row, int column) { return filterCell(m_rows[std::size_t(row)], column); });
}

FilterCell AuditTableModel::filterCell(const Entry& entry, int column) const
{
    switch (column) {
    case At: {
        const std::int64_t away = QDateTime::currentMSecsSinceEpoch() * 1000 - to_us(entry.row.at);
        return {text(entry, column), {}, std::max<std::int64_t>(0, away)};
    }
    case Where: return {text(entry, column), entry.row.where == AuditRow::local ? "computer" : "store"};
    default: return {text(entry, column), exactText(entry, column).toString().toStdString()};
    }
}

bool AuditTableModel::matches(const Entry& entry) const
{
    return m_filter.matches([&](int column) { return filterCell(entry, column); });
}

void AuditTableModel::rebuild()
{
    std::vector<Entry> rows;
    m_total = 0;
    m_hasMore = false;
    for (const Feed* feed : m_feeds->feeds()) {
        m_hasMore = m_hasMore || feed->facts().audit().size() >= most_log_entries;
        for (const AuditRow& row : feed->facts().audit()) {
            Entry entry{row, feed->info().name, feed->info().environment, feed->index()};
            ++m_total;
            if (matches(entry))
                rows.push_back(std::move(entry));
        }
    }
    if (m_local != nullptr)
        addLocal(rows);
    std::stable_sort(rows.begin(), rows.end(), [](const Entry& a, const Entry& b) { return a.row.at > b.row.at; });
    if (rows == m_rows)
        return;
    // Reports new rows on top as an insertion, so that selection and scroll survive.
    const std::size_t grown = rows.size() > m_rows.size() ? rows.size() - m_rows.size() : 0;
    if (grown > 0 && std::equal(m_rows.begin(), m_rows.end(), rows.begin() + std::ptrdiff_t(grown))) {
        beginInsertRows({}, 0, int(grown) - 1);
        m_rows = std::move(rows);
        endInsertRows();
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

// Rows of an open store get its name and colour; others show the address.
void AuditTableModel::addLocal(std::vector<Entry>& rows)
{
    std::map<QString, const Feed*> open;
    for (const Feed* feed : m_feeds->feeds())
        open.emplace(m_local->placeOf(feed->info().url), feed);
    for (const LocalAuditRows::Entry& one : m_local->entries()) {
        const auto feed = open.find(one.place);
        const bool known = feed != open.end();
        Entry entry{one.row, known ? feed->second->info().name : one.place,
                    known ? feed->second->info().environment : QString(), known ? feed->second->index() : -1};
        ++m_total;
        if (matches(entry))
            rows.push_back(std::move(entry));
    }
}

int AuditTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int AuditTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

QString AuditTableModel::text(const Entry& entry, int column) const
{
    switch (column) {
    case At: return format::clock(entry.row.at, time_from_us(QDateTime::currentMSecsSinceEpoch() * 1000));
    case StoreName: return entry.store;
    case Who: return format::foreign(entry.row.who);
    case Action: return format::auditWord(entry.row.action);
    case What: return format::foreign(entry.row.key);
    case Reason: return format::foreign(entry.row.reason);
    case Result: return format::auditWord(entry.row.result);
    case Where: return entry.row.where == AuditRow::local ? tr("this computer") : tr("store");
    case Command: return format::foreign(entry.row.command);
    default: return {};
    }
}

std::optional<RowAddress> AuditTableModel::addressAt(int row) const
{
    if (row < 0 || row >= int(m_rows.size()))
        return std::nullopt;
    const Entry& entry = m_rows[std::size_t(row)];
    for (const Entity entity : {Entity::lock, Entity::task, Entity::message, Entity::worker})
        if (entry.connection >= 0 && entry.row.entity == word(entity) && !entry.row.key.empty())
            return RowAddress{entry.connection, entity, entry.row.key};
    return std::nullopt;
}

QVariant AuditTableModel::exactText(const Entry& entry, int column)
{
    const auto copied = [](const std::string& text) { return text.empty() ? QVariant() : QVariant(format::copied(text)); };
    switch (column) {
    case Who: return copied(entry.row.who);
    case Action: return copied(entry.row.action);
    case What: return copied(entry.row.key);
    case Reason: return copied(entry.row.reason);
    case Result: return copied(entry.row.result);
    case Command: return copied(entry.row.command);
    default: return {};
    }
}

QVariant AuditTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= int(m_rows.size()))
        return {};
    const Entry& entry = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text(entry, index.column());
    case Qt::ToolTipRole: return index.column() == At ? format::absolute(entry.row.at) : text(entry, index.column());
    case ExactTextRole: return exactText(entry, index.column());
    case InstantRole:
        return index.column() == At ? QVariant(static_cast<qlonglong>(to_us(entry.row.at))) : QVariant();
    case StateRole: return format::exact(entry.row.result);
    case EnvironmentRole: return entry.environment;
    default: return {};
    }
}

QVariant AuditTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const char* const titles[] = {QT_TR_NOOP("at"),     QT_TR_NOOP("store"), QT_TR_NOOP("who"),
                                         QT_TR_NOOP("action"), QT_TR_NOOP("what"),  QT_TR_NOOP("reason"),
                                         QT_TR_NOOP("result"), QT_TR_NOOP("where"), QT_TR_NOOP("command")};
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == ColumnNameRole)
        return QLatin1String(titles[section]);
    return role == Qt::DisplayRole ? QVariant(tr(titles[section])) : QVariant();
}

} // namespace lockdesk
