// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/lane_events.h"

#include "models/timeline/move_log.h"
#include "models/timeline/shared_texts.h"

#include <limits>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

LaneBook::Row leaseOf(const LaneBook::Key& key, const Event& event, const std::string& phase = {})
{
    return {key, event.actor, event.token, to_us(event.at), never, phase};
}

// Taken and released between two reads, after the hold that the first of them saw.
bool isOfLaterGrant(const LaneBook& book, const LaneBook::Key& key, const Event& event)
{
    const auto held = book.held().find(key);
    return held != book.held().end() && held->second.token < event.token;
}

// A step that ended before the task was claimed again.
bool isOfEarlierClaim(const LaneBook& book, const LaneBook::Key& key, const Event& event)
{
    const auto held = book.held().find(key);
    return held != book.held().end() && to_us(event.at) < held->second.taken;
}

void addLockEvent(LaneBook& book, const LaneBook::Key& key, const Event& event)
{
    const std::int64_t at = to_us(event.at);
    switch (event.kind) {
    case EventKind::acquired: book.open(leaseOf(key, event), false); break;
    case EventKind::taken_over:
        book.open(leaseOf(key, event), true);
        book.mark(key, event);
        break;
    case EventKind::renewed:
        book.see(key, at);
        book.mark(key, event);
        break;
    case EventKind::expired:
        book.overdue(key, at);
        book.mark(key, event);
        break;
    case EventKind::released:
        if (isOfLaterGrant(book, key, event))
            book.closeBefore(key, event.token, at);
        if (book.isHeld(key))
            book.close(key, at);
        else
            book.moment(key, event);
        break;
    case EventKind::collected: book.close(key, at); break;
    case EventKind::forced:
        book.close(key, at);
        book.mark(key, event);
        break;
    default: break;
    }
}

void addTaskEvent(LaneBook& book, const LaneBook::Key& key, const Event& event)
{
    const std::int64_t at = to_us(event.at);
    switch (event.kind) {
    case EventKind::claimed: book.open(leaseOf(key, event, event.detail), false); break;
    case EventKind::taken_over:
        book.open(leaseOf(key, event, event.detail), true);
        book.mark(key, event);
        break;
    case EventKind::timed_out:
        book.overdue(key, at);
        book.mark(key, event);
        break;
    case EventKind::failed:
    case EventKind::forced: book.mark(key, event); [[fallthrough]];
    case EventKind::advanced:
    case EventKind::unlocked:
    case EventKind::relocked:
    case EventKind::removed:
        if (isOfEarlierClaim(book, key, event))
            break;
        if (book.isHeld(key))
            book.close(key, at);
        else if (!event.actor.empty())
            book.moment(key, event);
        break;
    default: break;
    }
}

void addMessageEvent(LaneBook& book, const LaneBook::Key& key, const Event& event)
{
    switch (event.kind) {
    case EventKind::sending: book.open(leaseOf(key, event, event.detail), false); break;
    case EventKind::dead: book.mark(key, event); [[fallthrough]];
    case EventKind::sent:
    case EventKind::retry:
    case EventKind::retried:
    case EventKind::removed: book.close(key, to_us(event.at)); break;
    default: break;
    }
}

void addWorkerEvent(LaneBook& book, const LaneBook::Key& key, const Event& event)
{
    const std::int64_t at = to_us(event.at);
    TimelineLane& is = book.lane(LaneBook::By::worker, key.connection, event.key);
    is.key = event.key;
    is.beats = true;
    switch (event.kind) {
    case EventKind::silent:
        book.endSpan(is, key, at);
        book.add(is, {at, 0, TimelineSpan::Kind::silent, Entity::worker, event.key, event.key, {}, {}, false});
        book.addMark(is, event);
        break;
    case EventKind::beating: book.endSpan(is, key, at); break;
    case EventKind::left:
        book.endSpan(is, key, at);
        book.addMark(is, event);
        break;
    case EventKind::started:
    case EventKind::ordered: book.addMark(is, event); break;
    default: break;
    }
}

LaneBook::KeyView keyOf(int connection, const LockRow& row) { return {connection, Entity::lock, key_of(row)}; }
LaneBook::KeyView keyOf(int connection, const TaskRow& row) { return {connection, Entity::task, row.id}; }

