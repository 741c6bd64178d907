// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/row_diff.h"

#include "models/format/format.h"
#include "widgets/classroom/event_look.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <set>

namespace lockdesk {

namespace {

const scenarios::Fields nothing;

} // namespace

RowDiff::RowDiff(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    connect(&Theme::get(), &Theme::changed, this, &QWidget::updateGeometry);
}

void RowDiff::setRows(const std::vector<scenarios::RowChange>& rows)
{
    m_lines.clear();
    for (const scenarios::RowChange& row : rows) {
        const QString key = format::foreign(row.key), said = thingText(row.entity, row.key);
        m_lines.push_back(
            {said.contains(key) && said != key ? said : QStringLiteral("%1 %2").arg(format::foreign(row.entity), key),
             row.before ? tr("before") : tr("before: none"), row.after ? tr("after") : tr("after: none"), true, false});
        const scenarios::Fields& before = row.before ? *row.before : nothing;
        const scenarios::Fields& after = row.after ? *row.after : nothing;
        std::set<std::string> names;
        for (const auto* fields : {&before, &after})
            for (const auto& [name, value] : *fields)
                names.insert(name);
        std::vector<Line> changed, same;
        for (const std::string& name : names) {
            // The heading shows the key.
            if (scenarios::text_of(scenarios::field(row.after ? after : before, name)) == row.key)
                continue;
            const scenarios::Value was = scenarios::field(before, name), is = scenarios::field(after, name);
            const auto shown = [&name](const scenarios::Value& value) {
                const QString text = fieldText(name, value);
                return text.isEmpty() ? QStringLiteral("–") : text;
            };
            Line line{format::foreign(name.ends_with("_us") ? name.substr(0, name.size() - 3) : name), shown(was), shown(is),
                      false, was != is};
            (line.changed ? changed : same).push_back(std::move(line));
        }
        // Changed fields first.
        m_lines.insert(m_lines.end(), changed.begin(), changed.end());
        m_lines.insert(m_lines.end(), same.begin(), same.end());
    }
    setAccessibleName(tr("Rows before and after"));
    setAccessibleDescription(lines().join(QLatin1Char('\n')));
    setVisible(!m_lines.empty());
    updateGeometry();
    update();
}

QStringList RowDiff::lines() const
{
    QStringList texts;
    for (const Line& line : m_lines)
        texts << (line.heading   ? line.name
                  : line.changed ? tr("%1: %2 becomes %3").arg(line.name, line.before, line.after)
                                 : QStringLiteral("%1: %2").arg(line.name, line.after));
    return texts;
}

QSize RowDiff::sizeHint() const { return {Theme::get().px(240), int(m_lines.size()) * Theme::get().px(26)}; }

void RowDiff::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::get();
    painter.fillRect(rect(), theme.tokens().base);
    const int high = theme.px(26);
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        paintLine(painter, m_lines[i], QRect(0, int(i) * high, width(), high));
    if (hasFocus()) {
        painter.setPen(theme.tokens().primary);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void RowDiff::paintLine(QPainter& painter, const Line& line, const QRect& row) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const int pad = theme.px(8);
    const int third = row.width() * 38 / 100;
    const QRect name(row.x() + pad, row.y(), row.width() - 2 * (row.width() - third) / 2 - 2 * pad, row.height());
    const int half = (row.width() - third) / 2;
    const QRect before(row.x() + third + pad, row.y(), half - 2 * pad, row.height());
    const QRect after(row.x() + third + half + pad, row.y(), row.width() - third - half - 2 * pad, row.height());
    if (line.heading)
        painter.fillRect(row, t.raised);
    painter.fillRect(row.x(), row.bottom(), row.width(), 1, line.heading ? t.line : t.hairline);
    if (line.heading)
        for (const QRect& cell : {before, after})
            painter.fillRect(cell.x() - pad, row.y(), 1, row.height(), t.line);
    const auto text = [&painter](const QRect& rect, const QString& what, Qt::Alignment align) {
        painter.drawText(rect, int(align | Qt::AlignVCenter),
                         painter.fontMetrics().elidedText(what, Qt::ElideRight, rect.width()));
    };
    painter.setFont(line.heading ? theme.caption() : theme.body());
    painter.setPen(line.heading ? t.text2 : line.changed ? t.text : t.text2);
    text(name, line.name, Qt::AlignLeft);
    if (!line.heading)
        painter.setFont(theme.fixed());
    text(before, line.before, Qt::AlignRight);
    if (line.changed) {
        // Glyph, ground and weight: colour alone is not enough.
        painter.fillRect(after.adjusted(-pad, 0, pad, -1), t.selected);
        painter.fillRect(after.x() - pad, row.y(), theme.px(3), row.height() - 1, t.primary);
        QFont bold = theme.fixed();
        bold.setWeight(QFont::Bold);
        painter.setFont(bold);
        painter.setPen(t.text);
    }
    text(after, line.after, Qt::AlignRight);
}

} // namespace lockdesk
