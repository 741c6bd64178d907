// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painting of the board; phase_board.cpp has its behaviour.
#include "models/format/format.h"
#include "widgets/tasks/phase_board.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/proxy_style.h"
#include "widgets/theme/theme.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace lockdesk {

namespace {

QString counted(std::int64_t number, bool capped)
{
    return format::count(number) + (capped ? QStringLiteral("+") : QString());
}

QStringList countWords(const PhaseColumn& column)
{
    QStringList words;
    const auto add = [&](std::int64_t n, const QString& word) {
        if (n > 0)
            words += word.arg(format::count(n));
    };
    add(column.due, PhaseBoard::tr("%1 due"));
    add(column.held, PhaseBoard::tr("%1 held"));
    add(column.waiting, PhaseBoard::tr("%1 waiting"));
    add(column.done, PhaseBoard::tr("%1 done"));
    return words;
}

} // namespace

void PhaseBoard::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Theme::get().tokens().base);
    painter.fillRect(QRect(0, 0, viewport()->width(), headHeight()), Theme::get().tokens().window);
    for (int i = 0; i < int(m_columns.size()); ++i)
        if (columnRect(i).intersects(viewport()->rect()))
            paintColumn(painter, i);
    if (hasFocus())
        if (const int chosen = indexOf(m_phase); chosen >= 0)
            paintFocusOutline(&painter, columnRect(chosen).adjusted(1, 1, -2, -2));
}

void PhaseBoard::paintColumn(QPainter& painter, int index) const
{
    const Tokens& tokens = Theme::get().tokens();
    const PhaseColumn& column = m_columns[size_t(index)];
    const QRect rect = columnRect(index);
    const bool chosen = column.phase == m_phase;
    paintHead(painter, QRect(rect.left(), 0, rect.width(), headHeight()), column, chosen);

    const int first = m_offsets[size_t(index)];
    int y = headHeight();
    for (int row = first; row < int(column.entries.size()) && y < rect.height(); ++row, y += rowHeight())
        paintEntry(painter, QRect(rect.left(), y, rect.width() - 1, rowHeight()), column.entries[size_t(row)]);

    const int visible = std::max(1, (rect.height() - headHeight()) / rowHeight());
    if (const int all = int(column.entries.size()); all > visible) {
        const int track = rect.height() - headHeight();
        const int bar = std::max(Theme::get().px(24), track * visible / all);
        const int top = headHeight() + (track - bar) * first / std::max(1, all - visible);
        painter.fillRect(QRect(rect.right() - 6, top, 5, bar), tokens.text3);
    }
    painter.setPen(tokens.line);
    painter.drawLine(rect.right(), 0, rect.right(), rect.bottom());
}

void PhaseBoard::paintHead(QPainter& painter, const QRect& rect, const PhaseColumn& column, bool chosen) const
{
    const Theme& theme = Theme::get();
    const Tokens& tokens = theme.tokens();
    painter.fillRect(rect, chosen ? tokens.selected : tokens.window);
    painter.setPen(tokens.line);
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
    const int pad = theme.px(10);
    const QRect line(rect.left() + pad, rect.top() + theme.px(6), rect.width() - 2 * pad, theme.px(20));

    painter.setFont(theme.title());
    const QString total = counted(column.total, column.capped);
    const int total_width = painter.fontMetrics().horizontalAdvance(total);
    painter.setPen(tokens.text);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, total);
    const QString name =
        painter.fontMetrics().elidedText(format::foreign(column.phase), Qt::ElideRight, line.width() - total_width - 8);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, name);
    const int name_width = painter.fontMetrics().horizontalAdvance(name);
    painter.setFont(theme.caption());
    if (painter.fontMetrics().horizontalAdvance(column.rate) + name_width + total_width + 24 < line.width()) {
        painter.setPen(tokens.text2);
        painter.drawText(line.adjusted(name_width + 8, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, column.rate);
    }

    const QRect bar(line.left(), line.bottom() + theme.px(4), line.width(), theme.px(8));
    painter.fillRect(bar, tokens.barTrack);
    const double all =
        double(std::max<std::int64_t>(1, column.failed + column.due + column.held + column.waiting + column.done));
    double x = bar.left();
    const auto part = [&](std::int64_t count, const QColor& colour, bool hatched) {
        const double wide = bar.width() * double(count) / all;
        const QRectF box(x, bar.top(), std::max(0.0, wide - 1), bar.height());
        if (count > 0 && hatched)
            paintHatch(&painter, box, colour, 5, 2);
        else if (count > 0)
            painter.fillRect(box, colour);
        x += wide;
    };
    part(column.failed, tokens.expiredFill, true);
    part(column.due, tokens.text2, false);
    part(column.held, tokens.heldFill, false);
    part(column.waiting, tokens.text3, false);

    const QRect words(line.left(), bar.bottom() + theme.px(1), line.width(), theme.px(19));
    int left = words.left();
    if (column.failed > 0) {
        QFont bold = theme.caption();
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(tokens.expiredInk);
        const QString text = tr("%1 failed").arg(format::count(column.failed));
        painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft, text);
        left += painter.fontMetrics().horizontalAdvance(text) + 10;
    }
    painter.setFont(theme.caption());
    painter.setPen(tokens.text2);
    painter.drawText(QRect(left, words.top(), words.right() - left, words.height()), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(countWords(column).join(QStringLiteral("   ")), Qt::ElideRight,
                                                      words.right() - left));
}

