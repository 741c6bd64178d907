// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/time.h"

#include <QString>

#include <optional>

namespace lockdesk {

/// Since the lesson's start, if an instant lies near it.
std::optional<Duration> sinceLesson(TimePoint at);
/// `12 s`, `12.5 s`.
QString lessonSeconds(Duration since);
/// A text with the dates in it that lie in the lesson, as columns of type datetime have them, as seconds of the lesson.
QString withLessonTimes(const QString& text);

} // namespace lockdesk
