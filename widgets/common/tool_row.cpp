// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/chrome.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHash>
#include <QIcon>

namespace lockdesk {

namespace {

/// In a narrow tool row, hides the icons of buttons with text and closes gaps, so that nothing is cut or widened.
class TightTools final : public QObject
{
public:
    TightTools(QWidget* row, QHBoxLayout* layout) : QObject(row), m_tools(row), m_layout(layout)
    {
        row->installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (!m_judging && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
            judge();
        return false;
    }

private:
    void judge()
    {
        m_judging = true;
        const int least = m_layout->minimumSize().width();
        if (!m_tight && least > m_tools->width()) {
            set(true);
            m_spared = least - m_layout->minimumSize().width();
        } else if (m_tight && least + m_spared <= m_tools->width()) {
            set(false);
        }
        m_judging = false;
    }
    void set(bool tight)
    {
        m_tight = tight;
        m_layout->setSpacing(tight ? 3 : 6);
        for (auto* button : m_tools->findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (button->text().isEmpty())
                continue;
            if (tight && !button->icon().isNull())
                m_icons.insert(button, button->icon());
            if (m_icons.contains(button))
                button->setIcon(tight ? QIcon() : m_icons.take(button));
        }
        m_layout->invalidate();
    }

    QWidget* m_tools;
    QHBoxLayout* m_layout;
    QHash<QPushButton*, QIcon> m_icons;
    int m_spared = 0;
    bool m_tight = false, m_judging = false;
};

} // namespace

ToolRow::ToolRow(QWidget* parent) : Surface(Ground::window, Qt::BottomEdge, parent), m_row(new QHBoxLayout(this))
{
    setFixedHeight(Theme::get().px(36));
    connect(&Theme::get(), &Theme::changed, this, [this] { setFixedHeight(Theme::get().px(36)); });
    m_row->setContentsMargins(8, 0, 8, 0);
    m_row->setSpacing(6);
    new TightTools(this, m_row);
}

void ToolRow::add(QWidget* widget) { m_row->addWidget(widget); }

QPushButton* ToolRow::addButton(const QString& text, const QString& iconName)
{
    QPushButton* button = makeButton(text, iconName);
    m_row->addWidget(button);
    return button;
}

ThemeLabel* ToolRow::addText(const QString& text)
{
    auto* label = new ThemeLabel(text, ThemeLabel::Type::caption, Tone::text2);
    m_row->addWidget(label);
    return label;
}

void ToolRow::addSeparator()
{
    auto* line = new Line(Qt::Vertical);
    line->setFixedHeight(Theme::get().px(20));
    m_row->addSpacing(4);
    m_row->addWidget(line);
    m_row->addSpacing(4);
}

void ToolRow::addStretch() { m_row->addStretch(1); }

void ToolRow::addElastic(QWidget* widget) { m_row->addWidget(widget, 1); }

void ToolRow::insertAt(int index, QWidget* widget) { m_row->insertWidget(index, widget); }

} // namespace lockdesk
