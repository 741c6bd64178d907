// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a timeline derives from rows when a connection opens. timeline.cpp handles events.
#include "models/timeline/timeline.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace lockdesk {

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

} // namespace

// Adds what is already held when the connection opens, and ends what was released while the store was unreachable. That
// may be a hundred thousand rows of one owner: each lane is sorted once, after all of them.
void Timeline::takeRows(int connection, const Update& update, std::int64_t now)
{
    std::vector<TimelineLane*> grown;
    std::vector<Seen> changedHands;
    const auto see = [&](const Seen& seen) {
        const auto known = m_open.find(seen.key);
        if (seen.who.empty()
            || (known != m_open.end() && known->second.who == seen.who && known->second.token == seen.token))
            return;
        if (known == m_open.end())
            append(seen, now, grown);
        else
            changedHands.push_back(seen);
    };
    for (const auto& row : update.locks) {
        const auto from = row->acquired_at ? to_us(*row->acquired_at) : now;
        const auto until = row->expires_at ? to_us(*row->expires_at) : never;
        see({{connection, Entity::lock, key_of(*row)}, row->owner, row->token, from, until, {}});
    }
    for (const auto& row : update.tasks) {
        const auto from = to_us(row->locked_at), until = to_us(task_due_at(*row));
        see({{connection, Entity::task, row->id}, row->owner, row->token, from, until, row->phase});
    }
    arrange(grown);
    for (const Seen& seen : changedHands) {
        open(seen.key, seen.who, seen.token, seen.from, seen.phase, false);
        if (seen.until <= now)
            overdue(seen.key, seen.until);
    }
    for (const auto& row : update.workers) {
        TimelineLane& of = lane(By::worker, connection, row->id);
        of.key = row->id;
        of.role = row->role;
    }
    closeMissing(connection, Entity::lock, update.locks, now);
    closeMissing(connection, Entity::task, update.tasks, now);
}

// Appends to its lanes, which are unsorted until all rows are added.
void Timeline::append(const Seen& seen, std::int64_t now, std::vector<TimelineLane*>& grown)
{
    const bool late = seen.until <= now;
    const std::int64_t lateFrom = std::max(seen.until, seen.from);
    for (TimelineLane* each : lanesOf(seen.key, seen.who)) {
        TimelineSpan span{seen.from,  0,    TimelineSpan::Kind::works, seen.key.entity, seen.key.what, seen.who, seen.phase,
                          seen.token, false};
        if (late) {
            span.to = std::max(seen.until, seen.from + 1);
            each->longest = std::max(each->longest, span.to - span.from);
            each->spans.push_back(span);
            ++m_size;
            span.kind = TimelineSpan::Kind::overdue;
            span.from = lateFrom;
            span.to = 0;
        }
        each->spans.push_back(std::move(span));
        ++m_size;
        grown.push_back(each);
    }
    m_open[seen.key] = {seen.who, seen.token, late ? lateFrom : seen.from};
}

void Timeline::arrange(std::vector<TimelineLane*>& grown)
{
    std::sort(grown.begin(), grown.end());
    grown.erase(std::unique(grown.begin(), grown.end()), grown.end());
    for (TimelineLane* each : grown) {
        std::stable_sort(each->spans.begin(), each->spans.end(),
                         [](const TimelineSpan& a, const TimelineSpan& b) { return a.from < b.from; });
        placeAll(*each);
        each->revision = ++m_revision;
        trim(*each);
    }
}

template <class Row> void Timeline::closeMissing(int connection, Entity entity, const Rows<Row>& rows, std::int64_t now)
{
    std::unordered_set<std::string> held;
    for (const auto& row : rows)
        if (!row->owner.empty())
            held.insert(key_of(*row));
    std::vector<Key> over;
    for (const auto& [key, is] : m_open)
        if (key.connection == connection && key.entity == entity && !held.contains(key.what))
            over.push_back(key);
    for (const Key& key : over)
        close(key, now);
}

} // namespace lockdesk
