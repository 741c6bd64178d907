// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/which_lock/way_texts.h"

#include "models/format/format.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

using scenarios::Way;

struct WayContext
{
    Q_DECLARE_TR_FUNCTIONS(WhichLock)
};

QString shortTime(Duration time)
{
    const std::int64_t us = to_us(time);
    if (us < 1000)
        return WayContext::tr("%1 µs").arg(us);
    if (us < 10'000)
        return WayContext::tr("%1 ms").arg(QString::number(double(us) / 1000, 'f', 1));
    return format::measured(us);
}

QString seconds(Duration time) { return WayContext::tr("%1 s").arg(QString::number(double(to_us(time)) / 1e6, 'f', 1)); }

/// Number of clients of a column; 0: none.
int clientsOf(WayColumn column)
{
    switch (column) {
    case WayColumn::one: return 1;
    case WayColumn::eight: return 8;
    case WayColumn::many: return 64;
    default: return 0;
    }
}

WayCell loadCell(const scenarios::WayNumbers& numbers, int clients)
{
    for (const scenarios::Load& load : numbers.loads) {
        if (load.clients != clients)
            continue;
        const QString rounds = format::count(std::int64_t(load.rounds_per_second + 0.5));
        QString text = WayContext::tr("%1/s").arg(rounds) + QLatin1Char('\n')
                       + WayContext::tr("%1 · %2").arg(shortTime(load.p50), shortTime(load.p99));
        if (load.in_vain > 0)
            text += QLatin1Char('\n') + WayContext::tr("%1 in vain").arg(format::count(load.in_vain));
        return {text,
                WayContext::tr(
                    "%Ln client(s) at once, all wanting the same. One round: %1. %2 a second in all; half of them took %3 "
                    "at most, 99 of 100 %4. Tries that were refused or too late: %5, each made again 1 to 5 ms later.",
                    nullptr, clients)
                    .arg(textsOf(numbers.way).round, rounds, shortTime(load.p50), shortTime(load.p99),
                         format::count(load.in_vain)),
                true};
    }
    return {WayContext::tr("not measured"), format::foreign(numbers.trouble), false};
}

/// True if the lock does not end by itself as long as its process and connection live.
bool isForEver(scenarios::Way way, WayColumn column)
{
    using scenarios::Way;
    const bool session = way == Way::session_lock || way == Way::skip_locked || way == Way::pessimistic;
    return column != WayColumn::killed && (session || (way == Way::watchdog && column == WayColumn::hung));
}

WayCell outageCell(const scenarios::WayNumbers& numbers, const std::optional<scenarios::Outage>& outage, WayColumn column,
                   Duration lease)
{
    if (!numbers.holds)
        return {QStringLiteral("–"), WayContext::tr("Between its statements nobody holds anything."), false};
    if (!outage)
        return {WayContext::tr("not measured"), format::foreign(numbers.trouble), false};
    const QString watched = seconds(outage->watched);
    if (!outage->until_next)
        return {isForEver(numbers.way, column) ? WayContext::tr("for ever") : WayContext::tr("not in %1").arg(watched),
                WayContext::tr(
                    "Nobody else got it in the %1 that it was watched (lease %2). Only a person ends it, or the server "
                    "when it cuts the connection.")
                    .arg(watched, seconds(lease)),
                true};
    QString text = shortTime(*outage->until_next);
    if (outage->late_accepted)
        text += QLatin1Char('\n')
                + (*outage->late_accepted ? WayContext::tr("late write lands") : WayContext::tr("late write refused"));
    return {text,
            WayContext::tr(
                "A process took it (lease %1) and stopped in the middle of its work; so long later another one went on.")
                .arg(seconds(lease)),
            true};
}

WayCell commandsCell(const scenarios::WayNumbers& numbers)
{
    if (!numbers.commands)
        return {WayContext::tr("not measured"), format::foreign(numbers.trouble), false};
    return {format::count(*numbers.commands),
            WayContext::tr("Commands that one round of one client sent to the store, counted by its session."), true};
}

WayCell connectionsCell(const scenarios::WayNumbers& numbers, const std::string& store)
{
    if (!numbers.connections)
        return {numbers.holds ? WayContext::tr("not measured") : QStringLiteral("–"), format::foreign(numbers.trouble),
                false};
    if (store == "sqlite")
        return {WayContext::tr("a file"), WayContext::tr("SQLite has no connections: every process opens the file."), true};
    return {format::count(*numbers.connections),
            WayContext::tr("Open connections of the process that held it, counted while it did."), true};
}

} // namespace

