// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/action_sheet.h"

#include "backends/engine/text.h"
#include "models/actions.h"
#include "models/format.h"
#include "widgets/sheets/command_view.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

ActionSheet::ActionSheet(QWidget* host)
    : Sheet(host), m_victims(new VictimList), m_pointsRow(new QWidget),
      m_delayRow(new Surface(Surface::Ground::window, Qt::TopEdge))
{
    body()->addWidget(m_victims);
    body()->addWidget(m_pointsRow);
    assembleDelay();
    assembleCommands();
    assembleFields();
    m_results = new QWidget;
    m_results->hide();
    new QVBoxLayout(m_results);
    m_results->layout()->setContentsMargins(14, 10, 14, 10);
    body()->addWidget(m_results);
    body()->addStretch(1);
    assembleFooter();
}

void ActionSheet::assembleDelay()
{
    m_delayOn = new QCheckBox;
    m_delayCaption = new ThemeLabel;
    m_delayBox = new QComboBox;
    m_delayBox->setEditable(true);
    m_delayBox->setInsertPolicy(QComboBox::NoInsert);
    m_delayNote = new ThemeLabel({}, ThemeLabel::Type::body, Tone::text2);
    m_delayNote->setWordWrap(true);
    auto* row = new QHBoxLayout(m_delayRow);
    row->setContentsMargins(14, 8, 14, 8);
    row->setSpacing(8);
    row->addWidget(m_delayOn);
    row->addWidget(m_delayCaption);
    row->addWidget(m_delayBox);
    row->addWidget(m_delayNote, 1);
    m_delayRow->hide();
    body()->addWidget(m_delayRow);
    connect(m_delayOn, &QCheckBox::toggled, this, [this](bool on) {
        m_delayBox->setEnabled(on);
        emit delayChanged();
        judge();
    });
    connect(m_delayBox, &QComboBox::currentTextChanged, this, [this] {
        emit delayChanged();
        judge();
    });
}

void ActionSheet::assembleCommands()
{
    m_commandsTitle = new SectionTitle(QString());
    m_commands = new CommandView(CommandView::Language::commands);
    m_commands->setAccessibleName(tr("Commands that will run"));
    m_linesTitle = new SectionTitle(tr("The same on the command line"));
    auto* copy = makeButton(tr("Copy all"), QStringLiteral("copy"), QStringLiteral("flat"));
    m_linesTitle->addRight(copy);
    m_lines = new CommandView(CommandView::Language::plain);
    m_lines->setMaxLines(4);
    m_lines->setAccessibleName(tr("The same on the command line"));
    body()->addWidget(m_commandsTitle);
    body()->addWidget(m_commands);
    body()->addWidget(m_linesTitle);
    body()->addWidget(m_lines);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_lines->toPlainText()); });
}

void ActionSheet::assembleFields()
{
    m_fields = new Surface(Surface::Ground::window, Qt::TopEdge);
    auto* grid = new QGridLayout(m_fields);
    grid->setContentsMargins(14, 10, 14, 10);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnMinimumWidth(0, Theme::get().px(148));
    auto* reasonLabel = new ThemeLabel(tr("Reason"));
    m_reason = new QLineEdit;
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setPlaceholderText(tr("what happened, ticket"));
    m_typeLabel = new ThemeLabel;
    m_typeLabel->setTextFormat(Qt::RichText);
    m_typeLabel->setWordWrap(true);
    m_typeLabel->setMaximumWidth(Theme::get().px(300));
    m_typed = new QLineEdit;
    m_typed->setFont(Theme::get().fixed());
    grid->addWidget(reasonLabel, 0, 0);
    grid->addWidget(m_reason, 0, 1);
    grid->addWidget(m_typeLabel, 1, 0);
    grid->addWidget(m_typed, 1, 1);
    body()->addWidget(m_fields);
    connect(m_reason, &QLineEdit::textChanged, this, [this] {
        emit reasonChanged();
        judge();
    });
    connect(m_typed, &QLineEdit::textChanged, this, &ActionSheet::judge);
    for (QLineEdit* field : {m_reason, m_typed})
        connect(field, &QLineEdit::returnPressed, this, [this] {
            if (m_action->isEnabled())
                m_action->click();
        });
}

void ActionSheet::assembleFooter()
{
    auto* row = new QHBoxLayout(footer());
    row->setContentsMargins(14, 12, 14, 12);
    row->setSpacing(8);
    m_footNote = new ThemeLabel({}, ThemeLabel::Type::caption, Tone::text2);
    m_footNote->setWordWrap(true);
    m_cancel = makeButton(tr("Cancel"));
    m_action = makeButton(QString(), {}, QStringLiteral("danger"));
    row->addWidget(m_footNote, 1);
    row->addWidget(m_cancel);
    row->addWidget(m_action);
    connect(m_cancel, &QPushButton::clicked, this, &Sheet::close);
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (m_finished)
            close();
        else
            emit submitted();
    });
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
        auto* text = new ThemeLabel(breakable(point.text));
        text->setWordWrap(true);
        grid->addWidget(glyph, row, 0, Qt::AlignTop);
        grid->addWidget(text, row, 1);
        ++row;
    }
    grid->setRowStretch(row, 1);
}

