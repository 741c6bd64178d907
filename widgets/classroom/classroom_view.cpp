// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the page and its layout in both sizes.
#include "widgets/classroom/classroom_page.h"

#include "models/classroom/steps_model.h"
#include "models/format/format.h"
#include "widgets/classroom/ask_panel.h"
#include "widgets/classroom/class_actions.h"
#include "widgets/classroom/class_bar.h"
#include "widgets/classroom/event_look.h"
#include "widgets/classroom/sidebar_ids.h"
#include "widgets/classroom/step_panel.h"
#include "widgets/classroom/step_table.h"
#include "widgets/classroom/verdict_bar.h"
#include "widgets/common/focus_order.h"
#include "widgets/common/lane_view.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QFileInfo>
#include <QPainter>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

constexpr int leastLane = 40; ///< two lines of text

const QString mistakePrefix = QStringLiteral("*mistake:");

/// Returns an environment's bar as an icon for a button.
QIcon environmentIcon(const QString& environment)
{
    const qreal ratio = 2;
    const int size = Theme::get().px(14);
    QPixmap picture(int(size * ratio), int(size * ratio));
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintStoreBar(&painter, QPoint(size / 2 - 1, 0), environmentLook(environment, Theme::get().tokens()));
    return picture;
}

} // namespace

bool ClassroomPage::isProjector() const { return Theme::get().scale() > 1.2; }

QString ClassroomPage::statusText() const
{
    if (m_comparison != nullptr && m_comparison->isVisible())
        return {};
    if (!m_actions->target().isEmpty() && m_lanes->hasFocus() && !m_actions->whyNoFaults().isEmpty())
        return m_actions->whyNoFaults();
    if (!m_actions->target().isEmpty() && m_lanes->hasFocus())
        return tr("Fault on %1: Shift+F freezes, Shift+C crashes · Enter: all").arg(m_actions->target());
    return isProjector() ? tr("Space runs and pauses · → step · ← step back · R starts again · F5 normal size")
                         : tr("Space runs and pauses · → step · ← step back · R starts again · F5 projector size");
}

QStringList ClassroomPage::statusParts() const
{
    QStringList parts;
    for (const ClassTrack* track : {&m_room->track(), &m_room->secondTrack()})
        if (!track->sandbox().isEmpty())
            parts << tr("sandbox %1 on %2, removed when you leave").arg(track->sandbox(), track->store().name);
    QStringList guests;
    for (const Participant& one : m_room->track().participants())
        if (one.isHere)
            guests << one.name;
    if (guests.size() > 3)
        parts << tr("%Ln joined", nullptr, int(guests.size()));
    else if (!guests.isEmpty())
        parts << tr("joined: %1").arg(guests.join(QStringLiteral(", ")));
    if (parts.isEmpty() && m_room->choice().kind() == LessonChoice::Kind::recording)
        parts << tr("recording from %1, nothing runs").arg(m_room->track().store().name);
    else if (parts.isEmpty())
        parts << tr("no sandbox");
    return parts;
}

std::vector<SidebarEntry> ClassroomPage::sidebarEntries() const
{
    std::vector<SidebarEntry> entries;
    const bool compares = m_comparison != nullptr && m_comparison->isVisibleTo(this);
    for (const scenarios::Lesson& lesson : m_room->catalog()->lessons()) {
        SidebarEntry entry;
        entry.id = format::exact(lesson.id);
        if (lesson.number > 0)
            entry.number = QString::number(lesson.number);
        entry.text = lessonText(lesson.title);
        entry.toolTip = lessonText(lesson.summary);
        const QStringList done = m_room->catalog()->done(entry.id);
        entry.done = !done.isEmpty();
        if (entry.done)
            entry.toolTip += QLatin1Char('\n') + tr("Done: %1 of %2 ways").arg(done.size()).arg(lesson.variants.size());
        entry.current = entry.id == m_room->choice().lessonId() && !compares;
        entries.push_back(std::move(entry));
    }
    for (const scenarios::LessonMistake& mistake : m_room->catalog()->library()->mistakes()) {
        const QString file = format::exact(mistake.file.string());
        SidebarEntry entry{
            mistakePrefix + file, {}, format::foreign(QFileInfo(file).fileName()), format::foreignText(mistake.message)};
        entry.wrong = true;
        entries.push_back(std::move(entry));
    }
    if (m_makeComparison)
        entries.push_back(
            {QLatin1String(whichLockEntry), {}, tr("Which lock?"), tr("The ways side by side"), false, compares, false});
    return entries;
}

