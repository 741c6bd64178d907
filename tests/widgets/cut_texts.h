// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>
#include <QWidget>

#include "widgets/theme/theme.h"

namespace lockdesk::test {

/// Returns the texts in `root` that do not fit, one a line: labels, buttons, boxes, headers.
inline QStringList cutTexts(const QWidget* root)
{
    QStringList out;
    const auto tell = [&](const QWidget* widget, const QString& text, int has, int needs) {
        out << QStringLiteral("%1 \"%2\" has %3 of %4")
                   .arg(QLatin1String(widget->metaObject()->className()), text)
                   .arg(has)
                   .arg(needs);
    };
    for (const QWidget* widget : root->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->width() == 0)
            continue;
        if (const auto* label = qobject_cast<const QLabel*>(widget); label != nullptr && !label->text().isEmpty()) {
            if (label->wordWrap()) {
                if (const int needs = label->heightForWidth(label->width()); needs > label->height() + 1)
                    tell(label, label->text(), label->height(), needs);
            } else if (label->toolTip() != label->text() && label->textFormat() != Qt::RichText) {
                const int needs = QFontMetrics(label->font()).size(0, label->text()).width();
                if (needs > label->contentsRect().width() + 1)
                    tell(label, label->text(), label->contentsRect().width(), needs);
            }
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            // Our self-painted buttons elide text from outside.
            const bool plain = qobject_cast<const QPushButton*>(button) != nullptr || button->inherits("QCheckBox")
                               || button->inherits("QRadioButton") || button->inherits("QToolButton");
            if (plain && !button->text().isEmpty() && button->width() < button->sizeHint().width())
                tell(button, button->text(), button->width(), button->sizeHint().width());
        } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
            const int needs = QFontMetrics(box->font()).horizontalAdvance(box->currentText()) + Theme::get().px(9 + 24);
            if (box->width() < needs)
                tell(box, box->currentText(), box->width(), needs);
        } else if (const auto* table = qobject_cast<const QTableView*>(widget)) {
            const QFontMetrics metrics(Theme::get().caption());
            for (int i = 0; table->model() != nullptr && i < table->model()->columnCount(); ++i) {
                if (table->isColumnHidden(i))
                    continue;
                const QString text = table->model()->headerData(i, Qt::Horizontal).toString();
                const int needs = metrics.size(0, text).width() + Theme::get().px(16);
                if (table->columnWidth(i) < needs)
                    tell(table, text, table->columnWidth(i), needs);
            }
        }
    }
    return out;
}

/// Returns `text` if it has words in Latin letters. Units, keys and proper names do not count.
inline QString latinWords(QString text)
{
    static const QRegularExpression neutral(
        QStringLiteral("\\b(ms|UTC|Ctrl|Esc|End|Enter|yaml-cpp|Shift|Space|Tab|SQL|SQLite|PostgreSQL|Redis|MariaDB|MongoDB|"
                       "Redlock|URL|ID|PID|PDF|HTML|CSV|JSON|p50|"
                       "SKIP LOCKED|[Ll]ockdesk|TTL)\\b|lockdeskctl[^\\n]*|\\(&?[A-Z]\\)"));
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{2,}"));
    static const QRegularExpression tag(QStringLiteral("</?[a-z]+[^>]*>"));
    const QString whole = text;
    return text.remove(tag).remove(neutral).contains(word) ? whole : QString();
}

/// Returns the texts in `root` with Latin letters.
inline QStringList latinTexts(const QWidget* root)
{
    QStringList out;
    const auto judge = [&](const QWidget* widget, const QString& text) {
        if (const QString latin = latinWords(text); !latin.isEmpty())
            out << QStringLiteral("%1 \"%2\"").arg(QLatin1String(widget->metaObject()->className()), latin);
    };
    for (const QWidget* widget : root->findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        judge(widget, widget->toolTip());
        judge(widget, widget->accessibleName());
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            judge(label, label->text());
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            judge(button, button->text());
        } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
            for (int i = 0; i < box->count(); ++i)
                judge(box, box->itemText(i));
        } else if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
            judge(line, line->placeholderText());
        } else if (const auto* table = qobject_cast<const QTableView*>(widget);
                   table != nullptr && table->model() != nullptr) {
            for (int i = 0; i < table->model()->columnCount(); ++i) {
                judge(table, table->model()->headerData(i, Qt::Horizontal).toString());
                for (int row = 0; row < table->model()->rowCount(); ++row)
                    judge(table, table->model()->index(row, i).data().toString());
            }
        }
    }
    return out;
}

} // namespace lockdesk::test
