// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/own_workers.h"

#include <QHash>

namespace lockdesk {

/// The work that one own worker reported, as spans and marks of its lane. A worker prints from several threads, and each
/// worker has its own pipe: lines may be read out of order. Therefore fencing tokens decide who had a task when. Times
/// are microseconds since 1970 on this computer's clock; token 0: the line had none.
struct WorkerStory
{
    enum class End {
        settled, ///< advanced, or released in order
        refused,
        lost
    };

    OwnWorker info;
    QHash<QString, std::int64_t> unfinished; ///< tasks claimed and neither released nor lost, with their tokens

    /// `others`: workers on the same store.
    void claimed(const QString& task, std::int64_t token, const std::vector<WorkerStory*>& others, std::int64_t at);
    void ended(const QString& task, std::int64_t token, End how, const std::vector<WorkerStory*>& others, std::int64_t at);
    /// Adds a span that begins at `at`, or a mark.
    WorkerLaneEvent& add(WorkerLaneEvent::Kind kind, const QString& text, std::int64_t at, std::int64_t token = 0);
    /// Ends work on a task, or all work (empty).
    void closeWork(const QString& task, std::int64_t at);

private:
    bool overtakenBy(std::int64_t token, const QString& task, std::int64_t at);
    void hadNotTakenOver(const QString& task, std::int64_t before);
    [[nodiscard]] int freeRow() const;
    [[nodiscard]] int rowOf(const QString& task) const;
};

} // namespace lockdesk
