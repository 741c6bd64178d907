<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Findings</name>
    <message numerus="yes">
        <source>%Ln finding(s), worst first</source>
        <translation>
            <numerusform>%Ln finding, worst first</numerusform>
            <numerusform>%Ln findings, worst first</numerusform>
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
    <name>lockdesk::ActionFlow</name>
    <message numerus="yes">
        <source>%n waiter(s) wait until the hold-off is over, then wake</source>
        <translation>
            <numerusform>%n waiter waits until the hold-off is over, then wakes</numerusform>
            <numerusform>%n waiters wait until the hold-off is over, then wake</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s) wake at once</source>
        <translation>
            <numerusform>%n waiter wakes at once</numerusform>
            <numerusform>%n waiters wake at once</numerusform>
        </translation>
    </message>
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
        <source>%n of them were renewed: their holders live.</source>
        <translation>
            <numerusform>%n of them was renewed: its holder lives.</numerusform>
            <numerusform>%n of them were renewed: their holders live.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them were renewed meanwhile: their holders live.</source>
        <translation>
            <numerusform>%n of them was renewed meanwhile: its holder lives.</numerusform>
            <numerusform>%n of them were renewed meanwhile: their holders live.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::ActionSheet</name>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n command</numerusform>
            <numerusform>%n commands</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::ActivityPage</name>
    <message numerus="yes">
        <source>%n forced action(s)</source>
        <translation>
            <numerusform>%n forced action</numerusform>
            <numerusform>%n forced actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n forced action(s) in the stores&apos; audit</source>
        <translation>
            <numerusform>%n forced action in the stores&apos; audit</numerusform>
            <numerusform>%n forced actions in the stores&apos; audit</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::Banner</name>
    <message numerus="yes">
        <source>%n more do not answer.</source>
        <translation>
            <numerusform>%n more does not answer.</numerusform>
            <numerusform>%n more do not answer.</numerusform>
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
    <name>lockdesk::RowPage</name>
    <message numerus="yes">
        <source>lockdesk_%1, %n row(s)</source>
        <translation>
            <numerusform>lockdesk_%1, %n row</numerusform>
            <numerusform>lockdesk_%1, %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::ShellPresenter</name>
    <message numerus="yes">
        <source>%n sources</source>
        <translation>
            <numerusform>%n source</numerusform>
            <numerusform>%n sources</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::Strip</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::TimelinePage</name>
    <message numerus="yes">
        <source>%n lane(s)</source>
        <translation>
            <numerusform>%n lane</numerusform>
            <numerusform>%n lanes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::WorkersPage</name>
    <message numerus="yes">
        <source>%n started from this window; only these can be crashed or frozen</source>
        <translation>
            <numerusform>%n started from this window; only this one can be crashed or frozen</numerusform>
            <numerusform>%n started from this window; only these can be crashed or frozen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockdesk::app::Lessons</name>
    <message numerus="yes">
        <source>%n sandbox(es) removed.</source>
        <translation>
            <numerusform>%n sandbox removed.</numerusform>
            <numerusform>%n sandboxes removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sandbox(es) of it are still there: %1.</source>
        <translation>
            <numerusform>%n sandbox of it is still there: %1.</numerusform>
            <numerusform>%n sandboxes of it are still there: %1.</numerusform>
        </translation>
    </message>
</context>
</TS>
