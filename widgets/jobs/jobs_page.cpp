// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/jobs_page.h"

#include "models/feed/feed.h"
#include "models/format/format.h"
#include "models/tables/jobs_table_model.h"
#include "models/tables/roles.h"
#include "widgets/common/count_part.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/live_table.h"
#include "widgets/jobs/jobs_charts.h"
#include "widgets/theme/theme.h"

#include <QVBoxLayout>

namespace lockdesk {

namespace {

// The newest two lines of a list; the others are in the column's tip.
QString shortList(const QString& lines)
{
    constexpr int most = 2;
    QStringList all = lines.split(u'\n');
    const int more = int(all.size()) - most;
    all = all.mid(0, most);
    if (more > 0)
        all.last() += QLatin1Char(' ') + JobsPage::tr("%Ln other process(es) skipped runs before.", nullptr, more);
    return all.join(u'\n');
}

} // namespace

JobsPage::JobsPage(const PageContext& context, QWidget* parent)
    : ConsolePage(parent), m_context(context), m_model(new JobsTableModel(context.feeds, this)),
      m_table(new TableView(QStringLiteral("jobs/columns"))), m_filter(new FilterBox), m_count(new CountPart(nullptr)),
      m_advice(new ThemeLabel), m_charts(new JobsCharts(context))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* tools = new ToolRow;
    tools->add(m_filter);
    tools->addElastic(m_count);
    column->addWidget(tools);
    column->addWidget(makeStaleBanner(context));
    buildTable();
    column->addWidget(m_table, 1);
    auto* foot = new Surface(Surface::Ground::window, Qt::TopEdge);
    auto* footColumn = new QVBoxLayout(foot);
    footColumn->setContentsMargins(12, 6, 12, 6);
    m_advice->setWordWrap(true);
    m_advice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_advice->setAccessibleName(tr("What was measured"));
    m_advice->setMinimumHeight(Theme::get().px(54)); // three lines, so that the charts do not jump
    footColumn->addWidget(m_advice);
    column->addWidget(foot);
    column->addWidget(new Line(Qt::Horizontal));
    column->addWidget(m_charts);
    m_filter->setWords({QStringLiteral("jobs"), m_model->filterKeys(),
                        [this](const QString& key) { return m_model->valuesSeen(key); }});
    connect(m_filter, &FilterBox::edited, this,
            [this](const QString& text) { m_filter->setError(m_model->setFilterText(text)); });
    connect(m_model, &JobsTableModel::refreshed, this, &JobsPage::refreshed);
    connect(m_table, &TableView::selectionMoved, this, &JobsPage::tellAdvice);
    connect(m_table, &TableView::rowActivated, this, [this](const QModelIndex& index) { showRow(index.row()); });
    connect(context.shown, &ShownConnections::changed, this,
            [this] { m_model->setShownConnections(m_context.shown->indexes()); });
    // Missed runs are counted in the sidebar on every page.
    connect(context.history, &History::sampled, m_model, &JobsTableModel::refresh);
    tellAdvice();
}

void JobsPage::buildTable()
{
    m_table->setEmptyTexts([this] {
        if (m_model->totalRows() > 0)
            return EmptyTexts{Glyph::ring, tr("Nothing fits the filter."),
                              tr("%Ln other(s) are here. Esc clears the filter.", nullptr, m_model->totalRows())};
        return ifAnswered(*m_context.feeds, m_context.shown->indexes(),
                          {Glyph::ring, tr("No job was seen."),
                          tr("Guards, jobs of ShedLock and dist_lock, session locks, and every lock that is acquired regularly "
                             "appear here, with their runs.")});
    });
    m_table->setModel(m_model);
    m_table->setSortingEnabled(false);
    auto* state = new StateDelegate([](const QModelIndex& index) { return index.data(StateRole).toString(); });
    m_table->setColumns({{QStringLiteral("state"), 92, state},
                         {QStringLiteral("job"), 190, makeDelegate(CellKind::mono)},
                         {QStringLiteral("store"), 90, makeDelegate(CellKind::store)},
                         {QStringLiteral("period"), 92, makeDelegate(CellKind::number)},
                         {QStringLiteral("last"), 84, makeDelegate(CellKind::number)},
                         {QStringLiteral("took"), 84, makeDelegate(CellKind::number)},
                         {QStringLiteral("by"), 126, makeDelegate(CellKind::mono2), false, true},
                         {QStringLiteral("next"), 84, makeDelegate(CellKind::number)},
                         {QStringLiteral("missed"), 70, makeDelegate(CellKind::number)},
                         {QStringLiteral("skipped"), 170, makeDelegate(CellKind::mono2)},
                         {QStringLiteral("source"), 90, makeDelegate(CellKind::text2), false, true},
                         {QStringLiteral("p50"), 76, makeDelegate(CellKind::number), false, true},
                         {QStringLiteral("p99"), 76, makeDelegate(CellKind::number), false, true},
                         {QStringLiteral("stood by"), 150, makeDelegate(CellKind::mono2), false, true}});
    static_assert(JobsTableModel::ColumnCount == 14);
    m_table->setRowLook(liveRowLook);
    m_table->setAccessibleName(tr("Jobs"));
}

void JobsPage::refreshed()
{
    if (m_missed != m_model->missedRows()) {
        m_missed = m_model->missedRows();
        emit countChanged();
    }
    if (!m_active)
        return;
    m_count->setTexts({tr("%Ln job(s)", nullptr, m_model->rowCount()), format::count(m_model->rowCount())});
    tellAdvice();
    emit statusChanged();
}

QString JobsPage::adviceText() const { return m_advice->text(); }

void JobsPage::tellAdvice()
{
    const std::vector<int> rows = m_table->selectedRows();
    const QString advice = rows.size() == 1 ? m_model->advice(rows.front()) : QString();
    QString text = rows.size() != 1    ? tr("Select a job to read what was measured of its lock, and who skipped runs.")
                   : advice.isEmpty() ? tr("No hold of this lock was seen from its grant to its end yet.")
                                      : advice;
    if (rows.size() == 1) // the column may be hidden in a narrow window
        text += QLatin1Char('\n') + shortList(m_model->skips(rows.front()));
    if (m_advice->text() != text)
        m_advice->setText(text);
    m_advice->setTone(advice.isEmpty() ? Tone::text2 : Tone::text);
}

void JobsPage::showRow(int row)
{
    const JobFacts* job = m_model->job(row);
    const Feed* feed = job != nullptr ? m_context.feeds->at(m_model->connection(row)) : nullptr;
    if (feed != nullptr)
        emit rowRequested(QStringLiteral("lock"), feed->info().id, format::exact(job->key));
}

QString JobsPage::countText() const { return m_missed > 0 ? format::count(m_missed) : QString(); }
bool JobsPage::countAlarms() const { return m_missed > 0; }

QString JobsPage::statusText() const
{
    return m_missed > 0 ? tr("%Ln job(s) missed a run", nullptr, m_missed) : tr("%Ln job(s)", nullptr, m_model->totalRows());
}

void JobsPage::setActive(bool active)
{
    m_active = active;
    m_model->setActive(active);
}

void JobsPage::focusFilter() { m_filter->focusField(); }
void JobsPage::focusContent() { m_table->setFocus(); }
void JobsPage::applyFilter(const QString& text) { m_filter->setText(text); }

bool JobsPage::escape()
{
    if (m_table->selectionModel()->hasSelection()) {
        m_table->clearSelection();
        return true;
    }
    if (m_filter->text().isEmpty())
        return false;
    m_filter->setText({});
    return true;
}

} // namespace lockdesk
