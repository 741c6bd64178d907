// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/which_lock/told_tables.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

struct ToldContext
{
    Q_DECLARE_TR_FUNCTIONS(WhichLock)
};

QString stars(int count) { return QString(count, QChar(0x2605)) + QString(3 - count, QChar(0x2606)); }

QStringList situation(const QString& what, int pessimistic, int optimistic, const QString& why)
{
    return {what, stars(pessimistic), stars(optimistic), why};
}

} // namespace

ToldTable sixSituations()
{
    return {
        ToldContext::tr("Told by those who built lesson 1's platform, not measured. Their \"optimistic\" lock is the claim "
                        "by timestamp, "
                        "a lease; the reasons are Lockdesk's."),
        {ToldContext::tr("Situation"), ToldContext::tr("Pessimistic"), ToldContext::tr("Optimistic"),
         ToldContext::tr("Why")},
        {
            situation(ToldContext::tr("Many at once"), 3, 2,
                      ToldContext::tr("Waiting in turn; the others poll and go away empty-handed.")),
            situation(ToldContext::tr("Work of more than 30 s"), 3, 1,
                      ToldContext::tr("It is held until it is given back; a lease ends in the middle.")),
            situation(ToldContext::tr("Simple to have"), 1, 3, ToldContext::tr("One column beside what is there already.")),
            situation(ToldContext::tr("Recovers by itself"), 2, 3,
                      ToldContext::tr("A lease ends; a lock that nobody gives back stays.")),
            situation(ToldContext::tr("Background tasks"), 2, 3, ToldContext::tr("30 s later is early enough.")),
            situation(ToldContext::tr("API requests"), 3, 1, ToldContext::tr("Somebody waits for the answer now.")),
        }};
}

ToldTable threeStages()
{
    return {
        ToldContext::tr("Told by those who built lesson 4's lock table, not measured."),
        {ToldContext::tr("Stage"), ToldContext::tr("Speaks for it"), ToldContext::tr("Speaks against it"),
         ToldContext::tr("Fits")},
        {
            {ToldContext::tr("Database"), ToldContext::tr("Nothing to add, simple, atomic."),
             ToldContext::tr("Slow, loads the database, network delay."), ToldContext::tr("Small systems, simple needs.")},
            {ToldContext::tr("Redis"), ToldContext::tr("Fast, many features."),
             ToldContext::tr("Servers and settings of its own."), ToldContext::tr("Middle to large systems.")},
            {ToldContext::tr("ZooKeeper"), ToldContext::tr("Stable, made for coordination."),
             ToldContext::tr("Hard to run and to learn."), ToldContext::tr("Large, complex systems.")},
        }};
}

} // namespace lockdesk
