// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/preferences.h"

#include <QDialog>

#include <utility>
#include <vector>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace lockdesk {

class ThemeLabel;

/// Edits the preferences. Each takes effect as it is changed, and what does not says so beside it; OK keeps them, Cancel and
/// Esc bring back what was there before. Not modal.
class PreferencesDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `connections`: ids and names of the saved ones.
    PreferencesDialog(const Preferences& preferences, std::vector<std::pair<QString, QString>> connections,
                      QWidget* parent = nullptr);
    ~PreferencesDialog() override;
    [[nodiscard]] const Preferences& preferences() const { return m_preferences; }
    /// What is wrong with what was typed, or an empty text.
    [[nodiscard]] QString problem() const;

signals:
    /// To be used at once; after Cancel the first ones again.
    void changed(const lockdesk::Preferences& preferences);

public slots:
    void reject() override;

private:
    struct Span
    {
        QLineEdit* field;
        Duration FindingLimits::*limit;
    };
    struct Times
    {
        QSpinBox* field;
        int FindingLimits::*limit;
    };
    void assembleLook(QFormLayout* form);
    void assembleObserving(QFormLayout* form);
    void assembleLimits(QFormLayout* form);
    void addSpan(QFormLayout* form, const QString& text, Duration FindingLimits::*limit);
    void addTimes(QFormLayout* form, const QString& text, int FindingLimits::*limit);
    void showLimits();
    void takeLimits();
    void takeRetention();
    [[nodiscard]] QString limitProblem(QLineEdit* field) const;
    [[nodiscard]] QString chosenConnection() const;
    void check();
    void tell();

    const Preferences m_before;
    Preferences m_preferences;
    std::vector<std::pair<QString, QString>> m_connections;
    QLineEdit* m_retention = nullptr;
    QComboBox* m_of = nullptr;
    QPushButton* m_usual = nullptr;
    std::vector<Span> m_spans;
    std::vector<Times> m_times;
    ThemeLabel* m_wrong = nullptr;
    QPushButton* m_ok = nullptr;
    bool m_cancelled = false;
};

} // namespace lockdesk
