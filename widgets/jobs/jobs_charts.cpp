// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/jobs_charts.h"

#include "backends/observe/lease_book.h"
#include "models/feed/feed.h"
#include "models/format/format.h"
#include "widgets/common/chart_view.h"
#include "widgets/common/chrome.h"
#include "widgets/theme/theme.h"

#include <QDateTime>
#include <QGridLayout>
#include <QPainter>

#include <algorithm>
#include <iterator>
#include <map>

namespace lockdesk {

namespace {

constexpr int chartSeconds = 600;
constexpr int besideEachOther = 460; ///< width of a chart whose legend has room for each phase and state
constexpr std::size_t mostPhases = 4; ///< curves in one chart; more are indistinguishable

QString millisText(double millis) { return format::measured(qint64(millis * 1000)); }

void append(std::vector<Duration>& to, const std::vector<Duration>& more) { to.insert(to.end(), more.begin(), more.end()); }

QList<QPointF> pointList(const std::deque<QPointF>& points) { return QList<QPointF>(points.begin(), points.end()); }

} // namespace

JobsCharts::JobsCharts(const PageContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_holds(new ChartView(tr("Time held"))), m_waits(new ChartView(tr("Time waited"))),
      m_phases(new ChartView(tr("Tasks by phase"))), m_states(new ChartView(tr("Tasks by state"))), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(1);
    m_states->addSeries({tr("waiting"), Tone::text3, Qt::DotLine, false, false});
    m_states->addSeries({tr("due"), Tone::closing, Qt::DashLine, false, false});
    m_states->addSeries({tr("held"), Tone::held, Qt::SolidLine, false, false});
    m_states->addSeries({tr("failed"), Tone::expired, Qt::DashDotLine, false, false});
    m_states->addSeries({tr("done"), Tone::cooling, Qt::SolidLine, false, false});
    m_states->setFormat(chartNumber);
    arrange();
    for (ChartView* chart : {m_holds, m_waits}) {
        chart->addSeries({tr("p50"), Tone::held, Qt::SolidLine, true, false});
        chart->addSeries({tr("p99"), Tone::closing, Qt::DashLine, false, false});
        chart->setFormat(millisText);
    }
    connect(context.history, &History::sampled, this, [this] {
        sample();
        refresh();
    });
    connect(context.shown, &ShownConnections::changed, this, [this] {
        sample();
        refresh();
    });
}

void JobsCharts::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void JobsCharts::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

// The lines between the charts.
void JobsCharts::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), Theme::get().tokens().line); }

