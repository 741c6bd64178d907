// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/lane_view.h"

#include "widgets/common/lane_painter.h"
#include "widgets/theme/theme.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lockdesk {

namespace {

constexpr int rightMargin = 14;
constexpr int linesApart = 100;

} // namespace

LaneView::LaneView(QWidget* parent) : QWidget(parent), m_bar(new QScrollBar(Qt::Vertical, this))
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Lanes"));
    m_bar->hide();
    m_bar->setFocusPolicy(Qt::NoFocus);
    connect(m_bar, &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
    connect(&Theme::get(), &Theme::changed, this, [this] {
        relayout();
        updateGeometry();
        update();
    });
}

LaneView::~LaneView() = default;

void LaneView::setLanes(std::vector<Lane> lanes)
{
    const bool resized = !std::equal(lanes.begin(), lanes.end(), m_own.begin(), m_own.end(),
                                     [](const Lane& a, const Lane& b) { return a.rows == b.rows; });
    m_own = std::move(lanes);
    if (resized)
        lanesChanged();
    update();
}

void LaneView::setSource(const LaneSource* source)
{
    m_source = source;
    lanesChanged();
}

void LaneView::sourceChanged() { lanesChanged(); }

void LaneView::lanesChanged()
{
    if (m_current >= count())
        setCurrentLane(count() - 1);
    relayout();
    updateGeometry();
    update();
}

void LaneView::rowsChanged()
{
    relayout();
    updateGeometry();
    update();
}

int LaneView::count() const { return m_source != nullptr ? m_source->laneCount() : int(m_own.size()); }

const Lane& LaneView::laneOf(int index) const
{
    return m_source != nullptr ? m_source->lane(index) : m_own[std::size_t(index)];
}

void LaneView::setNow(std::int64_t now)
{
    if (now == m_now)
        return;
    m_now = now;
    update();
}

void LaneView::setSpan(std::int64_t span)
{
    m_span = std::max<std::int64_t>(span, 1);
    update();
}

void LaneView::setWindow(std::int64_t from, std::int64_t to)
{
    m_span = std::max<std::int64_t>(to - from, 1);
    m_end = to;
    setFollowing(false);
    update();
    emit windowChanged();
}

LaneView::Window LaneView::window() const
{
    const std::int64_t to = m_following ? m_now : m_end;
    return {to - m_span, to};
}

void LaneView::setFollowing(bool following)
{
    if (following == m_following)
        return;
    if (!following && m_end == 0)
        m_end = m_now;
    m_following = following;
    update();
    emit followingChanged(following);
}

void LaneView::setExtent(std::int64_t from, std::int64_t to) { m_extent = {from, to}; }

void LaneView::setLabels(LaneAxis::Labels labels, std::int64_t origin)
{
    m_labels = labels;
    m_origin = origin;
    update();
}

void LaneView::setLaneHeight(int height)
{
    m_laneHeight = height;
    relayout();
    updateGeometry();
}

void LaneView::setNameWidth(int width)
{
    m_nameWidth = width;
    update();
}

void LaneView::setStep(std::int64_t step)
{
    m_step = std::max<std::int64_t>(step, 0);
    update();
}

void LaneView::setPlayhead(std::optional<std::int64_t> at)
{
    m_playhead = at;
    update();
}

void LaneView::setSelection(std::optional<Window> selection)
{
    if (selection == m_selection)
        return;
    m_selection = selection;
    update();
    emit selectionChanged();
}

