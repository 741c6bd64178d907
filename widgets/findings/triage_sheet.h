// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/findings/triage.h"
#include "widgets/sheets/sheet.h"

#include <QString>
#include <QStringList>

class QComboBox;
class QLineEdit;

namespace lockdesk {

/// Asks why and until when findings are acknowledged or muted.
class TriageSheet final : public Sheet
{
    Q_OBJECT

public:
    /// `names`: what it applies to, as shown, one line each.
    TriageSheet(Triage::What what, const QStringList& names, QWidget* host);
    void start();

    [[nodiscard]] QLineEdit* reasonField() const { return m_reason; }
    [[nodiscard]] QComboBox* endBox() const { return m_end; }
    [[nodiscard]] QPushButton* submitButton() const { return m_submit; }

signals:
    /// `hours`: until the end; 0: none.
    void decided(const QString& reason, int hours);

private:
    void refresh();
    void submit();

    Triage::What m_what;
    QLineEdit* m_reason;
    QComboBox* m_end;
    ThemeLabel* m_hint;
    QPushButton* m_submit;
};

} // namespace lockdesk
