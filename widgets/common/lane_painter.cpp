// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/lane_painter.h"

#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace lockdesk {

namespace {

constexpr int glyphSize = 12, textGap = 12;
constexpr int mostBeside = 6; ///< marks of one instant; the number of further ones is shown as text
constexpr int mostSpread = 2'000; ///< marks in a window: more are a texture, and nobody can tell one from another
const QColor inkOnHeld(0x0F, 0x1A, 0x26);

constexpr int rowsApart(int laneHeight) { return laneHeight >= 50 ? 24 : 18; }

std::int64_t endOf(const LaneSpan& span, const LaneAxis& axis)
{
    return span.to == 0 ? std::max(axis.now, span.from) : span.to;
}

/// Paints a renewal.
void paintTick(QPainter& painter, double x, const QRectF& row, bool tall)
{
    const Theme& theme = Theme::get();
    const double inset = row.height() / 2 - theme.px(tall ? 10 : 9);
    painter.fillRect(QRectF(std::floor(x), row.y() + inset - (tall ? 0 : 1), 1, row.height() - 2 * inset),
                     theme.tokens().text);
}

using MarkAt = std::vector<LaneMark>::const_iterator;

/// Distance between the marks of one instant, of which `mark` is the first: smaller if others follow soon, or if the marks
/// and the number of further ones would not end before `end`.
double distanceOf(MarkAt mark, MarkAt last, const LaneAxis& axis, double most, double end)
{
    const auto isShown = [](const LaneMark& m) { return m.glyph != Glyph::none; };
    const auto next = std::find_if(mark, last, [&](const LaneMark& m) { return m.at != mark->at && isShown(m); });
    const auto count = std::count_if(mark, next, isShown);
    const auto shown = std::clamp<std::ptrdiff_t>(count, 1, mostBeside);
    const double x = axis.x(mark->at);
    if (next != last)
        return std::clamp((axis.x(next->at) - x) / double(shown), 4.0, most);
    const Theme& theme = Theme::get();
    const QString further = QStringLiteral("+%1").arg(count - mostBeside);
    const double after = count > mostBeside ? theme.px(textGap) + QFontMetrics(theme.small()).horizontalAdvance(further) : most / 2;
    return shown > 1 ? std::clamp((end - after - x) / double(shown - 1), 4.0, most) : most;
}

} // namespace

LanePainter::LanePainter(QPainter& painter, const LaneAxis& axis, int laneHeight)
    : m_painter(painter), m_axis(axis), m_laneHeight(laneHeight)
{
}

std::pair<std::size_t, std::size_t> LanePainter::visible(const Lane& lane, const LaneAxis& axis)
{
    const auto& spans = lane.spans;
    const auto starts = [](std::int64_t at, const LaneSpan& span) { return at < span.from; };
    const auto last = std::upper_bound(spans.begin(), spans.end(), axis.to, starts);
    auto first = spans.begin();
    if (lane.longest > 0) {
        const std::int64_t reaches = axis.from - lane.longest;
        first = std::upper_bound(spans.begin(), last, (lane.openSince > 0 ? std::min(lane.openSince, reaches) : reaches) - 1,
                                 starts);
    }
    return {std::size_t(first - spans.begin()), std::size_t(last - spans.begin())};
}

void LanePainter::lane(const Lane& lane, const QRectF& row, bool current, bool focused)
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    if (current)
        m_painter.fillRect(QRectF(row.x(), row.y(), m_axis.left - theme.px(4), row.height() - 1),
                           focused ? t.selected : t.selectedUnfocused);
    name(lane, row);
    const double margin = theme.px(14);
    const double half = theme.px(glyphSize) / 2.0 + 1; // so that a mark at the very beginning is not cut
    if (lane.rows > 1)
        overAllRows(lane, row);
    for (m_row = 0; m_row < lane.rows; ++m_row) {
        const QRectF at = rowOf(row, m_row);
        m_taken.clear();
        mark(lane);
        m_painter.save();
        m_painter.setClipRect(QRectF(m_axis.left, row.y(), m_axis.right - m_axis.left + 1, row.height()), Qt::IntersectClip);
        spans(lane, at);
        m_painter.restore();
        m_painter.save();
        m_painter.setClipRect(QRectF(m_axis.left - half, row.y(), m_axis.right + margin + half - m_axis.left, row.height()),
                              Qt::IntersectClip);
        if (m_playhead)
            m_painter.fillRect(QRectF(*m_playhead - 1, at.y(), 2, at.height()), t.primary);
        marks(lane, at);
        m_painter.restore();
    }
    m_painter.fillRect(QRectF(row.x(), row.bottom() - 1, row.width(), 1), tall() ? t.line : t.hairline);
}

