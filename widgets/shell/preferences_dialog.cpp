// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/preferences_dialog.h"

#include "backends/engine/runners/retention.h"
#include "backends/engine/text/text.h"
#include "models/format/format.h"
#include "widgets/common/chrome.h"
#include "widgets/common/named_box.h"
#include "widgets/common/number_field.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

QComboBox* choice(const std::vector<std::pair<QString, QVariant>>& items, const QVariant& chosen)
{
    auto* box = new QComboBox;
    for (const auto& [text, value] : items)
        box->addItem(text, value);
    box->setCurrentIndex(std::max(0, box->findData(chosen)));
    return box;
}

// Screen readers name a field by its label.
void add(QFormLayout* form, const QString& text, QWidget* field)
{
    auto* label = new ThemeLabel(text);
    label->setBuddy(field);
    field->setAccessibleName(text);
    form->addRow(label, field);
}

void head(QFormLayout* form, const QString& text) { form->addRow(new ThemeLabel(text, ThemeLabel::Type::title)); }

QSpinBox* number(int least, int most, int value)
{
    auto* box = new NumberField;
    box->setRange(least, most);
    box->setKeyboardTracking(false);
    box->setValue(value);
    box->setFixedWidth(Theme::get().px(120)); // its hint leaves out the arrows
    return box;
}

} // namespace

PreferencesDialog::PreferencesDialog(const Preferences& preferences, std::vector<std::pair<QString, QString>> connections,
                                     QWidget* parent)
    : QDialog(parent), m_before(preferences), m_preferences(preferences), m_connections(std::move(connections))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Preferences"));
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setHorizontalSpacing(14);
    form->setVerticalSpacing(6);
    assembleLook(form);
    assembleObserving(form);
    assembleLimits(form);
    m_wrong = new ThemeLabel({}, ThemeLabel::Type::caption, Tone::expired);
    m_wrong->setWordWrap(true);
    m_wrong->setMinimumHeight(Theme::get().px(32)); // two lines, so that nothing jumps
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setText(tr("OK"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &PreferencesDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->addLayout(form, 1);
    column->addWidget(m_wrong);
    column->addWidget(buttons);
    showLimits();
    resize(std::max(Theme::get().px(500), sizeHint().width()), sizeHint().height());
}

// A field that loses the focus as it goes ends its editing.
PreferencesDialog::~PreferencesDialog()
{
    for (auto* each : findChildren<QWidget*>())
        each->disconnect(this);
}

void PreferencesDialog::assembleLook(QFormLayout* form)
{
    const QString desktops = tr("As the desktop");
    head(form, tr("Look"));
    auto* theme = choice({{desktops, QString()}, {tr("Dark"), QStringLiteral("dark")}, {tr("Light"), QStringLiteral("light")}},
                         m_preferences.theme);
    connect(theme, &QComboBox::activated, this, [this, theme] {
        m_preferences.theme = theme->currentData().toString();
        tell();
    });
    add(form, tr("Theme"), theme);
    auto* zoom = number(Preferences::smallestZoom, Preferences::largestZoom, m_preferences.zoom);
    zoom->setSingleStep(10);
    zoom->setSuffix(QStringLiteral(" %"));
    connect(zoom, &QSpinBox::valueChanged, this, [this](int percent) {
        m_preferences.zoom = percent;
        tell();
    });
    add(form, tr("Zoom"), zoom);
    auto* language = choice({{desktops, QString()},
                             {QStringLiteral("English"), QStringLiteral("en")},
                             {QStringLiteral("\ud55c\uad6d\uc5b4"), QStringLiteral("ko")}},
                            m_preferences.language);
    connect(language, &QComboBox::activated, this, [this, language] {
        m_preferences.language = language->currentData().toString();
        tell();
    });
    add(form, tr("Language, from the next start on"), language);
    auto* zone = choice({{tr("This computer's"), false}, {QStringLiteral("UTC"), true}}, m_preferences.utc);
    connect(zone, &QComboBox::activated, this, [this, zone] {
        m_preferences.utc = zone->currentData().toBool();
        tell();
    });
    add(form, tr("Time zone"), zone);
    auto* notifications = new QCheckBox(tr("Notify me of findings on the desktop and in its tray"));
    notifications->setChecked(m_preferences.notifications);
    connect(notifications, &QCheckBox::toggled, this, [this](bool on) {
        m_preferences.notifications = on;
        tell();
    });
    form->addRow(notifications);
}

void PreferencesDialog::assembleObserving(QFormLayout* form)
{
    head(form, tr("Stores"));
    auto* interval = number(int(Preferences::shortestInterval.count()), int(Preferences::longestInterval.count()),
                            int(m_preferences.interval.count()));
    interval->setSingleStep(100);
    interval->setSuffix(QStringLiteral(" ms"));
    connect(interval, &QSpinBox::valueChanged, this, [this](int ms) {
        m_preferences.interval = std::chrono::milliseconds{ms};
        tell();
    });
    add(form, tr("Poll each store every"), interval);
    m_retention = new QLineEdit(m_preferences.retention);
    m_retention->setPlaceholderText(QStringLiteral("7d"));
    connect(m_retention, &QLineEdit::textChanged, this, &PreferencesDialog::check);
    connect(m_retention, &QLineEdit::editingFinished, this, &PreferencesDialog::takeRetention);
    add(form, tr("Retention of workers started from now on"), m_retention);
}

void PreferencesDialog::assembleLimits(QFormLayout* form)
{
    head(form, tr("When something is a finding"));
    m_of = new QComboBox;
    for (const auto& [id, name] : m_connections)
        m_of->addItem(format::foreign(name), id);
    if (m_connections.empty())
        m_of->addItem(tr("No connection is saved"));
    m_usual = makeButton(tr("Usual limits"));
    connect(m_of, &QComboBox::activated, this, &PreferencesDialog::showLimits);
    connect(m_usual, &QPushButton::clicked, this, [this] {
        m_preferences.limitsOf.remove(chosenConnection());
        showLimits();
        tell();
    });
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_of, 1);
    row->addWidget(m_usual);
    nameBox(m_of, tr("Connection"));
    auto* label = new ThemeLabel(tr("Connection"));
    label->setBuddy(m_of);
    form->addRow(label, line);
    addSpan(form, tr("Oldest message waits longer than"), &FindingLimits::oldest_message);
    addSpan(form, tr("Task due for longer than"), &FindingLimits::starving_after);
    addSpan(form, tr("Lock held longer than, no usual time known"), &FindingLimits::overdue_without_habit);
    addTimes(form, tr("Lock held longer than its usual time, times"), &FindingLimits::overdue_times);
    addTimes(form, tr("Periods in which nobody took a guard"), &FindingLimits::missed_periods);
    addSpan(form, tr("Store's clock off by more than"), &FindingLimits::clock_offset);
}

