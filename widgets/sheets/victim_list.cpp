// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/victim_list.h"

#include "widgets/theme/glyphs.h"
#include "widgets/theme/proxy_style.h"
#include "widgets/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace lockdesk {

namespace {

// Shares of the width, as in the table: name (at least), owner, token (right), lease.
constexpr double least_name = 0.23;
constexpr double token_end = 0.66;
constexpr double lease_at = 0.67;
constexpr int most_told = 20;    ///< names passed to a screen reader at once
constexpr int least_owner = 110; ///< what a long name leaves of the owner

int rowHeight() { return Theme::get().px(26); }

} // namespace

VictimList::VictimList(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    verticalScrollBar()->setFocusPolicy(Qt::NoFocus);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        viewport()->update();
        emit scrolled();
    });
    connect(&Theme::get(), &Theme::changed, this, &VictimList::relayout);
}

void VictimList::setContent(const SheetContent& content)
{
    m_content = content;
    m_results.assign(content.victims.size(), {});
    QStringList names;
    for (const auto& victim : content.victims)
        if (names.size() < most_told && !victim.name.isEmpty())
            names += victim.name;
    const auto longest = std::max_element(
        content.victims.begin(), content.victims.end(),
        [](const SheetVictim& a, const SheetVictim& b) { return a.name.size() < b.name.size(); });
    m_longest = longest != content.victims.end() ? longest->name : QString();
    setAccessibleName(names.isEmpty() ? content.nameHeader : names.join(QStringLiteral(", ")));
    relayout();
}

void VictimList::setVictim(std::size_t row, const SheetVictim& victim)
{
    if (row < m_content.victims.size())
        m_content.victims[row] = victim;
    viewport()->update();
}

void VictimList::setResult(std::size_t row, const SheetResult& result)
{
    if (row < m_results.size())
        m_results[row] = result;
    viewport()->update();
}

void VictimList::setMostRows(int rows)
{
    m_most = rows;
    relayout();
}

// A name says what is about to be changed, so it is cut after the owner.
void VictimList::measure()
{
    const Theme& theme = Theme::get();
    const QFontMetrics fixed(theme.fixed());
    int token = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(m_content.victims.size(), most_told); ++i)
        token = std::max(token, fixed.horizontalAdvance(m_content.victims[i].token));
    const int least = x(least_name), most = x(token_end) - token - 24 - theme.px(least_owner);
    m_nameWidth = std::clamp(fixed.horizontalAdvance(m_longest) + theme.px(14) + 8, least, std::max(least, most));
}

void VictimList::relayout()
{
    measure();
    const int rows = int(m_content.victims.size()), page = std::clamp(rows, 1, m_most);
    setFixedHeight(sizeHint().height());
    verticalScrollBar()->setRange(0, std::max(0, rows - page) * rowHeight());
    verticalScrollBar()->setPageStep(page * rowHeight());
    verticalScrollBar()->setSingleStep(rowHeight());
    // A scrolling list is reached by Tab; a few rows need no keys.
    setFocusPolicy(rows > m_most ? Qt::StrongFocus : Qt::NoFocus);
    viewport()->update();
}

QSize VictimList::sizeHint() const
{
    return {400, rowHeight() * (std::clamp(int(m_content.victims.size()), 1, m_most) + 1)};
}

std::pair<std::size_t, std::size_t> VictimList::shown() const
{
    if (m_content.victims.empty())
        return {0, 0};
    const int first = verticalScrollBar()->value() / rowHeight();
    return {std::size_t(first), std::min(m_content.victims.size() - 1, std::size_t(first + m_most))};
}

void VictimList::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void VictimList::keyPressEvent(QKeyEvent* event)
{
    QScrollBar* bar = verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Home: bar->setValue(0); return;
    case Qt::Key_End: bar->setValue(bar->maximum()); return;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

bool VictimList::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int row = (help->pos().y() - rowHeight() + verticalScrollBar()->value()) / rowHeight();
        QString text;
        if (help->pos().y() >= rowHeight() && row >= 0 && std::size_t(row) < m_content.victims.size()) {
            const SheetVictim& victim = m_content.victims[std::size_t(row)];
            text = victim.name + u'\n' + victim.owner;
            if (!m_results[std::size_t(row)].text.isEmpty())
                text += u'\n' + m_results[std::size_t(row)].text;
        }
        QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void VictimList::paintEvent(QPaintEvent*)
{
    const Tokens& tokens = Theme::get().tokens();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), tokens.base);
    const auto [first, last] = shown();
    painter.save();
    painter.setClipRect(0, rowHeight(), viewport()->width(), viewport()->height());
    for (std::size_t row = first; row <= last && row < m_content.victims.size(); ++row)
        paintRow(painter, row, rowHeight() * (int(row) + 1) - verticalScrollBar()->value());
    painter.restore();
    paintHeader(painter);
    if (hasFocus())
        paintFocusOutline(&painter, viewport()->rect());
}

