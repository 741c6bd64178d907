// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/selection_bar.h"

#include "models/format/format.h"
#include "models/timeline/timeline.h"
#include "widgets/common/lane_axis.h"

#include <QHBoxLayout>

namespace lockdesk {

SelectionBar::SelectionBar(Timeline* timeline, QWidget* parent)
    : Surface(Ground::raised, Qt::BottomEdge, parent), m_timeline(timeline), m_text(new ThemeLabel),
      m_clear(makeButton(tr("Show everything"), QStringLiteral("close")))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 4, 10, 4);
    row->setSpacing(8);
    row->addWidget(new GlyphLabel(Glyph::clockHands, Tone::primary));
    row->addWidget(m_text, 1);
    row->addWidget(m_clear);
    setAccessibleName(tr("Selected span of time"));
    connect(m_clear, &QPushButton::clicked, this, [this] { m_timeline->select(std::nullopt); });
    connect(timeline, &Timeline::selectionChanged, this, &SelectionBar::refresh);
    refresh();
}

QString SelectionBar::text() const { return m_text->text(); }

void SelectionBar::refresh()
{
    const auto window = m_timeline->selection();
    setVisible(window.has_value());
    if (!window)
        return;
    m_text->setText(tr("Only what moved from %1 to %2 (%3) is in the tables.")
                        .arg(format::clock(time_from_us(window->first)), format::clock(time_from_us(window->second)),
                             LaneAxis::duration(window->second - window->first)));
}

} // namespace lockdesk
