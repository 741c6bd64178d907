// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"

#include <QFrame>

#include <optional>

class QLineEdit;

namespace lockdesk {

/// Asks for a time of the lesson: `42`, `1:30`, `2m`. Enter accepts, Esc cancels.
class ClockPopup final : public QFrame
{
    Q_OBJECT

public:
    ClockPopup(qint64 us, QWidget* parent);
    void openUnder(QWidget* widget);
    /// Returns nullopt if the text is not a time.
    [[nodiscard]] static std::optional<qint64> parse(const QString& text);

signals:
    void chosen(qint64 us);

private:
    void take();
    QLineEdit* m_field;
    ThemeLabel* m_wrong;
};

} // namespace lockdesk
