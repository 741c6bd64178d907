// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/lane_painter.h"
#include "widgets/common/lane_view.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

/// Mouse, keys and hovering of the lane view.
namespace lockdesk {

namespace {

constexpr std::int64_t shortest = 20'000, longest = 8LL * 24 * 3600 * 1'000'000;
constexpr double keyPan = 0.1, keySelect = 0.02, keyZoom = 1.25;

} // namespace

void LaneView::zoom(double factor, std::optional<double> aboutX)
{
    const LaneAxis axis = this->axis();
    const auto span = std::clamp(std::int64_t(double(m_span) / factor), shortest, longest);
    // Zooming at the right edge while following keeps following: the edge stays.
    const bool atEnd = m_following && (!aboutX || *aboutX > axis.right - (axis.right - axis.left) / 4);
    if (atEnd) {
        m_span = span;
        update();
        emit windowChanged();
        return;
    }
    const double x = std::clamp(aboutX.value_or((axis.left + axis.right) / 2), axis.left, axis.right);
    const double part = (x - axis.left) / (axis.right - axis.left);
    const std::int64_t at = axis.at(x);
    const auto from = at - std::int64_t(part * double(span));
    moveWindow(from, from + span);
}

void LaneView::showAll()
{
    const auto [from, to] = m_extent;
    if (to <= from)
        return;
    const std::int64_t room = std::max<std::int64_t>((to - from) / 50, shortest / 2);
    moveWindow(from - room, to + room);
}

// Ends following, unless the window reaches the end of the extent.
void LaneView::moveWindow(std::int64_t from, std::int64_t to)
{
    const std::int64_t span = to - from;
    if (m_extent.second > m_extent.first) {
        const std::int64_t room = std::max(span / 20, (m_extent.second - m_extent.first) / 50);
        if (to > m_extent.second + room)
            to = std::max(m_extent.second + room, m_extent.first - room + span);
        if (to - span < m_extent.first - room)
            to = m_extent.first - room + span;
    }
    m_span = std::max<std::int64_t>(span, 1);
    m_end = to;
    setFollowing(false);
    update();
    emit windowChanged();
}

void LaneView::pan(double part)
{
    const auto [from, to] = window();
    const auto by = std::int64_t(part * double(m_span));
    moveWindow(from + by, to + by);
}

void LaneView::select(std::int64_t from, std::int64_t to)
{
    m_selection = Window{std::min(from, to), std::max(from, to)};
    update();
}

// Moves the right end; without a selection one starts in the middle of the window.
void LaneView::extendSelection(double part)
{
    const auto [from, to] = window();
    const Window now = m_selection.value_or(Window{(from + to) / 2, (from + to) / 2});
    const auto end = now.second + std::int64_t(part * double(m_span));
    if (end <= now.first)
        m_selection.reset();
    else
        m_selection = Window{now.first, end};
    update();
    emit selectionChanged();
}

void LaneView::movePlayhead(double x)
{
    const LaneAxis axis = this->axis();
    std::int64_t at = axis.at(std::clamp(x, axis.left, axis.right));
    if (m_extent.second > m_extent.first)
        at = std::clamp(at, m_extent.first, m_extent.second);
    emit playheadMoved(at);
}

void LaneView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const LaneAxis axis = this->axis();
    m_pressed = event->position().toPoint();
    m_pressedAt = axis.at(event->position().x());
    m_pressedWindow = window();
    m_drag = Drag::press;
    if (m_interactive && m_selectable && event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_drag = Drag::select;
        select(m_pressedAt, m_pressedAt);
    } else if (m_playheadMovable && m_pressed.y() < axisHeight() && m_pressed.x() >= axis.left) {
        m_drag = Drag::playhead;
        movePlayhead(m_pressed.x());
    }
}

void LaneView::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    if (m_interactive && m_hoverX != at.x()) {
        m_hoverX = at.x();
        update();
    }
    const LaneAxis axis = this->axis();
    switch (m_drag) {
    case Drag::none: return;
    case Drag::press:
        if (!m_interactive || m_pressed.x() < axis.left
            || std::abs(at.x() - m_pressed.x()) < QApplication::startDragDistance())
            return;
        m_drag = Drag::pan;
        setCursor(Qt::ClosedHandCursor);
        [[fallthrough]];
    case Drag::pan: {
        const auto by = std::int64_t(double(m_pressed.x() - at.x()) / (axis.right - axis.left) * double(m_span));
        moveWindow(m_pressedWindow.first + by, m_pressedWindow.second + by);
        break;
    }
    case Drag::select: select(m_pressedAt, axis.at(std::clamp(double(at.x()), axis.left, axis.right))); break;
    case Drag::playhead: movePlayhead(at.x()); break;
    }
}

void LaneView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mouseReleaseEvent(event);
    const Drag drag = std::exchange(m_drag, Drag::none);
    if (drag == Drag::pan)
        unsetCursor();
    if (drag == Drag::select) {
        // A click without drag clears the selection.
        if (m_selection && m_selection->second - m_selection->first < m_span / 500)
            m_selection.reset();
        update();
        emit selectionChanged();
    }
    if (drag != Drag::press)
        return;
    if (const int lane = laneAt(m_pressed); lane >= 0) {
        if (m_interactive)
            setCurrentLane(lane);
        emit laneClicked(lane, m_pressedAt);
    }
}

