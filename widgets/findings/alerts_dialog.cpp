// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/alerts_dialog.h"

#include "widgets/common/chrome.h"
#include "widgets/common/named_box.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockdesk {

namespace {

ThemeLabel* alertErrorLabel()
{
    auto* label = new ThemeLabel({}, ThemeLabel::Type::caption, Tone::expired);
    label->setWordWrap(true);
    label->hide();
    return label;
}

void addAlertField(QVBoxLayout* column, const QString& label, QLineEdit* field, ThemeLabel* error, const QString& name)
{
    auto* row = new QHBoxLayout;
    auto* text = new ThemeLabel(label, ThemeLabel::Type::body, Tone::text2);
    text->setMinimumWidth(Theme::get().px(90));
    text->setBuddy(field);
    field->setAccessibleName(name);
    field->setFont(Theme::get().fixed());
    row->addWidget(text);
    row->addWidget(field, 1);
    column->addLayout(row);
    error->setContentsMargins(Theme::get().px(96), 0, 0, 0);
    column->addWidget(error);
}

bool showAlertProblem(ThemeLabel* label, QLineEdit* field, const QString& problem)
{
    setBreakable(label, problem);
    label->setVisible(!problem.isEmpty());
    field->setAccessibleDescription(problem);
    return problem.isEmpty();
}

} // namespace

AlertsDialog::AlertsDialog(const AlertSettings& settings, QWidget* parent)
    : QDialog(parent), m_desktop(new QCheckBox(tr("Notify on the desktop"))), m_from(new QComboBox),
      m_save(makeButton(tr("Save"), {}, QStringLiteral("primary")))
{
    setWindowTitle(tr("Alerts"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* form = new QVBoxLayout;
    form->setContentsMargins(16, 14, 16, 14);
    form->setSpacing(8);
    auto* top = new QHBoxLayout;
    m_desktop->setChecked(settings.desktop);
    nameBox(m_from, tr("Findings that are notified"));
    m_from->addItem(tr("only what needs somebody now"), static_cast<int>(Severity::act));
    m_from->addItem(tr("warnings as well"), static_cast<int>(Severity::warning));
    m_from->addItem(tr("every finding"), static_cast<int>(Severity::notice));
    m_from->setCurrentIndex(m_from->findData(static_cast<int>(settings.desktopFrom)));
    m_from->setEnabled(settings.desktop);
    connect(m_desktop, &QCheckBox::toggled, m_from, &QWidget::setEnabled);
    top->addWidget(m_desktop);
    top->addWidget(m_from);
    top->addStretch(1);
    form->addLayout(top);
    auto* help = new ThemeLabel(tr("When a finding appears while this program runs, it also runs a program, without a shell, "
                                   "with the finding as JSON on its standard input, or posts it to an address. An address that "
                                   "is a secret belongs into a file that only you can read: @/path/to/file."),
                                ThemeLabel::Type::caption, Tone::text2);
    help->setWordWrap(true);
    form->addWidget(help);
    addSeverity(form, Severity::act, tr("Needs somebody now"), settings.of(Severity::act));
    addSeverity(form, Severity::warning, tr("Warning"), settings.of(Severity::warning));
    addSeverity(form, Severity::notice, tr("Notice"), settings.of(Severity::notice));
    column->addLayout(form);
    column->addStretch(1);
    auto* footer = new Surface(Surface::Ground::window, Qt::TopEdge);
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(16, 12, 16, 12);
    row->setSpacing(8);
    auto* cancel = makeButton(tr("Cancel"));
    cancel->setAutoDefault(false);
    m_save->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &AlertsDialog::accept);
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(m_save);
    column->addWidget(footer);
    setMinimumWidth(Theme::get().px(620));
}

void AlertsDialog::addSeverity(QVBoxLayout* column, Severity severity, const QString& title,
                               const AlertSettings::Target& target)
{
    column->addWidget(new ThemeLabel(title, ThemeLabel::Type::title));
    Fields& fields = m_fields[static_cast<std::size_t>(severity)];
    fields = {new QLineEdit(target.command), new QLineEdit(target.webhook), alertErrorLabel(), alertErrorLabel()};
    fields.command->setPlaceholderText(QStringLiteral("notify-send Lockdesk"));
    fields.webhook->setPlaceholderText(QStringLiteral("https://alerts.example.org/lockdesk"));
    addAlertField(column, tr("Command"), fields.command, fields.commandError, tr("%1: command").arg(title));
    addAlertField(column, tr("Webhook"), fields.webhook, fields.webhookError, tr("%1: webhook").arg(title));
    for (const auto& [field, error] : {std::pair{fields.command, fields.commandError}, {fields.webhook, fields.webhookError}})
        connect(field, &QLineEdit::textEdited, this, [field = field, error = error] { showAlertProblem(error, field, {}); });
}

AlertSettings AlertsDialog::settings() const
{
    AlertSettings out;
    out.desktop = m_desktop->isChecked();
    out.desktopFrom = static_cast<Severity>(m_from->currentData().toInt());
    for (const Severity severity : {Severity::notice, Severity::warning, Severity::act})
        out.of(severity) = {commandField(severity)->text().trimmed(), webhookField(severity)->text().trimmed()};
    return out;
}

bool AlertsDialog::check()
{
    bool good = true;
    for (const Fields& fields : m_fields) {
        good &= showAlertProblem(fields.commandError, fields.command, commandProblem(fields.command->text().trimmed()));
        good &= showAlertProblem(fields.webhookError, fields.webhook, webhookProblem(fields.webhook->text().trimmed()));
    }
    return good;
}

void AlertsDialog::accept()
{
    if (check())
        QDialog::accept();
}

} // namespace lockdesk
