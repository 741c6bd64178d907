// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QTimer;

namespace lockdesk {

class ThemeLabel;

/// The filter of a table: funnel, text in the fixed font, `/` as its key. Emits the text shortly after the last key, at
/// once on Enter; errors are shown below the field, not in a pop-up.
class FilterBox final : public QWidget
{
    Q_OBJECT

public:
    explicit FilterBox(QWidget* parent = nullptr);

    [[nodiscard]] QString text() const;
    void setText(const QString& text);
    void setPlaceholder(const QString& text);
    void setWidth(int width); ///< at scale 1
    /// Empty: no error.
    void setError(const QString& message);
    [[nodiscard]] QString error() const { return m_error; }
    void focusField();
    [[nodiscard]] QLineEdit* field() const { return m_field; }

signals:
    void edited(const QString& text);
    void left(); ///< leaves the field downwards by a key

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void dress();
    void tell();
    void placeError();

    int m_width = 236;
    QLineEdit* m_field;
    QTimer* m_delay;
    ThemeLabel* m_errorLabel = nullptr;
    QString m_error;
    QString m_told;
};

} // namespace lockdesk
