// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/ask_panel.h"

#include "models/format.h"

#include <QVBoxLayout>

namespace lockdesk {

namespace {

ThemeLabel* wrapped(Tone tone = Tone::text)
{
    auto* label = new ThemeLabel({}, ThemeLabel::Type::body, tone);
    label->setWordWrap(true);
    return label;
}

QWidget* section(QVBoxLayout*& column)
{
    auto* widget = new QWidget;
    column = new QVBoxLayout(widget);
    column->setContentsMargins(12, 8, 12, 4);
    column->setSpacing(6);
    return widget;
}

QWidget* glyphRow(GlyphLabel* glyph, QWidget* text)
{
    auto* widget = new QWidget;
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(glyph, 0, Qt::AlignTop);
    row->addWidget(text, 1);
    return widget;
}

} // namespace

AskPanel::AskPanel(Classroom* room, QWidget* parent)
    : Surface(Ground::base, {}, parent), m_room(room),
      m_contrastTitle(new ThemeLabel({}, ThemeLabel::Type::title, Tone::text2)), m_contrastGlyph(new GlyphLabel),
      m_contrastText(wrapped()), m_title(new ThemeLabel(tr("Ask the class"), ThemeLabel::Type::title, Tone::text2)),
      m_ask(wrapped()), m_choices(wrapped()), m_show(makeButton(tr("Show answer"))), m_answer(wrapped())
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(0);
    QVBoxLayout* inside = nullptr;
    m_contrast = section(inside);
    m_contrastTitle->setWordWrap(true);
    m_contrastGlyph->alignToLine();
    inside->addWidget(m_contrastTitle);
    inside->addWidget(glyphRow(m_contrastGlyph, m_contrastText));
    column->addWidget(m_contrast);
    m_question = section(inside);
    inside->addWidget(m_title);
    inside->addWidget(m_ask);
    inside->addWidget(m_choices);
    inside->addWidget(m_show, 0, Qt::AlignLeft);
    auto* glyph = new GlyphLabel(Glyph::check, Tone::live);
    glyph->alignToLine();
    m_answerRow = glyphRow(glyph, m_answer);
    inside->addWidget(m_answerRow);
    column->addWidget(m_question);
    column->addStretch(1);
    m_show->setToolTip(tr("A"));
    connect(m_show, &QPushButton::clicked, room, &Classroom::showAnswer);
    connect(room, &Classroom::changed, this, &AskPanel::refresh);
    connect(room, &Classroom::questionChanged, this, &AskPanel::refresh);
    connect(room, &Classroom::lessonChanged, this, &AskPanel::refresh);
    refresh();
}

QString AskPanel::answerText() const { return m_answerRow->isHidden() ? QString() : m_answer->text(); }

QString AskPanel::questionText() const { return m_question->isHidden() ? QString() : m_ask->text(); }

void AskPanel::dress()
{
    for (ThemeLabel* label : findChildren<ThemeLabel*>())
        label->setType(label == m_contrastTitle || label == m_title ? ThemeLabel::Type::title : ThemeLabel::Type::body);
}

bool AskPanel::isBare() const { return m_contrast->isHidden() && m_question->isHidden(); }

void AskPanel::refresh()
{
    const bool was = isBare();
    refreshContrast();
    refreshQuestion();
    if (isBare() != was)
        emit bareChanged();
}

void AskPanel::refreshContrast()
{
    const auto contrasts = m_room->contrasts();
    m_contrast->setVisible(!contrasts.empty());
    if (contrasts.empty())
        return;
    const scenarios::Contrast& first = *contrasts.front();
    const scenarios::Variant* other = m_room->lesson()->variant(first.variant);
    m_contrastTitle->setText(
        tr("The same step: %1").arg(other != nullptr ? lessonText(other->title) : format::foreign(first.variant)));
    m_contrastGlyph->setLook(first.bad ? Glyph::cross : Glyph::check, first.bad ? Tone::expired : Tone::live);
    QStringList texts;
    for (const scenarios::Contrast* one : contrasts)
        texts << lessonText(one->text);
    m_contrastText->setText(texts.join(QLatin1Char('\n')));
}

void AskPanel::refreshQuestion()
{
    const scenarios::Question* question = m_room->question();
    m_question->setVisible(question != nullptr);
    if (question == nullptr)
        return;
    const bool answered = m_room->answered();
    m_ask->setText(lessonText(question->ask));
    QStringList choices;
    for (std::size_t i = 0; i < question->choices.size(); ++i) {
        const bool right = answered && question->right == i;
        choices << QStringLiteral("%1.  %2%3")
                       .arg(QChar(ushort('A' + i)))
                       .arg(lessonText(question->choices[i]), right ? QStringLiteral("  ✓") : QString());
    }
    m_choices->setText(choices.join(QLatin1Char('\n')));
    m_choices->setVisible(!choices.isEmpty());
    m_show->setVisible(!answered);
    m_answerRow->setVisible(answered);
    m_answer->setText(lessonText(question->answer));
}

} // namespace lockdesk
