// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/tasks_page.h"

#include "models/feed/reasons.h"
#include "models/format/format.h"
#include "models/format/record_text.h"
#include "models/tables/countdown_timer.h"
#include "models/tables/tasks_model.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/named_box.h"
#include "widgets/common/splitter_keeper.h"
#include "widgets/tasks/task_texts.h"

#include <QAction>
#include <QComboBox>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace lockdesk {

namespace {

const TaskRow& taskOf(const TableEntry& entry) { return entry.as<TaskRow>(); }

std::vector<ColumnLook> tasksColumnLooks()
{
    using C = TasksModel;
    return {{C::State, 90, CellKind::state},
            {C::Id, 104, CellKind::mono},
            {C::Phase, 80, CellKind::text, false, false, 120},
            {C::Desired, 74, CellKind::text2, false, true},
            {C::Owner, 138, CellKind::owner, false, true, 320},
            {C::Token, 56, CellKind::monoNumber, false, true},
            {C::Locked, 84, CellKind::time, false, true},
            {C::Due, 112, CellKind::time},
            {C::Claims, 58, CellKind::number, false, true},
            {C::Takeovers, 78, CellKind::number, false, true},
            {C::Failures, 66, CellKind::number},
            {C::LastError, 160, CellKind::text2},
            {C::StoreName, 84, CellKind::store, false, false, 140}};
}

} // namespace

TasksPage::TasksPage(const PageContext& context, QWidget* parent)
    : RowPage(context,
              {QStringLiteral("tasks"),
               tr("Tasks"),
               QStringLiteral("tasks"),
               {},
               tr("No task is here."),
               tr("Tasks appear here as they are added: a column for each phase, and who works on what.")},
              new TasksModel(context.feeds), tasksColumnLooks(), parent),
      m_boardModel(new TasksModel(context.feeds, this))
{
    m_boardModel->setActive(false); // until the page is shown: a hidden one arranged a hundred thousand tasks each second
    assembleTools();
    assembleBoard();
    m_refill.setSingleShot(true);
    m_refill.setInterval(250);
    connect(&m_refill, &QTimer::timeout, this, &TasksPage::fillBoard);
    const auto soon = [this] {
        if (isVisible() && !m_refill.isActive())
            m_refill.start();
    };
    // Worst first, and of the same state the one that was or will be due first.
    m_boardModel->sort(TasksModel::Due);
    m_boardModel->sort(TasksModel::State);
    connect(m_boardModel, &LiveTableModel::arranged, this, soon);
    connect(m_boardModel, &QAbstractItemModel::dataChanged, this, soon);
    connect(m_boardModel, &LiveTableModel::countsChanged, this, soon);
    connect(context.shown, &ShownConnections::changed, this, [this] {
        m_boardModel->setShownConnections(this->context().shown->indexes());
        fillKinds();
    });
    connect(context.feeds, &FeedSet::updated, this, [this](Feed*, const UpdatePtr& update) {
        if (update->phases)
            fillKinds();
    });
    context.countdown->add(
        m_board,
        [this]() -> std::optional<Duration> {
            return m_board->isVisible() && m_boardModel->rowCount() > 0 ? std::optional<Duration>(std::chrono::minutes{2})
                                                                        : std::nullopt;
        },
        [this] {
            fillBoard();
            showWhy();
        });
    setBoard(true);
}

