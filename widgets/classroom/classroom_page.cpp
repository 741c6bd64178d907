// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/classroom_page.h"

#include "models/classroom/steps_model.h"
#include "models/format/format.h"
#include "widgets/classroom/ask_panel.h"
#include "widgets/classroom/class_actions.h"
#include "widgets/classroom/class_bar.h"
#include "widgets/classroom/clock_popup.h"
#include "widgets/classroom/join_sheet.h"
#include "widgets/classroom/result_sheet.h"
#include "widgets/classroom/step_panel.h"
#include "widgets/classroom/step_table.h"
#include "widgets/classroom/verdict_bar.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/lane_view.h"
#include "widgets/shell/page_context.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

namespace lockdesk {

namespace {

constexpr int frameMs = 16;

QPushButton* toolButton(QAction* action, const QString& kind = {})
{
    QPushButton* button = makeButton(action->text(), {}, kind);
    button->setFocusPolicy(Qt::TabFocus); // so that Space after a click runs the lesson instead of clicking again
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(
            QStringLiteral("%1 (%2)").arg(action->text(), action->shortcut().toString(QKeySequence::NativeText)));
        button->setAccessibleName(action->text());
    };
    QObject::connect(action, &QAction::changed, button, follow);
    follow();
    return button;
}

} // namespace

ClassroomPage::ClassroomPage(const PageContext& context, QWidget* parent)
    : ConsolePage(parent), m_room(context.classroom), m_actions(new ClassActions(m_room, this)), m_header(new LessonHeader),
      m_tools(new ToolRow), m_variants(new VariantPicker), m_clock(new ClassClock), m_banner(new Banner),
      m_lanes(new LaneView), m_rows(new QSplitter(Qt::Vertical)), m_columns(new QSplitter(Qt::Horizontal)),
      m_steps(new StepTable(m_room)), m_panel(new StepPanel(m_room)), m_ask(new AskPanel(m_room)),
      m_askColumn(new QScrollArea), m_verdict(new VerdictBar(m_room)), m_body(new QWidget)
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_body);
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_tools);
    column->addWidget(m_banner);
    assembleTools();
    assembleLanes();
    assembleBody(column);
    column->addWidget(m_verdict);
    connectActions();
    m_soon.setSingleShot(true);
    m_soon.setInterval(frameMs);
    connect(&m_soon, &QTimer::timeout, this, &ClassroomPage::refresh);
    connect(m_room, &Classroom::changed, this, &ClassroomPage::refreshSoon);
    connect(m_room, &Classroom::lessonChanged, this, &ClassroomPage::refreshLesson);
    connect(m_room, &Classroom::problemChanged, this, &ClassroomPage::refreshBanner);
    connect(m_room, &Classroom::notice, this, &ConsolePage::notice);
    connect(m_room, &Classroom::questionChanged, this, &ClassroomPage::showQuestion, Qt::QueuedConnection);
    connect(m_room->catalog(), &LessonCatalog::changed, this, &ClassroomPage::sidebarChanged);
    connect(m_room->stores(), &ClassStores::changed, this, [this] {
        refreshVariants();
        refreshStoreButton();
    });
    connect(&Theme::get(), &Theme::changed, this, &ClassroomPage::dress);
    connect(m_ask, &AskPanel::bareChanged, this, &ClassroomPage::dress, Qt::QueuedConnection);
    connect(qApp, &QApplication::focusChanged, this, &ClassroomPage::judgeKeys);
    dress();
    refreshLesson();
}

ClassroomPage::~ClassroomPage()
{
    // Destruction moves the focus once more.
    disconnect(qApp, nullptr, this, nullptr);
    m_room->disconnect(this);
}

