// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/action_flow.h"

#include "models/format/format.h"
#include "widgets/sheets/action_points.h"

#include <algorithm>

namespace lockdesk {

namespace {

// True if it runs at once: of few rows, neither in staging nor in production.
bool needsNoSheet(const ActionRequest& request, const ConnectionInfo& info)
{
    const bool guarded =
        info.environment == QLatin1String("production") || info.environment == QLatin1String("staging") || info.readOnly;
    return request.action->atOnce() && !guarded && request.targets.size() <= mostInOneClick;
}

} // namespace

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

std::optional<Objection> ActionFlow::start(ActionRequest request)
{
    const Feed* source = m_feeds->at(request.connection);
    if (const auto wrong = objection(request, source))
        return wrong;
    if (!m_asksAlways && needsNoSheet(request, source->info()))
        m_quiet.insert(m_runner->run(request));
    else
        open(std::move(request));
    return std::nullopt;
}

void ActionFlow::open(ActionRequest request)
{
    escape();
    m_request = m_ready = std::move(request);
    m_live.begin(m_request);
    m_results.clear();
    m_preview.reset();
    m_runNumber = m_previewNumber = 0;
    m_finished = m_rowsChanged = m_stopping = false;
    m_waitsFor.reset();
    m_usual = {};
    m_content = firstContent();
    m_fixedEvidence = m_content.evidence;
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
    showInput();
    takeDelay();
    m_sheet->start();
    m_previewDelay.stop();
    askPreview();
    m_pointsAt = m_readAt = Clock::now();
    m_tick.start();
}

// The shown commands are outdated; a pending preview has the old input, too.
void ActionFlow::previewLater()
{
    m_sheet->setPreviewPending();
    if (m_previewNumber != 0)
        m_runner->cancel(m_previewNumber);
    m_previewNumber = 0;
    m_previewDelay.start();
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
    if (!m_waitsFor) // else an earlier answer is still pending
        m_waitsFor = Clock::now();
}

void ActionFlow::showPreview(const ActionPreview& preview)
{
    if (m_sheet == nullptr || preview.number != m_previewNumber || m_runNumber != 0)
        return;
    m_previewNumber = 0;
    m_answeredAt = Clock::now();
    if (preview.failure && preview.failure->connection_lost) { // no answer: it is still waited for
        m_sheet->setPreviewPending();
        if (!m_preview)
            m_sheet->setPreviewError(format::engineSentence(preview.failure->message));
        return tick();
    }
    m_usual = m_answeredAt - m_waitsFor.value_or(m_answeredAt);
    m_waitsFor.reset();
    const bool any = std::any_of(preview.items.begin(), preview.items.end(), [](const auto& item) { return item.works(); });
    if (preview.failure || (!any && !preview.items.empty())) {
        m_sheet->setPreviewError(preview.failure ? format::engineSentence(preview.failure->message)
                                                 : whyNoPreview(preview.items.front()));
        return tick();
    }
    m_ready = m_asked;
    m_preview = preview;
    m_content.title = m_content.verb = m_ready.action->title(m_ready);
    m_sheet->setTitle(m_content.title);
    m_pointsAt = {};
    showPoints();
    QStringList lines;
    for (const auto& item : preview.items)
        if (!item.commandLine.isEmpty())
            lines += item.commandLine;
    m_sheet->setPreview(commandsText(m_ready, preview), lines);
    showNews();
}

void ActionFlow::submit()
{
    m_previewDelay.stop();
    m_request = m_ready;
    m_runNumber = m_runner->run(m_ready);
    m_waitsFor = Clock::now();
    tellProgress();
}

// Thousands of targets run one by one: shows the progress and offers to stop.
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
    m_waitsFor = Clock::now(); // for the next target
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
    emit notice(m_results.size() == 1 ? m_results.front().sentence() : summary);
    if (m_sheet == nullptr)
        return;
    const bool watches = done > 0 && m_request.action->isWatched(m_request);
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
