// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/jobs_table_model.h"

#include "backends/engine/contracts/session_locks.h"
#include "models/feed/feed.h"
#include "models/format/format.h"
#include "models/tables/roles.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace lockdesk {

namespace {

bool isNumeric(int column)
{
    using Model = JobsTableModel;
    return (column >= Model::Period && column <= Model::Took) || column == Model::Next || column == Model::Missed || column == Model::P50 || column == Model::P99;
}

QString timeCell(const std::optional<TimePoint>& at, TimePoint now) { return at ? format::clock(*at, now) : format::dash(); }

// GUI thread alone.
int nextWatcher()
{
    static int last = 0;
    return ++last;
}

QString skippedCell(const std::optional<std::vector<JobSkip>>& skips)
{
    if (!skips)
        return JobsTableModel::tr("not recorded");
    if (skips->empty())
        return JobsTableModel::tr("nobody");
    QStringList out;
    for (const JobSkip& one : *skips)
        out += JobsTableModel::tr("%1 ×%2").arg(format::foreign(one.process), format::count(one.runs));
    return out.join(QStringLiteral(", "));
}

QString spanCell(const std::optional<Duration>& d) { return d ? format::measured(to_us(*d)) : format::dash(); }

} // namespace

JobsTableModel::JobsTableModel(FeedSet* feeds, QObject* parent)
    : QAbstractTableModel(parent), m_feeds(feeds), m_filter(filterColumns()), m_who(nextWatcher()), m_alive(feeds)
{
    connect(feeds, &FeedSet::removed, this, &JobsTableModel::refresh);
}

JobsTableModel::~JobsTableModel()
{
    m_active = false;
    if (m_alive)
        watch();
}

std::vector<FilterKey> JobsTableModel::filterColumns()
{
    return {{"state", {tr("state")}, {{"missed", tr("missed")}, {"running", tr("running")}, {"waiting", tr("waiting")}}},
            {"job", {tr("job"), QStringLiteral("name")}},
            {"store", {tr("store")}},
            {"period", {tr("period")}, {}, true},
            {"last", {QStringLiteral("age")}, {}, true},
            {"took", {tr("took")}, {}, true},
            {"by", {tr("by"), QStringLiteral("owner")}},
            {"next", {tr("next")}, {}, true},
            {"missed", {tr("missed")}, {}, true},
            {"skipped", {tr("skipped by")}},
            {"source", {tr("source")}},
            {"p50", {}, {}, true},
            {"p99", {}, {}, true},
            {"stood", {tr("stood by")}}};
}

QString JobsTableModel::setFilterText(const QString& text)
{
    const QString wrong = m_filter.setText(text);
    if (wrong.isEmpty())
        refresh();
    return wrong;
}

QStringList JobsTableModel::valuesSeen(const QString& key) const
{
    return m_filter.valuesOf(key, int(m_rows.size()),
                             [this](int row, int column) { return filterCell(m_rows[std::size_t(row)], column); });
}

FilterCell JobsTableModel::filterCell(const Entry& entry, int column) const
{
    const JobFacts& job = entry.job;
    const JobRun* last = job.runs.empty() ? nullptr : &job.runs.back();
    const auto span = [](const std::optional<Duration>& d) { return d ? std::optional(d->count()) : std::nullopt; };
    const auto since = [&](const std::optional<TimePoint>& at) {
        return at ? std::optional<std::int64_t>(std::abs((entry.now - *at).count())) : std::nullopt;
    };
    const bool measured = entry.held && entry.held->holds > 0;
    FilterCell cell{text(entry, column)};
    switch (column) {
    case State: cell.exact = job.missed > 0 ? "missed" : job.running ? "running" : "waiting"; break;
    case Name: cell.exact = job.name; break;
    case Owner: cell.exact = last ? last->owner : std::string(); break;
    case Period: cell.number = span(job.period); break;
    case LastRun: cell.number = since(last ? std::optional(last->at) : std::nullopt); break;
    case Took:
        if (last && last->start_seen && (last->ended || job.running))
            cell.number = (last->ended.value_or(entry.now) - last->at).count();
        break;
    case Next: cell.number = since(job.next); break;
    case Missed: cell.number = job.missed; break;
    case P50: cell.number = span(measured ? std::optional(entry.held->p50) : std::nullopt); break;
    case P99: cell.number = span(measured ? std::optional(entry.held->p99) : std::nullopt); break;
    default: break;
    }
    return cell;
}

