// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/cell_delegates.h"

#include "models/format/format.h"
#include "models/tables/roles.h"
#include "widgets/common/table_view.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace lockdesk {

namespace {

/// Returns whether a cell is the left or right end of its row on screen, in any column order.
std::pair<bool, bool> endsOf(const QTableView* view, const QModelIndex& index)
{
    if (view == nullptr)
        return {false, false};
    const QHeaderView* header = view->horizontalHeader();
    const int visual = header->visualIndex(index.column());
    bool first = true;
    for (int i = 0; i < visual && first; ++i)
        first = header->isSectionHidden(header->logicalIndex(i));
    bool last = true;
    for (int i = visual + 1; i < header->count() && last; ++i)
        last = header->isSectionHidden(header->logicalIndex(i));
    return {first, last};
}

/// Returns the space at which the first line of a text ends that is too wide for one; 0: it needs one line, or cannot be broken.
qsizetype breakOf(const QString& text, const QFontMetrics& metrics, int width)
{
    if (metrics.horizontalAdvance(text) <= width)
        return 0;
    qsizetype at = text.lastIndexOf(u' ');
    while (at > 0 && metrics.horizontalAdvance(text.left(at)) > width)
        at = text.lastIndexOf(u' ', at - 1);
    return std::max<qsizetype>(at, 0);
}

} // namespace

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const auto* view = qobject_cast<const QTableView*>(option.widget);
    const bool focused = view != nullptr && view->hasFocus();
    const bool selected = option.state & QStyle::State_Selected;
    Cell cell;
    if (m_look)
        cell.look = m_look(index);
    cell.ground = selected ? (focused ? t.selected : t.selectedUnfocused) : cell.look.actNow ? t.actNow : t.base;
    const QRect r = option.rect;
    painter->fillRect(r, cell.ground);
    painter->fillRect(r.x(), r.bottom(), r.width(), 1, t.hairline);
    cell.rect = r.adjusted(theme.px(padding), 0, -theme.px(padding), -1);
    painter->save();
    painter->setFont(theme.body());
    paintContent(painter, cell, index);
    painter->restore();

    const bool current = focused && view->currentIndex().row() == index.row() && view->currentIndex().isValid();
    if (!selected && !current)
        return;
    const auto [first, last] = endsOf(view, index);
    if (current) {
        painter->fillRect(r.x(), r.y(), r.width(), 1, t.primary);
        painter->fillRect(r.x(), r.bottom(), r.width(), 1, t.primary);
        if (last)
            painter->fillRect(r.right(), r.y(), 1, r.height(), t.primary);
    }
    if (first)
        painter->fillRect(r.x(), r.y(), theme.px(3), r.height(), t.primary);
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const Theme& theme = Theme::get();
    const int text = QFontMetrics(theme.body()).horizontalAdvance(index.data().toString());
    return {text + theme.px(2 * padding + 2), theme.px(26)};
}

void CellDelegate::paintText(QPainter* painter, const Cell& cell, const QRect& rect, const QString& text,
                             Qt::Alignment align, const QColor& ink, bool whole)
{
    painter->setPen(cell.look.stale ? Theme::get().tokens().text3 : ink);
    const QFontMetrics metrics = painter->fontMetrics();
    const int spacing = metrics.lineSpacing();
    const QStringList lines = whole ? QStringList{text} : linesOf(text, metrics, rect.width(), rect.height() / spacing);
    const int flags = int(align | Qt::AlignVCenter | Qt::TextSingleLine);
    QRect line(rect.x(), rect.center().y() - int(lines.size()) * spacing / 2, rect.width(), spacing);
    if (lines.size() == 1)
        line = rect;
    for (const QString& each : lines) {
        painter->drawText(line, flags, whole ? each : metrics.elidedText(each, Qt::ElideRight, rect.width()));
        line.translate(0, spacing);
    }
}

