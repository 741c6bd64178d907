// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/announced_page.h"

#include "widgets/common/chrome.h"

#include <QVBoxLayout>

namespace lockdesk {

AnnouncedPage::AnnouncedPage(const QString& key, const QString& title, const QString& icon, const QString& sentence,
                             const QString& what, QWidget* parent)
    : ConsolePage(parent), m_key(key), m_title(title), m_icon(icon), m_sentence(sentence)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SectionTitle(title));
    column->addWidget(new EmptyState(Glyph::ring, Tone::text2, sentence, what), 1);
}

} // namespace lockdesk
