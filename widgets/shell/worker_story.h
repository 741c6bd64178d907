// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/own_workers.h"

#include <QHash>

namespace lockdesk {

/// What one own worker told of its work, as spans and marks of its lane. A worker prints from several threads, and the lines of
/// several workers come by pipes of their own: what is read later may have happened earlier. So fencing tokens decide who had a
/// task when. Times are microseconds since 1970 on this computer's clock; a token of 0: the line had none.
struct WorkerStory
{
    enum class End {
        settled, ///< advanced, or given back in order
        refused,
        lost
    };

    OwnWorker info;
    QHash<QString, std::int64_t> unfinished; ///< tasks that it claimed and neither gave back nor lost, with their tokens

    /// `others`: those that work on the same store.
    void claimed(const QString& task, std::int64_t token, const std::vector<WorkerStory*>& others, std::int64_t at);
    void ended(const QString& task, std::int64_t token, End how, const std::vector<WorkerStory*>& others, std::int64_t at);
    /// A span that begins at `at`, or a mark.
    WorkerLaneEvent& add(WorkerLaneEvent::Kind kind, const QString& text, std::int64_t at, std::int64_t token = 0);
    /// Work on a task, or all work (empty), is over.
    void closeWork(const QString& task, std::int64_t at);

private:
    bool overtakenBy(std::int64_t token, const QString& task, std::int64_t at);
    void hadNotTakenOver(const QString& task, std::int64_t before);
    [[nodiscard]] int freeRow() const;
    [[nodiscard]] int rowOf(const QString& task) const;
};

} // namespace lockdesk
