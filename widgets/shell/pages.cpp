// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/locks_model.h"
#include "models/messages_model.h"
#include "models/tasks_model.h"
#include "models/workers_model.h"
#include "widgets/activity/activity_page.h"
#include "widgets/overview/overview_page.h"
#include "widgets/shell/announced_page.h"
#include "widgets/shell/live_table_page.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("pages", source);
}

ConsolePage* makeLocks(const PageContext& context)
{
    using C = LocksModel;
    return new LiveTablePage(context, {QStringLiteral("locks"), text("Locks"), QStringLiteral("lock"), QStringLiteral("-state:free")},
                             new LocksModel(context.feeds),
                             {{C::State, 84, CellKind::state}, {C::Name, 200, CellKind::mono}, {C::LeaseLeft, 172, CellKind::lease},
                              {C::Owner, 180, CellKind::mono2}, {C::Token, 70, CellKind::monoNumber}, {C::Waiting, 70, CellKind::number},
                              {C::Acquired, 90, CellKind::time}, {C::StoreName, 90, CellKind::store}});
}

ConsolePage* makeTasks(const PageContext& context)
{
    using C = TasksModel;
    return new LiveTablePage(context, {QStringLiteral("tasks"), text("Tasks"), QStringLiteral("tasks"), {}},
                             new TasksModel(context.feeds),
                             {{C::State, 90, CellKind::state}, {C::Id, 110, CellKind::mono}, {C::Phase, 90, CellKind::text},
                              {C::Desired, 80, CellKind::text2}, {C::Owner, 150, CellKind::mono2}, {C::Token, 60, CellKind::monoNumber},
                              {C::Locked, 90, CellKind::time}, {C::Due, 110, CellKind::time}, {C::Claims, 60, CellKind::number},
                              {C::Takeovers, 76, CellKind::number}, {C::Failures, 66, CellKind::number},
                              {C::LastError, 200, CellKind::text2}, {C::StoreName, 90, CellKind::store}});
}

ConsolePage* makeOutbox(const PageContext& context)
{
    using C = MessagesModel;
    return new LiveTablePage(context, {QStringLiteral("outbox"), text("Outbox"), QStringLiteral("outbox"), {}},
                             new MessagesModel(context.feeds),
                             {{C::State, 88, CellKind::state}, {C::Id, 120, CellKind::mono}, {C::Topic, 150, CellKind::mono},
                              {C::Age, 70, CellKind::time}, {C::Tries, 62, CellKind::number}, {C::Due, 104, CellKind::time},
                              {C::ClaimedBy, 140, CellKind::mono2}, {C::LastError, 220, CellKind::text2},
                              {C::StoreName, 90, CellKind::store}});
}

ConsolePage* makeWorkers(const PageContext& context)
{
    using C = WorkersModel;
    return new LiveTablePage(context, {QStringLiteral("workers"), text("Workers"), QStringLiteral("workers"), {}},
                             new WorkersModel(context.feeds),
                             {{C::State, 84, CellKind::state}, {C::Worker, 132, CellKind::mono}, {C::StoreName, 80, CellKind::store},
                              {C::RoleName, 66, CellKind::text2}, {C::Doing, 230, CellKind::mono}, {C::LeaseLeft, 146, CellKind::lease},
                              {C::Heartbeat, 120, CellKind::time}, {C::ClaimRate, 70, CellKind::number},
                              {C::HoldTime, 88, CellKind::number}});
}

} // namespace

void registerPages(PageRegistry& registry)
{
    registry.add([](const PageContext& c) { return new OverviewPage(c); });
    registry.add(makeLocks);
    registry.add(makeTasks);
    registry.add(makeOutbox);
    registry.add(makeWorkers);
    registry.add([](const PageContext&) {
        return new AnnouncedPage(QStringLiteral("timeline"), text("Timeline"), QStringLiteral("timeline"),
                                 text("Nothing is recorded yet."),
                                 text("A lane per worker or lock appears here: leases and phases as bars, with marks for renewals, "
                                      "expiries, takeovers, crashes and refused writes. Until then Workers shows the last 60 s."));
    });
    registry.add([](const PageContext& c) { return new ActivityPage(c); });
    registry.add([](const PageContext&) {
        return new AnnouncedPage(QStringLiteral("classroom"), text("Classroom"), QStringLiteral("classroom"),
                                 text("No lesson is open."),
                                 text("Lessons appear here: what goes wrong without locks and right with them, live on a real store, "
                                      "step by step, with the statement behind each step and the row before and after."));
    });
}

} // namespace lockdesk
