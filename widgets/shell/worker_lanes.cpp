// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/worker_lanes.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

namespace lockdesk {

namespace {

struct WorkerLaneTexts
{
    Q_DECLARE_TR_FUNCTIONS(Lanes)
};

/// Cuts a work span where the worker was frozen: it did not work then, although its lease ran.
void addWork(const WorkerLaneEvent& work, const OwnWorker& worker, Lane& lane)
{
    std::int64_t from = work.from;
    const std::int64_t end = work.to;
    const QString text = work.takenOver ? WorkerLaneTexts::tr("%1, taken over").arg(work.text) : work.text;
    for (const WorkerLaneEvent& pause : worker.lane) {
        const bool stopped = pause.kind == WorkerLaneEvent::Kind::frozen || pause.kind == WorkerLaneEvent::Kind::overtaken;
        if (!stopped || pause.from < from || (end != 0 && pause.from > end))
            continue;
        lane.spans.push_back({from, pause.from, LaneSpan::Kind::works, text});
        if (pause.to == 0 || (end != 0 && pause.to >= end))
            return;
        from = pause.to;
    }
    lane.spans.push_back({from, end, LaneSpan::Kind::works, text});
}

void addMark(const WorkerLaneEvent& event, Lane& lane)
{
    const auto marks = lane.marks.size();
    switch (event.kind) {
    case WorkerLaneEvent::Kind::crashed:
        lane.marks.push_back({event.from, Glyph::cross, Tone::expired, WorkerLaneTexts::tr("killed")});
        break;
    case WorkerLaneEvent::Kind::refused:
        lane.marks.push_back({event.from, Glyph::diamond, Tone::expired, WorkerLaneTexts::tr("late write refused")});
        break;
    case WorkerLaneEvent::Kind::lost:
        lane.marks.push_back({event.from, Glyph::diamond, Tone::closing, WorkerLaneTexts::tr("lease lost")});
        break;
    case WorkerLaneEvent::Kind::takesOver: lane.marks.push_back({event.from, Glyph::play, Tone::closing, {}}); break;
    case WorkerLaneEvent::Kind::renewed: lane.marks.push_back({event.from, Glyph::none, Tone::text, {}}); break;
    case WorkerLaneEvent::Kind::ended:
        lane.marks.push_back({event.from, Glyph::ring, Tone::free, WorkerLaneTexts::tr("ended")});
        break;
    default: break;
    }
    if (lane.marks.size() > marks)
        lane.marks.back().row = event.row;
}

} // namespace

std::vector<Lane> workerLanes(const std::vector<OwnWorker>& workers, const QString& connection)
{
    std::vector<Lane> lanes;
    for (const OwnWorker& worker : workers) {
        if (!connection.isEmpty() && worker.connection != connection)
            continue;
        Lane lane;
        lane.name = worker.label;
        for (const WorkerLaneEvent& event : worker.lane) {
            lane.rows = std::max(lane.rows, event.row + 1);
            const auto spans = lane.spans.size();
            if (event.kind == WorkerLaneEvent::Kind::works)
                addWork(event, worker, lane);
            else if (event.kind == WorkerLaneEvent::Kind::frozen)
                lane.spans.push_back({event.from, event.to, LaneSpan::Kind::notRunning, WorkerLaneTexts::tr("frozen by you"), {}});
            else if (event.kind == WorkerLaneEvent::Kind::orphaned)
                lane.spans.push_back({event.from, event.to, LaneSpan::Kind::notRunning, event.text,
                                      event.to != 0 ? WorkerLaneTexts::tr("lease ran out") : QString()});
            else if (event.kind == WorkerLaneEvent::Kind::overtaken)
                lane.spans.push_back({event.from,
                                      event.to,
                                      LaneSpan::Kind::overdue,
                                      WorkerLaneTexts::tr("%1 is somebody else's now").arg(event.text),
                                      {}});
            else
                addMark(event, lane);
            for (auto added = spans; added < lane.spans.size(); ++added)
                lane.spans[added].row = event.row == WorkerLaneEvent::allRows ? LaneSpan::allRows : event.row;
        }
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

std::int64_t laneNow() { return QDateTime::currentMSecsSinceEpoch() * 1000; }

} // namespace lockdesk
