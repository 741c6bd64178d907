// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/focus_order.h"

#include <QApplication>
#include <QLayout>
#include <QPointer>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSplitter>
#include <QWidget>

#include <vector>

namespace lockdesk {

namespace {

class FocusInView final : public QObject
{
public:
    explicit FocusInView(QScrollArea* area) : QObject(area), m_area(area) { area->viewport()->installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override
    {
        QWidget* focused = QApplication::focusWidget();
        if (event->type() != QEvent::Resize || focused == nullptr || !m_area->widget()->isAncestorOf(focused))
            return false;
        const QSize before = static_cast<QResizeEvent*>(event)->oldSize();
        const QRect place(focused->mapTo(m_area->viewport(), QPoint()), focused->size());
        if (before.height() > m_area->viewport()->height() && place.intersects(QRect(QPoint(), before)))
            // The area sets the range of its scroll bar only after this.
            QMetaObject::invokeMethod(this, [this, focused = QPointer(focused)] {
                if (focused && focused == QApplication::focusWidget())
                    m_area->ensureWidgetVisible(focused);
            }, Qt::QueuedConnection);
        return false;
    }

private:
    QScrollArea* m_area;
};

void collect(QWidget* widget, std::vector<QWidget*>& out);

void collect(const QLayout* layout, std::vector<QWidget*>& out)
{
    for (int i = 0; i < layout->count(); ++i) {
        const QLayoutItem* item = layout->itemAt(i);
        if (QWidget* widget = item->widget())
            collect(widget, out);
        else if (const QLayout* inner = const_cast<QLayoutItem*>(item)->layout())
            collect(inner, out);
    }
}

void collect(QWidget* widget, std::vector<QWidget*>& out)
{
    if ((widget->focusPolicy() & Qt::TabFocus) != 0)
        out.push_back(widget);
    if (const auto* splitter = qobject_cast<QSplitter*>(widget)) {
        for (int i = 0; i < splitter->count(); ++i)
            collect(splitter->widget(i), out);
    } else if (const auto* area = qobject_cast<QScrollArea*>(widget)) {
        if (area->widget() != nullptr)
            collect(area->widget(), out);
    } else if (widget->layout() != nullptr) {
        collect(widget->layout(), out);
    }
}

} // namespace

void orderFocusByLayout(QWidget* root)
{
    std::vector<QWidget*> order;
    collect(root, order);
    for (std::size_t i = 1; i < order.size(); ++i)
        QWidget::setTabOrder(order[i - 1], order[i]);
}

void keepFocusInView(QScrollArea* area) { new FocusInView(area); }

} // namespace lockdesk