void JobsTableModel::setShownConnections(const QSet<int>& connections)
{
    m_shown = connections;
    refresh();
}

bool JobsTableModel::matches(const Entry& entry) const
{
    return m_filter.matches([&](int column) { return filterCell(entry, column); });
}

void JobsTableModel::refresh()
{
    std::vector<Entry> rows;
    int total = 0, missed = 0;
    for (const Feed* feed : m_feeds->feeds()) {
        if (!m_shown.isEmpty() && !m_shown.contains(feed->index()))
            continue;
        const TimePoint now = feed->now();
        auto read = feed->measuredIfFree([&](const LeaseBook& book) {
            std::vector<Entry> out;
            for (JobFacts& job : book.jobs(now)) {
                auto held = book.advice(job.key);
                out.push_back({std::move(job), std::move(held), now, feed->info().name, feed->info().environment, feed->index(), feed->info().recording});
            }
            return out;
        });
        if (!read) // the book is being written: the rows stay as they are until the next second
            return;
        auto& entries = *read;
        total += int(entries.size());
        for (Entry& entry : entries) {
            missed += entry.job.missed > 0 ? 1 : 0;
            if (matches(entry))
                rows.push_back(std::move(entry));
        }
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Entry& a, const Entry& b) { return (a.job.missed > 0) > (b.job.missed > 0); });
    m_total = total;
    m_missedRows = missed;
    // The same jobs in the same order: selection and scroll survive.
    const bool same = rows.size() == m_rows.size()
                      && std::equal(rows.begin(), rows.end(), m_rows.begin(), [](const Entry& a, const Entry& b) {
                             return a.job.key == b.job.key && a.connection == b.connection;
                         });
    if (same) {
        m_rows = std::move(rows);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(int(m_rows.size()) - 1, ColumnCount - 1));
    } else {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    watch();
    emit refreshed();
}

int JobsTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int JobsTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

QString JobsTableModel::advice(int row) const
{
    if (row < 0 || row >= int(m_rows.size()) || !m_rows[std::size_t(row)].held)
        return {};
    const Entry& entry = m_rows[std::size_t(row)];
    return entry.held->holds > 0 || entry.held->died > 0 ? format::evidence(advice_text(*entry.held), entry.now) : QString();
}

QString JobsTableModel::skips(int row) const
{
    return row < 0 || row >= int(m_rows.size()) ? QString() : skipsText(m_rows[std::size_t(row)]);
}