void ClassroomPage::openSidebarEntry(const QString& id)
{
    if (id == QLatin1String(whichLockEntry))
        return showComparison(true);
    showComparison(false);
    if (id.startsWith(mistakePrefix)) {
        m_badFile = id.mid(mistakePrefix.size());
        return refreshBanner();
    }
    m_badFile.clear();
    if (id != m_room->choice().lessonId() || m_room->choice().kind() != LessonChoice::Kind::live)
        m_room->openLesson(id);
    refreshBanner();
}

void ClassroomPage::refreshBanner()
{
    m_banner->setClosable(true);
    if (!m_badFile.isEmpty())
        for (const scenarios::LessonMistake& mistake : m_room->catalog()->library()->mistakes())
            if (format::exact(mistake.file.string()) == m_badFile)
                return m_banner->showMessage(Glyph::triangle, Tone::closing, tr("This lesson cannot be read."),
                                             LessonCatalog::firstMistakes(mistake), tr("Read again"));
    switch (m_room->problem().kind()) {
    case ClassProblem::Kind::none: m_banner->hide(); break;
    case ClassProblem::Kind::unsupported:
        m_banner->showMessage(Glyph::triangle, Tone::closing, tr("Not on this store."), m_room->problem().text());
        break;
    case ClassProblem::Kind::foreign:
        m_banner->showMessage(Glyph::triangle, Tone::closing, tr("Somebody else's lesson."), m_room->problem().text(),
                              tr("Run it"));
        break;
    case ClassProblem::Kind::unconfined:
        m_banner->showMessage(Glyph::triangle, Tone::expired, tr("Its SQL would not stay in the sandbox."),
                              m_room->problem().text(), tr("Run it all the same"));
        break;
    default:
        m_banner->showMessage(Glyph::diamond, Tone::expired, tr("The lesson stopped."), m_room->problem().text(),
                              tr("Start again"));
        break;
    }
}

void ClassroomPage::refreshLesson()
{
    const scenarios::Lesson* lesson = m_room->choice().lesson();
    const QString id = m_room->choice().lessonId();
    if (lesson != nullptr)
        m_header->setTexts(lesson->number > 0 ? QString::number(lesson->number) : QString(), lessonText(lesson->title),
                           lessonText(lesson->summary));
    else
        m_header->setTexts({}, id.isEmpty() ? tr("No lesson is open.") : id, {});
    refreshStoreButton();
    refreshVariants();
    refreshBanner();
    m_laneEnd = 0;
    dressLanes();
    refresh();
    emit sidebarChanged();
}

void ClassroomPage::refreshVariants()
{
    std::vector<VariantPicker::Choice> choices;
    if (const scenarios::Lesson* lesson = m_room->choice().lesson())
        for (const scenarios::Variant& variant : lesson->variants)
            choices.push_back({format::exact(variant.name), lessonText(variant.title), m_room->choice().whyNot(variant),
                               variant.expected ? tr("The right way") : tr("A wrong way")});
    // The width that the other tools leave: below its own width the picker is a button with a menu.
    const QLayout* row = m_tools->layout();
    int others = row->contentsMargins().left() + row->contentsMargins().right() + row->spacing() * (row->count() - 1);
    for (int i = 0; i < row->count(); ++i)
        if (row->itemAt(i)->widget() != m_variants)
            others += row->itemAt(i)->sizeHint().width();
    m_variants->setRoom((m_tools->width() > 0 ? m_tools->width() : width()) - others);
    m_variants->setChoices(choices);
    m_variants->setCurrent(m_room->choice().variant());
    orderFocusByLayout(this); // its buttons are new
}