WayTexts textsOf(Way way)
{
    switch (way) {
    case Way::conditional:
        return {WayContext::tr("Conditional update"), WayContext::tr("one UPDATE with a condition"),
                WayContext::tr("Two takers of the last one; nobody waits, nobody tries again."),
                WayContext::tr("One statement. Nothing is held."),
                WayContext::tr("The work does not fit into one statement.")};
    case Way::idempotent:
        return {WayContext::tr("Idempotent receiver"), WayContext::tr("an id that is new, and the same id again"),
                WayContext::tr("Effects that come twice, whatever lock was lost."),
                WayContext::tr("An id per message, and a table of those seen."),
                WayContext::tr("The receiver is somebody else's and keeps no ids.")};
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

WayTexts zooKeeperTexts()
{
    return {WayContext::tr("ZooKeeper"),
            {},
            WayContext::tr("Two runs, as long as the session lives; those who wait queue in turn."),
            WayContext::tr("Three servers or more of its own, and knowledge of how to run them."),
            WayContext::tr("A pause ends the session, and its holder does not know: a token is needed here, too.")};
}

QString zooKeeperNumbers()
{
    return WayContext::tr("Lockdesk has no such store yet, so nothing is measured here. Cited: 21,000 writes/s with 3 "
                          "servers, of all clients together "
                          "(Hunt, Konar, Junqueira, Reed: ZooKeeper: Wait-free coordination for Internet-scale systems, "
                          "USENIX ATC 2010); its recipe for a "
                          "lock writes twice a round.");
}

QString headerOf(WayColumn column)
{
    switch (column) {
    case WayColumn::one: return WayContext::tr("1 client");
    case WayColumn::eight: return WayContext::tr("8 clients");
    case WayColumn::many: return WayContext::tr("64 clients");
    case WayColumn::killed: return WayContext::tr("killed");
    case WayColumn::frozen: return WayContext::tr("frozen");
    case WayColumn::hung: return WayContext::tr("hangs");
    case WayColumn::commands: return WayContext::tr("commands");
    case WayColumn::connections: return WayContext::tr("connections");
    }
    return {};
}

WayCell cellOf(Way way, WayColumn column, const StoreMeasurement* measured)
{
    const scenarios::WayNumbers* numbers = nullptr;
    if (measured != nullptr)
        for (const scenarios::WayNumbers& one : measured->numbers.ways)
            if (one.way == way)
                numbers = &one;
    if (numbers == nullptr)
        return {WayContext::tr("not measured"), {}, false};
    if (!numbers->why_not.empty())
        return {WayContext::tr("not here"),
                way == Way::redlock
                    ? WayContext::tr("Redlock needs several Redis servers: connect to redlock://… and measure there.")
                    : format::foreign(numbers->why_not),
                false};
    if (const int clients = clientsOf(column); clients > 0)
        return loadCell(*numbers, clients);
    const Duration lease = measured->numbers.lease;
    switch (column) {
    case WayColumn::killed: return outageCell(*numbers, numbers->killed, column, lease);
    case WayColumn::frozen: return outageCell(*numbers, numbers->frozen, column, lease);
    case WayColumn::hung: return outageCell(*numbers, numbers->hung, column, lease);
    case WayColumn::commands: return commandsCell(*numbers);
    default: return connectionsCell(*numbers, measured->numbers.store);
    }
}

} // namespace lockdesk
