// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/lane_axis.h"
#include "widgets/common/lane_data.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <utility>

class QScrollBar;

namespace lockdesk {

/// Lanes over a common time axis, 28 px each (lesson: 56), higher where bars overlap. Used by Workers, Timeline and
/// Classroom.
///
/// Follows by default: the right edge is `now`, moved by the owner's timer, unless a window was set or the user went
/// elsewhere. Lanes out of view are neither queried nor painted.
///
/// Interactive (`setInteractive`): Ctrl+wheel, + and - zoom, drag and arrow keys pan, 0 shows all, End follows, Home goes
/// to the beginning; up and down choose a lane; Shift+drag (Shift+arrow keys) selects a span of time. Dragging on the
/// axis moves the playhead, if movable.
class LaneView final : public QWidget
{
    Q_OBJECT

public:
    using Window = std::pair<std::int64_t, std::int64_t>;

    explicit LaneView(QWidget* parent = nullptr);
    ~LaneView() override;

    /// Sets lanes that the view owns.
    void setLanes(std::vector<Lane> lanes);
    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_own; }
    /// Sets external lanes, which must outlive the view or be reset to null. Call `sourceChanged` after each change.
    void setSource(const LaneSource* source);
    void sourceChanged();
    /// The heights of lanes changed; the lanes are the same.
    void rowsChanged();

    void setNow(std::int64_t now);
    /// Sets the length of the window. Following: (now - span, now].
    void setSpan(std::int64_t span);
    /// Sets a fixed window; ends following.
    void setWindow(std::int64_t from, std::int64_t to);
    [[nodiscard]] Window window() const;
    void setFollowing(bool following);
    [[nodiscard]] bool isFollowing() const { return m_following; }
    /// Sets the whole range: limits panning; 0 shows it. Default: nothing before the window.
    void setExtent(std::int64_t from, std::int64_t to);

    void setLabels(LaneAxis::Labels labels, std::int64_t origin = 0);
    void setLaneHeight(int height);
    void setNameWidth(int width);
    [[nodiscard]] int nameWidth() const { return m_nameWidth; }
    /// Sets the interval of the axis lines in microseconds; 0: chosen to fit.
    void setStep(std::int64_t step);

    /// Sets a line over all lanes with a handle in the axis; nullopt: no line. The owner moves it, also after
    /// `playheadMoved`.
    void setPlayhead(std::optional<std::int64_t> at);
    [[nodiscard]] std::optional<std::int64_t> playhead() const { return m_playhead; }
    void setPlayheadMovable(bool movable) { m_playheadMovable = movable; }

    /// Enables zoom, pan, hover and keys. Off for lanes that only show the last minute.
    void setInteractive(bool interactive);
    /// Enables selecting with Shift. Only if interactive.
    void setSelectable(bool selectable) { m_selectable = selectable; }
    /// nullopt: no selection.
    void setSelection(std::optional<Window> selection);
    [[nodiscard]] std::optional<Window> selection() const { return m_selection; }
    void setCurrentLane(int lane); ///< -1: none
    [[nodiscard]] int currentLane() const { return m_current; }
    /// Zooms about a position on screen.
    void zoom(double factor, std::optional<double> aboutX = {});
    void showAll();

    /// Returns where an instant of a lane is painted, for clicks in tests.
    [[nodiscard]] QPoint pointOf(int lane, std::int64_t at, int row = 0) const;
    /// Returns the hover text at a point; empty: none.
    [[nodiscard]] QString textAt(const QPoint& point) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void laneClicked(int lane, std::int64_t at);
    void laneActivated(int lane); ///< Enter or double click
    void currentLaneChanged(int lane);
    void windowChanged();
    void followingChanged(bool following);
    void playheadMoved(std::int64_t at); ///< dragged
    /// Shift+drag has ended, keys moved the selection, or the view cleared it.
    void selectionChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Drag { none, press, pan, select, playhead };

    [[nodiscard]] int count() const;
    [[nodiscard]] const Lane& laneOf(int index) const;
    [[nodiscard]] LaneAxis axis() const;
    [[nodiscard]] int axisHeight() const;
    [[nodiscard]] int laneAt(const QPoint& point) const; ///< -1: none
    [[nodiscard]] QRectF laneRect(int lane) const;
    [[nodiscard]] int rowAt(const Lane& lane, int index, int y) const;
    /// Returns the lane at a height from the top of all; at most the last one.
    [[nodiscard]] int laneAtHeight(int y) const;
    [[nodiscard]] int scrolled() const;
    [[nodiscard]] int whole() const { return m_tops.empty() ? 0 : m_tops.back(); }
    void relayout();
    void lanesChanged();
    void moveWindow(std::int64_t from, std::int64_t to);
    void pan(double part);
    void extendSelection(double part);
    void select(std::int64_t from, std::int64_t to);
    void movePlayhead(double x);
    bool navigate(const QKeyEvent& event);
    void paintAxis(QPainter& painter, const LaneAxis& axis) const;
    void paintSelection(QPainter& painter, const LaneAxis& axis, bool over) const;
    void paintPlayhead(QPainter& painter, const LaneAxis& axis) const;
    void paintHover(QPainter& painter, const LaneAxis& axis) const;

    std::vector<Lane> m_own;
    std::vector<int> m_tops; ///< top of each lane, and bottom of the last
    const LaneSource* m_source = nullptr;
    QScrollBar* m_bar;
    std::int64_t m_now = 0;
    std::int64_t m_span = 60'000'000;
    std::int64_t m_end = 0; ///< end of the window while not following
    Window m_extent{0, 0};
    std::int64_t m_step = 0;
    std::int64_t m_origin = 0;
    LaneAxis::Labels m_labels = LaneAxis::Labels::ago;
    int m_laneHeight = 28;
    int m_nameWidth = 92;
    int m_current = -1;
    bool m_following = true;
    bool m_interactive = false;
    bool m_selectable = false;
    bool m_playheadMovable = false;
    std::optional<std::int64_t> m_playhead;
    std::optional<Window> m_selection;
    Drag m_drag = Drag::none;
    QPoint m_pressed;
    std::int64_t m_pressedAt = 0;
    Window m_pressedWindow{0, 0};
    std::optional<int> m_hoverX;
};

} // namespace lockdesk
