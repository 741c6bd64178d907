// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/count_part.h"

#include "models/format/format.h"
#include "widgets/common/live_table.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>

#include <algorithm>

namespace lockdesk {

FittingLabel::FittingLabel(Type type, Tone tone, QWidget* parent) : ThemeLabel({}, type, tone, parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(&Theme::get(), &Theme::changed, this, &FittingLabel::choose);
}

void FittingLabel::setTexts(const QStringList& texts)
{
    if (texts == m_texts)
        return;
    m_texts = texts;
    setAccessibleName(texts.value(0));
    choose();
}

QSize FittingLabel::minimumSizeHint() const { return {0, ThemeLabel::minimumSizeHint().height()}; }

void FittingLabel::choose()
{
    const QFontMetrics metrics(font());
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= width(); };
    const auto found = std::find_if(m_texts.cbegin(), m_texts.cend(), fits);
    setText(found != m_texts.cend() ? *found
                                    : metrics.elidedText(m_texts.value(m_texts.size() - 1), Qt::ElideRight, width()));
    setToolTip(text() == m_texts.value(0) ? QString() : m_texts.value(0));
}

void FittingLabel::resizeEvent(QResizeEvent* event)
{
    ThemeLabel::resizeEvent(event);
    choose();
}

CountPart::CountPart(LiveTableModel* model, QWidget* parent)
    : QWidget(parent), m_label(new FittingLabel(ThemeLabel::Type::caption, Tone::text2)), m_links(model != nullptr)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->setSizeConstraint(QLayout::SetNoConstraint);
    row->addWidget(m_label, 1);
    if (model != nullptr)
        row->addWidget(makePendingLink(model));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(&Theme::get(), &Theme::changed, this, &CountPart::dress);
    dress();
}

// Reserves the link's width, so that its appearance does not move the neighbours.
void CountPart::dress()
{
    const Theme& theme = Theme::get();
    const int link = m_links ? QFontMetrics(theme.body()).horizontalAdvance(format::changesWait(888)) + theme.px(4) + 6 : 0;
    setMinimumWidth(link + QFontMetrics(theme.caption()).horizontalAdvance(format::count(88'888)));
}

} // namespace lockdesk
