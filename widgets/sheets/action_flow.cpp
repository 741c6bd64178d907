// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/action_flow.h"

#include "models/format/format.h"
#include "widgets/sheets/action_points.h"

#include <algorithm>

namespace lockdesk {

ActionFlow::ActionFlow(FeedSet* feeds, ActionRunner* runner, QWidget* host)
    : QObject(host), m_feeds(feeds), m_runner(runner), m_host(host)
{
    m_previewDelay.setSingleShot(true);
    m_previewDelay.setInterval(120);
    m_tick.setInterval(200);
    connect(&m_previewDelay, &QTimer::timeout, this, &ActionFlow::askPreview);
    connect(&m_tick, &QTimer::timeout, this, &ActionFlow::tick);
    connect(feeds, &FeedSet::updated, this, [this](Feed* from, const UpdatePtr& update) { takeUpdate(from, *update); });
    connect(runner, &ActionRunner::previewReady, this, &ActionFlow::showPreview);
    connect(runner, &ActionRunner::resultReady, this, &ActionFlow::addResult);
    connect(runner, &ActionRunner::finished, this, &ActionFlow::finish);
    connect(runner, &ActionRunner::lateWrite, this, &ActionFlow::addLateWrite);
}

Feed* ActionFlow::feed() const { return m_feeds->at(m_request.connection); }

QString ActionFlow::open(ActionRequest request, SheetContent content)
{
    const Feed* source = m_feeds->at(request.connection);
    const ConnectionInfo& info = source->info();
    if (info.recording)
        return tr("%1 is a recording: there is no store, and nothing can be changed.").arg(info.name);
    for (const ActionTarget& target : request.targets)
        if (const QString wrong = objection(request, target, false); !wrong.isEmpty())
            return wrong; // it names the row
    escape();
    m_request = m_ready = std::move(request);
    m_live.begin(m_request);
    m_tasks.clear();
    m_results.clear();
    m_preview.reset();
    m_runNumber = m_previewNumber = 0;
    m_finished = m_rowsChanged = m_stopping = false;
    m_waitsFor.reset();
    m_usual = {};
    describe(m_request, content);
    content.readOnly = info.readOnly;
    m_fixedConsequences = content.consequences;
    m_fixedEvidence = content.evidence;
    m_content = std::move(content);
    m_content.evidence = evidence();
    m_sheet = new ActionSheet(m_host);
    m_sheet->setContent(m_content);
    connect(m_sheet, &ActionSheet::delayChanged, this, &ActionFlow::takeDelay);
    connect(m_sheet, &ActionSheet::reasonChanged, this, &ActionFlow::previewLater);
    connect(m_sheet, &ActionSheet::submitted, this, &ActionFlow::submit);
    connect(m_sheet, &ActionSheet::takeUpRequested, this, &ActionFlow::takeUp);
    connect(m_sheet, &ActionSheet::stopRequested, this, [this] {
        m_runner->cancel(m_runNumber);
        m_stopping = true;
        tellProgress();
    });
    connect(m_sheet, &ActionSheet::victimsScrolled, this, &ActionFlow::showVictims);
    return {};
}

void ActionFlow::begin()
{
    takeDelay();
    m_sheet->start();
    m_previewDelay.stop();
    askPreview();
    m_pointsAt = Clock::now();
    m_tick.start();
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
    const bool many = victimCount(request) > std::int64_t(mostInOneClick);
    content.mustType = production || many ? confirmation(request, info.name) : QString();
    if (content.ownerHeader.isEmpty())
        content.ownerHeader =
            request.kind == ActionKind::retryDead || request.kind == ActionKind::requeue ? tr("topic") : tr("owner");
    const bool message = request.kind == ActionKind::retryDead || request.kind == ActionKind::requeue;
    const bool worker = request.kind == ActionKind::orderWorker;
    content.tokenHeader = message ? tr("tries") : worker ? tr("pid") : tr("token");
    content.leftHeader = message                            ? tr("age")
                         : worker                           ? tr("last heartbeat")
                         : content.nameHeader == tr("task") ? tr("due")
                                                            : tr("lease left");
    const std::string store = source->capabilities() != nullptr ? source->capabilities()->store : std::string();
    const bool sql = store == "sqlite" || store == "postgresql" || store == "mariadb";
    content.commandsTitle = sql ? tr("SQL that will run") : tr("Commands that will run");
    const auto* lock = request.targets.empty() ? nullptr : std::get_if<LockSeen>(&request.targets.front().seen);
    if (lock != nullptr && lock->row.quorum)
        content.commandsNote =
            tr("The same goes to each of its %1 servers. A lock that changed hands in the meantime is left alone.")
                .arg(lock->row.quorum->servers.size());
    else if (content.nameHeader == tr("lock"))
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

// What is shown is no longer what would run: an answer on its way shows commands with the old input.
void ActionFlow::previewLater()
{
    m_sheet->setPreviewPending();
    if (m_previewNumber != 0)
        m_runner->cancel(m_previewNumber);
    m_previewNumber = 0;
    m_previewDelay.start();
}

QString ActionFlow::delayNote() const
{
    const auto chosen = m_sheet->delay();
    if (!chosen || feed() == nullptr || m_request.kind == ActionKind::advanceTask)
        return {};
    const TimePoint now = feed()->now();
    if (m_request.kind != ActionKind::relockTask)
        return tr("until %1 on the store's clock").arg(format::clock(add(now, Duration{*chosen}), now));
    QStringList times;
    const auto waited = m_tasks.empty() ? Duration{0} : now - m_tasks.front().updated_at;
    const auto timeout = m_tasks.empty() ? Duration{0} : m_tasks.front().lock_timeout;
    for (const Duration at : nextTries(m_sheet->delayText(), waited, timeout, 10))
        times += format::clock(add(now, at), now);
    return tr("next ten times if it keeps failing: %1").arg(times.join(QStringLiteral(", ")));
}

void ActionFlow::askPreview()
{
    if (m_sheet == nullptr || m_runNumber != 0 || feed() == nullptr)
        return;
    if (m_sheet->showsWrongDelay()) {
        m_waitsFor.reset();
        return;
    }
    m_request.reason = m_sheet->reason();
    m_live.refreshEvidence(m_request, feed()->now());
    m_asked = m_request;
    m_previewNumber = m_runner->preview(m_asked);
    if (!m_waitsFor) // else the store owes an answer since then already
        m_waitsFor = Clock::now();
}

void ActionFlow::showPreview(const ActionPreview& preview)
{
    if (m_sheet == nullptr || preview.number != m_previewNumber || m_runNumber != 0)
        return;
    m_previewNumber = 0;
    m_answeredAt = Clock::now();
    m_usual = m_answeredAt - m_waitsFor.value_or(m_answeredAt);
    m_waitsFor.reset();
    const auto works = [](const ActionPreview::Item& item) { return item.asked && item.failure.isEmpty(); };
    const bool any = std::any_of(preview.items.begin(), preview.items.end(), works);
    if (!preview.failure.isEmpty() || (!any && !preview.items.empty())) {
        m_sheet->setPreviewError(!preview.failure.isEmpty() ? preview.failure : preview.items.front().failure);
        return tick();
    }
    m_ready = m_asked;
    m_preview = preview;
    m_pointsAt = {};
    showPoints();
    QStringList lines;
    for (const auto& item : preview.items)
        if (!item.commandLine.isEmpty())
            lines += item.commandLine;
    m_sheet->setPreview(commandsText(m_ready, preview), lines);
    showNews();
}

std::vector<SheetPoint> ActionFlow::consequencesOf(const ActionPreview& preview) const
{
    std::vector<SheetPoint> points = m_fixedConsequences;
    if (m_ready.kind == ActionKind::forceRelease)
        for (SheetPoint& point : forceConsequences(m_ready, preview))
            points.push_back(std::move(point));
    return points;
}

void ActionFlow::submit()
{
    m_previewDelay.stop();
    m_request = m_ready;
    m_runNumber = m_runner->run(m_ready);
    m_waitsFor = Clock::now();
    tellProgress();
}

// Of thousands each is asked on its own: how far that is, and a way to leave the others alone.
void ActionFlow::tellProgress()
{
    const std::size_t many = m_request.targets.size();
    if (many < 2)
        return m_sheet->setBusy(tr("Asking the store"));
    const QString asked = format::count(std::int64_t(m_results.size())), all = format::count(std::int64_t(many));
    m_sheet->setBusy((m_stopping ? tr("%1 of %2 asked. The others are left alone.") : tr("%1 of %2 asked")).arg(asked, all),
                     !m_stopping);
}

void ActionFlow::addResult(const ActionResult& result)
{
    if (m_quiet.contains(result.number))
        emit notice(format::ownerShort(result.key.toStdString()) + QStringLiteral(": ") + result.text);
    if (result.number != m_runNumber || m_runNumber == 0)
        return;
    m_waitsFor = Clock::now(); // the next one's turn
    m_results.push_back({format::foreign(result.key), result.outcome == ActionResult::Outcome::done, result.text});
    if (m_sheet != nullptr)
        m_sheet->setResult(m_results.size() - 1, m_results.back());
}

void ActionFlow::finish(quint64 number, int done, int changed, int failed)
{
    m_quiet.remove(number);
    if (number != m_runNumber || m_runNumber == 0)
        return;
    m_waitsFor.reset();
    m_finished = true;
    QString summary = tr("%1 done, %2 changed hands, %3 failed")
                          .arg(format::count(done), format::count(changed), format::count(failed));
    if (const auto left = std::int64_t(m_request.targets.size()) - std::int64_t(m_results.size()); m_stopping && left > 0)
        summary = tr("%1; %2 were left alone").arg(summary, format::count(left));
    emit notice(m_results.size() == 1 ? m_results.front().name + QStringLiteral(": ") + m_results.front().text : summary);
    if (m_sheet == nullptr)
        return;
    const bool watches = m_request.kind == ActionKind::forceRelease && done > 0 && !endsSessions(m_request);
    QString foot = watches ? tr("Watching for 60 s: a late write that the fence refuses appears here.") : summary;
    if (watches && m_results.size() > 1)
        foot = summary + QStringLiteral(". ") + foot;
    m_sheet->setResults(m_results, foot);
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
    if (m_previewNumber != 0)
        m_runner->cancel(m_previewNumber);
    m_previewNumber = 0;
    m_previewDelay.stop();
    m_sheet->close();
    m_sheet = nullptr;
    return true;
}

} // namespace lockdesk
