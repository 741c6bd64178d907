// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/sidebar.h"

#include "widgets/common/chrome.h"
#include "widgets/shell/page.h"
#include "widgets/shell/sidebar_list.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/proxy_style.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QStyleOption>
#include <QVBoxLayout>

namespace lockdesk {

PageButton::PageButton(const QString& iconName, const QString& title, QWidget* parent) : QAbstractButton(parent)
{
    setText(title);
    setIcon(lockdesk::icon(iconName));
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(title);
}

void PageButton::setCount(const QString& count, Tone tone)
{
    if (count == m_count && tone == m_tone)
        return;
    m_count = count;
    m_tone = tone;
    setAccessibleDescription(count);
    update();
}

void PageButton::setNarrow(bool narrow)
{
    m_narrow = narrow;
    setToolTip(narrow ? text() : QString());
    update();
}

QSize PageButton::sizeHint() const { return {Theme::get().px(m_narrow ? 44 : 180), Theme::get().px(28)}; }

void PageButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    painter.fillRect(rect(), isChecked() ? t.selected : underMouse() ? t.raised : t.window);
    if (isChecked())
        painter.fillRect(0, 0, theme.px(3), height(), t.primary);
    const bool marked = m_tone != Tone::text2;
    const Glyph glyph = m_tone == Tone::expired ? Glyph::diamond : Glyph::triangle;
    const int size = theme.px(16);
    const int x = m_narrow ? (width() - size) / 2 : theme.px(12);
    icon().paint(&painter, QRect(x, (height() - size) / 2, size, size));
    if (!m_narrow) {
        const QRect row(theme.px(37), 0, width() - theme.px(37 + 10), height());
        painter.setFont(theme.caption());
        const bool emphasised = isChecked() || marked;
        QFont counts = theme.caption();
        if (emphasised)
            counts.setWeight(QFont::DemiBold);
        painter.setFont(counts);
        painter.setPen(marked ? t.ink(m_tone) : isChecked() ? t.text : t.text2);
        paintTabular(&painter, row, Qt::AlignVCenter | Qt::AlignRight, m_count);
        const int taken = int(tabularWidth(counts, m_count));
        if (marked) {
            const int box = theme.px(11);
            paintGlyph(&painter, QRectF(row.right() - taken - theme.px(6) - box, (height() - box) / 2.0, box, box),
                       glyph, t.ink(m_tone), isChecked() ? t.selected : t.window);
        }
        painter.setFont(isChecked() ? theme.title() : theme.body());
        painter.setPen(t.text);
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft,
                         painter.fontMetrics().elidedText(text(), Qt::ElideRight, row.width() - taken - theme.px(20)));
    } else if (marked) {
        const int box = theme.px(9);
        paintGlyph(&painter, QRectF(width() - box - theme.px(4), theme.px(2), box, box), glyph, t.ink(m_tone),
                   t.window);
    }
    if (hasFocus())
        paintFocusOutline(&painter, rect());
}

SourceButton::SourceButton(QWidget* parent) : QAbstractButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SourceButton::setSource(const SidebarSource& source)
{
    if (source == m_source)
        return;
    m_source = source;
    setText(source.name);
    setShortcut({}); // a name with an ampersand must not create a mnemonic
    setChecked(source.shown);
    setAccessibleName(source.name);
    setAccessibleDescription(source.count);
    update();
}

QSize SourceButton::sizeHint() const { return {Theme::get().px(180), Theme::get().px(24)}; }

void SourceButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    painter.fillRect(rect(), underMouse() ? t.raised : t.window);
    QStyleOptionButton box;
    box.initFrom(this);
    const int size = theme.px(13);
    box.rect = QRect(theme.px(12), (height() - size) / 2, size, size);
    box.state.setFlag(QStyle::State_On, isChecked());
    style()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, &painter, this);
    paintStoreBar(&painter, QPoint(theme.px(32), (height() - theme.px(14)) / 2), environmentLook(m_source.environment, t),
                  m_source.stale);
    const QRect row(theme.px(42), 0, width() - theme.px(42 + 11), height());
    painter.setFont(theme.caption());
    painter.setPen(t.text2);
    paintTabular(&painter, row, Qt::AlignVCenter | Qt::AlignRight, m_source.count);
    const int taken = int(tabularWidth(painter.font(), m_source.count));
    painter.setPen(m_source.stale ? t.text3 : t.text);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(m_source.name, Qt::ElideRight, row.width() - taken - theme.px(6)));
    if (hasFocus())
        paintFocusOutline(&painter, rect());
}

