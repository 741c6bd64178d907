// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/help_dialog.h"

#include "widgets/common/chrome.h"
#include "widgets/theme/theme.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

HelpDialog::HelpDialog(const QString& title, const std::vector<Section>& sections, QWidget* parent) : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(14, 10, 14, 10);
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(1, 1);
    for (const Section& section : sections) {
        if (section.rows.empty())
            continue;
        auto* head = new ThemeLabel(section.title, ThemeLabel::Type::title);
        grid->addWidget(head, grid->rowCount(), 0, 1, 2);
        for (const Row& row : section.rows) {
            const int at = grid->rowCount();
            auto* typed = new ThemeLabel(row.typed, ThemeLabel::Type::fixed, Tone::primary);
            typed->setTextInteractionFlags(Qt::TextSelectableByMouse);
            grid->addWidget(typed, at, 0, Qt::AlignLeft | Qt::AlignTop);
            auto* meaning = new ThemeLabel(row.meaning);
            meaning->setWordWrap(true);
            meaning->setTextInteractionFlags(Qt::TextSelectableByMouse);
            grid->addWidget(meaning, at, 1);
        }
    }
    grid->setRowStretch(grid->rowCount(), 1);
    auto* area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setAccessibleName(title);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 10);
    column->addWidget(area, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(14, 8, 14, 2);
    foot->addWidget(buttons);
    column->addLayout(foot);
    const Theme& theme = Theme::get();
    const int wide = theme.px(560);
    const int high = content->heightForWidth(wide) > 0 ? content->heightForWidth(wide) : content->sizeHint().height();
    const int room = parent != nullptr ? parent->window()->height() - theme.px(80) : theme.px(640);
    resize(wide, std::min(high + theme.px(60), std::max(room, theme.px(300))));
}

} // namespace lockdesk