void VictimList::paintHeader(QPainter& painter) const
{
    const Theme& theme = Theme::get();
    const Tokens& tokens = theme.tokens();
    const int row = rowHeight(), pad = theme.px(14), width = viewport()->width();
    const auto cell = [&](int from, int to) { return QRect(from, 0, std::max(0, to - from), row); };
    painter.fillRect(QRect(0, 0, width, row), tokens.raised);
    painter.setFont(theme.caption());
    painter.setPen(tokens.text2);
    painter.drawText(cell(pad, m_nameWidth), Qt::AlignVCenter | Qt::AlignLeft, m_content.nameHeader);
    painter.drawText(cell(m_nameWidth + 8, x(token_end)), Qt::AlignVCenter | Qt::AlignLeft, m_content.ownerHeader);
    painter.drawText(cell(m_nameWidth, x(token_end) - 8), Qt::AlignVCenter | Qt::AlignRight, m_content.tokenHeader);
    painter.drawText(cell(x(lease_at) + 8, width - pad), Qt::AlignVCenter | Qt::AlignLeft, m_content.leftHeader);
    painter.setPen(tokens.line);
    for (const int at : {m_nameWidth, x(lease_at)})
        painter.drawLine(at, 0, at, row - 1);
    painter.drawLine(0, row - 1, width, row - 1);
}

void VictimList::paintRow(QPainter& painter, std::size_t index, int y) const
{
    const Theme& theme = Theme::get();
    const Tokens& tokens = theme.tokens();
    const SheetVictim& victim = m_content.victims[index];
    const SheetResult& result = m_results[index];
    const int row = rowHeight(), pad = theme.px(14), width = viewport()->width();
    const auto cell = [&](int from, int to) { return QRect(from, y, std::max(0, to - from), row); };
    const QFontMetrics fixed(theme.fixed()), body(theme.body());
    painter.setFont(theme.fixed());
    painter.setPen(tokens.text);
    // The end of a result must not be lost: where it needs the room, the name yields.
    const int glyph = theme.px(12);
    const int nameEnd = result.text.isEmpty()
                            ? m_nameWidth
                            : std::clamp(width - pad - 17 - glyph - body.horizontalAdvance(result.text),
                                         std::min(x(least_name), m_nameWidth), m_nameWidth);
    const QRect name = cell(pad, nameEnd - 4);
    painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft, fixed.elidedText(victim.name, Qt::ElideMiddle, name.width()));
    painter.setPen(tokens.hairline);
    painter.drawLine(0, y + row - 1, width, y + row - 1);
    if (!result.text.isEmpty()) {
        paintGlyph(&painter, QRectF(nameEnd + 8, y + (row - glyph) / 2.0, glyph, glyph),
                   result.good ? Glyph::check : Glyph::cross, theme.ink(result.good ? Tone::live : Tone::expired),
                   tokens.base);
        const QRect room = cell(nameEnd + 16 + glyph, width - pad);
        painter.setFont(theme.body());
        painter.setPen(tokens.text);
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, body.elidedText(result.text, Qt::ElideRight, room.width()));
        return;
    }
    painter.setFont(theme.fixed());
    const QRect owner = cell(m_nameWidth + 8, x(token_end) - fixed.horizontalAdvance(victim.token) - 16);
    painter.setPen(tokens.text2);
    painter.drawText(owner, Qt::AlignVCenter | Qt::AlignLeft,
                     fixed.elidedText(victim.owner, Qt::ElideMiddle, owner.width()));
    painter.setPen(tokens.text);
    painter.drawText(cell(m_nameWidth, x(token_end) - 8), Qt::AlignVCenter | Qt::AlignRight, victim.token);
    painter.setFont(theme.body());
    if (!victim.news.isEmpty()) {
        painter.setPen(theme.ink(victim.newsTone));
        painter.drawText(cell(x(lease_at) + 8, x(lease_at) + theme.px(96)), Qt::AlignVCenter | Qt::AlignLeft, victim.news);
    } else if (victim.bar.kind != LeaseBar::Kind::none) {
        paintLeaseBar(&painter, QRectF(x(lease_at) + 8, y + (row - 10) / 2.0, theme.px(80), 10), victim.bar);
    }
    painter.setPen(victim.bar.kind == LeaseBar::Kind::expired ? tokens.expiredInk : tokens.text);
    paintTabular(&painter, cell(x(lease_at) + theme.px(96), width - pad), Qt::AlignVCenter | Qt::AlignRight, victim.left);
}

} // namespace lockdesk
