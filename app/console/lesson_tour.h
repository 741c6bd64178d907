// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

namespace lockdesk {
class Classroom;
class MainWindow;
} // namespace lockdesk

namespace lockdesk::app {

/// Opens a lesson and runs a number of steps, like a teacher: for the command line and for screenshots.
class LessonTour final : public QObject
{
    Q_OBJECT

public:
    struct Wishes
    {
        QString lesson, variant;
        QString store;       ///< id of a connection; empty: the last one used
        QString steps;       ///< a number, or `end`; empty: none
        bool answer = false; ///< show the answer to the class
    };
    LessonTour(MainWindow* window, Classroom* room, Wishes wishes, QObject* parent = nullptr);

    /// Whether it has reached its target or cannot reach it.
    [[nodiscard]] bool isDone() const { return m_done; }

private:
    void go();
    [[nodiscard]] bool storeAnswers();

    Classroom* m_room;
    Wishes m_wishes;
    QTimer m_timer;
    int m_waited = 0;
    bool m_opened = false;
    bool m_done = false;
};

} // namespace lockdesk::app