void ActionSheet::setContent(const SheetContent& content)
{
    m_content = content;
    setHeader(content.title, content.environment, content.subtitle);
    m_victims->setContent(content);
    delete m_pointsRow->layout();
    qDeleteAll(m_pointsRow->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    auto* row = new QHBoxLayout(m_pointsRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    auto* left = new Surface(Surface::Ground::window, Qt::RightEdge);
    auto* right = new QWidget;
    fillPoints(left, tr("Evidence"), content.evidence);
    fillPoints(right, tr("What will happen"), content.consequences);
    row->addWidget(left, 1);
    row->addWidget(right, 1);
    m_commandsTitle->setTitle(content.commandsTitle);
    m_commandsTitle->setCaption(content.commandsNote);
    m_typeLabel->setText(tr("Type %1").arg(QStringLiteral("<b><code>") + breakable(content.mustType).toHtmlEscaped()
                                           + QStringLiteral("</code></b>")));
    const int wanted = QFontMetrics(Theme::get().fixedTitle()).horizontalAdvance(tr("Type %1").arg(content.mustType));
    m_typeLabel->setMinimumWidth(std::min(wanted + Theme::get().px(4), m_typeLabel->maximumWidth()));
    m_typeLabel->setVisible(!content.mustType.isEmpty());
    m_typed->setVisible(!content.mustType.isEmpty());
    m_typed->setAccessibleName(tr("Type %1").arg(content.mustType));
    m_reason->setPlaceholderText(content.needsReason ? tr("what happened, ticket") : tr("optional"));
    m_footNote->setText(content.footNote);
    m_action->setText(
        format::buttonText(m_action->fontMetrics().elidedText(content.verb, Qt::ElideMiddle, Theme::get().px(280))));
    m_action->setProperty("kind", content.danger ? QStringLiteral("danger") : QStringLiteral("primary"));
    m_action->setAccessibleName(content.verb);
    judge();
}

void ActionSheet::setDelay(const SheetDelay& delay)
{
    m_delayRow->show();
    m_readDelay = delay.read;
    m_delayOn->setVisible(delay.optional);
    m_delayCaption->setText(delay.caption);
    m_delayOn->setAccessibleName(delay.caption);
    m_delayBox->setAccessibleName(delay.caption);
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
    m_linesTitle->setCaption(commandLines.size() > 1 ? tr("%n command(s)", nullptr, int(commandLines.size())) : QString());
    m_lines->setText(commandLines.join(QLatin1Char('\n')));
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
    m_commands->setText(message);
    judge();
}

void ActionSheet::setDelayNote(const QString& text) { m_delayNote->setText(text); }

void ActionSheet::start()
{
    // All of it fits without scrolling into a window of 800 px; higher ones show more of the commands.
    const bool high = parentWidget()->height() > Theme::get().px(860);
    m_commands->setMaxLines(high ? 14 : 6);
    m_lines->setMaxLines(high ? 4 : 2);
    // The keyboard starts in a field, never on the red button.
    if (m_delayRow->isVisibleTo(this) && !m_delayOn->isVisibleTo(this))
        open(m_delayBox);
    else
        open(m_reason);
}

QString ActionSheet::reason() const { return m_reason->text().trimmed(); }

std::optional<std::int64_t> ActionSheet::delay() const
{
    if (!m_delayRow->isVisibleTo(this) || (m_delayOn->isVisibleTo(this) && !m_delayOn->isChecked()))
        return std::nullopt;
    if (m_readDelay)
        return m_readDelay(delayText());
    const auto parsed = parse_duration(delayText().toStdString());
    return parsed ? std::optional(to_us(*parsed)) : std::nullopt;
}

QString ActionSheet::delayText() const { return m_delayBox->currentText().remove(QLatin1Char(' ')); }

void ActionSheet::judge()
{
    if (m_finished)
        return;
    const bool typed = m_content.mustType.isEmpty() || confirms(m_typed->text(), m_content.mustType);
    const bool reasoned = !m_content.needsReason || !reason().isEmpty();
    const bool wantsDelay = m_delayRow->isVisibleTo(this) && (!m_delayOn->isVisibleTo(this) || m_delayOn->isChecked());
    const bool delayed = !wantsDelay || delay().has_value();
    m_action->setEnabled(typed && reasoned && delayed && m_hasPreview && !m_content.readOnly);
    QString why;
    if (m_content.readOnly)
        why = tr("This connection is read-only: the session itself cannot write.");
    else if (!delayed)
        why = tr("Write a number and a unit, such as 30s or 5m.");
    else if (!reasoned)
        why = tr("Write a reason.");
    else if (!typed)
        why = tr("Type %1.").arg(m_content.mustType);
    else if (!m_hasPreview)
        why = tr("The commands that would run are not known yet.");
    m_action->setToolTip(why);
}

void ActionSheet::setBusy(const QString& text)
{
    m_action->setEnabled(false);
    m_footNote->setText(text);
}

void ActionSheet::setResults(const std::vector<SheetResult>& results, const QString& watchText)
{
    m_finished = true;
    m_fields->hide();
    m_delayRow->hide();
    m_results->show();
    for (const SheetResult& result : results)
        addNotice({result.good ? Glyph::check : Glyph::cross, result.good ? Tone::live : Tone::expired,
                   result.name + QStringLiteral(": ") + result.text});
    m_footNote->setText(watchText);
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
    m_results->show();
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 2, 0, 2);
    row->setSpacing(10);
    auto* text = new ThemeLabel(breakable(point.text));
    text->setWordWrap(true);
    auto* glyph = new GlyphLabel(point.glyph, point.tone);
    glyph->alignToLine();
    row->addWidget(glyph, 0, Qt::AlignTop);
    row->addWidget(text, 1);
    m_results->layout()->addWidget(line);
}

QString ActionSheet::commandsText() const { return m_commands->toPlainText(); }

QString ActionSheet::resultText() const
{
    QStringList lines;
    for (const auto* label : m_results->findChildren<ThemeLabel*>())
        lines += label->text().remove(QChar(0x200B));
    return lines.join(QLatin1Char('\n'));
}

} // namespace lockdesk
