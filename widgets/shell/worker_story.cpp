// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/worker_story.h"

#include <QSet>

#include <algorithm>

namespace lockdesk {

namespace {

using Kind = WorkerLaneEvent::Kind;

bool isOpen(const WorkerLaneEvent& span, Kind kind, const QString& text)
{
    return span.kind == kind && span.to == 0 && span.text == text;
}

} // namespace

void WorkerStory::claimed(const QString& task, std::int64_t token, const std::vector<WorkerStory*>& others, std::int64_t at)
{
    closeWork(task, at); // its earlier claim has ended, though that line may be read later
    bool takesOver = false;
    for (WorkerStory* other : others)
        takesOver = other->overtakenBy(token, task, at) || takesOver;
    add(Kind::works, task, at, token).takenOver = takesOver;
    if (takesOver)
        add(Kind::takesOver, task, at, token);
    unfinished.insert(task, token);
    info.doing = task;
}

// Returns true if the claim with that token took the task from this worker.
bool WorkerStory::overtakenBy(std::int64_t token, const QString& task, std::int64_t at)
{
    const auto held = unfinished.find(task);
    if (held == unfinished.end() || (token != 0 && *held > token))
        return false;
    // Each claim increments the token by one. A skipped token was an operator's: the task was free in between.
    const bool next = token == 0 || *held == 0 || *held + 1 == token;
    unfinished.erase(held);
    for (WorkerLaneEvent& span : info.lane)
        if (isOpen(span, Kind::orphaned, task) || isOpen(span, Kind::works, task))
            span.to = at;
    if (info.state == OwnWorker::State::frozen)
        add(Kind::overtaken, task, at);
    return next;
}

void WorkerStory::ended(const QString& task, std::int64_t token, End how, const std::vector<WorkerStory*>& others,
                        std::int64_t at)
{
    const auto held = unfinished.find(task);
    const bool claimedAgain = held != unfinished.end() && token != 0 && *held > token;
    if (!claimedAgain) {
        unfinished.remove(task);
        closeWork(task, at);
        if (info.doing == task)
            info.doing.clear();
    }
    if (how != End::settled) {
        add(how == End::refused ? Kind::refused : Kind::lost, task, at);
        return;
    }
    for (WorkerStory* other : others)
        other->hadNotTakenOver(task, token);
}

// The previous claim had ended in order, but that line was read after this claim's.
void WorkerStory::hadNotTakenOver(const QString& task, std::int64_t before)
{
    if (before == 0)
        return;
    const auto isOfClaim = [&](const WorkerLaneEvent& e) { return e.text == task && e.token == before + 1; };
    std::erase_if(info.lane, [&](const WorkerLaneEvent& e) { return e.kind == Kind::takesOver && isOfClaim(e); });
    for (WorkerLaneEvent& span : info.lane)
        if (span.kind == Kind::works && isOfClaim(span))
            span.takenOver = false;
}

// Returns the first row without open work, where a new span overlaps nothing.
int WorkerStory::freeRow() const
{
    QSet<int> taken;
    for (const WorkerLaneEvent& span : info.lane)
        if (span.kind == Kind::works && span.to == 0)
            taken.insert(span.row);
    int row = 0;
    while (taken.contains(row))
        ++row;
    return row;
}

// Returns the row of the last work on that task.
int WorkerStory::rowOf(const QString& task) const
{
    const auto work = std::find_if(info.lane.rbegin(), info.lane.rend(), [&](const WorkerLaneEvent& span) {
        return span.kind == Kind::works && span.text == task;
    });
    return work != info.lane.rend() ? work->row : 0;
}

WorkerLaneEvent& WorkerStory::add(Kind kind, const QString& text, std::int64_t at, std::int64_t token)
{
    WorkerLaneEvent span;
    span.kind = kind;
    span.from = at;
    span.text = text;
    span.token = token;
    span.row = kind == Kind::works    ? freeRow()
               : kind == Kind::frozen ? WorkerLaneEvent::allRows
                                      : rowOf(text);
    return info.lane.emplace_back(std::move(span));
}

void WorkerStory::closeWork(const QString& task, std::int64_t at)
{
    for (WorkerLaneEvent& span : info.lane)
        if (span.kind == Kind::works && span.to == 0 && (task.isEmpty() || span.text == task))
            span.to = at;
}

} // namespace lockdesk