void ClassroomPage::assembleTools()
{
    m_store = makeButton({});
    m_store->setObjectName(QStringLiteral("classStore"));
    m_store->setFocusPolicy(Qt::TabFocus);
    auto* stores = new QMenu(m_store);
    connect(stores, &QMenu::aboutToShow, this, [this, stores] { m_actions->fillStoreMenu(stores); });
    m_store->setMenu(stores);
    m_again = toolButton(m_actions->again);
    m_again->setText({});
    m_again->setIcon(icon(QStringLiteral("retry")));
    m_back = toolButton(m_actions->stepBack);
    m_back->setIcon(icon(QStringLiteral("step-back")));
    m_step = toolButton(m_actions->step, QStringLiteral("primary"));
    m_step->setIcon(icon(QStringLiteral("step"), Tone::onPrimary));
    m_run = toolButton(m_actions->run);
    m_speed = makeButton({});
    m_speed->setFocusPolicy(Qt::TabFocus);
    auto* speeds = new QMenu(m_speed);
    connect(speeds, &QMenu::aboutToShow, this, [this, speeds] { m_actions->fillSpeedMenu(speeds); });
    m_speed->setMenu(speeds);
    m_line = new Line(Qt::Vertical);
    connect(m_variants, &VariantPicker::chosen, &m_room->choice(), &LessonChoice::setVariant);
    connect(m_clock, &QAbstractButton::clicked, this, &ClassroomPage::editClock);
}

void ClassroomPage::assembleLanes()
{
    m_lanes->setLabels(LaneAxis::Labels::elapsed);
    m_lanes->setInteractive(true);
    m_lanes->setPlayheadMovable(true);
    m_lanes->setMinimumHeight(0);
    m_lanes->installEventFilter(this);
    m_lanes->setAccessibleName(tr("Lanes of the lesson"));
    connect(m_lanes, &LaneView::currentLaneChanged, this, &ClassroomPage::targetLane);
    connect(m_lanes, &LaneView::laneActivated, this,
            [this](int lane) { showLaneMenu(lane, m_lanes->mapToGlobal(m_lanes->pointOf(lane, m_lanes->window().first))); });
    connect(m_lanes, &LaneView::playheadMoved, this, [this](std::int64_t at) {
        // Only within the recording: steps and running alone advance the time.
        const ClassTrack& track = m_room->track();
        int n = 0;
        while (n < track.size() && to_us(track.event(n).t) <= at)
            ++n;
        m_room->player().goTo(n);
    });
}

void ClassroomPage::assembleBody(QVBoxLayout* column)
{
    m_askColumn->setWidgetResizable(true);
    m_askColumn->setFrameShape(QFrame::NoFrame);
    m_askColumn->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_askColumn->setFocusPolicy(Qt::NoFocus);
    for (QSplitter* splitter : {m_rows, m_columns}) {
        splitter->setChildrenCollapsible(false);
        splitter->setHandleWidth(splitter == m_rows ? 4 : 1);
    }
    m_columns->addWidget(m_steps);
    m_columns->addWidget(m_panel);
    m_columns->addWidget(m_askColumn);
    m_rows->addWidget(m_lanes);
    m_rows->addWidget(m_columns);
    m_rows->setAccessibleName(tr("Lanes and lesson"));
    m_columns->setAccessibleName(tr("Parts of the lesson"));
    m_rows->handle(1)->setAccessibleName(tr("Height of the lanes"));
    m_columns->handle(1)->setAccessibleName(tr("Width of the steps"));
    m_columns->handle(2)->setAccessibleName(tr("Width of the questions"));
    m_rows->setStretchFactor(0, 0);
    m_rows->setStretchFactor(1, 1);
    m_columns->setStretchFactor(0, 376);
    m_columns->setStretchFactor(1, 376);
    m_columns->setStretchFactor(2, 348);
    column->addWidget(m_rows, 1);
    m_rows->installEventFilter(this);
    QWidget::setTabOrder(m_lanes, m_steps->view());
}

