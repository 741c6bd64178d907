// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_page.h"

#include "models/feed/answers.h"
#include "models/format/format.h"
#include "models/tables/countdown_timer.h"
#include "widgets/common/chrome.h"
#include "widgets/common/count_part.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/lane_view.h"
#include "widgets/common/live_table.h"
#include "widgets/theme/theme.h"

#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr std::int64_t firstSpan = 60'000'000;
constexpr double zoomStep = 1.5;
constexpr int narrowNames = 190, wideNames = 340;

} // namespace

TimelinePage::TimelinePage(const PageContext& context, QWidget* parent)
    : ConsolePage(parent), m_context(context), m_lanes(context), m_choice(new Segmented({tr("By worker"), tr("By lock")})),
      m_filter(new FilterBox), m_stack(new QStackedLayout), m_view(new LaneView), m_empty(new EmptyState(Glyph::ring, Tone::text2, {}, {}))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTools());
    column->addWidget(makeStaleBanner(context));
    column->addLayout(m_stack, 1); // first, as it shows its first widget: without a parent that would be a window
    buildView();
    connect(context.timeline, &Timeline::lanesChanged, this, &TimelinePage::refreshLanes);
    connect(context.shown, &ShownConnections::changed, this, [this] {
        m_context.timeline->setShown(m_context.shown->indexes());
        refreshLanes();
    });
    connect(context.timeline, &Timeline::changed, this, [this] {
        // Nothing moves under the mouse; the order is updated once it has left.
        if (m_lanes.orderChanged() && !m_view->underMouse())
            refreshLanes();
        else if (const std::size_t rows = m_lanes.rowsOfAll(); rows != m_rows) {
            m_rows = rows;
            m_view->rowsChanged();
        }
        if (m_active)
            moveOn();
        refreshTexts();
    });
    connect(context.timeline, &Timeline::selectionChanged, this,
            [this] { m_view->setSelection(m_context.timeline->selection()); });
    context.countdown->add(
        m_view,
        [this]() -> std::optional<Duration> {
            return m_active && m_view->isVisible() ? std::optional<Duration>(std::chrono::seconds{1}) : std::nullopt;
        },
        [this] { moveOn(); });
    refreshLanes();
}

QWidget* TimelinePage::makeTools()
{
    auto* tools = new ToolRow;
    tools->add(m_choice);
    m_filter->setPlaceholder(tr("Part of a name"));
    constexpr int mostNames = 2000;
    m_filter->setWords({QStringLiteral("timeline"), {}, [this](const QString&) { return m_lanes.names(mostNames); }});
    tools->add(m_filter);
    m_count = new CountPart(nullptr);
    tools->addElastic(m_count);
    const auto button = [&](const QString& text, const QString& tip, auto call) {
        QPushButton* made = tools->addButton(text);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        connect(made, &QPushButton::clicked, this, call);
        return made;
    };
    button(QStringLiteral("−"), tr("Show more time (−)"), [this] { m_view->zoom(1 / zoomStep); });
    button(QStringLiteral("+"), tr("Show less time (+)"), [this] { m_view->zoom(zoomStep); });
    button(tr("All"), tr("Show everything that is kept (0)"), [this] { m_view->showAll(); });
    m_follow =
        button(tr("Follow now"), tr("Keep the right edge at now (End)"), [this](bool on) { m_view->setFollowing(on); });
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    connect(m_choice, &Segmented::currentChanged, this, [this](int which) {
        m_lanes.setBy(which == 0 ? Timeline::By::worker : Timeline::By::lock);
        m_view->setCurrentLane(-1);
        refreshLanes();
    });
    connect(m_filter, &FilterBox::edited, this, [this](const QString& text) {
        m_lanes.setFilter(text.trimmed());
        refreshLanes();
    });
    return tools;
}

void TimelinePage::buildView()
{
    m_view->setInteractive(true);
    m_view->setSelectable(true);
    m_view->setLabels(LaneAxis::Labels::clock);
    m_view->setNameWidth(narrowNames);
    connect(&Theme::get(), &Theme::changed, this, &TimelinePage::fitNames);
    m_view->setSpan(firstSpan);
    m_view->setSource(&m_lanes);
    m_view->setAccessibleName(tr("Timeline"));
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    for (auto signal : {&FeedSet::added, &FeedSet::healthChanged})
        connect(m_context.feeds, signal, this, &TimelinePage::dressEmpty);
    connect(m_context.feeds, &FeedSet::updated, this, [this](Feed*, const UpdatePtr& update) {
        if (update->summary)
            dressEmpty();
    });
    connect(m_view, &LaneView::followingChanged, m_follow, &QPushButton::setChecked);
    connect(m_view, &LaneView::windowChanged, this, &TimelinePage::refreshTexts);
    connect(m_view, &LaneView::selectionChanged, this, [this] { m_context.timeline->select(m_view->selection()); });
    connect(m_view, &LaneView::laneActivated, this, &TimelinePage::openLane);
}

