// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"

#include <QAction>
#include <QList>
#include <QObject>

class QMenu;

namespace lockdesk {

/// All actions of the classroom with their keys: for the menu, the tool row and lanes.
class ClassActions final : public QObject
{
    Q_OBJECT

public:
    /// `host` gets the actions, so that their keys work without a menu.
    ClassActions(Classroom* room, QWidget* host);

    /// For the menu Classroom.
    [[nodiscard]] QList<QAction*> all() const { return m_all; }
    /// Sets the actor on which faults act.
    void setTarget(const QString& actor);
    [[nodiscard]] QString target() const { return m_target; }
    /// Fills a menu with the faults only, for a lane.
    void fillFaultMenu(QMenu* menu) const;
    /// Returns why no fault is possible on the target now; empty: one is.
    [[nodiscard]] QString whyNoFaults() const;
    void fillStoreMenu(QMenu* menu);
    void fillSpeedMenu(QMenu* menu);

    /// Enables the keys when the page is shown and nothing covers it. Space and arrows separately, as the focused widget
    /// may need them.
    void setKeys(bool on, bool space, bool arrows);
    void refresh();

    QAction* run = nullptr;
    QAction* step = nullptr;
    QAction* stepBack = nullptr;
    QAction* again = nullptr;
    QAction* otherSeed = nullptr;
    QAction* setClock = nullptr;
    QAction* firstWrong = nullptr;
    QAction* answer = nullptr;
    QAction* nextVariant = nullptr;
    QAction* nextLesson = nullptr;
    QAction* lastLesson = nullptr;
    QAction* chooseStore = nullptr;
    QAction* result = nullptr;
    QAction* join = nullptr;
    QAction* save = nullptr;
    QAction* open = nullptr;
    QAction* reload = nullptr;

private:
    struct Fault
    {
        const char* word;
        const char* text; ///< contains the actor's name
        const char* icon;
        const char* key;
        std::int64_t amount;
    };
    QAction* add(const QString& text, const QString& icon, const QKeySequence& key);
    void addLessonActions();
    void addFileActions();
    void addFaults();
    void separate();
    static const std::vector<Fault>& faults();

    Classroom* m_room;
    QWidget* m_host;
    QString m_target;
    QList<QAction*> m_all;
    std::vector<std::pair<Fault, QAction*>> m_faults;
    QAction* m_second = nullptr;
    QAction* m_speed = nullptr;
};

} // namespace lockdesk
