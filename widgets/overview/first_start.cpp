// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/first_start.h"

#include "models/format/format.h"
#include "models/tables/activity_model.h"
#include "models/tables/findings_model.h"
#include "models/tables/locks_model.h"
#include "models/tables/roles.h"
#include "widgets/common/cell_delegates.h"
#include "widgets/common/lane_view.h"
#include "widgets/common/live_table.h"
#include "widgets/overview/finding_links.h"
#include "widgets/overview/overview_page.h"
#include "widgets/overview/try_panel.h"
#include "widgets/shell/own_workers.h"
#include "widgets/shell/worker_lanes.h"
#include "widgets/theme/theme.h"

#include <QCursor>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

constexpr int mostLocks = 9;
constexpr int mostFindings = 4;
constexpr int mostEvidenceLines = 4; ///< of the evidence of a finding
constexpr int restMs = 5000; ///< as of tables, whose changes wait until the mouse rests

int linesOfEvidence(const TableView& table, int rows)
{
    const QFontMetrics metrics(Theme::get().body());
    const int width = table.columnWidth(FindingsModel::Evidence) - Theme::get().px(2 * CellDelegate::padding);
    qsizetype lines = 1;
    for (int row = 0; row < rows; ++row) {
        const QString text = table.model()->index(row, FindingsModel::Evidence).data().toString();
        lines = std::max(lines, CellDelegate::linesOf(text, metrics, width, mostEvidenceLines).size());
    }
    return int(lines);
}

} // namespace

FirstStart::FirstStart(const PageContext& context, OverviewPage* page)
    : QWidget(page), m_context(context), m_page(page), m_findingsModel(new FindingsModel(context.feeds, context.findings)),
      m_locksModel(new LocksModel(context.feeds)), m_activityModel(new ActivityModel(context.feeds)),
      m_findingsStack(new QStackedWidget), m_nothing(new EmptyState(Glyph::unknown, Tone::closing, {}, {})), m_findings(new TableView({})), m_locksTitle(new SectionTitle(tr("Locks"))),
      m_locks(new TableView({})), m_lanes(new LaneView), m_lower(new QWidget), m_activity(new TableView({})), m_try(new TryPanel)
{
    for (LiveTableModel* model : {static_cast<LiveTableModel*>(m_findingsModel), static_cast<LiveTableModel*>(m_locksModel),
                                  static_cast<LiveTableModel*>(m_activityModel)})
        model->takeOnly([](const Feed& feed) { return feed.info().id == QLatin1String(demoConnectionId); });
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(buildBanner());
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    buildFindings(column);
    auto* lower = new QVBoxLayout(m_lower);
    lower->setContentsMargins(0, 0, 0, 0);
    lower->setSpacing(0);
    buildLocks(lower);
    buildLanes(lower);
    buildActivity(lower);
    m_lower->setObjectName(QStringLiteral("lower"));
    m_lower->installEventFilter(this);
    column->addWidget(m_lower, 1);
    row->addLayout(column, 1);
    auto* gap = new Surface(Surface::Ground::window, Qt::LeftEdge);
    gap->setFixedWidth(4);
    row->addWidget(gap);
    // In a low window, or with a large zoom, the panel is higher than the page.
    auto* panel = new QScrollArea;
    panel->setWidget(m_try);
    panel->setWidgetResizable(true);
    panel->setFrameShape(QFrame::NoFrame);
    panel->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    panel->setFocusPolicy(Qt::NoFocus);
    panel->setAccessibleName(tr("Try it"));
    const auto dress = [panel] { panel->setFixedWidth(Theme::get().px(336)); };
    dress();
    connect(&Theme::get(), &Theme::changed, panel, dress);
    row->addWidget(panel);
    all->addLayout(row, 1);
    connectPanel();
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &FirstStart::refresh);
}

void FirstStart::focusContent()
{
    (m_findingsStack->currentWidget() == m_findings ? m_findings : m_locks)->setFocus(Qt::OtherFocusReason);
}

QWidget* FirstStart::buildBanner()
{
    auto* banner = new Banner(this);
    banner->showMessage(Glyph::play, Tone::live, tr("This is the demo."),
                        tr("One SQLite file of your own with three live workers. Nothing here is anybody’s data: break it."),
                        tr("Start with an empty window"));
    banner->setClosable(true);
    connect(banner, &Banner::buttonClicked, this,
            [this] { emit m_page->disconnectRequested(QLatin1String(demoConnectionId)); });
    return banner;
}

void FirstStart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitFindings(true);
}