QStringList CellDelegate::linesOf(const QString& text, const QFontMetrics& metrics, int width, int most)
{
    QStringList out;
    QString rest = text;
    for (qsizetype at = 0; out.size() + 1 < most && (at = breakOf(rest, metrics, width)) > 0; rest = rest.mid(at + 1))
        out << rest.left(at);
    return out << rest;
}

void CellDelegate::askForRoom(const Cell& cell, const QModelIndex& index, double width) const
{
    if (width <= cell.rect.width())
        return;
    // Deferred, since a new width repaints everything.
    if (auto* view = qobject_cast<TableView*>(parent()))
        QMetaObject::invokeMethod(
            view,
            [view, column = index.column(), wanted = int(width) + 1 + Theme::get().px(2 * padding)] {
                view->widen(column, wanted);
            },
            Qt::QueuedConnection);
}

TextDelegate::TextDelegate(Tone tone, bool fixed, QObject* parent) : CellDelegate(parent), m_tone(tone), m_fixed(fixed) {}

QColor TextDelegate::inkOf(const QModelIndex& index) const { return Theme::get().ink(m_toneOf ? m_toneOf(index) : m_tone); }

void TextDelegate::paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const
{
    if (m_fixed)
        painter->setFont(Theme::get().fixed());
    QString text = index.data(Qt::DisplayRole).toString();
    const QString all = m_usesRoom ? index.data(WholeTextRole).toString() : QString();
    if (!all.isEmpty() && painter->fontMetrics().horizontalAdvance(all) <= cell.rect.width())
        text = all;
    else if (!m_whole && painter->fontMetrics().horizontalAdvance(text) > cell.rect.width())
        if (const QString brief = index.data(ShortTextRole).toString(); !brief.isEmpty())
            text = brief;
    if (m_whole)
        askForRoom(cell, index, QFontMetricsF(painter->font()).horizontalAdvance(text));
    paintText(painter, cell, cell.rect, text, Qt::AlignLeft, inkOf(index));
}

void NumberDelegate::paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const QString text = index.data(Qt::DisplayRole).toString();
    QColor ink = inkOf(index);
    QFont font = m_fixed ? theme.fixed() : theme.body();
    const QString word = m_stateOf ? m_stateOf(index) : QString();
    const StateLook state = word.isEmpty() ? StateLook{Glyph::none, Tone::text, false} : stateLook(word);
    if (!word.isEmpty()) {
        ink = t.ink(state.tone);
        font.setWeight(state.bold ? QFont::DemiBold : QFont::Normal);
    } else if (text == QLatin1String("0")) {
        ink = t.text3;
    }
    painter->setFont(font);
    painter->setPen(cell.look.stale ? t.text3 : ink);
    paintTabular(painter, cell.rect, Qt::AlignRight | Qt::AlignVCenter, text);
    askForRoom(cell, index, tabularWidth(font, text) + (m_glyph && !word.isEmpty() ? theme.px(18) : 0));
    if (m_glyph && !word.isEmpty()) {
        const int box = theme.px(12);
        const int x = cell.rect.right() - int(tabularWidth(font, text)) - theme.px(6) - box;
        paintGlyph(painter, QRectF(x, cell.rect.center().y() - box / 2 + 1, box, box), state.glyph, painter->pen().color(),
                   cell.ground);
    }
}

StateDelegate::StateDelegate(std::function<QString(const QModelIndex&)> word, QObject* parent)
    : CellDelegate(parent), m_word(std::move(word))
{
}

int StateDelegate::leastContentWidth() const
{
    const Theme& theme = Theme::get();
    double widest = 0;
    for (const QString& word : m_words) {
        QFont font = theme.body();
        if (stateLook(word).bold)
            font.setWeight(QFont::DemiBold);
        widest = std::max(widest, QFontMetricsF(font).horizontalAdvance(format::state(word.toUtf8().constData())));
    }
    return m_words.isEmpty() ? 0 : theme.px(18) + int(std::ceil(widest)) + 1;
}