void LaneView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int lane = laneAt(event->position().toPoint());
    if (m_interactive && lane >= 0)
        emit laneActivated(lane);
}

void LaneView::leaveEvent(QEvent* event)
{
    m_hoverX.reset();
    update();
    QWidget::leaveEvent(event);
}

void LaneView::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    if (m_interactive && event->modifiers().testFlag(Qt::ControlModifier)) {
        zoom(std::pow(1.2, turned.y() / 120.0), event->position().x());
    } else if (m_interactive && (turned.x() != 0 || event->modifiers().testFlag(Qt::ShiftModifier))) {
        pan(-(turned.x() != 0 ? turned.x() : turned.y()) / 120.0 * keyPan);
    } else if (m_bar->isVisible()) {
        m_bar->setValue(m_bar->value() - turned.y() * m_bar->singleStep() * 2 / 120);
    } else {
        event->ignore();
        return;
    }
    event->accept();
}

bool LaneView::navigate(const QKeyEvent& event)
{
    const bool shift = event.modifiers().testFlag(Qt::ShiftModifier);
    const int page = std::max(1, (height() - axisHeight()) / Theme::get().px(m_laneHeight) - 1);
    switch (event.key()) {
    case Qt::Key_Left: shift&& m_selectable ? extendSelection(-keySelect) : pan(-keyPan); return true;
    case Qt::Key_Right: shift&& m_selectable ? extendSelection(keySelect) : pan(keyPan); return true;
    case Qt::Key_Up: setCurrentLane(std::max(0, m_current - 1)); return true;
    case Qt::Key_Down: setCurrentLane(m_current + 1); return true;
    case Qt::Key_PageUp: setCurrentLane(std::max(0, m_current - page)); return true;
    case Qt::Key_PageDown: setCurrentLane(m_current + page); return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(keyZoom); return true;
    case Qt::Key_Minus: zoom(1 / keyZoom); return true;
    case Qt::Key_0: showAll(); return true;
    case Qt::Key_Home: moveWindow(m_extent.first, m_extent.first + m_span); return true;
    case Qt::Key_End: setFollowing(true); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current < 0)
            return false;
        emit laneActivated(m_current);
        return true;
    default: return false;
    }
}

void LaneView::keyPressEvent(QKeyEvent* event)
{
    const auto others = event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    if (!m_interactive || others != Qt::NoModifier || !navigate(*event))
        QWidget::keyPressEvent(event);
}

void LaneView::resizeEvent(QResizeEvent* event)
{
    relayout();
    QWidget::resizeEvent(event);
}

void LaneView::focusInEvent(QFocusEvent* event)
{
    if (m_current < 0 && count() > 0 && event->reason() != Qt::MouseFocusReason)
        setCurrentLane(0);
    update();
    QWidget::focusInEvent(event);
}

void LaneView::focusOutEvent(QFocusEvent* event)
{
    update();
    QWidget::focusOutEvent(event);
}

// Returns the row whose bar is nearest.
int LaneView::rowAt(const Lane& lane, int index, int y) const
{
    const QPoint first = pointOf(index, m_now), second = pointOf(index, m_now, 1);
    return std::clamp(int(std::lround(double(y - first.y()) / std::max(1, second.y() - first.y()))), 0, lane.rows - 1);
}

QString LaneView::textAt(const QPoint& point) const
{
    const int index = laneAt(point);
    if (index < 0)
        return {};
    const LaneAxis axis = this->axis();
    const Lane& lane = laneOf(index);
    if (point.x() < axis.left)
        return lane.caption.isEmpty() ? lane.name : lane.name + u'\n' + lane.caption;
    QStringList lines;
    const double reach = Theme::get().px(7);
    const int row = rowAt(lane, index, point.y());
    for (const LaneMark& mark : lane.marks) {
        if (std::clamp(mark.row, 0, lane.rows - 1) != row || std::abs(axis.x(mark.at) - point.x()) > reach)
            continue;
        if (const QString said = m_source != nullptr ? m_source->tip(index, mark) : LaneSource::tipOr(mark); !said.isEmpty())
            lines << tr("%1 at %2").arg(said, axis.exact(mark.at));
    }
    const auto [first, last] = LanePainter::visible(lane, axis);
    for (std::size_t i = last; i-- > first && lines.size() < 8;) {
        const LaneSpan& span = lane.spans[i];
        const std::int64_t end = span.to == 0 ? std::max(m_now, span.from) : span.to;
        const bool elsewhere = span.row != LaneSpan::allRows && std::clamp(span.row, 0, lane.rows - 1) != row;
        if (elsewhere || axis.x(span.from) > point.x() + 1 || axis.x(end) < point.x() - 1)
            continue;
        const QString said = m_source != nullptr ? m_source->tip(index, span) : LaneSource::tipOr(span);
        if (said.isEmpty())
            continue;
        lines << (span.to == 0
                      ? tr("%1\n%2 until now, %3").arg(said, axis.exact(span.from), LaneAxis::duration(end - span.from))
                      : tr("%1\n%2 to %3, %4")
                            .arg(said, axis.exact(span.from), axis.exact(end), LaneAxis::duration(end - span.from)));
    }
    return lines.join(u'\n');
}

bool LaneView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = textAt(help->pos());
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace lockdesk