int LanePainter::heightOf(int laneHeight, int rows)
{
    return Theme::get().px(laneHeight) + (std::max(rows, 1) - 1) * Theme::get().px(rowsApart(laneHeight));
}

QRectF LanePainter::rowOf(const QRectF& whole, int row) const
{
    const Theme& theme = Theme::get();
    return {whole.x(), whole.y() + row * theme.px(rowsApart(m_laneHeight)), whole.width(), double(theme.px(m_laneHeight))};
}

bool LanePainter::isHere(const LaneSpan& span, const Lane& lane) const
{
    return span.row == LaneSpan::allRows ? lane.rows == 1 : std::clamp(span.row, 0, lane.rows - 1) == m_row;
}

bool LanePainter::isHere(const LaneMark& mark, const Lane& lane) const
{
    return std::clamp(mark.row, 0, lane.rows - 1) == m_row;
}

// Painted behind the bars of each row, so that both are visible.
void LanePainter::overAllRows(const Lane& lane, const QRectF& whole)
{
    const auto [first, last] = visible(lane, m_axis);
    for (std::size_t i = first; i < last; ++i) {
        const LaneSpan& span = lane.spans[i];
        const std::int64_t end = endOf(span, m_axis);
        if (span.row != LaneSpan::allRows || end < m_axis.from)
            continue;
        const double from = std::max(m_axis.x(std::max(span.from, m_axis.from)) - 1, m_axis.left);
        const double to = m_axis.x(std::min(end, m_axis.to));
        bar(span, QRectF(from, whole.y() + 3, std::max(1.0, to - from), whole.height() - 7), to);
    }
}

void LanePainter::name(const Lane& lane, const QRectF& whole) const
{
    const QRectF row = rowOf(whole, 0);
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const QRectF room(row.x() + theme.px(10), row.y(), m_axis.left - row.x() - theme.px(16), row.height() - 1);
    const bool two = tall() && !lane.caption.isEmpty();
    m_painter.setFont(theme.fixed());
    m_painter.setPen(t.text);
    m_painter.drawText(two ? QRectF(room.x(), room.y(), room.width(), room.height() * 0.7) : room,
                       Qt::AlignVCenter | Qt::AlignLeft,
                       m_painter.fontMetrics().elidedText(lane.name, Qt::ElideRight, int(room.width())));
    if (!two)
        return;
    m_painter.setFont(theme.small());
    m_painter.setPen(t.text3);
    m_painter.drawText(QRectF(room.x(), room.y() + room.height() * 0.42, room.width(), room.height() * 0.5),
                       Qt::AlignVCenter | Qt::AlignLeft,
                       m_painter.fontMetrics().elidedText(lane.caption, Qt::ElideRight, int(room.width())));
}

void LanePainter::spans(const Lane& lane, const QRectF& row)
{
    const Theme& theme = Theme::get();
    const double height = theme.px(tall() ? 18 : 14);
    const double y = std::floor(row.center().y() - height / 2) - (tall() ? 0 : 1);
    const auto [first, last] = visible(lane, m_axis);
    // Of many spans in one pixel, paints one of each kind.
    std::array<int, 8> painted{};
    painted.fill(-1'000'000);
    for (std::size_t i = first; i < last; ++i) {
        const LaneSpan& span = lane.spans[i];
        const std::int64_t end = endOf(span, m_axis);
        if (end < m_axis.from || !isHere(span, lane))
            continue;
        // Painters cannot handle coordinates far outside.
        const double from = m_axis.x(std::max(span.from, m_axis.from - (m_axis.to - m_axis.from)));
        const double to = m_axis.x(std::min(end, m_axis.to + (m_axis.to - m_axis.from)));
        int& last_pixel = painted[std::size_t(span.kind)];
        if (int(to) <= last_pixel)
            continue;
        last_pixel = int(to);
        const QRectF rect(from, y, std::max(1.0, to - from), height);
        bar(span, rect, roomOf(lane, i, last));
        occupy(rect.left(), rect.right());
    }
    for (std::size_t i = first; i < last; ++i) {
        const LaneSpan& span = lane.spans[i];
        if (!span.after.isEmpty() && endOf(span, m_axis) >= m_axis.from && isHere(span, lane))
            textAfter(span, QRectF(m_axis.x(endOf(span, m_axis)), y, 0, height));
    }
}