bool FirstStart::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_lower && event->type() == QEvent::Enter) {
        m_mouseIsBelow = true;
        m_moved.start();
    } else if (watched == m_lower && event->type() == QEvent::Leave) {
        m_mouseIsBelow = false;
        fitFindings(true);
    }
    return QWidget::eventFilter(watched, event);
}

// Gives the findings the height of their rows, or of the sentence in their place. That moves what is below: under the mouse
// only `atOnce`, or once the mouse rests.
void FirstStart::fitFindings(bool atOnce)
{
    const int rows = m_findingsModel->rowCount();
    m_findings->setRowLines(linesOfEvidence(*m_findings, std::min(rows, mostFindings)));
    const int height = rows > 0 ? m_findings->lineHeight() * std::min(rows, mostFindings)
                                : std::max(Theme::get().px(46), m_nothing->heightForWidth(m_findingsStack->width()));
    if (height == m_findingsStack->minimumHeight())
        return;
    if (atOnce || !m_mouseIsBelow || m_moved.elapsed() > restMs)
        m_findingsStack->setFixedHeight(height);
}

void FirstStart::buildFindings(QVBoxLayout* column)
{
    using F = FindingsModel;
    attachTable(m_findings, m_findingsModel, m_context,
                {{F::KindName, 160, CellKind::text},
                 {F::What, 140, CellKind::mono},
                 {F::Evidence, 300, CellKind::text2},
                 {F::For, 60, CellKind::time},
                 {F::Next, 100, CellKind::link}});
    dressFindings(m_findings);
    m_findings->horizontalHeader()->hide();
    m_findings->setPlain(mostFindings);
    m_findings->setAccessibleName(tr("Findings"));
    m_nothing->setCompact(true);
    m_findingsStack->addWidget(m_nothing);
    m_findingsStack->addWidget(m_findings);
    auto* title = new SectionTitle(tr("Needs a human"));
    const auto count = [this, title] {
        const int rows = m_findingsModel->rowCount();
        const auto answers = answersOf(*m_context.feeds, m_context.shown->indexes());
        title->setCaption(findingsCaption(m_findingsModel->counts(), answers));
        dressNothing(m_nothing, answers);
        m_findingsStack->setCurrentIndex(rows > 0 ? 1 : 0);
        fitFindings();
    };
    connect(m_findingsModel, &LiveTableModel::countsChanged, this, count);
    connect(m_findingsModel, &QAbstractItemModel::dataChanged, this, [this] { fitFindings(); });
    // Queued: while columns are laid out their widths are not the final ones.
    connect(m_findings->horizontalHeader(), &QHeaderView::sectionResized, this, [this] { fitFindings(); }, Qt::QueuedConnection);
    for (auto signal : {&FeedSet::added, &FeedSet::healthChanged})
        connect(m_context.feeds, signal, this, count);
    connect(m_context.feeds, &FeedSet::updated, this, [count](Feed*, const UpdatePtr& update) {
        if (update->summary)
            count();
    });
    count();
    const auto follow = [this](const QModelIndex& index) {
        if (const FindingLine* line = m_findingsModel->lineAt(index.row()); line != nullptr && line->isHead())
            return m_findingsModel->toggle(index.row());
        followFinding(m_findingsModel->rowAt(index.row()), m_context.feeds->at(index.data(StoreRole).toInt()), m_page);
    };
    connect(m_findings, &TableView::rowActivated, this, follow);
    connect(m_findings, &TableView::linkClicked, this, [follow](const QModelIndex& index) {
        if (index.column() == FindingsModel::Next)
            follow(index);
    });
    column->addWidget(title);
    column->addWidget(m_findingsStack);
}

void FirstStart::buildLocks(QVBoxLayout* column)
{
    using L = LocksModel;
    attachTable(m_locks, m_locksModel, m_context,
                {{L::State, 84, CellKind::state},
                 {L::Name, 130, CellKind::mono, false, false, 260},
                 {L::LeaseLeft, 176, CellKind::lease},
                 {L::Owner, 150, CellKind::owner, false, true, 320},
                 {L::Token, 60, CellKind::monoNumber, false, true},
                 {L::Waiting, 64, CellKind::number},
                 {L::Acquired, 88, CellKind::time, false, true}});
    m_locks->setPlain(mostLocks);
    m_locks->setAccessibleName(tr("Locks"));
    QPushButton* link = m_locksTitle->addLink(tr("Show all"));
    connect(link, &QPushButton::clicked, m_page, [this] { emit m_page->pageRequested(QStringLiteral("locks"), {}); });
    connect(m_locks, &TableView::rowActivated, this, [this](const QModelIndex& index) {
        emit m_page->rowRequested(QStringLiteral("lock"), QLatin1String(demoConnectionId), index.data(KeyRole).toString());
    });
    connect(m_locksModel, &LiveTableModel::countsChanged, this,
            [this] { m_locksTitle->setCaption(tr("%1 in one source, live").arg(format::count(m_locksModel->rowCount()))); });
    column->addWidget(new Line);
    column->addWidget(m_locksTitle);
    column->addWidget(m_locks);
}

