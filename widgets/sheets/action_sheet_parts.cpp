// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of an action sheet, top to bottom, in the order of the Tab key.
#include "models/format/format.h"
#include "widgets/sheets/action_sheet.h"
#include "widgets/sheets/command_view.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

/// As high as its content, up to its maximum; beyond, it scrolls.
class FittingArea final : public QScrollArea
{
public:
    FittingArea()
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        const QWidget* inside = widget();
        const int wide = viewport()->width();
        const int high = inside == nullptr             ? 0
                         : inside->hasHeightForWidth() ? inside->heightForWidth(wide)
                                                       : inside->sizeHint().height();
        // At least one line, also before the content is laid out.
        const int least = high > 0 || isVisible() ? QFontMetrics(Theme::get().body()).height() + 8 : 0;
        return {200, std::min(std::max(high, least), maximumHeight())};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, std::min(sizeHint().height(), maximumHeight())}; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        // The content was laid out, perhaps with another number of lines.
        if (watched == widget() && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize))
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

} // namespace

ActionSheet::ActionSheet(QWidget* host)
    : Sheet(host), m_victims(new VictimList), m_delayRow(new Surface(Surface::Ground::window, Qt::TopEdge))
{
    body()->addWidget(m_victims);
    connect(m_victims, &VictimList::scrolled, this, &ActionSheet::victimsScrolled);
    assemblePoints();
    assembleDelay();
    assembleCommands();
    body()->addStretch(1);
    assembleFields();
    assembleResults();
    assembleFooter();
}

void ActionSheet::assemblePoints()
{
    m_pointsArea = new QScrollArea;
    m_pointsArea->setWidgetResizable(true);
    m_pointsArea->setFrameShape(QFrame::NoFrame);
    m_pointsArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_pointsArea->setFocusPolicy(Qt::NoFocus);
    m_pointsArea->setAccessibleName(tr("Evidence"));
    m_pointsArea->setFixedHeight(Theme::get().px(164));
    body()->addWidget(m_pointsArea);
}

void ActionSheet::assembleDelay()
{
    m_delayOn = new QCheckBox;
    m_delayCaption = new ThemeLabel;
    m_delayBox = new QComboBox;
    m_delayCaption->setBuddy(m_delayBox);
    m_delayBox->setEditable(true);
    m_delayBox->setInsertPolicy(QComboBox::NoInsert);
    m_delayNote = new ThemeLabel({}, ThemeLabel::Type::body, Tone::text2);
    m_delayNote->setWordWrap(true);
    m_delayNote->setFixedHeight(QFontMetrics(Theme::get().body()).height() * 2 + 2);
    auto* row = new QHBoxLayout(m_delayRow);
    row->setContentsMargins(14, 4, 14, 4);
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
    m_copy = makeButton(tr("Copy all"), QStringLiteral("copy"), QStringLiteral("flat"));
    m_copy->setToolTip(tr("Copies the command lines"));
    m_copy->setEnabled(false);
    m_linesTitle->addRight(m_copy);
    m_lines = new CommandView(CommandView::Language::plain);
    m_lines->setAccessibleName(tr("The same on the command line"));
    body()->addWidget(m_commandsTitle);
    body()->addWidget(m_commands);
    body()->addWidget(m_linesTitle);
    body()->addWidget(m_lines);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_allLines.join(QLatin1Char('\n'))); });
}

// Below the scrolling part, so that the reason and the typed name stay on screen.
void ActionSheet::assembleFields()
{
    m_fields = new Surface(Surface::Ground::window, Qt::TopEdge);
    auto* grid = new QGridLayout(m_fields);
    grid->setContentsMargins(14, 8, 14, 4);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, Theme::get().px(148));
    auto* reasonLabel = new ThemeLabel(tr("Reason"));
    m_reason = new QLineEdit;
    m_reason->setAccessibleName(tr("Reason"));
    reasonLabel->setBuddy(m_reason);
    m_reason->setPlaceholderText(tr("what happened, ticket"));
    m_typeLabel = new ThemeLabel;
    m_typeLabel->setWordWrap(true);
    m_typeLabel->setMaximumWidth(Theme::get().px(300));
    m_typed = new QLineEdit;
    m_typed->setFont(Theme::get().fixed());
    m_typeLabel->setBuddy(m_typed);
    m_missing = new ThemeLabel({}, ThemeLabel::Type::caption, Tone::text2);
    m_missing->setFixedHeight(QFontMetrics(Theme::get().caption()).height());
    m_missing->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    grid->addWidget(reasonLabel, 0, 0);
    grid->addWidget(m_reason, 0, 1);
    grid->addWidget(m_typeLabel, 1, 0);
    grid->addWidget(m_typed, 1, 1);
    grid->addWidget(m_missing, 2, 1);
    foot()->addWidget(m_fields);
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

void ActionSheet::showTypedLabel()
{
    m_typeLabel->setTextFormat(Qt::RichText);
    m_typeLabel->setText(tr("Type %1").arg(QStringLiteral("<b><code>") + breakable(m_content.mustType).toHtmlEscaped()
                                           + QStringLiteral("</code></b>")));
    const int wanted = QFontMetrics(Theme::get().fixedTitle()).horizontalAdvance(tr("Type %1").arg(m_content.mustType));
    m_typeLabel->setMinimumWidth(std::min(wanted + Theme::get().px(4), m_typeLabel->maximumWidth()));
    m_typeLabel->setVisible(!m_content.mustType.isEmpty());
    m_typed->setVisible(!m_content.mustType.isEmpty());
    m_typed->setAccessibleName(tr("Type %1").arg(m_content.mustType));
    m_typeLabel->setAccessibleName(m_typed->accessibleName());
}

void ActionSheet::assembleResults()
{
    m_results = new Surface(Surface::Ground::window, Qt::TopEdge);
    auto* column = new QVBoxLayout(m_results);
    column->setContentsMargins(14, 10, 14, 10);
    column->setSpacing(2);
    m_resultsArea = new FittingArea;
    m_resultsArea->setWidget(m_results);
    m_resultsArea->setAccessibleName(tr("Results"));
    m_resultsArea->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_resultsArea->hide();
    foot()->addWidget(m_resultsArea);
}

void ActionSheet::assembleFooter()
{
    auto* row = new QHBoxLayout(footer());
    row->setContentsMargins(14, 8, 14, 8);
    row->setSpacing(8);
    m_footNote = new ThemeLabel({}, ThemeLabel::Type::caption, Tone::text2);
    m_footNote->setWordWrap(true);
    // Always two lines high, so that the buttons do not move.
    m_footNote->setFixedHeight(QFontMetrics(Theme::get().caption()).height() * 2 + 2);
    m_takeUp = makeButton(QString());
    m_takeUp->hide();
    m_cancel = makeButton(tr("Cancel"));
    m_action = makeButton(QString(), {}, QStringLiteral("danger"));
    row->addWidget(m_footNote, 1);
    row->addWidget(m_takeUp);
    row->addWidget(m_cancel);
    row->addWidget(m_action);
    connect(m_takeUp, &QPushButton::clicked, this, &ActionSheet::takeUpRequested);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_busy && m_stoppable)
            emit stopRequested();
        else
            close();
    });
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (m_finished)
            close();
        else
            emit submitted();
    });
}

} // namespace lockdesk