void LaneView::setInteractive(bool interactive)
{
    m_interactive = interactive;
    setMouseTracking(interactive);
    setFocusPolicy(interactive ? Qt::StrongFocus : Qt::NoFocus);
    if (interactive)
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void LaneView::setCurrentLane(int lane)
{
    lane = std::clamp(lane, -1, count() - 1);
    if (lane == m_current)
        return;
    m_current = lane;
    if (lane >= 0) {
        setAccessibleDescription(laneOf(lane).name + QStringLiteral(", ") + laneOf(lane).caption);
        const int top = m_tops[std::size_t(lane)], end = m_tops[std::size_t(lane) + 1], page = height() - axisHeight();
        if (top < m_bar->value())
            m_bar->setValue(top);
        else if (end > m_bar->value() + page)
            m_bar->setValue(end - page);
    }
    update();
    emit currentLaneChanged(lane);
}

QSize LaneView::sizeHint() const
{
    const Theme& theme = Theme::get();
    const int least = theme.px(m_laneHeight);
    const int wanted = m_interactive ? std::min(whole(), least * 12) : whole();
    return {theme.px(600), axisHeight() + std::max(least, wanted)};
}

QSize LaneView::minimumSizeHint() const
{
    const Theme& theme = Theme::get();
    return {theme.px(260), axisHeight() + theme.px(m_laneHeight)};
}

int LaneView::axisHeight() const { return Theme::get().px(m_laneHeight >= 50 ? 26 : 22); }

void LaneView::relayout()
{
    m_tops.assign(1, 0);
    m_tops.reserve(std::size_t(count()) + 1);
    for (int i = 0; i < count(); ++i) {
        const int rows = m_source != nullptr ? m_source->rows(i) : m_own[std::size_t(i)].rows;
        m_tops.push_back(m_tops.back() + LanePainter::heightOf(m_laneHeight, rows));
    }
    const int page = std::max(0, height() - axisHeight());
    const int wide = m_bar->sizeHint().width();
    m_bar->setGeometry(width() - wide, axisHeight(), wide, page);
    m_bar->setRange(0, std::max(0, whole() - page));
    m_bar->setPageStep(page);
    m_bar->setSingleStep(Theme::get().px(m_laneHeight));
    m_bar->setVisible(whole() > page);
}

LaneAxis LaneView::axis() const
{
    LaneAxis axis;
    std::tie(axis.from, axis.to) = window();
    axis.now = m_now;
    axis.origin = m_origin;
    axis.fixedStep = m_step;
    axis.labels = m_labels;
    axis.left = Theme::get().px(m_nameWidth);
    axis.right = std::max(axis.left + 1, double(width() - Theme::get().px(rightMargin)));
    return axis;
}

QRectF LaneView::laneRect(int lane) const
{
    const auto at = std::size_t(std::clamp(lane, 0, std::max(0, int(m_tops.size()) - 2)));
    const int top = at + 1 < m_tops.size() ? m_tops[at] : 0;
    const int end = at + 1 < m_tops.size() ? m_tops[at + 1] : Theme::get().px(m_laneHeight);
    return {0.0, double(axisHeight() + top - scrolled()), double(width()), double(end - top)};
}

int LaneView::scrolled() const { return m_bar->isHidden() ? 0 : m_bar->value(); }

int LaneView::laneAtHeight(int y) const
{
    const auto after = std::upper_bound(m_tops.begin(), m_tops.end(), y);
    return std::clamp(int(after - m_tops.begin()) - 1, 0, std::max(0, count() - 1));
}

int LaneView::laneAt(const QPoint& point) const
{
    const int y = point.y() - axisHeight() + scrolled();
    return point.y() < axisHeight() || y >= whole() ? -1 : laneAtHeight(y);
}

QPoint LaneView::pointOf(int lane, std::int64_t at, int row) const
{
    const double between = LanePainter::heightOf(m_laneHeight, 2) - LanePainter::heightOf(m_laneHeight, 1);
    return {int(std::lround(axis().x(at))), int(laneRect(lane).top() + Theme::get().px(m_laneHeight) / 2.0 + row * between)};
}

void LaneView::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    const Theme& theme = Theme::get();
    const LaneAxis axis = this->axis();
    painter.fillRect(rect(), theme.tokens().base);
    paintSelection(painter, axis, false);
    paintAxis(painter, axis);
    paintPlayhead(painter, axis);
    painter.save();
    painter.setClipRect(0, axisHeight(), width(), height() - axisHeight());
    LanePainter lanes(painter, axis, m_laneHeight);
    if (m_playhead && *m_playhead >= axis.from && *m_playhead <= axis.to)
        lanes.setPlayhead(std::floor(axis.x(*m_playhead)));
    const QRect dirty = event->rect();
    const int first = laneAtHeight(dirty.top() - axisHeight() + scrolled());
    const int last = laneAtHeight(dirty.bottom() - axisHeight() + scrolled());
    for (int i = first; i <= last && count() > 0; ++i)
        lanes.lane(laneOf(i), laneRect(i), i == m_current, hasFocus());
    painter.restore();
    paintSelection(painter, axis, true);
    paintHover(painter, axis);
}