void TimelinePage::resizeEvent(QResizeEvent* event)
{
    ConsolePage::resizeEvent(event);
    fitNames();
}

// A wide window has room for whole names. By the width alone: names that come and go move nothing.
void TimelinePage::fitNames()
{
    m_view->setNameWidth(std::clamp(width() * 100 / Theme::get().px(100) / 5, narrowNames, wideNames));
}

// Only a store that has answered can be without holds.
void TimelinePage::dressEmpty()
{
    if (m_stack->currentWidget() != m_empty)
        return;
    const Answers answers = answersOf(*m_context.feeds, m_context.shown->indexes());
    const bool sure = answers.asked > 0 && answers.all();
    m_empty->setLook(sure ? Glyph::ring : Glyph::unknown, sure ? Tone::text2 : Tone::closing);
    m_empty->setTexts(sure ? tr("Nothing has been held yet.") : nothingText(answers),
                      tr("A lane per worker or lock appears here: leases and phases as bars, with marks for renewals, "
                         "expiries, takeovers, crashes and refused writes."));
}

void TimelinePage::moveOn()
{
    const auto [from, to] = m_context.timeline->extent();
    m_view->setExtent(from, to);
    m_view->setNow(to);
    m_view->update();
}

void TimelinePage::refreshLanes()
{
    const int current = m_view->currentLane();
    const auto was = current >= 0 && current < m_lanes.laneCount() ? m_lanes.identityAt(current) : TimelineLanes::Identity();
    m_lanes.refresh();
    m_rows = m_lanes.rowsOfAll();
    m_view->sourceChanged();
    if (current >= 0)
        m_view->setCurrentLane(m_lanes.find(was));
    m_stack->setCurrentIndex(m_lanes.laneCount() == 0 && m_filter->text().isEmpty() ? 1 : 0);
    dressEmpty();
    moveOn();
    refreshTexts();
}

void TimelinePage::refreshTexts()
{
    m_count->setTexts({tr("%Ln lane(s)", nullptr, m_lanes.count()), format::count(m_lanes.count())});
    emit statusChanged();
}

QString TimelinePage::statusText() const
{
    const auto [from, to] = m_view->window();
    if (const auto [first, last] = m_context.timeline->extent(); last <= first)
        return {}; // nothing recorded yet
    return tr("%1 shown, %2 kept · Shift+drag selects a span for the tables")
        .arg(LaneAxis::duration(to - from),
             LaneAxis::duration(m_context.timeline->extent().second - m_context.timeline->extent().first));
}

// Enter on a lane shows its row on the other page.
void TimelinePage::openLane(int index)
{
    const TimelineLane* lane = m_lanes.at(index);
    if (lane == nullptr) {
        m_filter->setText(m_lanes.groupAt(index));
        return;
    }
    const Feed* feed = m_context.feeds->at(lane->connection);
    if (feed == nullptr)
        return;
    const bool lock = m_lanes.by() == Timeline::By::lock;
    if (!lock && feed->workers().of(lane->key) == nullptr) {
        emit pageRequested(QStringLiteral("locks"), QStringLiteral("owner:\"%1\"").arg(format::exact(lane->key)));
        return;
    }
    emit rowRequested(lock ? QStringLiteral("lock") : QStringLiteral("worker"), feed->info().id, format::exact(lane->key));
}

void TimelinePage::setActive(bool active)
{
    m_active = active;
    if (active)
        moveOn();
    else
        m_lanes.dropMade();
}

void TimelinePage::focusFilter() { m_filter->focusField(); }

void TimelinePage::focusContent()
{
    QWidget* lanes = m_view;
    (lanes->isVisibleTo(this) ? lanes : this)->setFocus(Qt::OtherFocusReason);
}

void TimelinePage::applyFilter(const QString& text) { m_filter->setText(text); }

bool TimelinePage::escape()
{
    if (m_context.timeline->selection()) {
        m_context.timeline->select(std::nullopt);
        return true;
    }
    if (m_filter->text().isEmpty())
        return false;
    m_filter->setText({});
    return true;
}

} // namespace lockdesk
