// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/filter_completer.h"

#include <QPointer>
#include <QStringList>
#include <QWidget>

#include <functional>

class QAbstractButton;
class QKeyEvent;
class QLineEdit;
class QTimer;

namespace lockdesk {

class ThemeLabel;

/// The filter of a table: funnel, text in the fixed font, `/` as its key. Emits the text shortly after the last key, at
/// once on Enter; errors are shown below the field, not in a pop-up. The funnel opens a menu, the cross clears the field.
class FilterBox final : public QWidget
{
    Q_OBJECT

public:
    explicit FilterBox(QWidget* parent = nullptr);

    [[nodiscard]] QString text() const;
    void setText(const QString& text);
    void setPlaceholder(const QString& text);
    void setWidth(int width); ///< at scale 1
    /// What completion, saved filters and help of a box are about.
    struct Words
    {
        QString page;                                           ///< of the settings that keep the saved filters
        QStringList keys;                                       ///< of the filter language
        std::function<QStringList(const QString& key)> values; ///< that rows have under a key
    };
    void setWords(Words words);
    /// Saved filters and help, also by Alt+Down in the field; nothing without `setWords`.
    void showMenu();
    [[nodiscard]] FilterCompleter* completer() const { return m_completer; }
    [[nodiscard]] QAbstractButton* clearButton() const { return m_clear; }
    [[nodiscard]] QAbstractButton* menuButton() const { return m_funnel; }
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
    void askName();
    void showHelp();
    void placeButtons();
    bool keyPressed(const QKeyEvent& key);
    void placeError();

    int m_width = 236;
    QLineEdit* m_field;
    QAbstractButton* m_funnel;
    QAbstractButton* m_clear;
    Words m_words;
    QPointer<FilterCompleter> m_completer; ///< the field may lose its focus while the box ends
    QTimer* m_delay;
    ThemeLabel* m_errorLabel = nullptr;
    QString m_error;
    QString m_reported;
};

} // namespace lockdesk
