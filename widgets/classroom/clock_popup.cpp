// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/clock_popup.h"

#include "widgets/classroom/class_bar.h"

#include <QLineEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace lockdesk {

ClockPopup::ClockPopup(qint64 us, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_field(new QLineEdit(ClassClock::text(us))),
      m_wrong(new ThemeLabel(tr("Everything due until then happens at once."), ThemeLabel::Type::caption, Tone::text2))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::Box);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->addWidget(new ThemeLabel(tr("Set the sandbox clock to"), ThemeLabel::Type::title));
    column->addWidget(m_field);
    column->addWidget(m_wrong);
    m_field->setAccessibleName(tr("Time of the lesson, as 42, 1:30 or 2m"));
    connect(m_field, &QLineEdit::returnPressed, this, &ClockPopup::take);
}

std::optional<qint64> ClockPopup::parse(const QString& text)
{
    static const QRegularExpression clock(QStringLiteral(R"(^(?:(\d{1,4}):)?(\d{1,5}(?:[.,]\d{1,6})?)\s*(s|m|min|ms)?$)"));
    const auto match = clock.match(text.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    double seconds = match.captured(2).replace(QLatin1Char(','), QLatin1Char('.')).toDouble();
    const QString unit = match.captured(3);
    if (unit.startsWith(QLatin1String("ms")))
        seconds /= 1000;
    else if (unit.startsWith(QLatin1Char('m')))
        seconds *= 60;
    return qRound64((match.captured(1).toDouble() * 60 + seconds) * 1e6);
}

void ClockPopup::openUnder(QWidget* widget)
{
    adjustSize();
    move(widget->mapToGlobal(QPoint(widget->width() - sizeHint().width(), widget->height() + 2)));
    show();
    m_field->setFocus();
    m_field->selectAll();
}

void ClockPopup::take()
{
    const auto us = parse(m_field->text());
    if (!us) {
        m_wrong->setTone(Tone::expired);
        m_wrong->setText(tr("Not a time. As 42, 1:30 or 2m."));
        return;
    }
    emit chosen(*us);
    close();
}

} // namespace lockdesk
