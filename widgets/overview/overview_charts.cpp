// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/overview_charts.h"

#include "models/feed/feed.h"
#include "models/format/format.h"
#include "widgets/common/chart_view.h"
#include "widgets/common/chrome.h"
#include "widgets/theme/theme.h"

#include <QDateTime>
#include <QHBoxLayout>

#include <algorithm>
#include <iterator>
#include <map>

namespace lockdesk {

namespace {

constexpr int mostStores = 3; ///< curves in one chart; more are indistinguishable

} // namespace

OverviewCharts::OverviewCharts(const PageContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_held(new ChartView(tr("Locks held"))), m_rates(new ChartView(tr("Per second"))),
      m_outbox(new ChartView(tr("Outbox")))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_held, 1);
    row->addWidget(new Line(Qt::Vertical));
    row->addWidget(m_rates, 1);
    row->addWidget(new Line(Qt::Vertical));
    row->addWidget(m_outbox, 1);
    m_rates->addSeries({tr("acquired"), Tone::held, Qt::SolidLine, true, false});
    m_rates->addSeries({tr("expired"), Tone::expired, Qt::DashLine, false, false});
    m_outbox->addSeries({tr("pending"), Tone::held, Qt::SolidLine, true, false});
    m_outbox->addSeries({tr("oldest age"), Tone::closing, Qt::DashLine, false, true});
    m_outbox->setFormat(chartNumber, chartAge);
    connect(context.history, &History::sampled, this, &OverviewCharts::refresh);
    connect(context.shown, &ShownConnections::changed, this, &OverviewCharts::refresh);
}

void OverviewCharts::setSeconds(int seconds)
{
    m_seconds = seconds;
    refresh();
}

void OverviewCharts::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

QList<QPointF> OverviewCharts::total(const std::vector<int>& connections, History::Series series, bool largest) const
{
    // All connections are sampled at the same instants, so points of equal x are summed.
    std::map<double, double> sums;
    for (const int connection : connections) {
        // The end of a recording is aligned with the present of the stores.
        const double later = m_to - m_context.history->instant(connection).value_or(m_to);
        for (const QPointF& p : m_context.history->points(connection, series, m_seconds)) {
            double& sum = sums[p.x() + later];
            sum = largest ? std::max(sum, p.y()) : sum + p.y();
        }
    }
    QList<QPointF> out;
    out.reserve(qsizetype(sums.size()));
    for (const auto& [x, y] : sums)
        out.append(QPointF(x, y));
    return out;
}

double OverviewCharts::end(const std::vector<int>& connections) const
{
    for (const int connection : connections)
        if (!m_context.history->instant(connection))
            return double(QDateTime::currentMSecsSinceEpoch());
    return connections.empty() ? double(QDateTime::currentMSecsSinceEpoch())
                               : *m_context.history->instant(connections.front());
}

bool OverviewCharts::anyAvailable(const std::vector<int>& connections, History::Series series) const
{
    return connections.empty() || std::any_of(connections.begin(), connections.end(), [&](int c) {
               return m_context.history->available(c, series);
           });
}

void OverviewCharts::refresh()
{
    if (!isVisible())
        return;
    std::vector<int> connections;
    for (const Feed* feed : m_context.feeds->feeds()) {
        if (m_context.shown->shows(feed->index()))
            connections.push_back(feed->index());
    }
    m_to = end(connections);
    for (ChartView* chart : {m_held, m_rates, m_outbox})
        chart->setTimeRange(m_to - m_seconds * 1000.0, m_to);
    refreshHeld(connections);
    // A recording is of another time than a store: their numbers cannot be summed.
    const auto isRecording = [this](int c) { return m_context.feeds->at(c)->info().recording; };
    if (!std::all_of(connections.begin(), connections.end(), isRecording))
        std::erase_if(connections, isRecording);
    const QString notHere = tr("Not available here: this source has no tokens to count.");
    m_rates->setNotice(anyAvailable(connections, History::AcquiredRate) ? QString() : notHere);
    m_rates->replace(0, total(connections, History::AcquiredRate));
    m_rates->replace(1, total(connections, History::ExpiredRate));
    m_outbox->setNotice(anyAvailable(connections, History::OutboxPending) ? QString()
                                                                          : tr("Not available here: no outbox."));
    m_outbox->replace(0, total(connections, History::OutboxPending));
    m_outbox->replace(1, total(connections, History::OutboxOldest, true));
}

void OverviewCharts::refreshHeld(const std::vector<int>& connections)
{
    // A store without data has no curve and no legend entry.
    std::vector<int> chosen;
    std::copy_if(connections.begin(), connections.end(), std::back_inserter(chosen),
                 [this](int c) { return !m_context.history->points(c, History::LocksHeld, m_seconds).empty(); });
    std::stable_sort(chosen.begin(), chosen.end(), [this](int a, int b) {
        const Feed* left = m_context.feeds->at(a);
        const Feed* right = m_context.feeds->at(b);
        return left->facts().summary().held > right->facts().summary().held;
    });
    if (chosen.size() > mostStores)
        chosen.resize(mostStores);
    // Curves keep their stores while these are shown: a legend that swaps places is unreadable.
    auto sorted = [](std::vector<int> v) {
        std::sort(v.begin(), v.end());
        return v;
    };
    if (sorted(chosen) != sorted(m_heldConnections) || m_held->seriesCount() == 0) {
        m_heldConnections = chosen;
        m_held->clearSeries();
        const ChartSeries looks[] = {{{}, Tone::held, Qt::SolidLine, true, false},
                                     {{}, Tone::text3, Qt::DashLine, false, false},
                                     {{}, Tone::cooling, Qt::DotLine, false, false}};
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            ChartSeries look = looks[i];
            look.name = m_context.feeds->at(chosen[i])->info().name;
            m_held->addSeries(look);
        }
    }
    for (std::size_t i = 0; i < m_heldConnections.size(); ++i)
        m_held->replace(int(i), total({m_heldConnections[i]}, History::LocksHeld));
}

} // namespace lockdesk