QString JobsTableModel::skipsText(const Entry& entry)
{
    const JobFacts& job = entry.job;
    if (entry.recording)
        return tr("A recording does not have who skipped a run.");
    if (!job.skips && of_a_job_library(job.source) && !session_lock_kind(job.source))
        return tr("Not recorded: %1 leaves nothing in the store when it skips a run.").arg(format::foreign(job.source));
    if (!job.skips)
        return tr("Not recorded: guards of lockdeskctl and lockdesk-worker note which runs they skip, in a store with records.");
    if (job.skips->empty())
        return tr("Nobody skipped a run that is recorded.");
    QStringList out;
    for (const JobSkip& one : *job.skips) {
        const QString what = tr("%1 skipped %Ln run(s), the last one at %2", nullptr, int(std::min<std::int64_t>(one.runs, 999'999)))
                                 .arg(format::foreign(one.process), format::clock(one.last, entry.now));
        out += one.held_by.empty() ? tr("%1.").arg(what) : tr("%1: %2 held it.").arg(what, format::ownerShort(one.held_by));
    }
    return out.join(u'\n');
}

void JobsTableModel::setActive(bool active)
{
    m_active = active;
    if (active)
        return refresh();
    watch();
}

// The rows that are shown: a hidden page asks for nothing.
void JobsTableModel::watch()
{
    std::map<int, std::vector<std::string>> wanted;
    if (m_active)
        for (const Entry& entry : m_rows)
            if (const auto guard = LockName::parse(entry.job.name); guard && !entry.recording)
                wanted[entry.connection].push_back(skips_record(*guard).str());
    for (const Feed* feed : m_feeds->feeds()) {
        std::vector<std::string>& ids = wanted[feed->index()];
        if (feed->observer() != nullptr && m_watched[feed->index()] != ids)
            feed->observer()->watch_records(ids, m_who);
    }
    m_watched = std::move(wanted);
}

const JobFacts* JobsTableModel::job(int row) const
{
    return row < 0 || row >= int(m_rows.size()) ? nullptr : &m_rows[std::size_t(row)].job;
}

int JobsTableModel::connection(int row) const
{
    return row < 0 || row >= int(m_rows.size()) ? -1 : m_rows[std::size_t(row)].connection;
}

QString JobsTableModel::stateOf(const Entry& entry)
{
    return entry.job.missed > 0 ? QStringLiteral("late") : entry.job.running ? QStringLiteral("held") : QStringLiteral("free");
}

QString JobsTableModel::text(const Entry& entry, int column) const
{
    const JobFacts& job = entry.job;
    const JobRun* last = job.runs.empty() ? nullptr : &job.runs.back();
    const bool measured = entry.held && entry.held->holds > 0;
    switch (column) {
    case State: return job.missed > 0 ? tr("missed") : job.running ? tr("running") : tr("waiting");
    case Name: return format::foreign(job.name);
    case StoreName: return entry.store;
    case Source: return format::foreign(job.source);
    case Period: return job.period ? format::longSpan(std::chrono::round<std::chrono::seconds>(*job.period)) : format::dash();
    case LastRun: return timeCell(last ? std::optional(last->at) : std::nullopt, entry.now);
    case Took:
        return last && last->start_seen && last->ended ? format::measured(to_us(*last->ended - last->at))
               : last && last->start_seen && job.running ? format::measured(to_us(entry.now - last->at))
                                                         : format::dash();
    case Owner: return last && !last->owner.empty() ? format::ownerShort(last->owner) : format::dash();
    case Next: return timeCell(job.next, entry.now);
    case Missed: return job.period ? format::count(job.missed) : format::dash();
    case SkippedBy: return skippedCell(job.skips);
    case P50: return spanCell(measured ? std::optional(entry.held->p50) : std::nullopt);
    case P99: return spanCell(measured ? std::optional(entry.held->p99) : std::nullopt);
    case StoodBy: {
        QStringList names;
        for (const std::string& one : job.stood_by)
            names += format::foreign(one);
        return names.join(QStringLiteral(", "));
    }
    default: return {};
    }
}

QVariant JobsTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= int(m_rows.size()))
        return {};
    const Entry& entry = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text(entry, index.column());
    case Qt::ToolTipRole:
        if (index.column() == LastRun && !entry.job.runs.empty())
            return format::absolute(entry.job.runs.back().at);
        if (index.column() == Next && entry.job.next)
            return format::absolute(*entry.job.next);
        if (index.column() == SkippedBy)
            return skipsText(entry);
        return text(entry, index.column());
    case ExactTextRole:
        return index.column() == Name    ? QVariant(format::copied(entry.job.name))
               : index.column() == Owner && !entry.job.runs.empty() ? QVariant(format::copied(entry.job.runs.back().owner))
                                                                    : QVariant();
    case KeyRole: return format::exact(entry.job.key);
    case StoreRole: return entry.connection;
    case StateRole: return stateOf(entry);
    case AlarmRole: return entry.job.missed > 0;
    case EnvironmentRole: return entry.environment;
    default: return {};
    }
}

QVariant JobsTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const char* const titles[] = {QT_TR_NOOP("state"), QT_TR_NOOP("job"), QT_TR_NOOP("store"), QT_TR_NOOP("period"),
                                         QT_TR_NOOP("last run"), QT_TR_NOOP("took"), QT_TR_NOOP("by"), QT_TR_NOOP("next"),
                                         QT_TR_NOOP("missed"), QT_TR_NOOP("skipped by"), QT_TR_NOOP("source"), QT_TR_NOOP("p50"),
                                         QT_TR_NOOP("p99"), QT_TR_NOOP("stood by")};
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? QVariant(tr(titles[section])) : QVariant();
}

} // namespace lockdesk
