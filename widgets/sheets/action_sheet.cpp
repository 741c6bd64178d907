// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/action_sheet.h"

#include "backends/engine/text/text.h"
#include "models/actions/actions.h"
#include "models/format/format.h"
#include "widgets/common/focus_order.h"
#include "widgets/sheets/command_view.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr std::size_t mostLines = 100; ///< command lines shown; `Copy all` copies all
constexpr std::size_t mostTold = 8;    ///< results shown as sentences; the list has all

} // namespace

void ActionSheet::setContent(const SheetContent& content)
{
    m_content = content;
    showTitle();
    m_victims->setContent(content);
    setPoints(content.evidence, content.consequences);
    if (m_which == nullptr) {
        m_commandsTitle->setTitle(content.commandsTitle);
        m_commandsTitle->setCaption(content.commandsNote);
    }
    showTypedLabel();
    m_reason->setPlaceholderText(content.needsReason ? tr("what happened, ticket") : tr("optional"));
    if (m_news.text.isEmpty())
        m_footNote->setText(content.footNote);
    m_action->setProperty("kind", content.danger ? QStringLiteral("danger") : QStringLiteral("primary"));
    judge();
}

void ActionSheet::setTitle(const QString& title)
{
    if (title == m_content.title)
        return;
    m_content.title = m_content.verb = title;
    showTitle();
}

void ActionSheet::showTitle()
{
    setHeader(m_content.title, m_content.environment, m_content.subtitle);
    m_action->setText(
        format::buttonText(m_action->fontMetrics().elidedText(m_content.verb, Qt::ElideMiddle, Theme::get().px(280))));
    m_action->setAccessibleName(m_content.verb);
}

void ActionSheet::setPoints(const std::vector<SheetPoint>& evidence, const std::vector<SheetPoint>& consequences)
{
    if (m_pointsArea->widget() != nullptr && evidence == m_evidence && consequences == m_consequences)
        return;
    m_evidence = evidence;
    m_consequences = consequences;
    const int scrolled = m_pointsArea->verticalScrollBar()->value();
    auto* both = new Surface(Surface::Ground::window);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    auto* left = new Surface(Surface::Ground::window, Qt::RightEdge);
    auto* right = new QWidget;
    fillPoints(left, tr("Evidence"), evidence);
    fillPoints(right, tr("What will happen"), consequences);
    row->addWidget(left, 1);
    row->addWidget(right, 1);
    m_pointsArea->setWidget(both);
    m_pointsArea->verticalScrollBar()->setValue(scrolled);
}

void ActionSheet::fillPoints(QWidget* into, const QString& title, const std::vector<SheetPoint>& points)
{
    auto* grid = new QGridLayout(into);
    grid->setContentsMargins(14, 10, 14, 10);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    grid->addWidget(new ThemeLabel(title, ThemeLabel::Type::title, Tone::text2), 0, 0, 1, 2);
    int row = 1;
    for (const SheetPoint& point : points) {
        auto* glyph = new GlyphLabel(point.glyph, point.tone);
        glyph->alignToLine();
        auto* text = new ThemeLabel;
        setBreakable(text, point.text);
        text->setWordWrap(true);
        grid->addWidget(glyph, row, 0, Qt::AlignTop);
        grid->addWidget(text, row, 1);
        ++row;
    }
    grid->setRowStretch(row, 1);
}

void ActionSheet::setDelay(const SheetDelay& delay)
{
    m_delayRow->show();
    m_readDelay = delay.read;
    m_delayWrong = delay.wrong.isEmpty() ? tr("Write a number and a unit, such as 30s or 5m.") : delay.wrong;
    m_delayOn->setVisible(delay.optional);
    m_delayCaption->setText(delay.caption);
    m_delayOn->setAccessibleName(delay.caption);
    m_delayBox->setAccessibleName(delay.caption);
    m_delayBox->lineEdit()->setAccessibleName(delay.caption);
    m_delayBox->clear();
    m_delayBox->addItems(delay.choices);
    m_delayBox->setEditText(delay.initial);
    m_delayOn->setChecked(!delay.optional || delay.on);
    m_delayBox->setEnabled(!delay.optional || delay.on);
}

void ActionSheet::setPreview(const QString& commands, const QStringList& commandLines)
{
    m_hasPreview = true;
    m_commands->setText(commands);
    if (commandLines != m_allLines) {
        m_allLines = commandLines;
        m_copy->setEnabled(!m_allLines.isEmpty());
        m_linesTitle->setCaption(commandLines.size() > 1 ? tr("%Ln command(s)", nullptr, int(commandLines.size()))
                                                         : QString());
        QStringList shown = commandLines.mid(0, mostLines);
        if (commandLines.size() > shown.size())
            shown += tr("# and %1 more: Copy all has them").arg(format::count(commandLines.size() - shown.size()));
        m_lines->setText(shown.join(QLatin1Char('\n')));
    }
    judge();
}

