// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/steps_model.h"

#include "models/classroom/lesson_times.h"
#include "models/format/format.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

StepsModel::StepsModel(Classroom* room, QObject* parent) : QAbstractTableModel(parent), m_room(room)
{
    connect(room, &Classroom::lessonChanged, this, &StepsModel::reset);
    connect(room, &Classroom::changed, this, &StepsModel::refresh);
}

void StepsModel::reset()
{
    beginResetModel();
    m_rows = 0;
    m_current = m_wrong = -1;
    m_judged = {-1, -1};
    endResetModel();
    refresh();
}

void StepsModel::refresh()
{
    const auto& visible = m_room->track().visible();
    const int rows = int(std::lower_bound(visible.begin(), visible.end(), m_room->player().revealed()) - visible.begin());
    if (rows < m_rows)
        return reset();
    if (rows > m_rows) {
        beginInsertRows({}, m_rows, rows - 1);
        m_rows = rows;
        endInsertRows();
    }
    refreshWrong();
    if (const int current = m_room->player().currentStep(); current != m_current) {
        // Only the rows between the two have changed.
        const int before = std::exchange(m_current, current); // a temporary would not outlive the references to it
        const auto [first, last] = std::minmax(before, current);
        if (m_rows > 0)
            emit dataChanged(index(std::clamp(first, 0, m_rows - 1), 0),
                             index(std::clamp(last, 0, m_rows - 1), ColumnCount - 1));
    }
}

void StepsModel::refreshWrong()
{
    const std::pair judged(m_room->track().edition(), m_room->player().revealed());
    if (std::exchange(m_judged, judged) == judged)
        return;
    const int before = std::exchange(m_wrong, firstWrong(m_room->track(), m_room->player().revealed()));
    for (const int row : {before, m_wrong})
        if (before != m_wrong && row >= 0 && row < m_rows)
            emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

int StepsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_rows; }

int StepsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

QVariant StepsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows || index.row() >= int(m_room->track().visible().size()))
        return {};
    const scenarios::Event& event = m_room->track().event(m_room->track().visible()[std::size_t(index.row())]);
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == At    ? secondsOf(event)
               : index.column() == Who ? whoOf(*m_room, event)
                                       : textOf(*m_room, index.row());
    case Qt::ToolTipRole: return index.column() == What ? textOf(*m_room, index.row()) : QVariant();
    case Qt::TextAlignmentRole: return index.column() == At ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case WordRole: return format::exact(event.event);
    case ToneRole: return int(index.row() == m_wrong ? scenarios::Tone::bad : scenarios::tone(event));
    case AheadRole: return index.row() > m_room->player().currentStep();
    case WrongRole: return event.wrong || index.row() == m_wrong;
    default: return {};
    }
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == At ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case At: return tr("at, s");
    case Who: return tr("who");
    case What: return tr("what happens");
    default: return {};
    }
}

QString StepsModel::textOf(const Classroom& room, int step)
{
    const scenarios::Event& event = room.track().event(room.track().visible()[std::size_t(step)]);
    const std::string& variant = room.track().playback()->file().header.variant;
    return withLessonTimes(format::foreign(scenarios::describe(room.choice().lesson(), variant, event, lessonLanguage())));
}

QString StepsModel::nameOf(const Classroom& room, const std::string& actor)
{
    if (actor == "you" || actor == "lesson")
        return actor == "you" ? tr("you") : tr("lesson");
    if (actor == "operator") // the actor that lessons use for a person
        return tr("operator");
    if (const scenarios::Lesson* lesson = room.choice().lesson())
        for (const scenarios::ActorSpec& spec : lesson->actors)
            if (spec.name == actor && !spec.title.empty())
                return lessonText(spec.title);
    if (room.track().playback() != nullptr)
        for (const scenarios::LaneSpec& lane : room.track().playback()->file().header.lanes)
            if (lane.kind == "actor" && lane.key == actor && !lane.title.empty())
                return lessonText(lane.title);
    return format::foreign(actor);
}

QString StepsModel::secondsOf(const scenarios::Event& event)
{
    const auto us = event.t.count();
    return QString::number(double(us) / 1e6, 'f', us % 100'000 == 0 ? 1 : 3);
}

QString StepsModel::faultWord(const QString& fault)
{
    static const std::pair<const char*, const char*> words[] = {
        {"crash", QT_TR_NOOP("crash")},         {"freeze", QT_TR_NOOP("freeze")},
        {"thaw", QT_TR_NOOP("thaw")},           {"slow", QT_TR_NOOP("slow down")},
        {"hang", QT_TR_NOOP("hang")},           {"cut_off", QT_TR_NOOP("cut off")},
        {"reconnect", QT_TR_NOOP("reconnect")}, {"skew", QT_TR_NOOP("skew the clock of")},
    };
    for (const auto& [word, text] : words)
        if (fault == QLatin1String(word))
            return tr(text);
    return fault;
}

int StepsModel::firstWrong(const ClassTrack& track, int events)
{
    if (track.playback() == nullptr)
        return -1;
    const auto verdict = track.playback()->verdict(events);
    return !verdict.ok && verdict.first_bad ? stepOfLine(track, *verdict.first_bad) : -1;
}

int StepsModel::stepOfLine(const ClassTrack& track, int line)
{
    // events[i] is line i + 2.
    const auto& visible = track.visible();
    return int(std::upper_bound(visible.begin(), visible.end(), line - 2) - visible.begin()) - 1;
}

} // namespace lockdesk
