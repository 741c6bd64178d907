// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be asked for, each as a request and the sheet's first words about it.
#include "backends/engine/contracts/session_locks.h"
#include "backends/engine/rules/backoff.h"
#include "backends/engine/text/text.h"
#include "models/actions/lock_record.h"
#include "models/format/format.h"
#include "widgets/sheets/action_flow.h"

#include <algorithm>

namespace lockdesk {

namespace {

constexpr std::size_t firstVictims = 50; ///< the others are put into words when they come into view

ActionTarget targetOf(const LockRow& lock, TimePoint now)
{
    return {format::exact(lock.name), format::exact(lock.owner), lock.token, LockSeen{lock, now}};
}

// What is asked as one must be of one format: each has a session and statements of its own.
std::optional<QString> commonSource(const Feed& feed, const std::vector<LockRow>& locks)
{
    const QString source = sourceOf(feed.info(), locks.front());
    const bool same =
        std::all_of(locks.begin(), locks.end(), [&](const LockRow& lock) { return sourceOf(feed.info(), lock) == source; });
    return same ? std::optional(source) : std::nullopt;
}

ActionTarget targetOf(const TaskRow& task, TimePoint now)
{
    return {format::exact(task.id), format::exact(task.owner), task.token, TaskSeen{task, now}};
}

ActionTarget targetOf(const MessageRow& message, TimePoint now)
{
    return {format::exact(message.id), format::exact(message.owner), message.token, MessageSeen{message, now}};
}

ActionTarget targetOf(const WorkerRow& worker, TimePoint now)
{
    return {format::exact(worker.id), {}, {}, WorkerSeen{worker, now}};
}

template <class Row>
void takeTargets(const Feed& feed, const std::vector<Row>& rows, ActionRequest& request, SheetContent& content)
{
    content.victims.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        request.targets.push_back(targetOf(rows[i], feed.now()));
        if (i < firstVictims)
            content.victims[i] = victimOf(feed, rows[i]);
    }
}

} // namespace

QString ActionFlow::forceRelease(int connection, const std::vector<LockRow>& locks, bool holdOff)
{
    const Feed* source = m_feeds->at(connection);
    if (source == nullptr || locks.empty())
        return tr("Select a held lock first.");
    const auto from = commonSource(*source, locks);
    if (!from)
        return tr("Select locks of one source: each is asked on its own.");
    ActionRequest request{.kind = ActionKind::forceRelease, .connection = connection, .source = *from};
    const bool session = endsSessions(request);
    // Records of others have no place for it.
    const bool cools = *from == QLatin1String("lockdesk") && !locks.front().quorum;
    if (!cools && holdOff)
        return session ? tr("A session lock has no cooling: force-unlock it, which ends its session.")
                       : tr("The source %1 has no cooling: a lock of it can be unlocked, but not held off.")
                             .arg(format::foreign(*from));
    SheetContent content;
    takeTargets(*source, locks, request, content);
    // Only when every lock is shown as expired is that the evidence: a renewed one is then left alone.
    request.evidenceExpired = std::all_of(locks.begin(), locks.end(), [&](const LockRow& lock) {
        return lock_state(lock, source->judged(lock)) == LockState::expired;
    });
    if (holdOff)
        request.holdOff = std::chrono::minutes{5};
    content.nameHeader = tr("lock");
    content.footNote = session
                           ? tr("The holder is told by its own connection, and ends its work as lost. Written to the audit.")
                           : tr("Then Lockdesk watches for 60 s and reports every late write that the fence refuses. "
                                "Written to the audit.");
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    if (!cools) {
        begin();
        return {};
    }
    m_sheet->setDelay(
        {locks.size() > 1 ? tr("Hold off: nobody may take them for") : tr("Hold off: nobody may take it for"),
         {QStringLiteral("30s"), QStringLiteral("1m"), QStringLiteral("5m"), QStringLiteral("15m"), QStringLiteral("1h")},
         QStringLiteral("5m"),
         true,
         holdOff});
    begin();
    return {};
}