void ClassroomPage::refreshStoreButton()
{
    const auto all = m_room->stores()->stores();
    QString text, environment;
    for (const QString& id : {m_room->choice().storeId(), m_room->choice().secondStoreId()})
        for (const ClassStore& store : all)
            if (!id.isEmpty() && store.id == id) {
                text += (text.isEmpty() ? QString() : QStringLiteral(" + ")) + store.name;
                if (environment.isEmpty())
                    environment = store.environment;
            }
    const auto* variant = m_room->choice().variantSpec();
    if (variant != nullptr && !text.isEmpty() && scenarios::needs_redlock(*m_room->choice().lesson(), *variant))
        if (const auto redlock = m_room->stores()->redlock())
            text += QStringLiteral(" + ") + redlock->name;
    if (m_room->choice().kind() == LessonChoice::Kind::recording)
        text = tr("recording");
    else if (text.isEmpty())
        text = tr("choose a store");
    else
        text = m_room->choice().secondStoreId().isEmpty() ? tr("%1, sandbox").arg(text) : text;
    m_store->setIcon(environmentIcon(environment.isEmpty() ? QStringLiteral("development") : environment));
    // Store names may be of any length.
    m_store->setText(m_store->fontMetrics().elidedText(text, Qt::ElideMiddle, Theme::get().px(190)));
    m_store->setAccessibleName(tr("Store: %1").arg(text));
    m_store->setToolTip(text + QLatin1Char('\n') + tr("The store that the lesson runs on, in a sandbox of its own (D)"));
}

void ClassroomPage::refreshSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

void ClassroomPage::refresh()
{
    m_soon.stop();
    if (m_askedAt >= 0 && m_askedAt != m_room->player().position()) {
        m_askedAt = -1;
        m_panel->setStatementShown(true);
    }
    m_clock->setTime(to_us(m_room->player().clock()), m_room->player().isRunning(), m_room->player().atEnd());
    m_run->setText(m_actions->run->text());
    m_run->setIcon(m_actions->run->icon());
    m_speed->setText(tr("%1 ×").arg(m_room->player().speed()));
    m_speed->setAccessibleName(tr("Speed: %1").arg(m_speed->text()));
    refreshLanes();
    emit statusChanged();
}

void ClassroomPage::refreshLanes()
{
    const scenarios::State* state = m_room->picture().state(m_room->track());
    std::vector<Lane> lanes;
    m_laneActors.clear();
    for (const int i : {0, 1}) {
        const ClassTrack& track = i == 0 ? m_room->track() : m_room->secondTrack();
        if (std::exchange(m_looksOf[i], track.edition()) != track.edition())
            m_looks[i].clear();
    }
    const auto add = [&](LaneLooks& looks, const scenarios::State& of, const QString& store, const ClassTrack& track) {
        const int wrong = StepsModel::firstWrong(track, of.events);
        for (Lane& lane : looks.of(of, store, wrong >= 0 ? track.event(track.visible()[std::size_t(wrong)]).line : 0))
            lanes.push_back(std::move(lane));
        for (const scenarios::Lane& lane : of.lanes)
            m_laneActors.push_back(lane.spec.kind == "actor" ? lane.spec.key : std::string());
    };
    const bool two = m_room->choice().hasSecond();
    if (state)
        add(m_looks[0], *state, two ? m_room->track().store().name : QString(), m_room->track());
    if (two)
        if (const scenarios::State* other = m_room->picture().state(m_room->secondTrack()))
            add(m_looks[1], *other, m_room->secondTrack().store().name, m_room->secondTrack());
    const bool resized = lanes.size() != m_lanes->lanes().size();
    const std::int64_t clock = to_us(m_room->player().clock());
    // A lesson that takes longer than planned gets a longer picture.
    const std::int64_t end = std::max(to_us(m_room->player().length()), clock + clock / 20);
    if (end > 0 && std::exchange(m_laneEnd, end) != end) {
        m_lanes->setExtent(0, end);
        m_lanes->setWindow(0, end);
    }
    m_lanes->setLanes(std::move(lanes));
    m_lanes->setNow(clock);
    m_lanes->setPlayhead(m_room->player().isReady() ? std::optional(clock) : std::nullopt);
    if (resized)
        dressLanes();
    if (m_lanes->currentLane() >= 0)
        targetLane(m_lanes->currentLane());
}

int ClassroomPage::laneHeightIn(int room) const
{
    const int count = std::max(1, int(m_lanes->lanes().size()));
    const int fitting = int((room - Theme::get().px(26) - 2) / (count * Theme::get().scale()));
    return fitting < leastLane ? 28 : std::min(fitting, isProjector() ? 50 : 56);
}

// Makes lanes lower instead of cut when the panels below need more room.
void ClassroomPage::squeezeLanes()
{
    const int height = laneHeightIn(m_lanes->height());
    if (height >= leastLane && height < m_shownLaneHeight)
        m_lanes->setLaneHeight(m_shownLaneHeight = height);
}

