// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/step_panel.h"

#include "backends/scenarios/deciding.h"
#include "backends/scenarios/describe.h"
#include "models/format/format.h"
#include "widgets/classroom/row_diff.h"
#include "widgets/sheets/command_view.h"
#include "widgets/theme/theme.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <string>

namespace lockdesk {

namespace {

/// Explains a step as the lesson does, with instants as seconds of the lesson.
QString whyOf(const Classroom& room, const scenarios::Event& event)
{
    return format::foreignText(
        scenarios::explain(room.choice().lesson(), room.track().playback()->file().header.variant, event, lessonLanguage()));
}

} // namespace

StepPanel::StepPanel(Classroom* room, QWidget* parent)
    : Surface(Ground::base, {}, parent), m_room(room), m_tabs(new QTabBar),
      m_statement(new CommandView(CommandView::Language::commands)), m_scroll(new QScrollArea), m_inside(nullptr),
      m_rows(new RowDiff), m_why(new ThemeLabel({}, ThemeLabel::Type::body, Tone::text2))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_tabs->addTab(tr("statement of this step"));
    m_tabs->addTab(tr("command line"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    auto* header = new Surface(Ground::raised, Qt::BottomEdge);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_tabs);
    row->addStretch(1);
    column->addWidget(header);
    column->addWidget(m_statement);
    m_statement->setAccessibleName(tr("Statement of this step"));
    auto* inside = new Surface(Ground::base);
    m_inside = new QVBoxLayout(inside);
    m_inside->setContentsMargins(0, 0, 0, 8);
    m_inside->setSpacing(0);
    m_inside->addWidget(new Line);
    m_inside->addWidget(m_rows);
    m_inside->addWidget(m_why);
    m_inside->addStretch(1);
    m_why->setWordWrap(true);
    m_why->setContentsMargins(12, 8, 12, 4);
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_scroll->setWidget(inside);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    column->addWidget(m_scroll, 1);
    const auto dress = [this, header] {
        header->setFixedHeight(Theme::get().px(26));
        fitStatement();
    };
    dress();
    connect(&Theme::get(), &Theme::changed, header, dress);
    connect(m_tabs, &QTabBar::currentChanged, this, &StepPanel::refresh);
    connect(room, &Classroom::changed, this, &StepPanel::refresh);
    connect(room, &Classroom::lessonChanged, this, &StepPanel::refresh);
    refresh();
}

void StepPanel::resizeEvent(QResizeEvent* event)
{
    Surface::resizeEvent(event);
    fitStatement();
}

// The rows and the reason come first; what is left in a high window is the statement's.
void StepPanel::fitStatement()
{
    const Theme& theme = Theme::get();
    // On a projector the rows matter more than a long statement.
    const int least = theme.scale() > 1.2 ? 3 : 6;
    m_statement->setMaxLines(std::clamp(m_statement->linesIn(height() - theme.px(26 + 280)), least, 20));
}

void StepPanel::addBelow(QWidget* widget) { m_inside->insertWidget(m_inside->count() - 1, widget); }

void StepPanel::showBelow(QWidget* widget) { m_scroll->ensureWidgetVisible(widget, 0, 0); }

void StepPanel::setStatementShown(bool shown)
{
    m_statementShown = shown;
    m_statement->setVisible(shown && m_shown.step >= 0);
    m_inside->activate();
    layout()->activate();
}

// The id of the run's sandbox, also once it is gone; of a recording it is unknown.
QString StepPanel::shownSandbox() const
{
    const QString id = m_room->track().lastSandbox();
    return id.isEmpty() ? QStringLiteral("ID") : id;
}

QString StepPanel::sentText(const SentStatement& sent) const
{
    QString text = format::foreignCode(sent.text);
    QStringList values;
    for (const std::string& value : sent.values)
        values << QStringLiteral("$%1 = %2").arg(values.size() + 1).arg(format::foreign(value));
    if (!values.isEmpty())
        text += QStringLiteral("\n-- ") + values.join(QStringLiteral(", "));
    return text.replace(QLatin1String("{sandbox}"), shownSandbox());
}

/// The deciding statement first; then all of the step in order, if there are more; auxiliary ones last.
QString StepPanel::statementOf(const scenarios::Event& event) const
{
    const scenarios::ReadingOrder sent = scenarios::reading_order(event);
    QStringList serve;
    for (const SentStatement* one : sent.beside)
        serve << sentText(*one);
    QString text;
    if (sent.deciding != nullptr)
        text = sentText(*sent.deciding);
    else if (scenarios::is_unreachable(event))
        return QStringLiteral("-- ") + tr("nothing was sent to the store");
    else if (serve.isEmpty()) // recordings of older versions contain only the lesson's own text
        text = format::foreignCode(event.sql.empty() ? event.command : event.sql);
    if (text.isEmpty() && serve.isEmpty())
        return QStringLiteral("-- ") + (event.by_hand ? tr("done by hand") : tr("asks nothing of the store"));
    if (!event.result.empty())
        text += QStringLiteral("\n-- ") + format::state(event.result.c_str());
    if (sent.deciding != nullptr)
        if (const QString script = m_room->scriptText(*sent.deciding); !script.isEmpty())
            text += QStringLiteral("\n-- ") + tr("the script that it calls:") + QLatin1Char('\n') + script;
    if (sent.all.size() > 1) {
        QStringList all;
        for (const SentStatement* one : sent.all)
            all << (one == sent.deciding ? QStringLiteral("-- ") + tr("the statement above") : sentText(*one));
        text += QStringLiteral("\n\n-- ") + tr("all of this step, in its order:") + QLatin1Char('\n')
                + all.join(QStringLiteral("\n\n"));
    }
    if (!serve.isEmpty())
        text += QStringLiteral("\n\n-- ") + tr("beside it, for the call itself:") + QLatin1Char('\n')
                + serve.join(QLatin1Char('\n'));
    while (text.startsWith(u'\n')) // nothing decided
        text.remove(0, 1);
    return text;
}

void StepPanel::refresh()
{
    const int current = m_room->player().currentStep();
    // The clock alone does not change the panel.
    const void* file = m_room->choice().lesson();
    if (m_room->player().isReady())
        file = m_room->track().playback()->file().header.raw.data();
    const Shown shown{current, m_tabs->currentIndex(), m_room->player().atEnd(), file, shownSandbox()};
    if (shown == m_shown)
        return;
    m_shown = shown;
    m_scroll->verticalScrollBar()->setValue(0);
    if (current < 0) {
        m_statement->setText({});
        m_statement->hide();
        m_rows->setRows({});
        const scenarios::Lesson* lesson = m_room->choice().lesson();
        m_why->setText(lesson != nullptr ? lessonText(lesson->story) : QString());
        return;
    }
    const scenarios::Event& event = m_room->track().event(m_room->track().visible()[std::size_t(current)]);
    m_statement->setVisible(m_statementShown);
    if (m_tabs->currentIndex() == 0) {
        m_statement->setText(statementOf(event));
    } else {
        QStringList lines;
        for (const QString& line : format::foreignCode(event.command).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            lines << QStringLiteral("lockdeskctl --store URL --sandbox %1 %2")
                         .arg(shownSandbox(), line);
        m_statement->setText(lines.isEmpty() ? QStringLiteral("-- ") + tr("nothing that a command does")
                                             : lines.join(QLatin1Char('\n')));
    }
    m_rows->setRows(event.rows);
    QString why = whyOf(*m_room, event);
    if (m_room->player().atEnd() && m_room->choice().variantSpec() != nullptr)
        why += (why.isEmpty() ? QString() : QStringLiteral("\n\n")) + lessonText(m_room->choice().variantSpec()->shows);
    m_why->setText(why);
}

} // namespace lockdesk
