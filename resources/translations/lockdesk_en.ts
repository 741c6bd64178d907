<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Export</name>
    <message numerus="yes">
        <source>Exported %Ln row(s) to %1.</source>
        <translation>
            <numerusform>Exported %Ln row to %1.</numerusform>
            <numerusform>Exported %Ln rows to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message numerus="yes">
        <source>%Ln finding(s), worst first</source>
        <translation>
            <numerusform>%Ln finding, worst first</numerusform>
            <numerusform>%Ln findings, worst first</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln acknowledged</source>
        <translation>
            <numerusform>%Ln acknowledged</numerusform>
            <numerusform>%Ln acknowledged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln muted</source>
        <translation>
            <numerusform>%Ln muted</numerusform>
            <numerusform>%Ln muted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tasks</name>
    <message numerus="yes">
        <source>%1 task(s), lock timeout %2, at most %3 failures</source>
        <translation>
            <numerusform>%1 task, lock timeout %2, at most %3 failures</numerusform>
            <numerusform>%1 tasks, lock timeout %2, at most %3 failures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln claim(s)</source>
        <translation>
            <numerusform>%Ln claim</numerusform>
            <numerusform>%Ln claims</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 task(s), whose rule differs from store to store</source>
        <translation>
            <numerusform>%1 task, whose rule differs from store to store</numerusform>
            <numerusform>%1 tasks, whose rule differs from store to store</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhichLock</name>
    <message numerus="yes">
        <source>%Ln client(s) at once, all wanting the same. One round: %1. %2 a second in all; half of them took %3 at most, 99 of 100 %4. Tries that were refused or too late: %5, each made again 1 to 5 ms later.</source>
        <translation>
            <numerusform>%Ln client alone. One round: %1. %2 a second in all; half of them took %3 at most, 99 of 100 %4. Tries that were refused or too late: %5, each made again 1 to 5 ms later.</numerusform>
            <numerusform>%Ln clients at once, all wanting the same. One round: %1. %2 a second in all; half of them took %3 at most, 99 of 100 %4. Tries that were refused or too late: %5, each made again 1 to 5 ms later.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message numerus="yes">
        <source>%Ln waiter(s) wait until the hold-off is over, then wake</source>
        <translation>
            <numerusform>%Ln waiter waits until the hold-off is over, then wakes</numerusform>
            <numerusform>%Ln waiters wait until the hold-off is over, then wake</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) wake at once</source>
        <translation>
            <numerusform>%Ln waiter wakes at once</numerusform>
            <numerusform>%Ln waiters wake at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln held lock(s) freed by force: no holder is stopped</source>
        <translation>
            <numerusform>%Ln held lock is freed by force: its holder is not stopped</numerusform>
            <numerusform>%Ln held locks are freed by force: no holder is stopped</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::ActionFlow</name>
    <message numerus="yes">
        <source>%1: %Ln of these</source>
        <translation>
            <numerusform>%1: %Ln of these</numerusform>
            <numerusform>%1: %Ln of these</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more owner(s)</source>
        <translation>
            <numerusform>and %Ln more owner</numerusform>
            <numerusform>and %Ln more owners</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them were renewed since: their holders lived then.</source>
        <translation>
            <numerusform>%Ln of them was renewed since: its holder lived then.</numerusform>
            <numerusform>%Ln of them were renewed since: their holders lived then.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them were renewed since this sheet was opened.</source>
        <translation>
            <numerusform>%Ln of them was renewed since this sheet was opened.</numerusform>
            <numerusform>%Ln of them were renewed since this sheet was opened.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more worker(s)</source>
        <translation>
            <numerusform>and %Ln more worker</numerusform>
            <numerusform>and %Ln more workers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::ActionSheet</name>
    <message numerus="yes">
        <source>%Ln command(s)</source>
        <translation>
            <numerusform>%Ln command</numerusform>
            <numerusform>%Ln commands</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::ActivityPage</name>
    <message numerus="yes">
        <source>%Ln forced action(s)</source>
        <translation>
            <numerusform>%Ln forced action</numerusform>
            <numerusform>%Ln forced actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln forced action(s) in the stores&apos; audit</source>
        <translation>
            <numerusform>%Ln forced action in the stores&apos; audit</numerusform>
            <numerusform>%Ln forced actions in the stores&apos; audit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other(s) are here. Esc clears the filter.</source>
        <translation>
            <numerusform>%Ln other is here. Esc clears the filter.</numerusform>
            <numerusform>%Ln others are here. Esc clears the filter.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) since the connections were opened</source>
        <translation>
            <numerusform>%Ln event since the connections were opened</numerusform>
            <numerusform>%Ln events since the connections were opened</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln wait(s)</source>
        <translation>
            <numerusform>%Ln wait</numerusform>
            <numerusform>%Ln waits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the newest %Ln forced action(s); lockdeskctl list audit has all of a store</source>
        <translation>
            <numerusform>the newest %Ln forced action; lockdeskctl list audit has all of a store</numerusform>
            <numerusform>the newest %Ln forced actions; lockdeskctl list audit has all of a store</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::Banner</name>
    <message numerus="yes">
        <source>%Ln more do not answer.</source>
        <translation>
            <numerusform>%Ln more does not answer.</numerusform>
            <numerusform>%Ln more do not answer.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::ClassroomPage</name>
    <message numerus="yes">
        <source>%Ln joined</source>
        <translation>
            <numerusform>%Ln joined</numerusform>
            <numerusform>%Ln joined</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::JobsCharts</name>
    <message numerus="yes">
        <source>%Ln waiter(s) wait now. No wait for a lock was seen to its end yet.</source>
        <translation>
            <numerusform>%Ln waiter waits now. No wait for a lock was seen to its end yet.</numerusform>
            <numerusform>%Ln waiters wait now. No wait for a lock was seen to its end yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::JobsPage</name>
    <message numerus="yes">
        <source>%Ln other(s) are here. Esc clears the filter.</source>
        <translation>
            <numerusform>%Ln other is here. Esc clears the filter.</numerusform>
            <numerusform>%Ln others are here. Esc clears the filter.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln job(s)</source>
        <translation>
            <numerusform>%Ln job</numerusform>
            <numerusform>%Ln jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln job(s) missed a run</source>
        <translation>
            <numerusform>%Ln job missed a run</numerusform>
            <numerusform>%Ln jobs missed a run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other process(es) skipped runs before.</source>
        <translation>
            <numerusform>%Ln other process skipped runs before.</numerusform>
            <numerusform>%Ln other processes skipped runs before.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::JobsTableModel</name>
    <message numerus="yes">
        <source>%1 skipped %Ln run(s), the last one at %2</source>
        <translation>
            <numerusform>%1 skipped %Ln run, the last one at %2</numerusform>
            <numerusform>%1 skipped %Ln runs, the last one at %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::LessonCatalog</name>
    <message numerus="yes">
        <source>%Ln more: lockdeskctl scenario check lists all mistakes.</source>
        <translation>
            <numerusform>%Ln more: lockdeskctl scenario check lists all mistakes.</numerusform>
            <numerusform>%Ln more: lockdeskctl scenario check lists all mistakes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::LiveTablePage</name>
    <message numerus="yes">
        <source>%Ln other(s) are here. Esc clears the filter.</source>
        <translation>
            <numerusform>%Ln other is here. Esc clears the filter.</numerusform>
            <numerusform>%Ln others are here. Esc clears the filter.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::LocksPage</name>
    <message numerus="yes">
        <source>%Ln hold(s)</source>
        <translation>
            <numerusform>%Ln hold</numerusform>
            <numerusform>%Ln holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, renewed %Ln time(s)</source>
        <translation>
            <numerusform>%1, renewed %Ln time</numerusform>
            <numerusform>%1, renewed %Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln subscribed</source>
        <translation>
            <numerusform>%Ln subscribed</numerusform>
            <numerusform>%Ln subscribed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::MainWindow</name>
    <message numerus="yes">
        <source>%Ln row(s) are not there any more.</source>
        <translation>
            <numerusform>%Ln row is not there any more.</numerusform>
            <numerusform>%Ln rows are not there any more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::MaintenanceBanner</name>
    <message numerus="yes">
        <source>%1: %Ln lock(s) held off until %2: %3</source>
        <translation>
            <numerusform>%1: %Ln lock held off until %2: %3</numerusform>
            <numerusform>%1: %Ln locks held off until %2: %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln lock(s) held off, the last until %2: %3</source>
        <translation>
            <numerusform>%1: %Ln lock held off, the last until %2: %3</numerusform>
            <numerusform>%1: %Ln locks held off, the last until %2: %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::OverviewPage</name>
    <message numerus="yes">
        <source>%Ln finding(s) need a human. Oldest: %1, %2</source>
        <translation>
            <numerusform>%Ln finding needs a human: %1, %2</numerusform>
            <numerusform>%Ln findings need a human. Oldest: %1, %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::PasswordDialog</name>
    <message numerus="yes">
        <source>%Ln worker(s) of this window run on, with the password that they were started with.</source>
        <translation>
            <numerusform>%Ln worker of this window runs on, with the password that it was started with.</numerusform>
            <numerusform>%Ln workers of this window run on, with the password that they were started with.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::RowPage</name>
    <message numerus="yes">
        <source>lockdesk_%1, %Ln row(s)</source>
        <translation>
            <numerusform>lockdesk_%1, %Ln row</numerusform>
            <numerusform>lockdesk_%1, %Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::ShellPresenter</name>
    <message numerus="yes">
        <source>%Ln sources</source>
        <translation>
            <numerusform>%Ln source</numerusform>
            <numerusform>%Ln sources</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::Strip</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::TableView</name>
    <message numerus="yes">
        <source>&amp;Copy Row(s)</source>
        <translation>
            <numerusform>&amp;Copy Row</numerusform>
            <numerusform>&amp;Copy Rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::TasksPage</name>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::TimelinePage</name>
    <message numerus="yes">
        <source>%Ln lane(s)</source>
        <translation>
            <numerusform>%Ln lane</numerusform>
            <numerusform>%Ln lanes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::TriageSheet</name>
    <message numerus="yes">
        <source>Mute %Ln finding(s)</source>
        <translation>
            <numerusform>Mute %Ln finding</numerusform>
            <numerusform>Mute %Ln findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Acknowledge %Ln finding(s)</source>
        <translation>
            <numerusform>Acknowledge %Ln finding</numerusform>
            <numerusform>Acknowledge %Ln findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>for %Ln hour(s)</source>
        <translation>
            <numerusform>for %Ln hour</numerusform>
            <numerusform>for %Ln hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>for %Ln day(s)</source>
        <translation>
            <numerusform>for %Ln day</numerusform>
            <numerusform>for %Ln days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::WorkersPage</name>
    <message numerus="yes">
        <source>%Ln started here</source>
        <translation>
            <numerusform>%Ln started here</numerusform>
            <numerusform>%Ln started here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::app::FindingAlerts</name>
    <message numerus="yes">
        <source>Lockdesk: %Ln finding(s)</source>
        <translation>
            <numerusform>Lockdesk: %Ln finding</numerusform>
            <numerusform>Lockdesk: %Ln findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::app::Lessons</name>
    <message numerus="yes">
        <source>%Ln sandbox(es) removed.</source>
        <translation>
            <numerusform>%Ln sandbox removed.</numerusform>
            <numerusform>%Ln sandboxes removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sandbox(es) of it are still there: %1.</source>
        <translation>
            <numerusform>%Ln sandbox of it is still there: %1.</numerusform>
            <numerusform>%Ln sandboxes of it are still there: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::app::Recordings</name>
    <message numerus="yes">
        <source>%Ln store(s)</source>
        <translation>
            <numerusform>%Ln store</numerusform>
            <numerusform>%Ln stores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tables</name>
    <message numerus="yes">
        <source>%Ln finding(s)</source>
        <translation>
            <numerusform>%Ln finding</numerusform>
            <numerusform>%Ln findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <translation>
            <numerusform>%Ln lock</numerusform>
            <numerusform>%Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
</context>
</TS>