QString ActionFlow::extendLocks(int connection, const std::vector<LockRow>& locks)
{
    const Feed* source = m_feeds->at(connection);
    if (source == nullptr || locks.empty())
        return tr("Select a held lock first.");
    const auto from = commonSource(*source, locks);
    if (!from)
        return tr("Select locks of one source: each is asked on its own.");
    if (session_lock_kind(from->toStdString()))
        return tr("A session lock has no lease: it lasts as long as its session.");
    ActionRequest request{.kind = ActionKind::extendLock, .connection = connection, .source = *from};
    SheetContent content;
    takeTargets(*source, locks, request, content);
    content.nameHeader = tr("lock");
    content.danger = false;
    content.consequences = {{Glyph::play, Tone::text2, tr("The lease ends later; it is never shortened")},
                            {Glyph::triangle, Tone::closing, tr("A dead holder keeps others out for longer")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    m_sheet->setDelay({tr("Lease from now"),
                       {QStringLiteral("30s"), QStringLiteral("1m"), QStringLiteral("5m"), QStringLiteral("1h")},
                       QStringLiteral("1m"),
                       false,
                       true});
    begin();
    return {};
}

QString ActionFlow::relock(int connection, const std::vector<TaskRow>& tasks)
{
    const Feed* source = m_feeds->at(connection);
    if (source == nullptr || tasks.empty())
        return tr("Select a task first.");
    ActionRequest request{.kind = ActionKind::relockTask, .connection = connection};
    SheetContent content;
    takeTargets(*source, tasks, request, content);
    content.nameHeader = tr("task");
    content.consequences = {{Glyph::clockHands, Tone::text2, tr("No worker may take it before the wait is over")},
                            {Glyph::check, Tone::live, tr("The old worker's late advance is refused: its token is spent")},
                            {Glyph::triangle, Tone::closing, tr("The step may run twice: the old worker is not stopped")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    m_tasks = tasks;
    SheetDelay delay{tr("Due again in"),
                     {tr("progressive"), tr("exponential"), QStringLiteral("0"), QStringLiteral("10s"),
                      QStringLiteral("30s"), QStringLiteral("90s"), QStringLiteral("5m")},
                     tr("progressive"),
                     false,
                     true};
    delay.wrong = tr("Write progressive, exponential, or a number and a unit, such as 90s or 5m.");
    delay.read = [this](const QString& text) -> std::optional<std::int64_t> {
        if (m_tasks.empty() || feed() == nullptr)
            return std::nullopt;
        const auto waited = feed()->now() - m_tasks.front().updated_at;
        const auto next = nextTries(text, waited, m_tasks.front().lock_timeout, 1);
        return next.empty() ? std::nullopt : std::optional(to_us(next.front()));
    };
    m_sheet->setDelay(delay);
    begin();
    return {};
}

QString ActionFlow::unlock(int connection, const std::vector<TaskRow>& tasks)
{
    const Feed* source = m_feeds->at(connection);
    if (source == nullptr || tasks.empty())
        return tr("Select a task first.");
    ActionRequest request{.kind = ActionKind::unlockTask, .connection = connection};
    SheetContent content;
    takeTargets(*source, tasks, request, content);
    content.nameHeader = tr("task");
    content.consequences = {{Glyph::play, Tone::text2, tr("Due at once: the next claim may take it")},
                            {Glyph::check, Tone::live, tr("The old worker's late advance is refused: its token is spent")},
                            {Glyph::triangle, Tone::closing, tr("The step may run twice: the old worker is not stopped")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    begin();
    return {};
}

QString ActionFlow::advance(int connection, const std::vector<TaskRow>& tasks, const QStringList& phases)
{
    const Feed* source = m_feeds->at(connection);
    if (source == nullptr || tasks.empty())
        return tr("Select a held task first.");
    ActionRequest request{.kind = ActionKind::advanceTask, .connection = connection};
    request.toPhase = phases.isEmpty() ? QString() : phases.front();
    SheetContent content;
    takeTargets(*source, tasks, request, content);
    content.nameHeader = tr("task");
    content.consequences = {{Glyph::play, Tone::text2, tr("Goes to the next phase as if its worker had finished")},
                            {Glyph::triangle, Tone::closing, tr("What the step should have done is not done")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    m_phases = phases;
    QStringList names;
    for (const QString& phase : phases)
        names += format::foreign(phase);
    SheetDelay to{tr("To phase"), names, format::foreign(request.toPhase), false, true};
    to.wrong = tr("Choose or write a phase.");
    to.read = [](const QString& text) { return text.isEmpty() ? std::nullopt : std::optional<std::int64_t>(0); };
    m_sheet->setDelay(to);
    begin();
    return {};
}

QString ActionFlow::retryDead(int connection, const std::vector<MessageRow>& messages)
{
    const Feed* source = m_feeds->at(connection);
    if (source == nullptr || messages.empty())
        return tr("Select a dead message first.");
    ActionRequest request{.kind = ActionKind::retryDead, .connection = connection};
    for (const MessageRow& message : messages)
        request.targets.push_back(targetOf(message, source->now()));
    return openRetry(std::move(request), messages);
}

QString ActionFlow::retryAllDead(int connection, const std::vector<MessageRow>& known)
{
    const Feed* source = m_feeds->at(connection);
    if (source == nullptr)
        return tr("No store is connected.");
    ActionRequest request{.kind = ActionKind::retryDead, .connection = connection};
    request.all = std::max(std::int64_t(known.size()), source->backlog() ? source->backlog()->dead : 0);
    return openRetry(std::move(request), known);
}

QString ActionFlow::openRetry(ActionRequest request, const std::vector<MessageRow>& shown)
{
    const Feed* source = m_feeds->at(request.connection);
    SheetContent content;
    for (const MessageRow& message : shown)
        content.victims.push_back(victimOf(*source, message));
    content.evidence = messageEvidence(*source, shown);
    content.nameHeader = tr("message");
    content.danger = false;
    if (request.targets.empty())
        content.evidence.insert(content.evidence.begin(),
                                {Glyph::diamond, Tone::expired, tr("All dead messages of this outbox")});
    if (const auto unseen = victimCount(request) - std::int64_t(shown.size()); unseen > 0)
        content.evidence.push_back(
            {Glyph::none, Tone::text2, tr("%1 of them are not shown here").arg(format::count(unseen))});
    content.consequences = {{Glyph::play, Tone::text2, tr("Pending again with 0 tries, due now")},
                            {Glyph::triangle, Tone::closing, tr("A receiver that did get it sees the same id again")}};
    if (const QString wrong = open(std::move(request), content); !wrong.isEmpty())
        return wrong;
    begin();
    return {};
}

QString ActionFlow::requeue(int connection, const std::vector<MessageRow>& messages)
{
    const Feed* source = m_feeds->at(connection);
    if (source == nullptr || messages.empty())
        return tr("Select a message first.");
    ActionRequest request{.kind = ActionKind::requeue, .connection = connection};
    SheetContent content;
    takeTargets(*source, messages, request, content);
    content.nameHeader = tr("message");
    content.danger = false;
    content.consequences = {{Glyph::play, Tone::text2, tr("Pending again, due now")},
                            {Glyph::triangle, Tone::closing, tr("May be delivered twice: receivers must check ids")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    begin();
    return {};
}

QString ActionFlow::orderWorkers(int connection, const std::vector<WorkerRow>& workers, WorkerControl control)
{
    const Feed* source = m_feeds->at(connection);
    if (source == nullptr || workers.empty())
        return tr("Select a worker first.");
    ActionRequest request{.kind = ActionKind::orderWorker, .connection = connection};
    request.control = control;
    SheetContent content;
    takeTargets(*source, workers, request, content);
    const QString& environment = source->info().environment;
    const bool guarded = environment == QLatin1String("production") || environment == QLatin1String("staging");
    if (!guarded && workers.size() <= mostInOneClick && !source->info().recording && !source->info().readOnly) {
        m_quiet.insert(m_runner->run(request));
        return {};
    }
    content.nameHeader = tr("worker");
    content.danger = control.order == WorkerOrder::stop;
    content.consequences = {{Glyph::clockHands, Tone::text2, tr("It obeys at its next heartbeat")}};
    switch (control.order) {
    case WorkerOrder::pause:
        content.consequences.push_back({Glyph::bars, Tone::closing, tr("It takes nothing new until it is told to run")});
        break;
    case WorkerOrder::slow:
        content.consequences.push_back(
            {Glyph::wave, Tone::closing, tr("Each step takes %1 longer").arg(format::longSpan(control.slow_by))});
        break;
    case WorkerOrder::stop:
        content.consequences.push_back({Glyph::triangle, Tone::closing, tr("It ends: nobody starts it again from here")});
        break;
    case WorkerOrder::run: content.consequences.push_back({Glyph::play, Tone::text2, tr("It takes work again")}); break;
    }
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    begin();
    return {};
}

} // namespace lockdesk
