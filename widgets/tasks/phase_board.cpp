// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/phase_board.h"

#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr int least_width = 182; // below this the countdown would be cut; the board then scrolls horizontally
constexpr int most_width = 420;  // beyond, id and time are too far from each other to be read as one

} // namespace

PhaseBoard::PhaseBoard(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Phases"));
    viewport()->setMouseTracking(true);
    connect(&Theme::get(), &Theme::changed, this, [this] {
        clampOffsets();
        viewport()->update();
    });
}

QSize PhaseBoard::sizeHint() const { return {800, headHeight() + rowHeight() * 9}; }
int PhaseBoard::headHeight() const { return Theme::get().px(60); }
int PhaseBoard::rowHeight() const { return Theme::get().px(26); }

int PhaseBoard::columnWidth() const
{
    const int count = std::max<int>(1, int(m_columns.size()));
    return std::clamp(viewport()->width() / count, Theme::get().px(least_width), Theme::get().px(most_width));
}

QRect PhaseBoard::columnRect(int index) const
{
    const int left = index * columnWidth() - horizontalScrollBar()->value();
    const bool last = index + 1 == int(m_columns.size());
    const int remainder = viewport()->width() - left - columnWidth(); // of the division, if the columns fill the board
    const int width = columnWidth() + (last && remainder > 0 && remainder <= index ? remainder : 0);
    return {left, 0, width, viewport()->height()};
}

int PhaseBoard::columnAt(const QPoint& at) const
{
    for (int i = 0; i < int(m_columns.size()); ++i)
        if (columnRect(i).contains(at))
            return i;
    return -1;
}

int PhaseBoard::indexOf(const QString& phase) const
{
    for (int i = 0; i < int(m_columns.size()); ++i)
        if (m_columns[size_t(i)].phase == phase)
            return i;
    return -1;
}

const PhaseEntry* PhaseBoard::entryAt(const QPoint& at) const
{
    const int column = columnAt(at);
    if (column < 0 || at.y() < headHeight())
        return nullptr;
    const int row = (at.y() - headHeight()) / rowHeight() + m_offsets[size_t(column)];
    const auto& entries = m_columns[size_t(column)].entries;
    return row < int(entries.size()) ? &entries[size_t(row)] : nullptr;
}

QRect PhaseBoard::entryRect(const QString& key) const
{
    for (int c = 0; c < int(m_columns.size()); ++c) {
        const auto& entries = m_columns[size_t(c)].entries;
        const auto found = std::find_if(entries.begin(), entries.end(), [&](const PhaseEntry& e) { return e.key == key; });
        if (found != entries.end()) {
            const int row = int(found - entries.begin()) - m_offsets[size_t(c)];
            const QRect column = columnRect(c);
            return {column.left(), headHeight() + row * rowHeight(), column.width(), rowHeight()};
        }
    }
    return {};
}

void PhaseBoard::setColumns(std::vector<PhaseColumn> columns)
{
    std::vector<int> offsets(columns.size(), 0);
    for (size_t i = 0; i < columns.size(); ++i)
        if (const int before = indexOf(columns[i].phase); before >= 0)
            offsets[i] = m_offsets[size_t(before)];
    m_columns = std::move(columns);
    m_offsets = std::move(offsets);
    if (indexOf(m_phase) < 0 && !m_columns.empty()) {
        // Chooses the first phase with failed tasks, else the first one.
        auto first = std::find_if(m_columns.begin(), m_columns.end(), [](const PhaseColumn& c) { return c.failed > 0; });
        m_phase = (first != m_columns.end() ? *first : m_columns.front()).phase;
        emit phaseChosen(m_phase);
    }
    clampOffsets();
    viewport()->update();
}

void PhaseBoard::clampOffsets()
{
    const int visible = std::max(1, (viewport()->height() - headHeight()) / rowHeight());
    for (size_t i = 0; i < m_columns.size(); ++i)
        m_offsets[i] = std::clamp(m_offsets[i], 0, std::max(0, int(m_columns[i].entries.size()) - visible));
    const int whole = columnWidth() * int(m_columns.size());
    horizontalScrollBar()->setRange(0, std::max(0, whole - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
}

void PhaseBoard::choosePhase(const QString& phase)
{
    if (phase == m_phase || indexOf(phase) < 0)
        return;
    m_phase = phase;
    viewport()->update();
    emit phaseChosen(phase);
}

void PhaseBoard::chooseEntry(const QString& key)
{
    if (key == m_entry)
        return;
    m_entry = key;
    viewport()->update();
    emit entryChosen(key);
}

void PhaseBoard::mousePressEvent(QMouseEvent* event)
{
    const int column = columnAt(event->pos());
    if (column < 0)
        return;
    choosePhase(m_columns[size_t(column)].phase);
    if (const PhaseEntry* entry = entryAt(event->pos()))
        chooseEntry(entry->key);
}

void PhaseBoard::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const PhaseEntry* entry = entryAt(event->pos()))
        emit entryOpened(entry->key);
}

void PhaseBoard::wheelEvent(QWheelEvent* event)
{
    const int column = columnAt(event->position().toPoint());
    if (column < 0 || event->angleDelta().y() == 0) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    m_offsets[size_t(column)] -= event->angleDelta().y() / 40;
    clampOffsets();
    viewport()->update();
}

void PhaseBoard::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    clampOffsets();
    showColumn(indexOf(m_phase)); // the detail beside it takes its room
}

bool PhaseBoard::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const PhaseEntry* entry = entryAt(help->pos());
        QToolTip::showText(help->globalPos(),
                           entry ? entry->id + QLatin1Char('\n') + entry->state + QStringLiteral(", ") + entry->when
                                       + (entry->note.isEmpty() ? QString() : QLatin1Char('\n') + entry->note)
                                 : QString(),
                           viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void PhaseBoard::moveEntry(int by)
{
    const int column = indexOf(m_phase);
    if (column < 0 || m_columns[size_t(column)].entries.empty())
        return;
    const auto& entries = m_columns[size_t(column)].entries;
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const PhaseEntry& e) { return e.key == m_entry; });
    const int at = found == entries.end() ? (by > 0 ? -1 : int(entries.size())) : int(found - entries.begin());
    const int next = std::clamp(at + by, 0, int(entries.size()) - 1);
    const int visible = std::max(1, (viewport()->height() - headHeight()) / rowHeight());
    int& offset = m_offsets[size_t(column)];
    if (next < offset)
        offset = next;
    if (next >= offset + visible)
        offset = next - visible + 1;
    chooseEntry(entries[size_t(next)].key);
}

void PhaseBoard::movePhase(int by)
{
    if (m_columns.empty())
        return;
    const int next = std::clamp(indexOf(m_phase) + by, 0, int(m_columns.size()) - 1);
    showColumn(next);
    choosePhase(m_columns[size_t(next)].phase);
}

void PhaseBoard::showColumn(int index)
{
    if (index < 0)
        return;
    const int left = columnRect(index).left();
    if (left < 0)
        horizontalScrollBar()->setValue(index * columnWidth());
    else if (left + columnWidth() > viewport()->width())
        horizontalScrollBar()->setValue((index + 1) * columnWidth() - viewport()->width());
}

void PhaseBoard::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left: movePhase(-1); return;
    case Qt::Key_Right: movePhase(1); return;
    case Qt::Key_Up: moveEntry(-1); return;
    case Qt::Key_Down: moveEntry(1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_entry.isEmpty())
            emit entryOpened(m_entry);
        return;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace lockdesk
