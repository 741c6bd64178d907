// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/which_lock/way_texts.h"

#include "models/format.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

using scenarios::Way;

struct WayContext
{
    Q_DECLARE_TR_FUNCTIONS(WhichLock)
};

// Some ways have nothing to count there, in whatever lesson.
bool counts(Way way, WayColumn column)
{
    const scenarios::WayLesson& lesson = scenarios::lesson_of(way);
    switch (column) {
    case WayColumn::rounds:
    case WayColumn::p50: return true;
    case WayColumn::counted: return !lesson.counts.empty();
    case WayColumn::doubled:
    case WayColumn::recovery: return lesson.numbers && lesson.counts.empty();
    }
    return false;
}

QString countedText(Way way, std::int64_t n)
{
    const std::string& what = scenarios::lesson_of(way).counts;
    if (what == "conflicts")
        return WayContext::tr("%Ln conflict(s)", nullptr, int(n));
    if (what == "waits")
        return WayContext::tr("%Ln wait(s)", nullptr, int(n));
    return WayContext::tr("%Ln refused", nullptr, int(n));
}

QString shortTime(std::int64_t us)
{
    if (us < 1000)
        return WayContext::tr("%1 µs").arg(us);
    if (us < 10'000)
        return WayContext::tr("%1 ms").arg(QString::number(double(us) / 1000, 'f', 1));
    return format::measured(us);
}

QString recoveryText(const scenarios::WayNumbers& numbers)
{
    QStringList lines;
    if (numbers.stall)
        lines << WayContext::tr("hung: %1").arg(format::span(*numbers.stall));
    if (numbers.recovery)
        lines << WayContext::tr("killed: %1").arg(format::span(*numbers.recovery));
    return lines.join(QLatin1Char('\n'));
}

QString valueOf(const scenarios::WayNumbers& numbers, WayColumn column)
{
    switch (column) {
    case WayColumn::rounds:
        return numbers.rounds_per_second ? format::count(std::int64_t(*numbers.rounds_per_second + 0.5)) : QString();
    case WayColumn::p50: return numbers.p50 ? shortTime(to_us(*numbers.p50)) : QString();
    case WayColumn::counted: return numbers.counted ? countedText(numbers.way, *numbers.counted) : QString();
    case WayColumn::doubled: return numbers.doubled ? format::count(*numbers.doubled) : QString();
    case WayColumn::recovery: return recoveryText(numbers);
    }
    return {};
}

} // namespace

WayTexts textsOf(Way way)
{
    switch (way) {
    case Way::optimistic:
        return {WayContext::tr("Optimistic version"), WayContext::tr("read, then write if the version is the same"),
                WayContext::tr("Lost updates of one row."),
                WayContext::tr("A version column, and work done again after a conflict."),
                WayContext::tr("Many want the same row: most work is in vain.")};
    case Way::pessimistic:
        return {WayContext::tr("Pessimistic lock"), WayContext::tr("lock, read, write, unlock"),
                WayContext::tr("Two at the same row; nobody works in vain."),
                WayContext::tr("Everybody waits in turn, a connection each."),
                WayContext::tr("Two locks in different order: deadlock.")};
    case Way::claim:
        return {WayContext::tr("Claim by timestamp"), WayContext::tr("claim a task, unlock it"),
                WayContext::tr("Two workers on one task, also after a crash."),
                WayContext::tr("One column and one statement. It polls."),
                WayContext::tr("Work outlasts the timeout: done twice.")};
    case Way::lock_table:
        return {WayContext::tr("Lock table"), WayContext::tr("two transactions, each reads for update and writes"),
                WayContext::tr("Two runs of one job on many hosts."),
                WayContext::tr("A row per lock, two transactions a run."),
                WayContext::tr("Clocks differ, or an owner is shared by two threads.")};
    case Way::session_lock:
        return {WayContext::tr("Session lock"), WayContext::tr("lock and unlock on one connection"),
                WayContext::tr("Two runs, as long as the connection lives."),
                WayContext::tr("A connection of its own; no table."),
                WayContext::tr("The holder hangs: held till a person acts. A pool gives it to others.")};
    case Way::skip_locked:
        return {WayContext::tr("SKIP LOCKED"), WayContext::tr("lock a row in a transaction, end it"),
                WayContext::tr("Two at one row; others take the next row."),
                WayContext::tr("A transaction that stays open during the work."),
                WayContext::tr("Slow calls inside it. A missing row looks like a held one.")};
    case Way::fixed_lease:
        return {WayContext::tr("Fixed lease"), WayContext::tr("acquire, release"),
                WayContext::tr("Two runs, and a lock that a dead one keeps."),
                WayContext::tr("A good guess of the longest run."),
                WayContext::tr("Too short: doubled. Too long: a long stop after a crash.")};
    case Way::watchdog:
        return {WayContext::tr("Watchdog"), WayContext::tr("acquire, renew once, release"),
                WayContext::tr("Two runs of any length while the holder lives."),
                WayContext::tr("A thread that renews every third."),
                WayContext::tr("The job hangs, its watchdog does not: held for ever.")};
    case Way::redlock:
        return {WayContext::tr("Redlock"), WayContext::tr("acquire and release on several servers"),
                WayContext::tr("Two runs while a minority of servers is down."),
                WayContext::tr("Three or more servers, and a round trip to each."),
                WayContext::tr("A pause beyond the lease still doubles; it has no durable token.")};
    case Way::fence:
        return {WayContext::tr("Fence"), WayContext::tr("a write with a token"),
                WayContext::tr("Late writes of a holder that lost its lock."),
                WayContext::tr("A token with each write, and a check where it lands."),
                WayContext::tr("What is written cannot check: a mail, a push.")};
    }
    return {};
}

QString headerOf(WayColumn column)
{
    switch (column) {
    case WayColumn::rounds: return WayContext::tr("rounds/s");
    case WayColumn::p50: return WayContext::tr("p50");
    case WayColumn::counted: return WayContext::tr("in vain");
    case WayColumn::doubled: return WayContext::tr("doubled");
    case WayColumn::recovery: return WayContext::tr("goes on after");
    }
    return {};
}

WayCell cellOf(Way way, WayColumn column, const StoreMeasurement* measured)
{
    if (!counts(way, column))
        return {QStringLiteral("–"), WayContext::tr("No lesson counts this for it."), false};
    const scenarios::WayNumbers* numbers = nullptr;
    if (measured != nullptr)
        for (const scenarios::WayNumbers& one : measured->numbers.ways)
            if (one.way == way)
                numbers = &one;
    const QString value = numbers != nullptr ? valueOf(*numbers, column) : QString();
    if (value.isEmpty() && numbers != nullptr && !numbers->why_not.empty())
        return {WayContext::tr("not here"), format::foreign(numbers->why_not), false};
    if (value.isEmpty())
        return {WayContext::tr("not measured"), {}, false};
    const bool rounds = column == WayColumn::rounds || column == WayColumn::p50;
    return {
        value,
        rounds ? WayContext::tr("One client, one round: %1.").arg(textsOf(way).round)
               : WayContext::tr("Counted in lesson %1, %2.")
                     .arg(format::exact(scenarios::lesson_of(way).lesson), format::exact(scenarios::lesson_of(way).variant)),
        true};
}

} // namespace lockdesk