void ActionSheet::setPreviewPending()
{
    m_hasPreview = false;
    judge();
}

void ActionSheet::setPreviewError(const QString& message)
{
    m_hasPreview = false;
    m_commands->setSentence(message);
    judge();
}

bool ActionSheet::showsWrongDelay()
{
    if (!wantsDelay() || delay().has_value())
        return false;
    m_allLines.clear();
    m_copy->setEnabled(false);
    m_linesTitle->setCaption({});
    m_lines->setText({});
    setPreviewError(m_delayWrong);
    return true;
}

void ActionSheet::setDelayNote(const QString& text)
{
    m_delayText = text;
    showDelayNote();
}

// Shows the error beside the wrong input.
void ActionSheet::showDelayNote()
{
    const bool wrong = wantsDelay() && !delay().has_value();
    m_delayNote->setTone(wrong ? Tone::expired : Tone::text2);
    m_delayNote->setText(wrong ? m_delayWrong : m_delayText);
    if (m_delayBox->property("invalid").toBool() != wrong) {
        m_delayBox->setProperty("invalid", wrong);
        m_delayBox->update();
    }
}

void ActionSheet::setNews(const SheetNews& news)
{
    if (news == m_news || m_finished)
        return;
    m_news = news;
    m_footNote->setTone(news.text.isEmpty() ? Tone::text2 : news.tone);
    m_footNote->setText(news.text.isEmpty() ? m_content.footNote : news.text);
    m_takeUp->setText(
        format::buttonText(m_takeUp->fontMetrics().elidedText(news.takeUp, Qt::ElideMiddle, Theme::get().px(200))));
    m_takeUp->setAccessibleName(news.takeUp);
    m_takeUp->setVisible(!news.takeUp.isEmpty());
    judge();
}

void ActionSheet::start()
{
    // Fits a window of 800 px without scrolling; lower windows show less of the list, the points and the commands. The
    // heights come from the current content, so that later content moves no field.
    const int high = parentWidget()->height();
    const bool tall = high > Theme::get().px(860), low = high < Theme::get().px(640);
    m_victims->setMostRows(tall ? 8 : low ? 3 : 4);
    m_leastPoints = Theme::get().px(tall ? 230 : low ? 116 : 164);
    m_leastLines = tall ? 10 : 5;
    m_lines->setFixedLines(tall ? 4 : low ? 5 : 2);
    m_resultsArea->setMaximumHeight(Theme::get().px(tall ? 260 : 150));
    // The focus starts in a field, never on the red button.
    if (m_delayRow->isVisibleTo(this) && !m_delayOn->isVisibleTo(this))
        open(m_delayBox);
    else
        open(m_reason);
    m_started = true;
    m_pointsArea->setFixedHeight(m_leastPoints);
    m_commands->setFixedLines(m_leastLines);
    if (low || spareHeight() < 0)
        shareRoom();
    fillRoom();
}

void ActionSheet::resizeEvent(QResizeEvent* event)
{
    Sheet::resizeEvent(event);
    if (m_started)
        fillRoom();
}

// Gives unused height to what would be cut off: to the points first, then to the commands.
void ActionSheet::fillRoom()
{
    m_pointsArea->setFixedHeight(m_leastPoints);
    m_commands->setFixedLines(m_leastLines);
    const QWidget* points = m_pointsArea->widget();
    const int wanted = points == nullptr ? 0 : points->heightForWidth(m_pointsArea->viewport()->width());
    const int forPoints = std::clamp(wanted - m_leastPoints, 0, std::max(0, spareHeight()));
    m_pointsArea->setFixedHeight(m_leastPoints + forPoints);
    const int lines = std::max(m_leastLines, m_commands->linesIn(m_commands->height() + spareHeight()));
    m_commands->setFixedLines(lines);
    if (m_which != nullptr)
        m_lines->setFixedLines(lines); // both share one place
}

// Shows one at a time: both together would leave three lines of statements and no command line.
void ActionSheet::shareRoom()
{
    m_which = new Segmented({m_content.commandsTitle, tr("The same on the command line")});
    m_which->setToolTip(m_content.commandsNote);
    m_commandsTitle->setTitle({});
    m_commandsTitle->setCaption({});
    m_commandsTitle->addLeft(m_which);
    m_which->show();
    m_commandsTitle->addRight(m_copy);
    m_linesTitle->hide();
    m_lines->hide();
    connect(m_which, &Segmented::currentChanged, this, [this](int which) {
        m_commands->setVisible(which == 0);
        m_lines->setVisible(which == 1);
    });
    orderFocusByLayout(m_commandsTitle->parentWidget());
}

QString ActionSheet::reason() const { return m_reason->text().trimmed(); }

bool ActionSheet::wantsDelay() const
{
    return m_delayRow->isVisibleTo(this) && (!m_delayOn->isVisibleTo(this) || m_delayOn->isChecked());
}