// A bar of the same kind without a text only continues what is written in this one.
double LanePainter::roomOf(const Lane& lane, std::size_t index, std::size_t last) const
{
    const LaneSpan& span = lane.spans[index];
    const std::int64_t end = endOf(span, m_axis);
    for (std::size_t i = index + 1; !span.text.isEmpty() && i < last && lane.spans[i].from < end; ++i) {
        const LaneSpan& over = lane.spans[i];
        if (isHere(over, lane) && over.from > span.from && (over.kind != span.kind || !over.text.isEmpty()))
            return m_axis.x(over.from);
    }
    return m_axis.x(std::min(end, m_axis.to));
}

void LanePainter::bar(const LaneSpan& span, const QRectF& rect, double room)
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    switch (span.kind) {
    case LaneSpan::Kind::works:
        // A gap separates it from a span that follows at once.
        m_painter.fillRect(rect.adjusted(0, 0, rect.width() > 6 ? -theme.px(2) : rect.width() > 3 ? -1 : 0, 0), t.heldFill);
        textIn(span, rect, room, span.ink ? t.ink(*span.ink) : inkOnHeld);
        break;
    case LaneSpan::Kind::waits:
        m_painter.fillRect(rect, t.barTrack);
        textIn(span, rect, room, span.ink ? t.ink(*span.ink) : t.text2);
        break;
    case LaneSpan::Kind::notRunning:
    case LaneSpan::Kind::overdue:
    case LaneSpan::Kind::margin:
    case LaneSpan::Kind::cooling:
    case LaneSpan::Kind::unread: hatched(span, rect, room); break;
    }
}