void FirstStart::buildLanes(QVBoxLayout* column)
{
    auto* title = new SectionTitle(tr("Workers, last 60 s"));
    QPushButton* link = title->addLink(tr("Open Workers"));
    connect(link, &QPushButton::clicked, m_page, [this] { emit m_page->pageRequested(QStringLiteral("workers"), {}); });
    m_lanes->setStep(15'000'000);
    m_lanes->setNameWidth(74);
    column->addWidget(new Line);
    column->addWidget(title);
    column->addWidget(m_lanes);
    const auto show = [this] {
        m_lanes->setLanes(workerLanes(m_context.workers->workers(), QLatin1String(demoConnectionId)));
        m_lanes->setNow(laneNow());
    };
    connect(m_context.workers, &OwnWorkers::changed, this, show);
    show();
}

void FirstStart::buildActivity(QVBoxLayout* column)
{
    using A = ActivityModel;
    attachTable(m_activity, m_activityModel, m_context,
                {{A::At, 84, CellKind::mono2}, {A::Actor, 120, CellKind::mono}, {A::Text, 400, CellKind::text}});
    m_activity->horizontalHeader()->hide();
    m_activity->setPlain();
    m_activity->setSelectionMode(QAbstractItemView::NoSelection);
    m_activity->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_activity->setAccessibleName(tr("Activity"));
    auto* title = new SectionTitle(tr("Activity"));
    QPushButton* link = title->addLink(tr("Open Activity"));
    connect(link, &QPushButton::clicked, m_page, [this] { emit m_page->pageRequested(QStringLiteral("activity"), {}); });
    column->addWidget(title);
    column->addWidget(m_activity, 1);
}

void FirstStart::connectPanel()
{
    connect(m_try, &TryPanel::crashRequested, m_context.workers, &OwnWorkers::crash);
    connect(m_try, &TryPanel::forceReleaseRequested, this, [this](const QString& lock) {
        emit m_page->stepRequested(QStringLiteral("lock"), QLatin1String(demoConnectionId), lock,
                                   NextStep::force_release);
    });
    connect(m_try, &TryPanel::lessonRequested, this,
            [this] { emit m_page->pageRequested(QStringLiteral("classroom"), {}); });
    connect(m_try, &TryPanel::connectRequested, m_page, &ConsolePage::connectRequested);
}

void FirstStart::setActive(bool active)
{
    m_locksModel->setActive(active);
    m_activityModel->setActive(active);
    if (active)
        m_timer.start();
    else
        m_timer.stop();
}

void FirstStart::refresh()
{
    m_lanes->setNow(laneNow());
    if (const QPoint at = QCursor::pos(); std::exchange(m_mouseAt, at) != at)
        m_moved.start();
    fitFindings();
    // The panel offers only what exists: a running worker that holds a lock, and a held lock.
    QString label, lock, held;
    for (const OwnWorker& worker : m_context.workers->workers()) {
        if (worker.connection != QLatin1String(demoConnectionId) || worker.pid == 0
            || (worker.state != OwnWorker::State::running && worker.state != OwnWorker::State::slow))
            continue;
        if (label.isEmpty())
            label = worker.label;
        for (int row = 0; lock.isEmpty() && row < m_locksModel->rowCount(); ++row) {
            const auto entry = m_locksModel->rowAt(row);
            if (entry != nullptr && !worker.workerId.isEmpty()
                && format::ownerShort(entry->owner) == format::ownerShort(worker.workerId.toStdString())) {
                label = worker.label;
                lock = format::exact(entry->name);
            }
        }
        if (!lock.isEmpty())
            break;
    }
    for (int row = m_locksModel->rowCount() - 1; row >= 0 && held.isEmpty(); --row) {
        const auto entry = m_locksModel->rowAt(row);
        const QString name = entry != nullptr && !entry->owner.empty() ? format::exact(entry->name) : QString();
        if (name != lock)
            held = name;
    }
    m_try->setVictim(label, lock);
    m_try->setLock(held);
}

} // namespace lockdesk
