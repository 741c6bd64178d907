// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/activity/activity_page.h"
#include "widgets/locks/locks_page.h"
#include "widgets/outbox/outbox_page.h"
#include "widgets/overview/overview_page.h"
#include "widgets/shell/announced_page.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/workers/workers_page.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Pages)
};

} // namespace

void registerPages(PageRegistry& registry)
{
    registry.add([](const PageContext& c) { return new OverviewPage(c); });
    registry.add([](const PageContext& c) { return new LocksPage(c); });
    registry.add([](const PageContext& c) { return new TasksPage(c); });
    registry.add([](const PageContext& c) { return new OutboxPage(c); });
    registry.add([](const PageContext& c) { return new WorkersPage(c); });
    registry.add([](const PageContext&) {
        return new AnnouncedPage(QStringLiteral("timeline"), Texts::tr("Timeline"), QStringLiteral("timeline"),
                                 Texts::tr("Nothing is recorded yet."),
                                 Texts::tr("A lane per worker or lock appears here: leases and phases as bars, with marks for renewals, "
                                      "expiries, takeovers, crashes and refused writes. Until then Workers shows the last 60 s."));
    });
    registry.add([](const PageContext& c) { return new ActivityPage(c); });
    registry.add([](const PageContext&) {
        return new AnnouncedPage(QStringLiteral("classroom"), Texts::tr("Classroom"), QStringLiteral("classroom"),
                                 Texts::tr("No lesson is open."),
                                 Texts::tr("Lessons appear here: what goes wrong without locks and right with them, live on a real store, "
                                      "step by step, with the statement behind each step and the row before and after."));
    });
}

} // namespace lockdesk
