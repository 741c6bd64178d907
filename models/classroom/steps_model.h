// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"

#include <QAbstractTableModel>

namespace lockdesk {

/// The steps of the open lesson that were shown: at, who, what.
class StepsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { At, Who, What, ColumnCount };
    enum Roles {
        WordRole = Qt::UserRole + 1, ///< event word
        ToneRole,                    ///< int of scenarios::Tone
        AheadRole,                   ///< bool: after the current position
        WrongRole,                   ///< bool: a wrong event, or the first wrong step
    };

    explicit StepsModel(Classroom* room, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Returns what happens in a step, as a sentence of the lesson.
    [[nodiscard]] static QString textOf(const Classroom& room, int step);
    /// Returns the actor's name in the lesson, in the window's language.
    [[nodiscard]] static QString nameOf(const Classroom& room, const std::string& actor);
    [[nodiscard]] static QString whoOf(const Classroom& room, const scenarios::Event& event) { return nameOf(room, event.actor); }
    [[nodiscard]] static QString secondsOf(const scenarios::Event& event);
    [[nodiscard]] static QString faultWord(const QString& fault);
    /// Returns the step for a line of the event file: that line's or the last one before it; -1: none.
    [[nodiscard]] static int stepOfLine(const ClassTrack& track, int line);
    /// Returns the step that the verdict after `events` events names; -1: none.
    [[nodiscard]] static int firstWrong(const ClassTrack& track, int events);

private:
    void refresh();
    void reset();
    void refreshWrong();

    Classroom* m_room;
    int m_rows = 0;
    int m_current = -1;
    int m_wrong = -1;                     ///< the first wrong step among those shown
    std::pair<int, int> m_judged{-1, -1}; ///< edition of the track and number of events for which m_wrong was computed
};

} // namespace lockdesk
