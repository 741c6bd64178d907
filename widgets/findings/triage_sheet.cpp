// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/triage_sheet.h"

#include "models/format/format.h"
#include "widgets/common/chrome.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockdesk {

namespace {

constexpr int mostNames = 8;
constexpr int longestReason = 200;

} // namespace

TriageSheet::TriageSheet(Triage::What what, const QStringList& names, QWidget* host)
    : Sheet(host), m_what(what), m_reason(new QLineEdit), m_end(new QComboBox),
      m_hint(new ThemeLabel({}, ThemeLabel::Type::caption, Tone::text2))
{
    const bool mute = what == Triage::What::muted;
    setHeader(mute ? tr("Mute %Ln finding(s)", nullptr, int(names.size()))
                   : tr("Acknowledge %Ln finding(s)", nullptr, int(names.size())),
              {}, mute ? tr("They leave the view and the counts; a row at the end says how many.")
                       : tr("They stay in view, after the others, and are not counted."));
    QStringList shown = names.mid(0, mostNames);
    if (names.size() > mostNames)
        shown += tr("and %Ln more", nullptr, int(names.size()) - mostNames);
    auto* list = new ThemeLabel({}, ThemeLabel::Type::fixed);
    setBreakable(list, shown.join(QLatin1Char('\n')));
    list->setWordWrap(true);
    m_reason->setMaxLength(longestReason);
    m_reason->setPlaceholderText(mute ? tr("why nobody needs to see it") : tr("who works on it, and what is known"));
    m_end->addItem(mute ? tr("without an end") : tr("until it is over"), 0);
    for (const int hours : {1, 4, 24, 24 * 7})
        m_end->addItem(hours < 24 ? tr("for %Ln hour(s)", nullptr, hours) : tr("for %Ln day(s)", nullptr, hours / 24), hours);
    m_end->setCurrentIndex(mute ? 1 : 0);
    auto* box = new QWidget;
    auto* form = new QFormLayout(box);
    form->setContentsMargins(14, 14, 14, 14);
    form->setHorizontalSpacing(12);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("What"), list);
    form->addRow(tr("Reason"), m_reason);
    form->addRow(tr("Until"), m_end);
    body()->addWidget(box);
    body()->addStretch(1);
    auto* row = new QHBoxLayout(footer());
    row->setContentsMargins(14, 12, 14, 12);
    m_hint->setWordWrap(true);
    auto* cancel = makeButton(tr("Cancel"));
    m_submit = makeButton(mute ? tr("Mute") : tr("Acknowledge"), {}, QStringLiteral("primary"));
    row->addWidget(m_hint, 1);
    row->addWidget(cancel);
    row->addWidget(m_submit);
    connect(cancel, &QPushButton::clicked, this, &Sheet::close);
    connect(m_submit, &QPushButton::clicked, this, &TriageSheet::submit);
    connect(m_reason, &QLineEdit::textChanged, this, &TriageSheet::refresh);
    connect(m_reason, &QLineEdit::returnPressed, m_submit, &QPushButton::click);
    refresh();
}

void TriageSheet::start() { open(m_reason); }

// What is hidden needs a reason for those who wonder later.
void TriageSheet::refresh()
{
    const bool missing = m_what == Triage::What::muted && m_reason->text().trimmed().isEmpty();
    m_submit->setEnabled(!missing);
    m_hint->setText(missing ? tr("Give a reason.") : QString());
}

void TriageSheet::submit()
{
    emit decided(m_reason->text().trimmed(), m_end->currentData().toInt());
    close();
}

} // namespace lockdesk
