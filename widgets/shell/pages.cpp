// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/activity/activity_page.h"
#ifdef LOCKDESK_WITH_CLASSROOM
#include "widgets/classroom/classroom_page.h"
#endif
#include "widgets/jobs/jobs_page.h"
#include "widgets/locks/locks_page.h"
#include "widgets/outbox/outbox_page.h"
#include "widgets/overview/overview_page.h"
#include "widgets/shell/announced_page.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/timeline/timeline_page.h"
#ifdef LOCKDESK_WITH_CLASSROOM
#include "widgets/which_lock/which_lock_page.h"
#endif
#include "widgets/workers/workers_page.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

struct PageTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pages)
};

#ifdef LOCKDESK_WITH_CLASSROOM
ConsolePage* classroomPage(const PageContext& context)
{
    auto* page = new ClassroomPage(context);
    page->setComparison([page, room = context.classroom] {
        auto* ways = new WhichLockPage(room->stores(), room->catalog()->library());
        QObject::connect(ways, &WhichLockPage::lessonWanted, page, [page](const QString& lesson, const QString& variant) {
            page->openSidebarEntry(lesson);
            page->room()->choice().setVariant(variant);
        });
        return ways;
    });
    return page;
}
#endif

} // namespace

void registerPages(PageRegistry& registry, bool further)
{
    registry.add([](const PageContext& c) { return new OverviewPage(c); });
    registry.add([](const PageContext& c) { return new LocksPage(c); });
    registry.add([](const PageContext& c) { return new TasksPage(c); });
    registry.add([](const PageContext& c) { return new OutboxPage(c); });
    registry.add([](const PageContext& c) { return new WorkersPage(c); });
    registry.add([](const PageContext& c) { return new TimelinePage(c); });
    registry.add([](const PageContext& c) { return new ActivityPage(c); });
    registry.add([further](const PageContext& c) -> ConsolePage* {
        if (further)
            return new AnnouncedPage(QStringLiteral("classroom"), PageTexts::tr("Classroom"), QStringLiteral("classroom"),
                                     PageTexts::tr("The classroom is in the first window."),
                                     PageTexts::tr("A lesson has one place, where its clock is."));
#ifdef LOCKDESK_WITH_CLASSROOM
        if (c.classroom != nullptr)
            return classroomPage(c);
#else
        Q_UNUSED(c)
#endif
        return new AnnouncedPage(QStringLiteral("classroom"), PageTexts::tr("Classroom"), QStringLiteral("classroom"),
                                 PageTexts::tr("There are no lessons here."),
                                 PageTexts::tr("This program was built without them: they need yaml-cpp."));
    });
    registry.add([](const PageContext& c) { return new JobsPage(c); });
}

} // namespace lockdesk