std::optional<std::int64_t> ActionSheet::delay() const
{
    if (!wantsDelay())
        return std::nullopt;
    if (m_readDelay)
        return m_readDelay(delayText());
    const auto parsed = parse_duration(delayText().remove(QLatin1Char(' ')).toStdString());
    return parsed ? std::optional(to_us(*parsed)) : std::nullopt;
}

QString ActionSheet::delayText() const { return m_delayBox->currentText().trimmed(); }

QString ActionSheet::missing() const
{
    if (m_content.readOnly)
        return tr("This connection is read-only: the session itself cannot write.");
    if (m_news.blocks)
        return m_news.takeUp.isEmpty() ? m_news.text : tr("What is shown has changed: take it up or cancel.");
    if (wantsDelay() && !delay().has_value())
        return m_delayWrong;
    if (m_content.needsReason && reason().isEmpty())
        return tr("Write a reason.");
    if (!m_content.mustType.isEmpty() && !confirms(m_typed->text(), m_content.mustType))
        return m_typed->text().isEmpty() || m_content.mustType.startsWith(m_typed->text())
                   ? tr("Type %1.").arg(m_content.mustType)
                   : tr("That is not it: type %1.").arg(m_content.mustType);
    return m_hasPreview ? QString() : tr("The commands that would run are not known yet.");
}

void ActionSheet::judge()
{
    if (m_finished || m_busy)
        return;
    const QString why = missing();
    m_action->setEnabled(why.isEmpty());
    m_action->setToolTip(why);
    const bool mistyped = !m_typed->text().isEmpty() && !m_content.mustType.startsWith(m_typed->text())
                          && !confirms(m_typed->text(), m_content.mustType);
    m_missing->setTone(mistyped ? Tone::expired : Tone::text2);
    setBreakable(m_missing, why);
    showDelayNote();
}

void ActionSheet::setBusy(const QString& text, bool stoppable)
{
    m_busy = true;
    m_stoppable = stoppable;
    m_cancel->setText(stoppable ? tr("Stop") : tr("Cancel"));
    m_cancel->setEnabled(true);
    m_takeUp->hide();
    if (m_action->hasFocus())
        setFocus(Qt::OtherFocusReason); // a second Return must not press the next button
    m_action->setEnabled(false);
    m_footNote->setTone(Tone::text2);
    m_footNote->setText(text);
}

void ActionSheet::setResults(const std::vector<SheetResult>& results, const QString& watchText)
{
    m_finished = true;
    m_fields->hide();
    m_delayRow->setEnabled(false);
    // Of several, the list has each beside its victim; failures are also said whole, and stay visible.
    std::vector<const SheetResult*> shown;
    for (std::size_t i = 0; i < results.size(); ++i) {
        setResult(i, results[i]);
        if (results.size() == 1 || !results[i].good)
            shown.push_back(&results[i]);
    }
    for (std::size_t i = 0; i < std::min(shown.size(), mostTold); ++i)
        addNotice({shown[i]->good ? Glyph::check : Glyph::cross, shown[i]->good ? Tone::live : Tone::expired,
                   shown[i]->sentence()});
    if (shown.size() > mostTold)
        addNotice({Glyph::none, Tone::text2,
                   tr("The list above has the results of all %1.").arg(format::count(std::int64_t(results.size())))});
    m_footNote->setTone(Tone::text2);
    m_footNote->setText(watchText);
    m_takeUp->hide();
    m_cancel->hide();
    m_action->setText(tr("Close"));
    m_action->setAccessibleName(tr("Close"));
    m_action->setToolTip({});
    m_action->setProperty("kind", QString());
    m_action->setEnabled(true);
    m_action->setFocus(Qt::OtherFocusReason);
    m_action->update();
}

void ActionSheet::addNotice(const SheetPoint& point)
{
    m_resultsArea->show();
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 2, 0, 2);
    row->setSpacing(10);
    auto* text = new ThemeLabel;
    setBreakable(text, point.text);
    text->setWordWrap(true);
    auto* glyph = new GlyphLabel(point.glyph, point.tone);
    glyph->alignToLine();
    row->addWidget(glyph, 0, Qt::AlignTop);
    row->addWidget(text, 1);
    m_results->layout()->addWidget(line);
    m_resultsArea->updateGeometry();
}

QString ActionSheet::commandsText() const { return m_commands->toPlainText(); }

QString ActionSheet::missingText() const { return m_missing->text().remove(QChar(0x200B)); }

QString ActionSheet::delayNoteText() const { return m_delayNote->text(); }

QString ActionSheet::resultText() const
{
    QStringList lines;
    for (const auto* label : m_results->findChildren<ThemeLabel*>())
        lines += label->text().remove(QChar(0x200B));
    return lines.join(QLatin1Char('\n'));
}

} // namespace lockdesk