void PreferencesDialog::addSpan(QFormLayout* form, const QString& text, Duration FindingLimits::*limit)
{
    auto* field = new QLineEdit;
    m_spans.push_back({field, limit});
    connect(field, &QLineEdit::textChanged, this, &PreferencesDialog::check);
    connect(field, &QLineEdit::editingFinished, this, &PreferencesDialog::takeLimits);
    add(form, text, field);
}

void PreferencesDialog::addTimes(QFormLayout* form, const QString& text, int FindingLimits::*limit)
{
    auto* field = number(1, most_finding_times, 1);
    m_times.push_back({field, limit});
    connect(field, &QSpinBox::valueChanged, this, &PreferencesDialog::takeLimits);
    add(form, text, field);
}

QString PreferencesDialog::chosenConnection() const { return m_of->currentData().toString(); }

QString PreferencesDialog::problem() const { return m_wrong->text(); }

void PreferencesDialog::showLimits()
{
    const bool any = !m_connections.empty();
    const FindingLimits limits = m_preferences.limitsFor(chosenConnection());
    for (const Span& span : m_spans) {
        const QSignalBlocker quiet(span.field);
        span.field->setText(format::exact(duration_text(limits.*span.limit)));
        span.field->setEnabled(any);
    }
    for (const Times& times : m_times) {
        const QSignalBlocker quiet(times.field);
        times.field->setValue(limits.*times.limit);
        times.field->setEnabled(any);
    }
    m_of->setEnabled(any);
    m_usual->setEnabled(any && !(limits == FindingLimits{}));
    check();
}

QString PreferencesDialog::limitProblem(QLineEdit* field) const
{
    const auto read = parse_duration(field->text().remove(u' ').toStdString());
    return read && *read >= shortest_finding_limit && *read <= longest_finding_limit
               ? QString()
               : tr("%1: %2 is no span of time up to a year; write 30s, 5m or 2h.")
                     .arg(field->accessibleName(), format::foreign(field->text()));
}

// Nothing that is wrong is used or kept.
void PreferencesDialog::check()
{
    if (m_wrong == nullptr)
        return;
    QString wrong;
    const QString retention = m_retention->text().trimmed();
    if (!retention.isEmpty())
        if (const auto read = parse_retention(retention.toStdString()); !read)
            wrong = tr("Retention: %1").arg(format::engineSentence(read.failure().message));
    for (const Span& span : m_spans)
        if (wrong.isEmpty() && span.field->isEnabled())
            wrong = limitProblem(span.field);
    m_wrong->setText(wrong);
    m_ok->setEnabled(wrong.isEmpty());
}

void PreferencesDialog::takeRetention()
{
    const QString text = m_retention->text().trimmed();
    if (!m_wrong->text().isEmpty() || text == m_preferences.retention)
        return;
    m_preferences.retention = text;
    tell();
}

void PreferencesDialog::takeLimits()
{
    const QString id = chosenConnection();
    if (!m_wrong->text().isEmpty() || m_connections.empty())
        return;
    FindingLimits limits = m_preferences.limitsFor(id);
    for (const Span& span : m_spans)
        limits.*span.limit = *parse_duration(span.field->text().remove(u' ').toStdString());
    for (const Times& times : m_times)
        limits.*times.limit = times.field->value();
    if (limits == m_preferences.limitsFor(id))
        return;
    if (limits == FindingLimits{})
        m_preferences.limitsOf.remove(id);
    else
        m_preferences.limitsOf.insert(id, limits);
    m_usual->setEnabled(!(limits == FindingLimits{}));
    tell();
}

void PreferencesDialog::tell()
{
    if (!m_cancelled)
        emit changed(m_preferences);
}

void PreferencesDialog::reject()
{
    const bool different = !(m_preferences == m_before);
    m_preferences = m_before;
    if (different)
        tell();
    m_cancelled = true; // the field in use ends its editing when it is hidden
    QDialog::reject();
}

} // namespace lockdesk