Sidebar::Sidebar(QWidget* parent)
    : QWidget(parent), m_caption(new ThemeLabel(tr("Sources"), ThemeLabel::Type::caption, Tone::text2)),
      m_list(new SidebarList), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 6, 1, 0);
    m_column->setSpacing(0);
    m_column->addSpacing(12);
    m_column->addWidget(m_caption);
    m_column->addSpacing(2);
    m_column->addWidget(m_list, 100);
    m_column->addStretch(1);
    m_caption->setContentsMargins(12, 4, 0, 0);
    m_caption->hide();
    m_list->hide();
    connect(m_list, &SidebarList::chosen, this, &Sidebar::entryChosen);
    dress();
    connect(&Theme::get(), &Theme::changed, this, &Sidebar::dress);
}

void Sidebar::dress()
{
    setFixedWidth(Theme::get().px(m_narrow ? 44 : 180));
    m_caption->setFixedHeight(Theme::get().px(24));
    updateGeometry();
}

void Sidebar::setPages(const std::vector<ConsolePage*>& pages)
{
    for (std::size_t i = 0; i < pages.size(); ++i) {
        ConsolePage* page = pages[i];
        auto* button = new PageButton(page->iconName(), page->title(), this);
        m_column->insertWidget(int(i), button);
        m_pages.push_back(button);
        connect(button, &QAbstractButton::clicked, this, [this, i] { emit pageChosen(int(i)); });
        const auto count = [button, page] {
            button->setCount(page->countText(), page->countAlarms()  ? Tone::expired
                                                : page->countWarns() ? Tone::closing
                                                                     : Tone::text2);
        };
        connect(page, &ConsolePage::countChanged, button, count);
        count();
    }
}

void Sidebar::setCurrent(int index)
{
    if (index >= 0 && index < int(m_pages.size()))
        m_pages[std::size_t(index)]->setChecked(true);
}

void Sidebar::setSources(const std::vector<SidebarSource>& sources)
{
    while (m_sources.size() < sources.size()) {
        auto* button = new SourceButton(this);
        m_column->insertWidget(m_column->count() - 1, button);
        connect(button, &QAbstractButton::toggled, this,
                [this, button](bool on) { emit sourceToggled(button->source().id, on); });
        m_sources.push_back(button);
    }
    while (m_sources.size() > sources.size()) {
        m_sources.back()->deleteLater();
        m_column->removeWidget(m_sources.back());
        m_sources.pop_back();
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const QSignalBlocker quiet(m_sources[i]);
        m_sources[i]->setSource(sources[i]);
    }
    arrange();
}

void Sidebar::setEntries(const QString& caption, const std::vector<SidebarEntry>& entries)
{
    m_list->setEntries(caption, entries);
    arrange();
}

void Sidebar::arrange()
{
    const bool list = !m_list->isEmpty();
    for (SourceButton* button : m_sources)
        button->setVisible(!m_narrow && !list);
    m_list->setVisible(!m_narrow && list);
    m_caption->setText(list ? m_list->caption() : tr("Sources"));
    m_caption->setVisible(!m_narrow && (list || !m_sources.empty()));
}

void Sidebar::setNarrow(bool narrow)
{
    if (narrow == m_narrow)
        return;
    m_narrow = narrow;
    for (PageButton* button : m_pages)
        button->setNarrow(narrow);
    arrange();
    dress();
}

void Sidebar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Tokens& t = Theme::get().tokens();
    painter.fillRect(rect(), t.window);
    painter.fillRect(width() - 1, 0, 1, height(), t.line);
}

} // namespace lockdesk
