// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps an open sheet up to date with its rows and its store.
#include "backends/observe/observer.h"
#include "models/format/format.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/sheets/action_points.h"

#include <algorithm>

namespace lockdesk {

namespace {

constexpr std::size_t mostWeighed = 50; ///< rows whose evidence is combined
// A store that stops right after an answer is reported within two seconds, however slow it usually is.
constexpr auto askAgain = std::chrono::milliseconds{400}; ///< after an answer
constexpr auto patience = std::chrono::milliseconds{900};
constexpr auto mostPatience = std::chrono::milliseconds{1300};
constexpr auto readAgain = std::chrono::seconds{1}; ///< the rows
constexpr auto pointsAgain = std::chrono::seconds{1};

Duration lasted(std::chrono::steady_clock::time_point since)
{
    return std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - since);
}

} // namespace

void ActionFlow::takeUpdate(const Feed* from, const Update& update)
{
    if (m_sheet == nullptr || m_runNumber != 0 || from->index() != m_request.connection)
        return;
    if (update.polled)
        m_readAt = Clock::now();
    if (!m_live.take(update))
        return;
    m_rowsChanged = true;
    m_pointsAt = {};
    tick();
}

// Changed rows are shown at once; leases and the end of the delay are updated by the tick.
void ActionFlow::tick()
{
    if (m_sheet == nullptr || m_finished) {
        m_tick.stop();
        return;
    }
    if (m_runNumber != 0) {
        if (m_waitsFor && lasted(*m_waitsFor) > patience)
            m_sheet->setBusy(
                tr("%1 has not answered for %2. What it does is shown when it answers.")
                    .arg(feed() != nullptr ? feed()->info().name : QString(), format::span(lasted(*m_waitsFor))));
        else
            tellProgress();
        return;
    }
    if (feed() == nullptr) { // the connection was closed
        m_sheet->setNews({tr("The connection was closed."), Tone::expired, true, {}});
        return;
    }
    showVictims();
    showPoints();
    m_sheet->setDelayNote(delayNote());
    showNews();
    if (m_previewNumber == 0 && !m_previewDelay.isActive() && Clock::now() - m_answeredAt >= askAgain)
        askPreview();
    // Polls of a slow or large store are further apart than what is decided here may be old.
    if (Clock::now() - m_readAt >= readAgain && feed()->observer() != nullptr && feed()->health().state == HealthState::live) {
        m_readAt = Clock::now();
        feed()->observer()->try_now();
    }
}

void ActionFlow::showVictims()
{
    const auto [first, last] = m_sheet->victimList()->shown();
    for (std::size_t i = first; i <= last && i < m_live.size(); ++i) {
        SheetVictim victim = victimOf(*feed(), m_live.row(i));
        victim.news = {};
        if (m_live.isGone(i))
            victim.news = tr("gone"), victim.newsTone = Tone::expired;
        else if (m_live.news(i) == LiveVictims::News::changedHands)
            victim.news = tr("changed"), victim.newsTone = Tone::expired;
        m_sheet->setVictim(i, victim);
    }
}

std::vector<SheetPoint> ActionFlow::evidence() const
{
    const auto few = [](auto rows) {
        rows.resize(std::min(rows.size(), mostWeighed), {});
        return rows;
    };
    std::vector<SheetPoint> points = m_fixedEvidence;
    if (const auto locks = few(m_live.rows<LockRow>()); !locks.empty())
        points = lockEvidence(*feed(), locks);
    else if (const auto tasks = few(m_live.rows<TaskRow>()); !tasks.empty())
        points = taskEvidence(*feed(), tasks);
    else if (const auto workers = few(m_live.rows<WorkerRow>()); !workers.empty())
        points = workerEvidence(*feed(), workers);
    else if (const auto messages = few(m_live.rows<MessageRow>()); !messages.empty())
        points = messageEvidence(*feed(), messages);
    if (m_live.size() > mostWeighed)
        points.push_back({Glyph::none, Tone::text2,
                          tr("This is the evidence of the first %1 of %2")
                              .arg(mostWeighed)
                              .arg(format::count(std::int64_t(m_live.size())))});
    return points;
}

void ActionFlow::showPoints()
{
    if (Clock::now() - m_pointsAt < pointsAgain)
        return;
    m_pointsAt = Clock::now();
    m_content.evidence = evidence();
    m_content.consequences = sheetPoints(
        m_preview ? m_ready.action->consequences(m_ready, &*m_preview) : m_request.action->consequences(m_request, nullptr));
    m_sheet->setPoints(m_content.evidence, m_content.consequences);
}