void PhaseBoard::paintEntry(QPainter& painter, const QRect& rect, const PhaseEntry& entry) const
{
    const Theme& theme = Theme::get();
    const Tokens& tokens = theme.tokens();
    const bool chosen = entry.key == m_entry;
    const bool failed = entry.state == QLatin1String("failed");
    const QColor ground = chosen ? tokens.selected : failed ? tokens.actNow : tokens.base;
    painter.fillRect(rect, ground);
    painter.setPen(tokens.hairline);
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
    if (chosen)
        painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), tokens.primary);

    const StateLook look = stateLook(entry.state);
    const QColor ink = entry.late ? tokens.closingInk : tokens.ink(look.tone);
    const int size = theme.px(12);
    paintGlyph(&painter, QRectF(rect.left() + theme.px(8), rect.center().y() - size / 2.0 + 0.5, size, size), look.glyph,
               ink, ground);

    const int right = rect.right() - theme.px(10);
    QFont when = theme.body();
    when.setBold(failed);
    painter.setFont(when);
    // The triangle already means due: the id takes precedence over the word.
    const int id_left = rect.left() + theme.px(26);
    const int id_whole = QFontMetrics(theme.fixed()).horizontalAdvance(entry.id);
    const auto fits = [&](const QString& text) {
        return id_left + id_whole + theme.px(8) + int(tabularWidth(when, text)) + 1 <= right;
    };
    const QString text = entry.brief.isEmpty() || fits(entry.when) ? entry.when : entry.brief;
    const int when_width = int(tabularWidth(when, text)) + 1;
    const bool rests = entry.state == QLatin1String("waiting") || entry.state == QLatin1String("done");
    painter.setPen(failed ? tokens.expiredInk : entry.late ? tokens.closingInk : rests ? tokens.text2 : tokens.text);
    paintTabular(&painter, QRectF(right - when_width, rect.top(), when_width, rect.height()),
                 Qt::AlignVCenter | Qt::AlignRight, text);

    int room = right - when_width - theme.px(8) - id_left;
    painter.setFont(theme.fixed());
    painter.setPen(tokens.text);
    const QString id = painter.fontMetrics().elidedText(entry.id, Qt::ElideMiddle, room);
    painter.drawText(QRect(id_left, rect.top(), room, rect.height()), Qt::AlignVCenter | Qt::AlignLeft, id);
    const int id_width = painter.fontMetrics().horizontalAdvance(id) + theme.px(10);
    room -= id_width;
    if (entry.bar.kind != LeaseBar::Kind::none) {
        const int wide = theme.px(42);
        if (room >= wide)
            paintLeaseBar(&painter, QRectF(right - when_width - theme.px(8) - wide, rect.center().y() - 4, wide, 8),
                          entry.bar);
    } else if (!entry.note.isEmpty() && room > theme.px(24)) {
        painter.setFont(theme.caption());
        painter.setPen(tokens.text2);
        painter.drawText(QRect(id_left + id_width, rect.top(), room, rect.height()), Qt::AlignVCenter | Qt::AlignLeft,
                         painter.fontMetrics().elidedText(entry.note, Qt::ElideRight, room));
    }
}

} // namespace lockdesk
