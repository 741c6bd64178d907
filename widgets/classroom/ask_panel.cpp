// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/ask_panel.h"

#include "models/format/format.h"

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
    : Surface(Ground::base, {}, parent), m_room(room), m_column(new QVBoxLayout(this)),
      m_nothing(wrapped(Tone::text2)), m_title(new ThemeLabel(tr("Ask the class"), ThemeLabel::Type::title, Tone::text2)), m_ask(wrapped()),
      m_choices(wrapped()), m_show(makeButton(tr("Show answer"))), m_answer(wrapped())
{
    m_column->setContentsMargins(0, 2, 0, 0);
    m_column->setSpacing(0);
    m_nothing->setText(tr("Questions to the class appear here, and what the same step does in another way."));
    m_nothing->setContentsMargins(12, 8, 12, 4);
    m_column->addWidget(m_nothing);
    QVBoxLayout* inside = nullptr;
    m_question = section(inside);
    inside->addWidget(m_title);
    inside->addWidget(m_ask);
    inside->addWidget(m_choices);
    inside->addWidget(m_show, 0, Qt::AlignLeft);
    auto* glyph = new GlyphLabel(Glyph::check, Tone::live);
    glyph->alignToLine();
    m_answerRow = glyphRow(glyph, m_answer);
    inside->addWidget(m_answerRow);
    m_column->addWidget(m_question);
    m_column->addStretch(1);
    m_show->setToolTip(tr("A"));
    connect(m_show, &QPushButton::clicked, &room->questions(), &LessonQuestions::showAnswer);
    connect(room, &Classroom::changed, this, &AskPanel::refresh);
    connect(room, &Classroom::questionChanged, this, &AskPanel::refresh);
    connect(room, &Classroom::lessonChanged, this, &AskPanel::refresh);
    refresh();
}

QString AskPanel::answerText() const { return m_answerRow->isHidden() ? QString() : m_answer->text(); }

QString AskPanel::questionText() const { return m_question->isHidden() ? QString() : m_ask->text(); }

void AskPanel::dress(bool ownColumn)
{
    m_ownColumn = ownColumn;
    m_nothing->setVisible(ownColumn && isBare());
    for (ThemeLabel* label : findChildren<ThemeLabel*>())
        label->setType(ThemeLabel::Type::body);
    m_title->setType(ThemeLabel::Type::title);
    for (const Contrast& one : m_contrasts)
        one.title->setType(ThemeLabel::Type::title);
}

bool AskPanel::isBare() const { return contrasts().empty() && m_question->isHidden(); }

std::vector<std::pair<QString, QString>> AskPanel::contrasts() const
{
    std::vector<std::pair<QString, QString>> all;
    for (const Contrast& one : m_contrasts)
        if (!one.section->isHidden())
            all.emplace_back(one.title->text(), one.text->text());
    return all;
}

void AskPanel::addContrast()
{
    Contrast one{nullptr, new ThemeLabel({}, ThemeLabel::Type::title, Tone::text2), new GlyphLabel, wrapped()};
    QVBoxLayout* inside = nullptr;
    one.section = section(inside);
    one.title->setWordWrap(true);
    one.glyph->alignToLine();
    inside->addWidget(one.title);
    inside->addWidget(glyphRow(one.glyph, one.text));
    m_column->insertWidget(int(m_contrasts.size()), one.section);
    m_contrasts.push_back(one);
}

void AskPanel::refresh()
{
    const bool was = isBare();
    refreshContrasts();
    refreshQuestion();
    m_nothing->setVisible(m_ownColumn && isBare());
    if (isBare() != was)
        emit bareChanged();
}

void AskPanel::refreshContrasts()
{
    const auto contrasts = m_room->questions().contrasts();
    while (m_contrasts.size() < contrasts.size())
        addContrast();
    for (std::size_t i = 0; i < m_contrasts.size(); ++i) {
        m_contrasts[i].section->setVisible(i < contrasts.size());
        if (i >= contrasts.size())
            continue;
        const scenarios::Contrast& reply = *contrasts[i];
        const scenarios::Variant* other = m_room->choice().lesson()->variant(reply.variant);
        m_contrasts[i].title->setText(
            tr("The same step: %1").arg(other != nullptr ? lessonText(other->title) : format::foreign(reply.variant)));
        m_contrasts[i].glyph->setLook(reply.bad ? Glyph::cross : Glyph::check, reply.bad ? Tone::expired : Tone::live);
        m_contrasts[i].text->setText(lessonText(reply.text));
    }
}

void AskPanel::refreshQuestion()
{
    const scenarios::Question* question = m_room->questions().current();
    m_question->setVisible(question != nullptr);
    if (question == nullptr)
        return;
    const bool answered = m_room->questions().isAnswered();
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