void LaneView::paintAxis(QPainter& painter, const LaneAxis& axis) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    painter.setFont(theme.small());
    const int top = axisHeight();
    const std::int64_t step = axis.step(theme.px(linesApart));
    double written = -1e9;
    for (std::int64_t at = axis.firstLine(step); at <= axis.to; at += step) {
        const int x = int(std::lround(axis.x(at)));
        painter.fillRect(x, top - theme.px(4), 1, height() - top + theme.px(4), t.hairline);
        const QString text = axis.label(at, step);
        const int w = painter.fontMetrics().horizontalAdvance(text) + 4;
        const int left = std::min(x - w / 2, width() - w - theme.px(10));
        if (left < written + 6)
            continue;
        painter.setPen(t.text2);
        // Above the handle of the playhead at the bottom of the axis.
        painter.drawText(QRect(left, theme.px(m_playhead ? 0 : 2), w, top), Qt::AlignHCenter | Qt::AlignTop, text);
        written = left + w;
    }
    painter.fillRect(0, top - 1, width(), 1, t.line);
}

void LaneView::paintSelection(QPainter& painter, const LaneAxis& axis, bool over) const
{
    if (!m_selection)
        return;
    const Tokens& t = Theme::get().tokens();
    const double from = std::max(axis.x(m_selection->first), axis.left);
    const double to = std::min(axis.x(m_selection->second), axis.right + 2);
    if (to < from)
        return;
    if (!over) {
        painter.fillRect(QRectF(from, 0, to - from, height()), t.selected);
        return;
    }
    painter.fillRect(QRectF(std::floor(from), 0, 1, height()), t.primary);
    painter.fillRect(QRectF(std::floor(to), 0, 1, height()), t.primary);
}

void LaneView::paintPlayhead(QPainter& painter, const LaneAxis& axis) const
{
    if (!m_playhead || *m_playhead < axis.from || *m_playhead > axis.to)
        return;
    const Theme& theme = Theme::get();
    const double x = std::floor(axis.x(*m_playhead));
    const double high = theme.px(7), top = axisHeight() - high, half = theme.px(5);
    painter.fillRect(QRectF(x - 1, top + 4, 2, height() - top), theme.tokens().primary);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.tokens().primary);
    painter.drawPolygon(QPolygonF{{x - half, top}, {x + half, top}, {x, top + high}});
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void LaneView::paintHover(QPainter& painter, const LaneAxis& axis) const
{
    if (!m_hoverX || *m_hoverX < axis.left || *m_hoverX > axis.right || m_drag == Drag::pan)
        return;
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    painter.fillRect(*m_hoverX, axisHeight(), 1, height() - axisHeight(), t.text3);
    painter.setFont(theme.small());
    const QString text = axis.exact(axis.at(*m_hoverX));
    const int w = painter.fontMetrics().horizontalAdvance(text) + theme.px(10);
    const QRect chip(std::clamp(*m_hoverX - w / 2, int(axis.left), std::max(int(axis.left), width() - w)), 1, w,
                     axisHeight() - 3);
    painter.fillRect(chip, t.raised);
    painter.setPen(t.text);
    painter.drawText(chip, Qt::AlignCenter, text);
}

} // namespace lockdesk