LaneBook::Row rowOf(int connection, const LockRow& row, std::int64_t now)
{
    const auto from = row.acquired_at ? to_us(*row.acquired_at) : now;
    return {{connection, Entity::lock, key_of(row)},
            row.owner,
            row.token,
            from,
            row.expires_at ? to_us(*row.expires_at) : never,
            {},
            row.acquired_at.has_value()};
}

LaneBook::Row rowOf(int connection, const TaskRow& row, std::int64_t)
{
    return {
        {connection, Entity::task, row.id}, row.owner, row.token, to_us(row.locked_at), to_us(task_due_at(row)), row.phase};
}

// Records without a token name only the instant of the grant; one over several servers is computed anew at each read.
bool isOther(const LaneBook::Held& held, const LaneBook::Row& row)
{
    constexpr std::int64_t blur = 100'000;
    return !(held.who == row.who) || held.token != row.token
           || (row.key.entity == Entity::lock && row.token.number() == 0 && row.dated && row.from > held.taken + blur);
}

void open(LaneBook& book, const LaneBook::Row& row, std::int64_t now)
{
    book.open(row, false);
    if (row.until <= now)
        book.overdue(row.key, row.until);
}

template <class Row>
void correct(LaneBook& book, int connection, const Rows<Row>& rows, std::int64_t now)
{
    for (const auto& each : rows) {
        const auto held = book.held().find(keyOf(connection, *each));
        if (held == book.held().end())
            continue; // most rows
        const LaneBook::Row row = rowOf(connection, *each, now);
        if (row.who.empty())
            book.close(row.key, now);
        else if (isOther(held->second, row))
            open(book, row, now);
    }
}

template <class Row>
void closeMissing(LaneBook& book, int connection, Entity entity, const Rows<Row>& rows, std::int64_t now)
{
    std::unordered_set<std::string_view> held;
    for (const auto& row : rows)
        if (!row->owner.empty())
            held.insert(key_of(*row));
    std::vector<LaneBook::Key> over;
    for (const auto& [key, is] : book.held())
        if (key.connection == connection && key.entity == entity && !held.contains(key.what.str()))
            over.push_back(key);
    for (const LaneBook::Key& key : over)
        book.close(key, now);
}

} // namespace

void addEvent(LaneBook& book, int connection, const Event& event)
{
    const LaneBook::Key key{connection, rowEntity(event), event.key};
    switch (event.entity) {
    case Entity::lock: addLockEvent(book, key, event); break;
    case Entity::task: addTaskEvent(book, key, event); break;
    case Entity::message: addMessageEvent(book, key, event); break;
    case Entity::worker: addWorkerEvent(book, key, event); break;
    case Entity::refusal: book.mark(key, event); break;
    case Entity::waiter:
    case Entity::audit: break;
    }
}

void addRows(LaneBook& book, int connection, const Update& update, std::int64_t now)
{
    std::vector<LaneBook::Row> fresh, changedHands; // may be a hundred thousand rows of one owner
    SharedTexts shared; // owners and phases are few
    const auto see = [&](const auto& each) {
        if (each.owner.empty())
            return;
        const auto known = book.held().find(keyOf(connection, each));
        const bool isNew = known == book.held().end();
        LaneBook::Row row = rowOf(connection, each, now);
        shared.share(row.who);
        shared.share(row.phase);
        if (isNew || isOther(known->second, row))
            (isNew ? fresh : changedHands).push_back(std::move(row));
    };
    for (const auto& row : update.locks)
        see(*row);
    for (const auto& row : update.tasks)
        see(*row);
    book.append(fresh, now);
    for (const LaneBook::Row& row : changedHands)
        open(book, row, now);
    for (const auto& row : update.workers) {
        TimelineLane& of = book.lane(LaneBook::By::worker, connection, row->id);
        of.key = row->id;
        of.role = row->role;
        of.beats = true;
    }
    closeMissing(book, connection, Entity::lock, update.locks, now);
    closeMissing(book, connection, Entity::task, update.tasks, now);
}

void correctRows(LaneBook& book, int connection, const Update& update, std::int64_t now)
{
    correct(book, connection, update.locks, now);
    correct(book, connection, update.tasks, now);
}

} // namespace lockdesk