void LanePainter::hatched(const LaneSpan& span, const QRectF& rect, double room)
{
    const Tokens& t = Theme::get().tokens();
    const QColor ink = span.kind == LaneSpan::Kind::overdue   ? t.expiredFill
                       : span.kind == LaneSpan::Kind::margin  ? t.heldFill
                       : span.kind == LaneSpan::Kind::cooling ? t.coolingFill
                       : span.kind == LaneSpan::Kind::unread  ? t.line
                                                              : t.text3;
    m_painter.fillRect(rect, t.base);
    const QRectF seen = rect.intersected(QRectF(m_axis.left - 20, rect.y(), m_axis.right - m_axis.left + 40, rect.height()));
    paintHatch(&m_painter, seen, ink, span.kind == LaneSpan::Kind::cooling ? 5 : 6,
               span.kind == LaneSpan::Kind::cooling ? 2.2 : 1.4);
    const bool framed = span.kind != LaneSpan::Kind::margin && span.kind != LaneSpan::Kind::unread;
    if (framed && rect.width() > 2) {
        m_painter.setPen(QPen(ink, 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    // Spans past their lease are the most important: they show their name in low lanes too.
    if (!span.text.isEmpty() && (Theme::get().px(m_laneHeight) >= 50 || span.kind == LaneSpan::Kind::overdue))
        textIn(span, rect, room, span.ink ? t.ink(*span.ink) : t.text2);
}

// The text starts inside the window even if its bar begins before it.
void LanePainter::textIn(const LaneSpan& span, const QRectF& bar, double room, const QColor& ink)
{
    if (span.text.isEmpty() || bar.width() < 16)
        return;
    const Theme& theme = Theme::get();
    const double from = std::max(bar.left(), m_axis.left);
    const double end = std::min({bar.right(), m_axis.right, room});
    const bool solid = span.kind == LaneSpan::Kind::works || span.kind == LaneSpan::Kind::waits;
    QFont font = theme.small();
    if (solid)
        font.setWeight(QFont::DemiBold);
    m_painter.setFont(font);
    const double wide = m_painter.fontMetrics().horizontalAdvance(span.text);
    auto place = placeFor(wide, from + theme.px(5), end - theme.px(5), m_marked);
    if (!place && solid) { // among frequent renewals a name counts for more than some of them
        place = placeFor(wide, from + theme.px(5), end - theme.px(5), m_glyphs);
        if (place)
            m_named.emplace_back(*place - 2, *place + wide + 2);
    }
    if (!place)
        return;
    const QRectF rect(*place, bar.y(), wide + 1, bar.height());
    if (!solid)
        m_painter.fillRect(QRectF(rect.x(), rect.y() + 1, wide + theme.px(8), rect.height() - 2), theme.tokens().base);
    m_painter.setPen(ink);
    m_painter.drawText(rect.adjusted(solid ? 0 : theme.px(4), -1, solid ? 0 : theme.px(4), 1),
                       Qt::AlignVCenter | Qt::AlignLeft, span.text);
}

// Returns the first place where no mark covers the text.
std::optional<double> LanePainter::placeFor(double wide, double from, double to, const std::vector<double>& marked)
{
    for (const double mark : marked) {
        const double half = Theme::get().px(glyphSize) / 2.0 + 3;
        if (mark + half <= from)
            continue;
        if (mark - half >= from + wide)
            break;
        from = mark + half;
    }
    return from + wide <= to ? std::optional(from) : std::nullopt;
}

void LanePainter::mark(const Lane& lane)
{
    m_beside = sideBySide(lane);
    m_marked.clear();
    m_glyphs.clear();
    m_named.clear();
    for (std::size_t i = 0; i < lane.marks.size(); ++i) {
        const LaneMark& mark = lane.marks[i];
        if (mark.at < m_axis.from || mark.at > m_axis.to || !isHere(mark, lane))
            continue;
        const auto beside = m_beside.find(i);
        const double x = beside == m_beside.end() ? m_axis.x(mark.at) : beside->second;
        if (m_marked.empty() || x - m_marked.back() >= 2)
            m_marked.push_back(x);
        if (mark.glyph != Glyph::none && (m_glyphs.empty() || x - m_glyphs.back() >= 2))
            m_glyphs.push_back(x);
    }
}

void LanePainter::textAfter(const LaneSpan& span, const QRectF& bar)
{
    const Theme& theme = Theme::get();
    m_painter.setFont(theme.small());
    const double from = bar.left() + theme.px(6);
    const double wide = m_painter.fontMetrics().horizontalAdvance(span.after);
    if (!isFree(from - 3, from + wide) || from + wide > m_axis.right + theme.px(14))
        return;
    m_painter.setPen(theme.tokens().text2);
    m_painter.drawText(QRectF(from, bar.y() - 2, wide + 2, bar.height() + 4), Qt::AlignVCenter | Qt::AlignLeft, span.after);
    occupy(from, from + wide);
}

std::map<std::size_t, double> LanePainter::sideBySide(const Lane& lane) const
{
    std::map<std::size_t, double> out;
    const auto& marks = lane.marks;
    const auto first = std::size_t(std::lower_bound(marks.begin(), marks.end(), m_axis.from,
                                                    [](const LaneMark& mark, std::int64_t at) { return mark.at < at; })
                                   - marks.begin());
    const auto last = std::size_t(std::upper_bound(marks.begin(), marks.end(), m_axis.to,
                                                   [](std::int64_t at, const LaneMark& m) { return at < m.at; })
                                  - marks.begin());
    if (last - std::min(first, last) > mostSpread)
        return out;
    const double step = Theme::get().px(glyphSize) + 1;
    std::vector<std::pair<std::size_t, double>> group; // each would cover the one before it
    const auto place = [&] {
        if (group.size() > 1 && group.size() <= mostBeside)
            out.insert(group.begin(), group.end());
        group.clear();
    };
    for (std::size_t i = first; i < last; ++i) {
        const LaneMark& mark = lane.marks[i];
        if (mark.glyph == Glyph::none || !isHere(mark, lane))
            continue;
        const double x = m_axis.x(mark.at), free = group.empty() ? x : group.back().second + step;
        if (x >= free)
            place();
        group.emplace_back(i, std::max(x, group.empty() ? x : free));
    }
    place();
    return out;
}

void LanePainter::marks(const Lane& lane, const QRectF& row)
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const auto& marks = lane.marks;
    const auto first = std::lower_bound(marks.begin(), marks.end(), m_axis.from,
                                        [](const LaneMark& mark, std::int64_t at) { return mark.at < at; });
    const auto last =
        std::upper_bound(first, marks.end(), m_axis.to, [](std::int64_t at, const LaneMark& m) { return at < m.at; });
    double step = 0;
    const double size = theme.px(glyphSize), y = row.center().y() - (tall() ? 0 : 1);
    double tickAt = -1e9;
    std::map<Glyph, double> glyphAt; // of many in one place, one of each kind is painted
    double reached = m_axis.left;
    const auto spreadOf = [&](auto mark) -> std::optional<double> {
        const auto found = m_beside.find(std::size_t(mark - marks.begin()));
        return found == m_beside.end() ? std::nullopt : std::optional(found->second);
    };
    for (auto mark = first; mark != last; ++mark) {
        if (!isHere(*mark, lane))
            continue;
        if (mark->beside == 0)
            step = distanceOf(mark, last, m_axis, size + 2, m_axis.right + theme.px(14));
        const std::optional<double> own = spreadOf(mark);
        const double at = m_axis.x(mark->at), x = own.value_or(at + std::min(mark->beside, mostBeside) * step);
        if (mark->glyph == Glyph::none) {
            const auto covers = [x](const std::pair<double, double>& name) { return name.first <= x && x <= name.second; };
            if (x - tickAt < 2 || std::any_of(m_named.begin(), m_named.end(), covers))
                continue;
            tickAt = x;
            paintTick(m_painter, x, row, tall());
            continue;
        }
        // A ring is omitted where it would cover a more important mark.
        const auto covers = [&](const LaneMark& m) {
            return m.glyph != Glyph::none && m.glyph != Glyph::ring && isHere(m, lane) && m.at != mark->at
                   && std::abs(m_axis.x(m.at) - x) < size / 3;
        };
        if (!own && mark->glyph == Glyph::ring && mark->beside == 0
            && ((mark + 1 != last && covers(*(mark + 1))) || (mark != first && covers(*(mark - 1)))))
            continue;
        const auto [known, isNew] = glyphAt.try_emplace(mark->glyph, x);
        if (!own && !isNew && x - known->second < 3 && mark->beside == 0)
            continue;
        known->second = x;
        const auto next =
            std::find_if(mark + 1, last, [&](const LaneMark& m) { return m.glyph != Glyph::none && isHere(m, lane); });
        const double free = next == last ? m_axis.right + theme.px(14)
                                         : spreadOf(next).value_or(m_axis.x(next->at) + next->beside * step) - size;
        if (!own && mark->beside >= mostBeside) {
            if (next == last || next->beside == 0)
                markText({mark->at, Glyph::none, Tone::free, QStringLiteral("+%1").arg(mark->beside - mostBeside + 1)},
                         at + (mostBeside - 1) * step, row, reached, free);
            continue;
        }
        const QRectF place(x - size / 2, y - size / 2, size, size);
        if (!isFree(place.left(), place.right())) { // marks on a bar get their own background, which spares the mark before
            const QRectF behind = place.adjusted(-1, -1, 1, 1);
            m_painter.fillRect(QRectF(QPointF(std::clamp(reached, behind.left(), behind.right()), behind.top()), behind.bottomRight()), t.base);
        }
        paintGlyph(&m_painter, place, mark->glyph, t.ink(mark->tone), t.base);
        if (!mark->text.isEmpty())
            markText(*mark, x, row, reached, free);
        reached = std::max(reached, x + size / 2);
    }
}

void LanePainter::markText(const LaneMark& mark, double x, const QRectF& row, double before, double next)
{
    const Theme& theme = Theme::get();
    m_painter.setFont(theme.small());
    const double wide = m_painter.fontMetrics().horizontalAdvance(mark.text);
    const double right = x + theme.px(textGap), left = x - theme.px(textGap) - wide;
    const double between = theme.px(5); // two texts that touch read as one word
    double from = right; // and not under the line of the clock
    if (right + wide > next || !isFree(right, right + wide + between)) {
        if (left < before || !isFree(left - between, left + wide))
            return;
        from = left;
    }
    if (m_playhead && *m_playhead > from - 2 && *m_playhead < from + wide) {
        const double behind = *m_playhead + theme.px(5);
        if (behind - x < theme.px(45) && behind + wide <= next && isFree(behind, behind + wide))
            from = behind;
    }
    // A hatch over all rows of a lane is below the text, which nobody could read on it.
    const double high = m_painter.fontMetrics().height();
    m_painter.fillRect(QRectF(from - 1, row.center().y() - high / 2, wide + 3, high), theme.tokens().base);
    m_painter.setPen(theme.ink(mark.tone == Tone::free ? Tone::text2 : mark.tone));
    m_painter.drawText(QRectF(from, row.y(), wide + 2, row.height() - (tall() ? 0 : 2)), Qt::AlignVCenter | Qt::AlignLeft,
                       mark.text);
    occupy(from, from + wide);
}

bool LanePainter::isFree(double from, double to) const
{
    const auto after = std::lower_bound(m_taken.begin(), m_taken.end(), from,
                                        [](const std::pair<double, double>& each, double at) { return each.second <= at; });
    return after == m_taken.end() || after->first >= to;
}

void LanePainter::occupy(double from, double to)
{
    // Bars are ordered: the new one is nearly always last.
    auto at = std::lower_bound(m_taken.begin(), m_taken.end(), from,
                               [](const std::pair<double, double>& each, double x) { return each.second < x; });
    auto end = at;
    while (end != m_taken.end() && end->first <= to) {
        from = std::min(from, end->first);
        to = std::max(to, end->second);
        ++end;
    }
    m_taken.insert(m_taken.erase(at, end), {from, to});
}

} // namespace lockdesk
