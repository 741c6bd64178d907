// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/own_faults.h"
#include "models/timeline/timeline.h"
#include "widgets/common/lane_data.h"

#include <QCoreApplication>

/// What the timeline writes on its bars and marks.
namespace lockdesk {

struct TimelineLaneTexts
{
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

QString barText(const TimelineSpan& span, Timeline::By by);
QString tipOf(const TimelineSpan& span);
QString tipOf(const TimelineMark& mark);
LaneMark markOf(const TimelineMark& from);
QString killedText(bool byUser);
QString faultText(const OwnFault& fault);

} // namespace lockdesk
