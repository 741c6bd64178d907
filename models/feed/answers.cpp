// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/answers.h"

#include "models/feed/feed_set.h"
#include "models/format/format.h"
#include "models/format/format_tr.h"

namespace lockdesk {

namespace {

// A recording has its data in the file.
bool hasAnswered(const Feed& feed)
{
    return feed.info().recording || (feed.health().state == HealthState::live && feed.facts().summary().at != TimePoint{});
}

} // namespace

Answers answersOf(const FeedSet& feeds, const QSet<int>& connections)
{
    Answers out;
    for (const Feed* feed : feeds.feeds()) {
        if (!connections.isEmpty() && !connections.contains(feed->index()))
            continue;
        ++out.asked;
        if (hasAnswered(*feed))
            continue;
        ++out.missing;
        if (feed->health().state == HealthState::live && (feed->isComing(Entity::lock) || feed->isComing(Entity::task)))
            ++out.reading;
    }
    return out;
}

QString missingText(const Answers& answers)
{
    if (answers.all())
        return {};
    if (answers.asked == 1)
        return answers.reading == 1 ? format::tr("the store is being read") : format::tr("the store has not answered");
    return (answers.missing == 1 ? format::tr("%1 of %2 stores has not answered")
                                 : format::tr("%1 of %2 stores have not answered"))
        .arg(format::count(answers.missing), format::count(answers.asked));
}

QString nothingText(const Answers& answers)
{
    if (answers.asked == 0)
        return format::tr("No store is shown.");
    if (answers.all())
        return format::tr("Nothing needs you.");
    const QString text = missingText(answers);
    return text.left(1).toUpper() + text.mid(1) + u'.';
}

} // namespace lockdesk
