// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/number_field.h"

#include "models/format/format.h"

#include <QLineEdit>
#include <QToolTip>

namespace lockdesk {

NumberField::NumberField(QWidget* parent) : QSpinBox(parent)
{
    connect(lineEdit(), &QLineEdit::textChanged, this, [this] {
        const QString wrong = problem();
        setAccessibleDescription(wrong);
        if (wrong.isEmpty())
            QToolTip::hideText();
        else if (isVisible())
            QToolTip::showText(mapToGlobal(rect().bottomLeft()), wrong, this);
        emit judged();
    });
}

QString NumberField::problem() const
{
    QString text = lineEdit()->text();
    int at = 0;
    return QSpinBox::validate(text, at) == QValidator::Acceptable
               ? QString()
               : tr("A number from %1 to %2.").arg(format::count(minimum()), format::count(maximum()));
}

QValidator::State NumberField::validate(QString& text, int& at) const
{
    constexpr int longest = 20;
    const auto state = QSpinBox::validate(text, at);
    return state == QValidator::Invalid && text.size() <= longest ? QValidator::Intermediate : state;
}

} // namespace lockdesk
