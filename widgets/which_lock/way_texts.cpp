// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/which_lock/way_texts.h"

#include "models/format.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

using scenarios::Way;

struct Texts
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
        return Texts::tr("%Ln conflict(s)", nullptr, int(n));
    if (what == "waits")
        return Texts::tr("%Ln wait(s)", nullptr, int(n));
    return Texts::tr("%Ln refused", nullptr, int(n));
}

QString shortTime(std::int64_t us)
{
    if (us < 1000)
        return Texts::tr("%1 µs").arg(us);
    if (us < 10'000)
        return Texts::tr("%1 ms").arg(QString::number(double(us) / 1000, 'f', 1));
    return format::measured(us);
}

QString recoveryText(const scenarios::WayNumbers& numbers)
{
    QStringList lines;
    if (numbers.stall)
        lines << Texts::tr("hung: %1").arg(format::span(*numbers.stall));
    if (numbers.recovery)
        lines << Texts::tr("killed: %1").arg(format::span(*numbers.recovery));
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
        return {Texts::tr("Optimistic version"), Texts::tr("read, then write if the version is the same"),
                Texts::tr("Lost updates of one row."), Texts::tr("A version column, and work done again after a conflict."),
                Texts::tr("Many want the same row: most work is in vain.")};
    case Way::pessimistic:
        return {Texts::tr("Pessimistic lock"), Texts::tr("lock, read, write, unlock"),
                Texts::tr("Two at the same row; nobody works in vain."),
                Texts::tr("Everybody waits in turn, a connection each."),
                Texts::tr("Two locks in different order: deadlock.")};
    case Way::claim:
        return {Texts::tr("Claim by timestamp"), Texts::tr("claim a task, unlock it"),
                Texts::tr("Two workers on one task, also after a crash."),
                Texts::tr("One column and one statement. It polls."), Texts::tr("Work outlasts the timeout: done twice.")};
    case Way::lock_table:
        return {Texts::tr("Lock table"), Texts::tr("two transactions, each reads for update and writes"),
                Texts::tr("Two runs of one job on many hosts."), Texts::tr("A row per lock, two transactions a run."),
                Texts::tr("Clocks differ, or an owner is shared by two threads.")};
    case Way::session_lock:
        return {Texts::tr("Session lock"), Texts::tr("lock and unlock on one connection"),
                Texts::tr("Two runs, as long as the connection lives."), Texts::tr("A connection of its own; no table."),
                Texts::tr("The holder hangs: held till a person acts. A pool gives it to others.")};
    case Way::skip_locked:
        return {Texts::tr("SKIP LOCKED"), Texts::tr("lock a row in a transaction, end it"),
                Texts::tr("Two at one row; others take the next row."),
                Texts::tr("A transaction that stays open during the work."),
                Texts::tr("Slow calls inside it. A missing row looks like a held one.")};
    case Way::fixed_lease:
        return {Texts::tr("Fixed lease"), Texts::tr("acquire, release"),
                Texts::tr("Two runs, and a lock that a dead one keeps."), Texts::tr("A good guess of the longest run."),
                Texts::tr("Too short: doubled. Too long: a long stop after a crash.")};
    case Way::watchdog:
        return {Texts::tr("Watchdog"), Texts::tr("acquire, renew once, release"),
                Texts::tr("Two runs of any length while the holder lives."), Texts::tr("A thread that renews every third."),
                Texts::tr("The job hangs, its watchdog does not: held for ever.")};
    case Way::redlock:
        return {Texts::tr("Redlock"), Texts::tr("acquire and release on several servers"),
                Texts::tr("Two runs while a minority of servers is down."),
                Texts::tr("Three or more servers, and a round trip to each."),
                Texts::tr("A pause beyond the lease still doubles; it has no durable token.")};
    case Way::fence:
        return {Texts::tr("Fence"), Texts::tr("a write with a token"),
                Texts::tr("Late writes of a holder that lost its lock."),
                Texts::tr("A token with each write, and a check where it lands."),
                Texts::tr("What is written cannot check: a mail, a push.")};
    }
    return {};
}

QString headerOf(WayColumn column)
{
    switch (column) {
    case WayColumn::rounds: return Texts::tr("rounds/s");
    case WayColumn::p50: return Texts::tr("p50");
    case WayColumn::counted: return Texts::tr("in vain");
    case WayColumn::doubled: return Texts::tr("doubled");
    case WayColumn::recovery: return Texts::tr("goes on after");
    }
    return {};
}

WayCell cellOf(Way way, WayColumn column, const StoreMeasurement* measured)
{
    if (!counts(way, column))
        return {QStringLiteral("–"), Texts::tr("No lesson counts this for it."), false};
    const scenarios::WayNumbers* numbers = nullptr;
    if (measured != nullptr)
        for (const scenarios::WayNumbers& one : measured->numbers.ways)
            if (one.way == way)
                numbers = &one;
    const QString value = numbers != nullptr ? valueOf(*numbers, column) : QString();
    if (value.isEmpty() && numbers != nullptr && !numbers->why_not.empty())
        return {Texts::tr("not here"), QString::fromStdString(numbers->why_not), false};
    if (value.isEmpty())
        return {Texts::tr("not measured"), {}, false};
    const bool rounds = column == WayColumn::rounds || column == WayColumn::p50;
    return {value,
            rounds ? Texts::tr("One client, one round: %1.").arg(textsOf(way).round)
                   : Texts::tr("Counted in lesson %1, %2.")
                         .arg(QString::fromStdString(scenarios::lesson_of(way).lesson),
                              QString::fromStdString(scenarios::lesson_of(way).variant)),
            true};
}

} // namespace lockdesk
