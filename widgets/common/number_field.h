// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>

namespace lockdesk {

/// A spin box that lets a wrong number be typed and says below it what is wrong, where QSpinBox drops the key: 99999 became 9.
/// When the field is left, it shows its last value again.
class NumberField final : public QSpinBox
{
    Q_OBJECT

public:
    explicit NumberField(QWidget* parent = nullptr);
    /// What is wrong with the text as it stands; empty: nothing.
    [[nodiscard]] QString problem() const;

signals:
    void judged(); ///< `problem()` may have changed

protected:
    [[nodiscard]] QValidator::State validate(QString& text, int& at) const override;
};

} // namespace lockdesk
