// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"

#include <QAbstractTableModel>

namespace lockdesk {

/// The steps of the open lesson that a class has seen: at, who, what happens.
class StepsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { At, Who, What, ColumnCount };
    enum Roles {
        WordRole = Qt::UserRole + 1, ///< event word
        ToneRole,                    ///< int of scenarios::Tone
        AheadRole,                   ///< bool: after what is looked at
        WrongRole,                   ///< bool: the wrong way, or the first wrong step
    };

    explicit StepsModel(Classroom* room, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// What happens in a step, as a sentence of the lesson.
    [[nodiscard]] static QString textOf(const Classroom& room, int step);
    /// As the lesson calls it in the window's language.
    [[nodiscard]] static QString whoOf(const Classroom& room, const scenarios::Event& event);
    [[nodiscard]] static QString secondsOf(const scenarios::Event& event);
    [[nodiscard]] static QString faultWord(const QString& fault);
    /// The step shown for a line of the event file: that one, or the last one before; -1: none.
    [[nodiscard]] static int stepOfLine(const ClassTrack& track, int line);
    /// The step that the verdict after so many events names; -1: none.
    [[nodiscard]] static int firstWrong(const ClassTrack& track, int events);

private:
    void refresh();
    void reset();
    void refreshWrong();

    Classroom* m_room;
    int m_rows = 0;
    int m_current = -1;
    int m_wrong = -1;                     ///< the first wrong step, as far as the class has seen
    std::pair<int, int> m_judged{-1, -1}; ///< edition of the track, and the events it was looked for in
};

} // namespace lockdesk