// The store does not answer this sheet or the observer: the rows are old.
std::optional<SheetNews> ActionFlow::noAnswer() const
{
    if (feed()->isStale())
        return SheetNews{tr("%1: %2. What is shown is that old. The sheet goes on when it answers.")
                             .arg(feed()->info().name, format::health(feed()->health(), Clock::now())),
                         Tone::expired,
                         true,
                         {}};
    const auto waits = std::clamp<Clock::duration>(m_usual * 3, patience, mostPatience);
    if (m_waitsFor && Clock::now() - *m_waitsFor > waits)
        return SheetNews{tr("%1 has not answered for %2. The sheet goes on when it answers.")
                             .arg(feed()->info().name, format::span(lasted(*m_waitsFor))),
                         Tone::expired,
                         true,
                         {}};
    return std::nullopt;
}

SheetNews ActionFlow::changedNews(const std::vector<std::size_t>& changed) const
{
    SheetNews out{{}, Tone::expired, changed.size() == m_live.size(), {}};
    const bool any = std::any_of(changed.begin(), changed.end(), [&](std::size_t i) { return !m_live.isGone(i); });
    if (m_live.size() > 1) {
        out.text = tr("%1 of %2 changed hands or are gone: they are left alone.")
                       .arg(format::count(std::int64_t(changed.size())), format::count(std::int64_t(m_live.size())));
        out.takeUp = any ? tr("Take up who holds them now") : QString();
        return out;
    }
    const QString name = format::foreign(m_request.targets.front().key);
    if (m_live.isGone(0)) {
        out.text = tr("%1 is gone: there is nothing to do.").arg(name);
        return out;
    }
    std::string owner;
    FencingToken token;
    std::visit(
        [&](const auto& seen) {
            if constexpr (requires { seen.row.owner; })
                owner = seen.row.owner, token = seen.row.token;
        },
        m_live.row(0));
    const auto locks = m_live.rows<LockRow>();
    if (!locks.empty() && lock_state(locks.front(), feed()->now()) == LockState::cooling) {
        out.text = tr("Changed: %1 is held off until %2 now.")
                       .arg(name, format::clock(*locks.front().cooling_until, feed()->now()));
        out.takeUp = tr("Take it up as it is now");
    } else if (owner.empty()) {
        out.text = tr("Changed: nobody holds %1 now.").arg(name);
        out.takeUp = locks.empty() ? tr("Take it up as it is now") : QString();
    } else {
        out.text = tr("Changed hands: %1 holds it now, token %2.").arg(format::ownerShort(owner), format::token(token));
        out.takeUp = tr("Take up %1").arg(format::ownerShort(owner));
    }
    ActionTarget now = m_request.targets.front();
    now.seen = m_live.row(0);
    now.owner = format::exact(owner);
    now.token = token;
    if (objection(m_request, now, false))
        out.takeUp.clear(); // it cannot be done to what it is now
    return out;
}

SheetNews ActionFlow::news() const
{
    if (const auto silent = noAnswer())
        return *silent;
    if (const auto changed = m_live.which(LiveVictims::News::changedHands); !changed.empty())
        return changedNews(changed);
    const auto renewed = m_live.which(LiveVictims::News::renewed);
    if (renewed.empty())
        return {};
    const bool one = m_live.size() == 1;
    if (m_request.evidenceExpired)
        return {one ? tr("Renewed since: its holder lived then. It was expired when you decided.")
                    : tr("%Ln of them were renewed since: their holders lived then.", nullptr, int(renewed.size())),
                Tone::closing, true, tr("Go on all the same")};
    return {one ? tr("Renewed since this sheet was opened.")
                : tr("%Ln of them were renewed since this sheet was opened.", nullptr, int(renewed.size())),
            Tone::text2,
            false,
            {}};
}

void ActionFlow::showNews() { m_sheet->setNews(news()); }

// Accepts the current rows: a new action with its own preview.
void ActionFlow::takeUp()
{
    if (m_sheet == nullptr || m_runNumber != 0 || feed() == nullptr)
        return;
    const TimePoint now = feed()->now();
    m_live.takeUp(m_request, now);
    if (m_request.targets.empty()) {
        escape();
        emit notice(tr("Nothing is left to do."));
        return;
    }
    m_request.action->weigh(m_request, *feed());
    m_content.victims.assign(m_live.size(), {});
    describe(m_content);
    m_sheet->setContent(m_content);
    m_pointsAt = {};
    previewLater();
    tick();
}

} // namespace lockdesk