void ClassroomPage::connectActions()
{
    const ClassActions& a = *m_actions;
    connect(a.setClock, &QAction::triggered, this, &ClassroomPage::editClock);
    connect(a.firstWrong, &QAction::triggered, m_verdict->link(), [this] {
        if (!m_verdict->link()->isHidden())
            m_verdict->link()->click();
    });
    connect(a.nextVariant, &QAction::triggered, m_variants, [this] { m_variants->move(1); });
    connect(a.nextLesson, &QAction::triggered, this, [this] { moveLesson(1); });
    connect(a.lastLesson, &QAction::triggered, this, [this] { moveLesson(-1); });
    connect(a.chooseStore, &QAction::triggered, m_store, &QPushButton::showMenu);
    connect(a.result, &QAction::triggered, this, &ClassroomPage::openResultSheet);
    connect(a.join, &QAction::triggered, this, &ClassroomPage::openJoinSheet);
    connect(a.save, &QAction::triggered, this, &ClassroomPage::saveRecording);
    connect(a.open, &QAction::triggered, this, &ClassroomPage::openFile);
    connect(m_banner, &Banner::buttonClicked, this, [this] {
        if (m_badFile.isEmpty()) {
            const auto problem = m_room->problem().kind();
            if (problem == ClassProblem::Kind::foreign || problem == ClassProblem::Kind::unconfined)
                return m_room->agree();
            m_room->problem().dismiss();
            m_room->choice().again();
            return;
        }
        m_room->catalog()->reload(); // with mistakes left the banner stays, with what they are now
        for (const scenarios::Lesson& lesson : m_room->catalog()->lessons())
            if (format::exact(lesson.file.string()) == m_badFile)
                return openSidebarEntry(format::exact(lesson.id));
        refreshBanner();
    });
    connect(m_banner, &Banner::closed, this, [this] {
        m_badFile.clear();
        m_room->problem().dismiss();
    });
}

QList<QAction*> ClassroomPage::rowActions() const { return m_actions->all(); }

void ClassroomPage::setComparison(std::function<QWidget*()> make)
{
    m_makeComparison = std::move(make);
    emit sidebarChanged();
}

void ClassroomPage::showComparison(bool shown)
{
    if (!m_makeComparison)
        return;
    if (shown && m_comparison == nullptr) {
        m_comparison = m_makeComparison();
        layout()->addWidget(m_comparison);
    }
    if (m_comparison != nullptr)
        m_comparison->setVisible(shown);
    m_body->setVisible(!shown);
    if (shown)
        m_room->player().setRunning(false);
    judgeKeys();
    emit sidebarChanged();
    emit statusChanged();
}

void ClassroomPage::setActive(bool active)
{
    m_active = active;
    if (active && !std::exchange(m_everActive, true) && m_room->choice().lesson() == nullptr
        && m_room->choice().kind() == LessonChoice::Kind::none && !m_room->catalog()->lessons().empty())
        m_room->openLesson(format::exact(m_room->catalog()->lessons().front().id));
    m_room->setPresent(active);
    judgeKeys();
}

void ClassroomPage::focusContent()
{
    m_steps->view()->setFocus(); // so that Up and Down go through the steps at once
    judgeKeys();
}

void ClassroomPage::judgeKeys()
{
    const QWidget* focus = QApplication::focusWidget();
    const bool button = qobject_cast<const QAbstractButton*>(focus) != nullptr;
    const bool tabs = qobject_cast<const QTabBar*>(focus) != nullptr;
    const bool here = m_active && m_body->isVisibleTo(this) && m_sheet == nullptr;
    m_actions->setKeys(here, !button, !tabs);
}

bool ClassroomPage::escape()
{
    if (m_sheet != nullptr) {
        m_sheet->close();
        return true;
    }
    if (m_comparison != nullptr && m_comparison->isVisible()) {
        showComparison(false);
        return true;
    }
    if (m_room->player().isRunning()) {
        m_room->player().setRunning(false);
        return true;
    }
    return false;
}

void ClassroomPage::showQuestion()
{
    // Outside projector mode its own column is always visible; there it takes the statement's room until the class goes on.
    const bool open = isProjector() && m_room->questions().current() != nullptr && !m_room->player().atEnd();
    m_askedAt = open ? m_room->player().position() : -1;
    m_panel->setStatementShown(!open);
    if (open)
        m_panel->showBelow(m_ask);
}

void ClassroomPage::moveLesson(int by)
{
    const auto& lessons = m_room->catalog()->lessons();
    if (lessons.empty())
        return;
    int at = 0;
    for (int i = 0; i < int(lessons.size()); ++i)
        if (format::exact(lessons[std::size_t(i)].id) == m_room->choice().lessonId())
            at = i + by;
    at = std::clamp(at, 0, int(lessons.size()) - 1);
    openSidebarEntry(format::exact(lessons[std::size_t(at)].id));
}