void TasksPage::assembleTools()
{
    m_mode = new Segmented({tr("Board"), tr("Table")});
    m_kind = new QComboBox;
    nameBox(m_kind, tr("Kind of task"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    filterBox()->setWidth(190); // the tool row is full
    toolRow()->insertAt(0, m_mode);
    toolRow()->insertAt(1, m_kind);
    connect(m_mode, &Segmented::currentChanged, this, [this](int index) { setBoard(index == 0); });
    connect(m_kind, &QComboBox::activated, this, &TasksPage::chooseKind);
    connect(filterBox(), &FilterBox::edited, this, &TasksPage::narrowTable);
    addRowAction(tr("Relock…"), QStringLiteral("lock"), Placement::toolRow, [this] { return relock(); });
    addRowAction(tr("Unlock…"), {}, Placement::toolRow, [this] { return unlock(); });
    addRowAction(tr("Advance…"), {}, Placement::toolRow, [this] { return advance(); });
    addColumnsButton();
}

void TasksPage::assembleBoard()
{
    m_halves = new QSplitter(Qt::Vertical);
    m_halves->setHandleWidth(4);
    m_halves->setChildrenCollapsible(false);
    m_board = new PhaseBoard;
    m_board->setMinimumHeight(150);
    m_lower = new QWidget;
    auto* lower = new QVBoxLayout(m_lower);
    lower->setContentsMargins(0, 0, 0, 0);
    lower->setSpacing(0);
    m_phaseTitle = new SectionTitle(QString());
    lower->addWidget(m_phaseTitle);
    lower->addWidget(table(), 1);
    m_halves->addWidget(m_board);
    m_halves->addWidget(m_lower);
    m_halves->setAccessibleName(tr("Board and table"));
    m_halves->handle(1)->setAccessibleName(tr("Height of the board"));
    putBesideDetail(m_halves);
    m_halves->setStretchFactor(0, 0);
    m_halves->setStretchFactor(1, 1);
    const auto place = [this](std::optional<int> size) {
        const int board = size.value_or(296), all = std::max(m_halves->height(), board + 330);
        m_halves->setSizes({board, all - board});
    };
    auto* keeper = new SplitterKeeper(m_halves, 0, QStringLiteral("tasks/board"), context().shown, place);
    place(keeper->size());

    m_whyLine = new Surface(Surface::Ground::window, Qt::TopEdge);
    auto* whyRow = new QHBoxLayout(m_whyLine);
    whyRow->setContentsMargins(10, 8, 10, 8);
    whyRow->setSpacing(8);
    m_whyGlyph = new GlyphLabel;
    m_why = new ThemeLabel;
    m_why->setTextFormat(Qt::RichText);
    m_why->setWordWrap(true);
    whyRow->addWidget(m_whyGlyph, 0, Qt::AlignTop);
    whyRow->addWidget(m_why, 1);
    column()->addWidget(m_whyLine);
    m_whyLine->hide();

    connect(m_board, &PhaseBoard::phaseChosen, this, &TasksPage::narrowTable);
    connect(m_board, &PhaseBoard::entryChosen, this, [this](const QString& key) {
        if (const int row = model()->rowOfKey(entryConnection(key), entryId(key)); row >= 0) {
            table()->selectRow(row);
            table()->scrollTo(model()->index(row, 0));
        }
        showWhy();
    });
    connect(m_board, &PhaseBoard::entryOpened, this, [this](const QString& key) {
        if (const int row = model()->rowOfKey(entryConnection(key), entryId(key)); row >= 0)
            showDetail(row);
    });
    connect(model(), &LiveTableModel::arranged, this, [this] {
        // Selects a task chosen on the board once the table of its phase is shown.
        if (m_board->entry().isEmpty() || !table()->selectedRows().empty())
            return;
        if (const int row = model()->rowOfKey(entryConnection(m_board->entry()), entryId(m_board->entry())); row >= 0)
            table()->selectRow(row);
    });
}

// Counts the tasks seen: which phase is a final one is not recorded anywhere.
QStringList TasksPage::shownTexts() const
{
    if (!m_asBoard || kind().isEmpty())
        return RowPage::shownTexts();
    PhaseSummary all;
    for (const Feed* feed : context().feeds->feeds()) {
        if (!context().shown->shows(feed->index()))
            continue;
        for (const PhaseSummary& phase : feed->facts().phases())
            if (format::exact(phase.kind) == kind()) {
                all.total += phase.total;
                all.held += phase.held;
                all.due += phase.due;
                all.waiting += phase.waiting;
                all.failed += phase.failed;
                all.done += phase.done;
            }
    }
    QStringList parts{tr("%1 held").arg(format::count(all.held)), tr("%1 due").arg(format::count(all.due)),
                      tr("%1 waiting").arg(format::count(all.waiting))};
    if (all.done > 0)
        parts << tr("%1 done").arg(format::count(all.done));
    if (all.failed > 0)
        parts << tr("%1 failed").arg(format::count(all.failed));
    const QString total = format::count(all.total);
    return {tr("%1 tasks: %2").arg(total, parts.join(QStringLiteral(", "))), tr("%Ln task(s)", nullptr, int(all.total)),
            total};
}

void TasksPage::setActive(bool active)
{
    RowPage::setActive(active);
    m_boardModel->setActive(active && m_asBoard);
    if (active) {
        fillKinds();
        fillBoard();
    }
}

void TasksPage::setBoard(bool on)
{
    m_asBoard = on;
    showParts();
    m_boardModel->setActive(on && isVisible());
    table()->setLeftOut(TasksModel::Phase, on); // each column of the board is a phase
    narrowTable();
    if (on)
        fillBoard();
}

void TasksPage::showParts()
{
    // A board without a kind is empty: the table states that there is no task.
    const bool board = m_asBoard && m_kind->count() > 0;
    for (QWidget* part :
         {static_cast<QWidget*>(m_board), static_cast<QWidget*>(m_phaseTitle), static_cast<QWidget*>(m_kind)})
        part->setVisible(board);
}

QString TasksPage::kind() const { return m_kind->currentData().toString(); }

void TasksPage::fillKinds()
{
    std::set<QString> kinds;
    for (const Feed* feed : context().feeds->feeds())
        if (context().shown->shows(feed->index()))
            for (const PhaseSummary& phase : feed->facts().phases())
                kinds.insert(format::exact(phase.kind));
    QStringList wanted(kinds.begin(), kinds.end());
    QStringList present;
    for (int i = 0; i < m_kind->count(); ++i)
        present += m_kind->itemData(i).toString();
    if (wanted == present)
        return;
    const QString before = kind();
    m_kind->clear();
    for (const QString& name : wanted)
        m_kind->addItem(tr("Kind: %1").arg(format::foreign(name)), name);
    if (const int at = m_kind->findData(before); at >= 0)
        m_kind->setCurrentIndex(at);
    showParts();
    if (kind() != before)
        chooseKind();
}

void TasksPage::chooseKind()
{
    m_boardModel->setFilterText(kind().isEmpty() ? QString() : QStringLiteral("kind:") + quotedForFilter(kind()));
    narrowTable();
    fillBoard();
}

void TasksPage::narrowTable()
{
    QString text = filterBox()->text();
    if (m_asBoard && !kind().isEmpty()) {
        text += QStringLiteral(" kind:") + quotedForFilter(kind());
        if (!m_board->phase().isEmpty())
            text += QStringLiteral(" phase:") + quotedForFilter(m_board->phase());
    }
    model()->setFilterText(text.trimmed());
    fillBoard();
}

void TasksPage::fillBoard()
{
    if (!m_asBoard || !isVisible())
        return;
    std::vector<PhaseColumn> columns;
    takeCounts(columns);
    takeEntries(columns);
    m_board->setColumns(std::move(columns));
    refreshShownText();
    for (const PhaseColumn& column : m_board->columns())
        if (column.phase == m_board->phase()) {
            m_phaseTitle->setTitle(format::foreign(column.phase));
            m_phaseTitle->setCaption(ruleText(context(), kind(), column));
        }
}

void TasksPage::takeCounts(std::vector<PhaseColumn>& columns) const
{
    for (const Feed* feed : context().feeds->feeds()) {
        if (!context().shown->shows(feed->index()))
            continue;
        for (const PhaseSummary& phase : feed->facts().phases())
            if (format::exact(phase.kind) == kind())
                addPhase(columns, phase);
    }
    std::stable_sort(columns.begin(), columns.end(),
                     [](const PhaseColumn& a, const PhaseColumn& b) { return phaseRank(a.phase) < phaseRank(b.phase); });
}

void TasksPage::takeEntries(std::vector<PhaseColumn>& columns) const
{
    constexpr size_t most = 200; // nobody scrolls further in a column; the table has them all
    // A hundred thousand rows are scanned in the GUI thread, so bytes are compared and only shown rows are formatted.
    std::vector<std::string> names;
    const bool named = severalHave(context(), kind());
    for (const PhaseColumn& column : columns)
        names.push_back(column.phase.toStdString());
    size_t full = 0;
    for (int row = 0; row < m_boardModel->rowCount() && full < columns.size(); ++row) {
        const TableEntry* entry = m_boardModel->entryAt(row);
        const auto name = std::find(names.begin(), names.end(), taskOf(*entry).phase);
        const Feed* feed = feedOf(*entry);
        if (name == names.end() || feed == nullptr)
            continue;
        PhaseColumn& column = columns[size_t(name - names.begin())];
        if (column.entries.size() >= most)
            continue;
        column.entries.push_back(
            phaseEntry(*feed, taskOf(*entry), m_boardModel->index(row, 0).data(StateRole).toString(), named));
        full += column.entries.size() == most ? 1 : 0;
    }
}

void TasksPage::selectionSettled() { showWhy(); }

void TasksPage::showWhy()
{
    const std::vector<int> rows = table()->selectedRows();
    const TableEntry* entry = rows.size() == 1 ? model()->entryAt(rows.front()) : nullptr;
    const Feed* feed = entry != nullptr ? feedOf(*entry) : nullptr;
    m_whyLine->setVisible(feed != nullptr);
    if (feed == nullptr)
        return;
    const TaskRow& task = taskOf(*entry);
    const StateLook look = stateLook(model()->index(rows.front(), 0).data(StateRole).toString());
    m_whyGlyph->setLook(look.glyph, look.tone);
    m_why->setText(QStringLiteral("<b>%1</b> %2")
                       .arg(tr("Why is %1 not moving?").arg(format::foreign(task.id)).toHtmlEscaped(),
                            whyStuck(*feed, task).toHtmlEscaped()));
}

QString TasksPage::whyText() const { return m_whyLine->isVisibleTo(this) ? m_why->text() : QString(); }

void TasksPage::revealRow(const QString& connection, const QString& rowKey, std::function<void(bool)> done)
{
    m_mode->setCurrent(1);
    setBoard(false);
    RowPage::revealRow(connection, rowKey, std::move(done));
}

std::optional<Objection> TasksPage::relock()
{
    const auto [connection, tasks] = selection<TaskRow>(taskOf);
    return flow()->start(requestOf(actions::relockTask(), context().feeds->at(connection), tasks));
}

std::optional<Objection> TasksPage::unlock()
{
    const auto [connection, tasks] = selection<TaskRow>(taskOf);
    return flow()->start(requestOf(actions::unlockTask(), context().feeds->at(connection), tasks));
}

std::optional<Objection> TasksPage::advance()
{
    const auto [connection, tasks] = selection<TaskRow>(taskOf);
    return flow()->start(requestOf(actions::advanceTask(), context().feeds->at(connection), tasks));
}

void TasksPage::startStep(NextStep step)
{
    if (step == NextStep::relock)
        say(relock());
}

DetailContent TasksPage::contentOf(const TableEntry& entry) const
{
    const TaskRow& task = taskOf(entry);
    DetailContent content;
    fillHead(entry, content);
    content.name = format::foreign(task.id);
    content.record = format::exact(recordText(task));
    if (const Feed* feed = feedOf(entry)) {
        fillTask(*feed, task, content);
        fillFindings(entry, Entity::task, task.id, content);
        fillEvents(entry, {Entity::task, task.id, task.id}, content);
    }
    return content;
}

} // namespace lockdesk
