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

/// In a narrow tool row, hides the icons of buttons with text and closes gaps, so that nothing is cut or widened. If that is
/// not enough, as with a large zoom, widgets with the property `shrinksTo` get that minimum width, and those with the property
/// `spare` are hidden.
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
    enum Level { loose, withoutIcons, shrunk };

    [[nodiscard]] int least() const { return m_layout->minimumSize().width(); }
    void judge()
    {
        m_judging = true;
        if (m_level == shrunk) // widgets that have dressed anew are wide again
            shrink(true);
        while (m_level > loose && least() + m_spared[m_level] <= m_tools->width())
            set(Level(m_level - 1));
        while (m_level < shrunk && least() > m_tools->width()) {
            const int before = least();
            set(Level(m_level + 1));
            m_spared[m_level] = before - least();
        }
        m_judging = false;
    }
    void set(Level level)
    {
        const bool shrinks = level == shrunk, did = m_level == shrunk;
        if (shrinks != did)
            shrink(shrinks);
        else
            dropIcons(level >= withoutIcons);
        m_level = level;
        m_layout->invalidate();
    }
    void dropIcons(bool drop)
    {
        m_layout->setSpacing(drop ? 3 : 6);
        for (auto* button : m_tools->findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (button->text().isEmpty())
                continue;
            if (drop && !button->icon().isNull())
                m_icons.insert(button, button->icon());
            if (m_icons.contains(button))
                button->setIcon(drop ? QIcon() : m_icons.take(button));
        }
    }
    void shrink(bool shrink)
    {
        for (auto* widget : m_tools->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (const int width = widget->property("shrinksTo").toInt(); width > 0)
                widget->setMinimumWidth(shrink ? width : widget->maximumWidth());
            if (widget->property("spare").toBool())
                widget->setHidden(shrink);
        }
    }

    QWidget* m_tools;
    QHBoxLayout* m_layout;
    QHash<QPushButton*, QIcon> m_icons;
    int m_spared[3] = {}; ///< by what each level has made the row narrower
    Level m_level = loose;
    bool m_judging = false;
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
