// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/time.h"

#include <QString>

#include <optional>

namespace lockdesk {

/// Returns the time since the lesson's start, or nullopt if the instant is far from it.
std::optional<Duration> sinceLesson(TimePoint at);
/// `12 s`, `12.5 s`.
QString lessonSeconds(Duration since);
/// Replaces dates of the lesson in a text (written as in datetime columns) by seconds of the lesson.
QString withLessonTimes(const QString& text);

} // namespace lockdesk
