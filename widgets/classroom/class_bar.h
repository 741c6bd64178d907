// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"

#include <QAbstractButton>

class QMenu;

namespace lockdesk {

class Classroom;

/// The clock of the sandbox: `00:42.0`, paused or running. A click opens the time input.
class ClassClock final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit ClassClock(QWidget* parent = nullptr);
    void setTime(qint64 us, bool running, bool finished);
    /// Hides the words before the time, for a projector.
    void setShort(bool isShort);
    [[nodiscard]] QSize sizeHint() const override { return {widthOf(m_short), heightOf()}; }
    /// The words before the time are dropped first.
    [[nodiscard]] QSize minimumSizeHint() const override { return {widthOf(true), heightOf()}; }
    [[nodiscard]] static QString text(qint64 us);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] int widthOf(bool isShort) const;
    [[nodiscard]] static int heightOf();
    qint64 m_us = 0;
    bool m_running = false;
    bool m_finished = false;
    bool m_short = false;
};

/// The variants of a lesson: side by side if there is room, else a menu.
class VariantPicker final : public QWidget
{
    Q_OBJECT

public:
    struct Choice
    {
        QString id, text;
        QString why; ///< why it cannot be chosen; empty: it can
        QString tip;
        friend bool operator==(const Choice&, const Choice&) = default;
    };
    explicit VariantPicker(QWidget* parent = nullptr);
    void setChoices(const std::vector<Choice>& choices);
    void setCurrent(const QString& id);
    void setRoom(int width);
    /// Chooses the previous or next one, cyclically.
    void move(int by);
    /// At most 180 px wide: a menu replaces buttons that do not fit, so they do not keep the window from shrinking.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void chosen(const QString& id);

private:
    void build();
    void mark();
    std::vector<Choice> m_choices;
    QString m_current;
    int m_room = 420;
    std::vector<QPushButton*> m_buttons;
    QPushButton* m_menuButton = nullptr;
};

/// Number, title and summary of the lesson; on a projector the clock too.
class LessonHeader final : public Surface
{
    Q_OBJECT

public:
    explicit LessonHeader(QWidget* parent = nullptr);
    void setTexts(const QString& number, const QString& title, const QString& summary);
    /// Takes ownership of the widget until another parent takes it.
    void addRight(QWidget* widget);

private:
    void dress();
    ThemeLabel* m_number;
    ThemeLabel* m_title;
    ThemeLabel* m_summary;
    class QHBoxLayout* m_row;
};

} // namespace lockdesk
