// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/sidebar_list.h"

#include "widgets/theme/glyphs.h"
#include "widgets/theme/proxy_style.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

SidebarEntryButton::SidebarEntryButton(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SidebarEntryButton::setEntry(const SidebarEntry& entry)
{
    if (entry == m_entry)
        return;
    m_entry = entry;
    setText(entry.text);
    setShortcut({}); // a title with an ampersand must not create a mnemonic
    setToolTip(entry.toolTip);
    setAccessibleName(entry.number.isEmpty() ? entry.text : entry.number + QLatin1Char(' ') + entry.text);
    setAccessibleDescription(entry.toolTip);
    updateGeometry();
    update();
}

QSize SidebarEntryButton::sizeHint() const { return {Theme::get().px(160), Theme::get().px(24)}; }

QRect SidebarEntryButton::titleRect() const
{
    const Theme& theme = Theme::get();
    return {theme.px(39), 0, width() - theme.px(39 + 4), height()};
}

// A title that is slightly too long gets a smaller font before it is cut.
QFont SidebarEntryButton::titleFont() const
{
    const Theme& theme = Theme::get();
    QFont font = m_entry.current ? theme.title() : theme.body();
    const int least = theme.small().pixelSize() - 1;
    while (font.pixelSize() > least && QFontMetricsF(font, this).horizontalAdvance(text()) > titleRect().width())
        font.setPixelSize(font.pixelSize() - 1);
    return font;
}

QString SidebarEntryButton::shownTitle() const
{
    return QFontMetricsF(titleFont(), this).elidedText(text(), Qt::ElideRight, titleRect().width());
}

void SidebarEntryButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const QColor ground = m_entry.current ? t.selectedUnfocused : underMouse() ? t.raised : t.window;
    painter.fillRect(rect(), ground);
    const int box = theme.px(10);
    const QRectF glyph(theme.px(3), (height() - box) / 2.0, box, box);
    if (m_entry.wrong)
        paintGlyph(&painter, glyph, Glyph::triangle, t.closingInk, ground);
    else if (m_entry.done)
        paintGlyph(&painter, glyph, Glyph::check, t.liveInk, ground);
    painter.setFont(m_entry.current ? theme.title() : theme.body());
    painter.setPen(t.text2);
    if (m_entry.current)
        painter.setPen(t.text);
    painter.drawText(QRect(theme.px(12), 0, theme.px(21), height()), Qt::AlignVCenter | Qt::AlignRight, m_entry.number);
    painter.setPen(t.text);
    painter.setFont(titleFont());
    painter.drawText(titleRect(), Qt::AlignVCenter | Qt::AlignLeft, shownTitle());
    if (hasFocus())
        paintFocusOutline(&painter, rect());
}

SidebarList::SidebarList(QWidget* parent) : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* inside = new QWidget;
    m_column = new QVBoxLayout(inside);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addStretch(1);
    setWidget(inside);
    viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    connect(&Theme::get(), &Theme::changed, this, &QWidget::updateGeometry);
}

QSize SidebarList::sizeHint() const
{
    return {Theme::get().px(160), int(m_entries.size()) * Theme::get().px(24) + Theme::get().px(10)};
}

void SidebarList::setEntries(const QString& caption, const std::vector<SidebarEntry>& entries)
{
    m_caption = caption;
    if (entries == m_entries)
        return;
    m_entries = entries;
    setAccessibleName(caption);
    while (m_buttons.size() < entries.size()) {
        auto* button = new SidebarEntryButton;
        button->installEventFilter(this);
        m_column->insertWidget(m_column->count() - 1, button);
        m_buttons.push_back(button);
        connect(button, &QAbstractButton::clicked, this, [this, button] { emit chosen(button->entry().id); });
    }
    while (m_buttons.size() > entries.size()) {
        m_buttons.back()->deleteLater();
        m_buttons.back()->hide();
        m_column->removeWidget(m_buttons.back());
        m_buttons.pop_back();
    }
    for (std::size_t i = 0; i < entries.size(); ++i)
        m_buttons[i]->setEntry(entries[i]);
    updateGeometry();
}

bool SidebarList::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QScrollArea::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int by = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        static_cast<SidebarEntryButton*>(watched)->click();
        return true;
    }
    if (by == 0)
        return QScrollArea::eventFilter(watched, event);
    const auto at = std::find(m_buttons.begin(), m_buttons.end(), watched) - m_buttons.begin();
    const auto next = std::clamp<std::ptrdiff_t>(at + by, 0, std::ptrdiff_t(m_buttons.size()) - 1);
    m_buttons[std::size_t(next)]->setFocus(Qt::TabFocusReason);
    ensureWidgetVisible(m_buttons[std::size_t(next)]);
    return true;
}

} // namespace lockdesk