void ClassroomPage::dressLanes()
{
    const int count = std::max(1, int(m_lanes->lanes().size()));
    const int room = m_rows->height() > 0 ? m_rows->height() : Theme::get().px(590);
    // Lanes that do not fit become lower, down to half the height, instead of being cut; the panels below keep their size.
    const int head = Theme::get().px(26) + 2;
    const int below = m_rows->count() > 1 ? m_rows->widget(1)->minimumSizeHint().height() + m_rows->handleWidth() : 0;
    const int most = std::min(room * (isProjector() ? 56 : 62) / 100, room - below);
    m_shownLaneHeight = laneHeightIn(most);
    const bool many = m_shownLaneHeight < leastLane;
    m_lanes->setLaneHeight(m_shownLaneHeight);
    int name = isProjector() ? 128 : 146;
    for (const Lane& lane : m_lanes->lanes()) {
        const int longest = std::max(QFontMetrics(Theme::get().fixed()).horizontalAdvance(lane.name),
                                     many ? 0 : QFontMetrics(Theme::get().small()).horizontalAdvance(lane.caption));
        name = std::max(name, int(longest / Theme::get().scale()) + 20);
    }
    m_lanes->setNameWidth(std::min(name, m_room->choice().hasSecond() ? 260 : 210));
    const int wanted = head + Theme::get().px(m_shownLaneHeight) * count;
    m_lanes->setMaximumHeight(wanted);
    const int lanes = std::min(wanted, room * 62 / 100);
    m_rows->setSizes({lanes, std::max(1, room - lanes)});
}

void ClassroomPage::dress()
{
    const bool projector = isProjector();
    auto* row = static_cast<QHBoxLayout*>(m_tools->layout());
    while (QLayoutItem* item = row->takeAt(0))
        delete item;
    m_line->setFixedHeight(Theme::get().px(20));
    row->addWidget(m_variants);
    const auto line = [&] {
        row->addSpacing(4);
        row->addWidget(m_line);
        row->addSpacing(4);
    };
    if (!projector) {
        row->addWidget(m_store);
        line();
        row->addWidget(m_again);
    } else {
        line();
    }
    m_again->setVisible(!projector);
    for (QWidget* widget : {m_back, m_step, m_run, m_speed})
        row->addWidget(widget);
    row->addStretch(1);
    if (projector) {
        row->addWidget(m_store);
        m_header->addRight(m_clock);
    } else {
        row->addWidget(m_clock);
    }
    m_clock->setShort(projector);
    m_clock->show();
    m_tools->setFixedHeight(Theme::get().px(projector ? 38 : 40));
    // A projector has two columns: the question is below the statement.
    if (projector) {
        m_askColumn->takeWidget();
        m_panel->addBelow(m_ask);
        m_ask->show();
    } else if (m_askColumn->widget() == nullptr) {
        m_askColumn->setWidget(m_ask);
    }
    m_ask->dress(!projector);
    // In a narrow window a column without a question is hidden.
    const bool narrow = width() < Theme::get().px(1060);
    m_askColumn->setVisible(!projector && !(narrow && m_ask->isBare()));
    const int wide = m_columns->width() > 0 ? m_columns->width() : width();
    if (projector)
        m_columns->setSizes({wide * 47 / 100, wide * 53 / 100, 0});
    else if (narrow) // sentences are not broken, questions are
        m_columns->setSizes({wide * 42 / 100, wide * 33 / 100, wide * 25 / 100});
    else
        m_columns->setSizes({wide * 342 / 1000, wide * 342 / 1000, wide * 316 / 1000});
    refreshStoreButton();
    refreshVariants();
    dressLanes();
    refresh();
}

void ClassroomPage::resizeEvent(QResizeEvent* event)
{
    ConsolePage::resizeEvent(event);
    // The splitters get their new sizes only after this event.
    if (std::exchange(m_dressedWidth, width()) != width())
        QMetaObject::invokeMethod(this, &ClassroomPage::dress, Qt::QueuedConnection);
}

bool ClassroomPage::eventFilter(QObject* watched, QEvent* event)
{
    // The height of lanes depends on what the banners leave.
    if (watched == m_rows && event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &ClassroomPage::dressLanes, Qt::QueuedConnection);
    else if (watched == m_lanes && event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &ClassroomPage::squeezeLanes, Qt::QueuedConnection);
    return ConsolePage::eventFilter(watched, event);
}

} // namespace lockdesk