void StateDelegate::paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const
{
    const Theme& theme = Theme::get();
    const StateLook look = stateLook(m_word(index));
    const QColor ink = cell.look.stale ? theme.tokens().text3 : theme.ink(look.tone);
    const int box = theme.px(12);
    paintGlyph(painter, QRectF(cell.rect.x(), cell.rect.y() + (cell.rect.height() - box) / 2 + 1, box, box), look.glyph, ink,
               cell.ground);
    QFont font = theme.body();
    if (look.bold)
        font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    const QString text = index.data().toString();
    askForRoom(cell, index, QFontMetricsF(font).horizontalAdvance(text) + theme.px(18));
    paintText(painter, cell, cell.rect.adjusted(theme.px(18), 0, 0, 0), text, Qt::AlignLeft, ink);
}

LeaseBarDelegate::LeaseBarDelegate(std::function<LeaseCell(const QModelIndex&)> cell, QObject* parent)
    : CellDelegate(parent), m_cell(std::move(cell))
{
}

void LeaseBarDelegate::paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const
{
    const Theme& theme = Theme::get();
    LeaseCell content = m_cell(index);
    content.bar.stale |= cell.look.stale;
    QFont font = theme.body();
    if (content.bold)
        font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    // The countdown's width is the same in every row, so that the bars are aligned.
    const int words = std::min(theme.px(95), cell.rect.width() * 62 / 100);
    int bar = std::max(std::min(theme.px(80), cell.rect.width() - words),
                       cell.rect.width() > theme.px(220) ? cell.rect.width() * 55 / 100 : 0);
    if (cell.rect.width() < theme.px(96))
        bar = 0;
    const bool hasBar = content.bar.kind != LeaseBar::Kind::none && bar > 0;
    if (hasBar) {
        const int height = theme.px(10);
        paintLeaseBar(painter, QRectF(cell.rect.x() + 1, cell.rect.y() + (cell.rect.height() + 1 - height) / 2, bar, height),
                      content.bar);
    }
    const int room = cell.rect.width() - (hasBar ? bar + theme.px(6) : 0);
    QString text;
    for (const QString& candidate : content.texts) {
        text = candidate;
        if (tabularWidth(font, candidate) <= room)
            break;
    }
    painter->setPen(cell.look.stale ? theme.tokens().text3 : theme.ink(content.tone));
    paintTabular(painter, cell.rect, Qt::AlignRight | Qt::AlignVCenter, text);
    askForRoom(cell, index, tabularWidth(font, text) + cell.rect.width() - room);
}

StoreDelegate::StoreDelegate(std::function<QString(const QModelIndex&)> environment, QObject* parent)
    : CellDelegate(parent), m_environment(std::move(environment))
{
}

void StoreDelegate::paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const
{
    const Theme& theme = Theme::get();
    const int height = theme.px(14);
    paintStoreBar(painter, QPoint(cell.rect.x(), cell.rect.y() + (cell.rect.height() + 1 - height) / 2),
                  environmentLook(m_environment(index), theme.tokens()), cell.look.stale);
    paintText(painter, cell, cell.rect.adjusted(theme.px(9), 0, 0, 0), index.data().toString(), Qt::AlignLeft,
              theme.tokens().text);
}

int ChipDelegate::leastContentWidth() const
{
    int widest = 0;
    for (const auto& name : {QStringLiteral("development"), QStringLiteral("staging"), QStringLiteral("production")})
        widest = std::max(widest, chipWidth(format::environment(name), environmentLook(name, Theme::get().tokens())));
    return widest;
}

void ChipDelegate::paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const
{
    const QString environment = index.data(EnvironmentRole).toString();
    paintChip(painter, cell.rect, index.data().toString(), environmentLook(environment, Theme::get().tokens()), false,
              cell.look.stale);
}

} // namespace lockdesk
