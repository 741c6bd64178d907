// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/action_flow.h"

#include "backends/engine/backoff.h"
#include "backends/engine/session_locks.h"
#include "backends/engine/text.h"
#include "models/format.h"
#include "models/lock_record.h"

#include <QComboBox>
#include <QLineEdit>

#include <algorithm>

namespace lockdesk {

namespace {

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

void addSessionEnd(const SessionEnd& ends, std::vector<SheetPoint>& points)
{
    const QString session = format::foreign(ends.session), program = format::foreign(ends.program);
    if (session.isEmpty())
        return points.push_back(
            {Glyph::unknown, Tone::text2, ActionFlow::tr("The session is gone already: nothing will happen")});
    points.push_back({Glyph::diamond, Tone::expired,
                      program.isEmpty()
                          ? ActionFlow::tr("The whole session %1 ends: its program must connect again").arg(session)
                          : ActionFlow::tr("The whole session %1 of %2 ends: it must connect again").arg(session, program)});
    points.push_back(ends.in_transaction
                         ? SheetPoint{Glyph::triangle, Tone::closing, ActionFlow::tr("Its open transaction rolls back")}
                         : SheetPoint{Glyph::ring, Tone::text2, ActionFlow::tr("It has no transaction open")});
    QStringList others;
    for (const std::string& name : ends.also_frees)
        others += format::foreign(name);
    if (!others.isEmpty())
        points.push_back(
            {Glyph::triangle, Tone::closing, ActionFlow::tr("Also freed: %1").arg(others.join(QStringLiteral(", ")))});
}

ActionTarget targetOf(const TaskRow& task, TimePoint now)
{
    return {format::exact(task.id), format::exact(task.owner), task.token, TaskSeen{task, now}};
}

ActionTarget targetOf(const MessageRow& message, TimePoint now)
{
    return {format::exact(message.id), format::exact(message.owner), message.token, MessageSeen{message, now}};
}

template <class Row>
void takeTargets(const Feed& feed, const std::vector<Row>& rows, ActionRequest& request, SheetContent& content)
{
    for (const Row& row : rows) {
        request.targets.push_back(targetOf(row, feed.now()));
        content.victims.push_back(victimOf(feed, row));
    }
}

SheetPoint protectionPoint(Protection protection, const ActionRequest& request)
{
    QStringList tokens;
    for (const ActionTarget& target : request.targets)
        if (const QString token = format::token(target.token); tokens.size() < 3 && !tokens.contains(token))
            tokens += token;
    const QString which = tokens.join(ActionFlow::tr(" or "));
    switch (protection) {
    case Protection::row:
        return {Glyph::check, Tone::live,
                ActionFlow::tr("Protected, same row: late writes that pass the fence with token %1 are refused").arg(which)};
    case Protection::floor:
        return {Glyph::check, Tone::live, ActionFlow::tr("Protected by a larger token, where the resource checks it")};
    case Protection::weak:
        return {Glyph::triangle, Tone::closing, ActionFlow::tr("Weakly protected: tokens of this source may start again")};
    case Protection::none: break;
    }
    return {Glyph::triangle, Tone::closing, ActionFlow::tr("Not protected: this source has no tokens")};
}

} // namespace

ActionFlow::ActionFlow(FeedSet* feeds, ActionRunner* runner, QWidget* host)
    : QObject(host), m_feeds(feeds), m_runner(runner), m_host(host)
{
    m_previewDelay.setSingleShot(true);
    m_previewDelay.setInterval(120);
    connect(&m_previewDelay, &QTimer::timeout, this, &ActionFlow::askPreview);
    connect(runner, &ActionRunner::previewReady, this, &ActionFlow::showPreview);
    connect(runner, &ActionRunner::resultReady, this, &ActionFlow::addResult);
    connect(runner, &ActionRunner::finished, this, &ActionFlow::finish);
    connect(runner, &ActionRunner::lateWrite, this, &ActionFlow::addLateWrite);
}

Feed* ActionFlow::feed() const { return m_feeds->at(m_request.connection); }

QString ActionFlow::forceUnlock(int connection, const std::vector<LockRow>& locks, bool holdOff)
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
        return lock_state(lock, source->now()) == LockState::expired;
    });
    if (holdOff)
        request.holdOff = std::chrono::minutes{5};
    content.nameHeader = tr("lock");
    content.evidence = lockEvidence(*source, locks);
    content.footNote = session
                           ? tr("The holder is told by its own connection, and ends its work as lost. Written to the audit.")
                           : tr("Then Lockdesk watches for 60 s and reports every late write that the fence refuses. "
                                "Written to the audit.");
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    if (!cools) {
        m_sheet->start();
        askPreview();
        return {};
    }
    m_sheet->setDelay(
        {locks.size() > 1 ? tr("Hold off: nobody may take them for") : tr("Hold off: nobody may take it for"),
         {QStringLiteral("30s"), QStringLiteral("1m"), QStringLiteral("5m"), QStringLiteral("15m"), QStringLiteral("1h")},
         QStringLiteral("5m"),
         true,
         holdOff});
    takeDelay();
    m_sheet->start();
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
    content.evidence = lockEvidence(*source, locks);
    content.consequences = {{Glyph::play, Tone::text2, tr("The lease ends later; it is never shortened")},
                            {Glyph::triangle, Tone::closing, tr("A dead holder keeps others out for longer")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    m_sheet->setDelay({tr("Lease from now"),
                       {QStringLiteral("30s"), QStringLiteral("1m"), QStringLiteral("5m"), QStringLiteral("1h")},
                       QStringLiteral("1m"),
                       false,
                       true});
    takeDelay();
    m_sheet->start();
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
    content.evidence = taskEvidence(*source, tasks);
    content.consequences = {{Glyph::clockHands, Tone::text2, tr("No worker may take it before the wait is over")},
                            {Glyph::check, Tone::live, tr("The old worker's late advance is refused: its token is spent")},
                            {Glyph::triangle, Tone::closing, tr("The step may run twice: the old worker is not stopped")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    m_tasks = tasks;
    SheetDelay delay{tr("Due again in"),
                     {QStringLiteral("progressive"), QStringLiteral("exponential"), QStringLiteral("0"),
                      QStringLiteral("10s"), QStringLiteral("30s"), QStringLiteral("90s"), QStringLiteral("5m")},
                     QStringLiteral("progressive"),
                     false,
                     true};
    delay.read = [this](const QString& text) -> std::optional<std::int64_t> {
        if (m_tasks.empty() || feed() == nullptr)
            return std::nullopt;
        const auto waited = feed()->now() - m_tasks.front().updated_at;
        const auto next = nextTries(text, waited, m_tasks.front().lock_timeout, 1);
        return next.empty() ? std::nullopt : std::optional(to_us(next.front()));
    };
    m_sheet->setDelay(delay);
    takeDelay();
    m_sheet->start();
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
    content.evidence = taskEvidence(*source, tasks);
    content.consequences = {{Glyph::play, Tone::text2, tr("Due at once: the next claim may take it")},
                            {Glyph::check, Tone::live, tr("The old worker's late advance is refused: its token is spent")},
                            {Glyph::triangle, Tone::closing, tr("The step may run twice: the old worker is not stopped")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    m_sheet->start();
    askPreview();
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
    content.evidence = taskEvidence(*source, tasks);
    content.consequences = {{Glyph::play, Tone::text2, tr("Goes to the next phase as if its worker had finished")},
                            {Glyph::triangle, Tone::closing, tr("What the step should have done is not done")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    m_phases = phases;
    QStringList names;
    for (const QString& phase : phases)
        names += format::foreign(phase);
    SheetDelay to{tr("To phase"), names, format::foreign(request.toPhase), false, true};
    to.read = [](const QString& text) { return text.isEmpty() ? std::nullopt : std::optional<std::int64_t>(0); };
    m_sheet->setDelay(to);
    takeDelay();
    m_sheet->start();
    return {};
}

QString ActionFlow::retryDead(int connection, const std::vector<MessageRow>& messages)
{
    const Feed* source = m_feeds->at(connection);
    if (source == nullptr)
        return tr("Select a dead message first.");
    ActionRequest request{.kind = ActionKind::retryDead, .connection = connection};
    SheetContent content;
    takeTargets(*source, messages, request, content);
    content.nameHeader = tr("message");
    content.danger = false;
    for (const MessageRow& message : messages)
        if (!message.last_error.empty() && content.evidence.size() < 6)
            content.evidence.push_back({Glyph::cross, Tone::expired, format::foreign(message.last_error)});
    if (messages.empty())
        content.evidence = {{Glyph::diamond, Tone::expired, tr("All dead messages of this outbox")}};
    content.consequences = {{Glyph::play, Tone::text2, tr("Pending again with 0 tries, due now")},
                            {Glyph::triangle, Tone::closing, tr("A receiver that did get it sees the same id again")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    m_sheet->start();
    askPreview();
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
    content.consequences = {{Glyph::play, Tone::text2, tr("Pending again, due now")},
                            {Glyph::triangle, Tone::closing, tr("May be delivered twice: receivers must check ids")}};
    if (const QString wrong = open(request, content); !wrong.isEmpty())
        return wrong;
    m_sheet->start();
    askPreview();
    return {};
}

QString ActionFlow::open(ActionRequest request, SheetContent content)
{
    const Feed* source = m_feeds->at(request.connection);
    const ConnectionInfo& info = source->info();
    if (info.recording)
        return tr("%1 is a recording: there is no store, and nothing can be changed.").arg(info.name);
    for (const ActionTarget& target : request.targets)
        if (const QString wrong = objection(request, target, false); !wrong.isEmpty())
            return format::foreign(target.key) + QStringLiteral(": ") + wrong;
    escape();
    m_request = std::move(request);
    m_tasks.clear();
    m_results.clear();
    m_runNumber = 0;
    describe(m_request, content);
    content.readOnly = info.readOnly;
    m_fixedConsequences = content.consequences;
    m_content = std::move(content);
    m_sheet = new ActionSheet(m_host);
    m_sheet->setContent(m_content);
    connect(m_sheet, &ActionSheet::delayChanged, this, &ActionFlow::takeDelay);
    connect(m_sheet, &ActionSheet::reasonChanged, this, &ActionFlow::previewLater);
    connect(m_sheet, &ActionSheet::submitted, this, &ActionFlow::submit);
    return {};
}

void ActionFlow::describe(const ActionRequest& request, SheetContent& content) const
{
    const Feed* source = m_feeds->at(request.connection);
    const ConnectionInfo& info = source->info();
    const bool production = info.environment == QLatin1String("production");
    content.title = content.verb = actionTitle(request);
    content.environment = info.environment;
    content.subtitle = tr("%1 · source %2")
                           .arg(info.name, format::foreign(content.nameHeader == tr("lock") ? request.source : info.source));
    content.needsReason = production;
    content.mustType = production ? confirmation(request, info.name) : QString();
    if (content.ownerHeader.isEmpty())
        content.ownerHeader =
            request.kind == ActionKind::retryDead || request.kind == ActionKind::requeue ? tr("topic") : tr("owner");
    const bool message = request.kind == ActionKind::retryDead || request.kind == ActionKind::requeue;
    content.tokenHeader = message ? tr("tries") : tr("token");
    content.leftHeader = message ? tr("age") : content.nameHeader == tr("task") ? tr("due") : tr("lease left");
    const std::string store = source->capabilities() != nullptr ? source->capabilities()->store : std::string();
    const bool sql = store == "sqlite" || store == "postgresql" || store == "mariadb";
    content.commandsTitle = sql ? tr("SQL that will run") : tr("Commands that will run");
    if (content.nameHeader == tr("lock"))
        content.commandsNote =
            endsSessions(request)
                ? tr("Another session that holds it in the meantime is left alone, and you see it.")
                : tr("A lock that changed hands in the meantime is left alone, and you see its new holder.");
    else if (content.nameHeader == tr("task"))
        content.commandsNote = tr("A task that changed hands in the meantime is left alone.");
}

// A phase is chosen or typed as it is shown.
QString ActionFlow::chosenPhase(const QString& text) const
{
    const auto known = std::find_if(m_phases.begin(), m_phases.end(), [&](const QString& phase) {
        return format::foreign(phase).remove(QLatin1Char(' ')) == text;
    });
    return known != m_phases.end() ? *known : text;
}

void ActionFlow::takeDelay()
{
    if (m_sheet == nullptr)
        return;
    const Duration chosen{m_sheet->delay().value_or(0)};
    if (m_request.kind == ActionKind::forceRelease)
        m_request.holdOff = chosen;
    else if (m_request.kind == ActionKind::advanceTask)
        m_request.toPhase = chosenPhase(m_sheet->delayText());
    else
        m_request.wait = chosen;
    m_sheet->setDelayNote(delayNote());
    previewLater();
}

void ActionFlow::previewLater()
{
    m_sheet->setPreviewPending();
    m_previewNumber = 0; // an answer on its way shows commands with the old input
    m_previewDelay.start();
}

QString ActionFlow::delayNote() const
{
    const auto chosen = m_sheet->delay();
    if (!chosen || feed() == nullptr || m_request.kind == ActionKind::advanceTask)
        return {};
    const TimePoint now = feed()->now();
    if (m_request.kind != ActionKind::relockTask)
        return tr("until %1 on the store's clock").arg(format::clock(add(now, Duration{*chosen})));
    QStringList times;
    const auto waited = m_tasks.empty() ? Duration{0} : now - m_tasks.front().updated_at;
    const auto timeout = m_tasks.empty() ? Duration{0} : m_tasks.front().lock_timeout;
    for (const Duration at : nextTries(m_sheet->delayText(), waited, timeout, 10))
        times += format::clock(add(now, at));
    return tr("next ten times if it keeps failing: %1").arg(times.join(QStringLiteral(", ")));
}

void ActionFlow::askPreview()
{
    if (m_sheet == nullptr || m_runNumber != 0)
        return;
    m_request.reason = m_sheet->reason();
    m_previewNumber = m_runner->preview(m_request);
}

void ActionFlow::showPreview(const ActionPreview& preview)
{
    if (m_sheet == nullptr || preview.number != m_previewNumber || m_runNumber != 0)
        return;
    if (!preview.failure.isEmpty()) {
        m_sheet->setPreviewError(preview.failure);
        return;
    }
    QStringList commands;
    QStringList lines;
    qint64 wakes = 0;
    bool twice = false;
    Protection protection = Protection::row;
    for (const auto& item : preview.items) {
        commands += item.failure.isEmpty() ? item.commands.join(QLatin1Char('\n')) : QStringLiteral("-- ") + item.failure;
        lines += item.commandLine;
        wakes += item.wakes;
        twice |= item.mayRunTwice;
        protection = std::max(protection, item.protection);
    }
    if (m_request.kind == ActionKind::forceRelease) {
        m_content.consequences = m_fixedConsequences;
        auto& points = m_content.consequences;
        if (endsSessions(m_request))
            points.push_back({Glyph::play, Tone::text2, tr("Whoever tries next gets it")});
        else if (wakes > 0)
            points.push_back({Glyph::play, Tone::text2,
                              m_request.holdOff.count() > 0
                                  ? tr("%n waiter(s) wait until the hold-off is over, then wake", nullptr, int(wakes))
                                  : tr("%n waiter(s) wake at once", nullptr, int(wakes))});
        else
            points.push_back({Glyph::play, Tone::text2, tr("Nobody waits for it")});
        for (const auto& item : preview.items)
            if (item.ends)
                addSessionEnd(*item.ends, points);
        if (twice && !endsSessions(m_request))
            points.push_back({Glyph::triangle, Tone::closing,
                              m_request.targets.size() > 1 ? tr("The runs may happen twice: no holder is stopped")
                                                           : tr("The run may happen twice: its holder is not stopped")});
        points.push_back(protectionPoint(protection, m_request));
        points.push_back({Glyph::triangle, Tone::closing, tr("Not protected: mails and calls to other systems")});
        m_sheet->setContent(m_content);
    }
    m_sheet->setPreview(commands.join(QLatin1Char('\n')), lines);
}

void ActionFlow::submit()
{
    m_request.reason = m_sheet->reason();
    m_previewDelay.stop();
    m_sheet->setBusy(tr("Asking the store"));
    m_runNumber = m_runner->run(m_request);
}

void ActionFlow::addResult(const ActionResult& result)
{
    if (result.number == m_runNumber && m_runNumber != 0)
        m_results.push_back({format::foreign(result.key), result.outcome == ActionResult::Outcome::done, result.text});
}

void ActionFlow::finish(quint64 number, int done, int changed, int failed)
{
    if (number != m_runNumber || m_runNumber == 0)
        return;
    const QString summary = tr("%1 done, %2 changed hands, %3 failed").arg(done).arg(changed).arg(failed);
    emit notice(m_results.size() == 1 ? m_results.front().name + QStringLiteral(": ") + m_results.front().text : summary);
    if (m_sheet == nullptr)
        return;
    const bool watches = m_request.kind == ActionKind::forceRelease && done > 0 && !endsSessions(m_request);
    m_sheet->setResults(m_results,
                        watches ? tr("Watching for 60 s: a late write that the fence refuses appears here.") : summary);
}

void ActionFlow::addLateWrite(const LateWrite& write)
{
    emit notice(write.text);
    if (m_sheet != nullptr && m_runNumber != 0 && write.connection == m_request.connection)
        m_sheet->addNotice({Glyph::diamond, Tone::expired, write.text});
}

bool ActionFlow::escape()
{
    if (m_sheet == nullptr)
        return false;
    m_sheet->close();
    m_sheet = nullptr;
    return true;
}

} // namespace lockdesk
