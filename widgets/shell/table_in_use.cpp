// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/table_in_use.h"

#include "widgets/common/table_view.h"

#include <QApplication>

namespace lockdesk {

TableView* tableInUse(const QWidget* page)
{
    if (page == nullptr)
        return nullptr;
    for (QWidget* at = QApplication::focusWidget(); at != nullptr && at != page; at = at->parentWidget())
        if (auto* table = qobject_cast<TableView*>(at); table != nullptr && page->isAncestorOf(table))
            return table;
    TableView* largest = nullptr;
    const auto area = [](const QWidget* widget) { return qint64(widget->width()) * widget->height(); };
    for (auto* table : page->findChildren<TableView*>())
        if (table->isVisible() && (largest == nullptr || area(table) > area(largest)))
            largest = table;
    return largest;
}

} // namespace lockdesk