void ClassroomPage::editClock()
{
    if (!m_room->player().isReady())
        return;
    auto* popup = new ClockPopup(to_us(m_room->player().clock()), this);
    connect(popup, &ClockPopup::chosen, this, [this](qint64 us) { m_room->player().runTo(Duration{us}); });
    popup->openUnder(m_clock);
}

void ClassroomPage::targetLane(int lane)
{
    const bool actor = lane >= 0 && lane < int(m_laneActors.size()) && !m_laneActors[std::size_t(lane)].empty();
    m_actions->setTarget(actor ? format::exact(m_laneActors[std::size_t(lane)]) : QString());
    emit statusChanged();
}

int ClassroomPage::laneAt(const QPoint& point) const
{
    const int half = Theme::get().px(m_shownLaneHeight) / 2;
    for (int i = 0; i < int(m_laneActors.size()); ++i)
        if (std::abs(m_lanes->pointOf(i, m_lanes->window().first).y() - point.y()) <= half)
            return i;
    return -1;
}

void ClassroomPage::contextMenuEvent(QContextMenuEvent* event)
{
    const QPoint at = m_lanes->mapFrom(this, event->pos());
    if (event->reason() == QContextMenuEvent::Keyboard ? m_lanes->hasFocus() : m_lanes->rect().contains(at)) {
        const int lane = event->reason() == QContextMenuEvent::Keyboard ? m_lanes->currentLane() : laneAt(at);
        return showLaneMenu(lane, event->reason() == QContextMenuEvent::Keyboard && lane >= 0
                                      ? m_lanes->mapToGlobal(m_lanes->pointOf(lane, m_lanes->window().first))
                                      : event->globalPos());
    }
    // A projector has no menu bar.
    QMenu menu(this);
    menu.addActions(m_actions->all());
    menu.exec(event->globalPos());
}

void ClassroomPage::showLaneMenu(int lane, const QPoint& global)
{
    if (lane >= 0)
        m_lanes->setCurrentLane(lane);
    targetLane(m_lanes->currentLane());
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_actions->target().isEmpty())
        menu->addAction(tr("Only actors can be hurt: choose one of their lanes."))->setEnabled(false);
    else
        m_actions->fillFaultMenu(menu);
    menu->popup(global);
}

void ClassroomPage::cover(Sheet* sheet, QWidget* first)
{
    m_room->player().setRunning(false);
    m_sheet = sheet;
    connect(sheet, &Sheet::closed, this, [this] {
        m_sheet.clear();
        judgeKeys();
    });
    sheet->open(first);
    judgeKeys();
}

void ClassroomPage::openResultSheet()
{
    if (!m_room->player().isReady() || m_sheet != nullptr)
        return;
    auto* sheet = new ResultSheet(m_room, this);
    connect(sheet, &ResultSheet::saved, this, [this](const QString& file) { emit notice(tr("Saved: %1").arg(file)); });
    cover(sheet, sheet->firstField());
}

void ClassroomPage::openJoinSheet()
{
    if (m_sheet != nullptr || m_room->track().sandbox().isEmpty())
        return;
    auto* sheet = new JoinSheet(m_room, this);
    cover(sheet, sheet->firstField());
}

void ClassroomPage::saveRecording()
{
    const LessonChoice& choice = m_room->choice();
    chooseSaveFile(this, tr("Save recording"), QStringLiteral("%1-%2.jsonl").arg(choice.lessonId(), choice.variant()),
                   tr("Recordings (*.jsonl)"), QStringLiteral("jsonl"), [this](const QString& file) {
                       const QString wrong = m_room->saveRecording(file);
                       emit notice(wrong.isEmpty() ? tr("Saved: %1").arg(file) : wrong);
                   });
}

void ClassroomPage::openFile()
{
    chooseOpenFile(this, tr("Open recording or result"), tr("Recordings and results (*.jsonl *.html)"),
                   [this](const QString& file) {
                       const bool result = file.endsWith(QLatin1String(".html"), Qt::CaseInsensitive);
                       const QString wrong = result ? m_room->openResult(file) : m_room->openRecording(file);
                       if (!wrong.isEmpty())
                           m_banner->showMessage(Glyph::triangle, Tone::closing, tr("Not opened."), wrong);
                       m_banner->setClosable(!wrong.isEmpty());
                   });
}

} // namespace lockdesk
