// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QTest>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace lockdesk::test {

/// Returns the widgets that Tab visits from the focused one until it returns there, or until a limit.
inline std::vector<QWidget*> focusWalk(Qt::Key key = Qt::Key_Tab)
{
    std::vector<QWidget*> out;
    QWidget* first = QApplication::focusWidget();
    if (first != nullptr
        && (first->focusPolicy() & Qt::TabFocus) == 0) { // a clicked background, to which Tab does not return
        QTest::keyClick(first, key);
        first = QApplication::focusWidget();
    }
    for (QWidget* now = first; now != nullptr && out.size() < 200;) {
        out.push_back(now);
        QTest::keyClick(now, key);
        now = QApplication::focusWidget();
        if (now == first)
            break;
    }
    return out;
}

/// Returns what is wrong with Tab in `window`, one line each: it stays somewhere, or it jumps back against the reading
/// order within `page`.
inline QStringList wrongFocus(const QWidget* window, const QWidget* page)
{
    QStringList out;
    const auto name = [](const QWidget* widget) {
        const QString text =
            widget->accessibleName().isEmpty() ? widget->property("text").toString() : widget->accessibleName();
        return QStringLiteral("%1 \"%2\"").arg(QLatin1String(widget->metaObject()->className()), text);
    };
    const std::vector<QWidget*> walk = focusWalk();
    if (walk.size() < 2 || walk.size() >= 200)
        out << QStringLiteral("Tab does not come round: %1 steps").arg(walk.size());
    for (std::size_t i = 1; i < walk.size(); ++i) {
        if (walk[i] == walk[i - 1])
            out << QStringLiteral("Tab stays in ") + name(walk[i]);
        if (!page->isAncestorOf(walk[i - 1]) || !page->isAncestorOf(walk[i]))
            continue;
        const QRect before(walk[i - 1]->mapTo(window, QPoint()), walk[i - 1]->size());
        const QRect after(walk[i]->mapTo(window, QPoint()), walk[i]->size());
        // Forward: further down, or further right in the same line or an adjacent panel.
        if (after.center().y() < before.top() && after.left() < before.right())
            out << QStringLiteral("up from %1 to %2").arg(name(walk[i - 1]), name(walk[i]));
        else if (std::abs(after.center().y() - before.center().y()) < 6 && after.left() < before.left())
            out << QStringLiteral("left from %1 to %2").arg(name(walk[i - 1]), name(walk[i]));
    }
    // Every visible widget that takes focus is visited.
    for (QWidget* widget : page->findChildren<QWidget*>()) {
        const bool reachable = widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0
                               && widget->focusProxy() == nullptr;
        const bool inBox =
            widget->parentWidget()->inherits("QComboBox") || widget->parentWidget()->inherits("QAbstractSpinBox");
        if (reachable && !inBox && std::find(walk.begin(), walk.end(), widget) == walk.end())
            out << QStringLiteral("Tab never reaches ") + name(widget);
    }
    return out;
}

} // namespace lockdesk::test