// One row where each legend has room, else two.
void JobsCharts::arrange()
{
    const int columns = width() >= 4 * Theme::get().px(besideEachOther) ? 4 : 2;
    setFixedHeight(Theme::get().px(columns == 4 ? 190 : 250));
    if (columns == m_columns)
        return;
    m_columns = columns;
    ChartView* const charts[] = {m_holds, m_waits, m_phases, m_states};
    for (int i = 0; i < int(std::size(charts)); ++i) {
        m_grid->removeWidget(charts[i]);
        m_grid->addWidget(charts[i], i / columns, i % columns);
    }
    for (int column = 0; column < 4; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    for (int row = 0; row < 2; ++row)
        m_grid->setRowStretch(row, row < 4 / columns ? 1 : 0);
}

std::vector<int> JobsCharts::shownConnections() const
{
    std::vector<int> out;
    for (const Feed* feed : m_context.feeds->feeds())
        if (m_context.shown->shows(feed->index()))
            out.push_back(feed->index());
    return out;
}

// Merges the samples of the stores. A recording has its own time, so it is drawn alone, from its history.
void JobsCharts::sample()
{
    std::vector<int> live;
    for (const int connection : shownConnections())
        if (!m_context.feeds->at(connection)->info().recording)
            live.push_back(connection);
    if (live != m_sampled) {
        m_sampled = live;
        for (auto& curve : m_curves)
            curve.clear();
    }
    MeasuredSpans all;
    for (const int connection : live) {
        const Feed* feed = m_context.feeds->at(connection);
        if (feed->health().state != HealthState::live)
            continue;
        const MeasuredSpans some =
            feed->measuredIfFree([feed](const LeaseBook& book) { return book.spans(feed->now()); }).value_or(MeasuredSpans{});
        append(all.lock_holds, some.lock_holds);
        append(all.lock_waits, some.lock_waits);
    }
    const double x = double(QDateTime::currentMSecsSinceEpoch());
    const auto add = [&](std::vector<Duration> spans, Curve p50, Curve p99) {
        const auto both = percentiles_of(std::move(spans));
        if (!both)
            return;
        m_curves[p50].emplace_back(x, double(to_us(both->p50)) / 1000);
        m_curves[p99].emplace_back(x, double(to_us(both->p99)) / 1000);
    };
    add(std::move(all.lock_holds), HoldP50, HoldP99);
    add(std::move(all.lock_waits), WaitP50, WaitP99);
    for (auto& curve : m_curves)
        while (!curve.empty() && curve.front().x() < x - chartSeconds * 1000.0)
            curve.pop_front();
}

// A wait is measured once it has ended.
QString JobsCharts::waitsNotice(const std::vector<int>& connections) const
{
    std::size_t waiting = 0;
    for (const int connection : connections)
        waiting += m_context.feeds->at(connection)->facts().waiters().size();
    return waiting > 0 ? tr("%Ln waiter(s) wait now. No wait for a lock was seen to its end yet.", nullptr, int(waiting))
                       : tr("No wait for a lock was seen to its end yet.");
}

void JobsCharts::refresh()
{
    if (!isVisible())
        return;
    const std::vector<int> connections = shownConnections();
    const bool recording = m_sampled.empty() && !connections.empty();
    m_to = recording ? m_context.history->instant(connections.front()).value_or(0) : double(QDateTime::currentMSecsSinceEpoch());
    for (ChartView* chart : {m_holds, m_waits, m_phases, m_states})
        chart->setTimeRange(m_to - chartSeconds * 1000.0, m_to);
    const auto points = [&](Curve curve, History::Series series) {
        if (!recording)
            return pointList(m_curves[curve]);
        const auto of = m_context.history->points(connections.front(), series, chartSeconds);
        return QList<QPointF>(of.begin(), of.end());
    };
    const auto show = [&](ChartView* chart, Curve p50, Curve p99, History::Series half, History::Series most, const QString& none) {
        const QList<QPointF> middle = points(p50, half);
        chart->setNotice(middle.isEmpty() ? none : QString());
        chart->replace(0, middle);
        chart->replace(1, points(p99, most));
    };
    show(m_holds, HoldP50, HoldP99, History::LockHoldP50, History::LockHoldP99,
         tr("No lock was seen from its grant to its release yet."));
    show(m_waits, WaitP50, WaitP99, History::LockWaitP50, History::LockWaitP99, waitsNotice(connections));
    refreshPhases(connections);
    refreshStates(connections);
}

QList<QPointF> JobsCharts::total(const std::vector<int>& connections, History::Series series) const
{
    std::map<double, double> sums; // all connections are sampled at the same instants
    for (const int connection : connections)
        for (const QPointF& p : m_context.history->points(connection, series, chartSeconds))
            sums[p.x()] += p.y();
    QList<QPointF> out;
    for (const auto& [x, y] : sums)
        out.append(QPointF(x, y));
    return out;
}

void JobsCharts::refreshStates(const std::vector<int>& connections)
{
    constexpr History::Series states[] = {History::TasksWaiting, History::TasksDue, History::TasksHeld, History::TasksFailed,
                                          History::TasksDone};
    bool any = false, more = false;
    for (int i = 0; i < int(std::size(states)); ++i) {
        const QList<QPointF> points = total(connections, states[i]);
        any = any || std::any_of(points.begin(), points.end(), [](const QPointF& p) { return p.y() > 0; });
        m_states->replace(i, points);
    }
    for (const int connection : connections)
        for (const PhaseSummary& phase : m_context.feeds->at(connection)->facts().phases())
            more = more || phase.more;
    m_states->setNotice(any ? QString() : tr("No task is here."));
    m_states->setTitle(more ? tr("Tasks by state, of those read") : tr("Tasks by state"));
    m_phases->setTitle(more ? tr("Tasks by phase, of those read") : tr("Tasks by phase"));
}

void JobsCharts::refreshPhases(const std::vector<int>& connections)
{
    std::map<std::pair<QString, QString>, std::int64_t> totals;
    for (const int connection : connections)
        for (const PhaseSummary& phase : m_context.feeds->at(connection)->facts().phases())
            totals[{format::exact(phase.kind), format::exact(phase.phase)}] += phase.total;
    std::vector<std::pair<std::pair<QString, QString>, std::int64_t>> largest(totals.begin(), totals.end());
    std::stable_sort(largest.begin(), largest.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    largest.resize(std::min(largest.size(), mostPhases));
    std::vector<std::pair<QString, QString>> chosen;
    for (const auto& one : largest)
        chosen.push_back(one.first);
    std::sort(chosen.begin(), chosen.end());
    m_phases->setNotice(chosen.empty() ? tr("No task is here.") : QString());
    if (chosen != m_shownPhases || m_phases->seriesCount() != int(chosen.size())) {
        m_shownPhases = chosen;
        m_phases->clearSeries();
        const ChartSeries looks[] = {{{}, Tone::held, Qt::SolidLine, false, false},
                                     {{}, Tone::closing, Qt::DashLine, false, false},
                                     {{}, Tone::cooling, Qt::SolidLine, false, false},
                                     {{}, Tone::text3, Qt::DotLine, false, false}};
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            ChartSeries look = looks[i];
            const auto& [kind, phase] = chosen[i];
            const bool ofSeveral = std::count_if(chosen.begin(), chosen.end(), [&](const auto& one) { return one.second == phase; }) > 1;
            look.name = format::foreign((ofSeveral ? kind + u' ' + phase : phase).toStdString());
            m_phases->addSeries(look);
        }
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        std::map<double, double> sums;
        for (const int connection : connections)
            for (const QPointF& p : m_context.history->phasePoints(connection, chosen[i].first, chosen[i].second, chartSeconds))
                sums[p.x()] += p.y();
        QList<QPointF> points;
        for (const auto& [x, y] : sums)
            points.append(QPointF(x, y));
        m_phases->replace(int(i), points);
    }
}

} // namespace lockdesk
