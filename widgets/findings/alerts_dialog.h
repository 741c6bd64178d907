// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/findings/alert_settings.h"

#include <QDialog>

#include <array>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace lockdesk {

class ThemeLabel;

/// What happens when a finding appears: a notification of the desktop, and a command or a webhook for each severity.
class AlertsDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit AlertsDialog(const AlertSettings& settings, QWidget* parent = nullptr);
    [[nodiscard]] AlertSettings settings() const;
    void accept() override;

    [[nodiscard]] QCheckBox* desktopBox() const { return m_desktop; }
    [[nodiscard]] QLineEdit* commandField(Severity severity) const { return fieldsOf(severity).command; }
    [[nodiscard]] QLineEdit* webhookField(Severity severity) const { return fieldsOf(severity).webhook; }
    [[nodiscard]] QPushButton* saveButton() const { return m_save; }

private:
    struct Fields
    {
        QLineEdit* command = nullptr;
        QLineEdit* webhook = nullptr;
        ThemeLabel* commandError = nullptr;
        ThemeLabel* webhookError = nullptr;
    };
    [[nodiscard]] const Fields& fieldsOf(Severity severity) const { return m_fields[static_cast<std::size_t>(severity)]; }
    void addSeverity(QVBoxLayout* column, Severity severity, const QString& title, const AlertSettings::Target& target);
    bool check();

    QCheckBox* m_desktop;
    QComboBox* m_from;
    std::array<Fields, 3> m_fields;
    QPushButton* m_save;
};

} // namespace lockdesk
