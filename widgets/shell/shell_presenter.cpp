// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/shell_presenter.h"

#include "models/feed/feed_set.h"
#include "models/format/format.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"
#include "widgets/shell/sidebar.h"
#include "widgets/shell/status_line.h"
#include "widgets/shell/strip.h"

#include <QCryptographicHash>
#include <QDateTime>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr std::int64_t oldAgeUs = 60'000'000; ///< the threshold of the finding on the oldest age

Duration healthAge(const Health& health)
{
    return std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - health.since);
}

} // namespace

ShellPresenter::ShellPresenter(const PageContext& context, MainWindow* window)
    : QObject(window), m_context(context), m_window(window)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(80);
    connect(&m_soon, &QTimer::timeout, this, &ShellPresenter::refresh);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &ShellPresenter::refresh);
    m_second.start();
    connect(context.feeds, &FeedSet::added, this, [this] { applyShown(); });
    connect(context.feeds, &FeedSet::removed, this, [this] { applyShown(); });
    connect(context.feeds, &FeedSet::updated, this, &ShellPresenter::soon);
    connect(context.feeds, &FeedSet::healthChanged, this, &ShellPresenter::soon);
    connect(context.feeds, &FeedSet::infoChanged, this, &ShellPresenter::soon);
    connect(window, &MainWindow::pageShown, this, &ShellPresenter::soon);
    for (ConsolePage* page : window->pages())
        connect(page, &ConsolePage::statusChanged, this, &ShellPresenter::soon);
    connect(window->strip(), &Strip::chosenChanged, this, [this](const QString& id) {
        m_chosen = id;
        applyShown();
    });
    connect(window->sidebar(), &Sidebar::sourceToggled, this, [this](const QString& id, bool shown) {
        if (shown)
            m_hiddenSources.remove(id);
        else
            m_hiddenSources.insert(id);
        applyShown();
    });
    connect(window, &MainWindow::storeWanted, this, [this](const QString& id) {
        m_hiddenSources.remove(id);
        if (m_chosen != id) {
            m_chosen.clear();
            m_window->strip()->setChosen({});
        }
        applyShown();
    });
    refresh();
}

void ShellPresenter::soon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

void ShellPresenter::applyShown()
{
    QSet<int> indexes;
    bool all = true;
    for (const Feed* feed : m_context.feeds->feeds()) {
        const bool wanted =
            (m_chosen.isEmpty() || feed->info().id == m_chosen) && !m_hiddenSources.contains(feed->info().id);
        all = all && wanted;
        if (wanted)
            indexes.insert(feed->index());
    }
    // An empty set means all; an index that never exists means none.
    if (all)
        indexes.clear();
    else if (indexes.isEmpty())
        indexes.insert(-1);
    m_context.shown->set(indexes);
    m_context.shown->setLayout(layoutName());
    refresh();
}

// Of names that others may choose: settings get their digest.
QString ShellPresenter::layoutName() const
{
    QStringList ids;
    for (const Feed* feed : m_context.feeds->feeds())
        if (m_context.shown->shows(feed->index()))
            ids << feed->info().id;
    if (ids.isEmpty())
        return {};
    ids.sort();
    QCryptographicHash digest(QCryptographicHash::Sha1);
    for (const QString& id : ids)
        digest.addData(id.toUtf8() + char(0));
    return QString::fromLatin1(digest.result().toHex().left(16));
}

QString ShellPresenter::toolTip(const Feed& feed) const
{
    const ConnectionInfo& info = feed.info();
    QStringList lines{info.url, feed.storeKind()};
    if (info.recording)
        lines << tr("a recording: there is no store, and nothing can be changed");
    else if (info.readOnly)
        lines << tr("read-only: the session itself cannot write");
    if (feed.isStale())
        lines << format::engineSentence(feed.health().cause);
    else
        lines << tr("clock offset %1; %2").arg(format::clockOffset(feed.clock()), format::pollCost(feed.cost()))
              << format::engineSentence(feed.health().cause); // of a source that cannot be read
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

void ShellPresenter::refresh()
{
    refreshStrip();
    refreshSources();
    refreshStatus();
}

void ShellPresenter::refreshStrip()
{
    std::vector<StripSegment> segments;
    StripNumbers numbers;
    bool reported = false, waiting = false;
    for (const Feed* feed : m_context.feeds->feeds()) {
        StripSegment s;
        s.id = feed->info().id;
        s.name = feed->info().name;
        s.environment = feed->info().environment;
        s.readOnly = feed->info().readOnly;
        s.recording = feed->info().recording;
        s.toolTip = toolTip(*feed);
        switch (feed->health().state) {
        case HealthState::connecting: s.health = QStringLiteral("connecting"), s.healthText = tr("connecting"); break;
        case HealthState::live: s.health = QStringLiteral("live"), s.healthText = tr("live"); break;
        case HealthState::stale:
            s.health = QStringLiteral("no answer");
            s.healthText = feed->health().refuses ? tr("not read") : tr("no answer");
            s.since = tr("for %1").arg(format::span(healthAge(feed->health())));
            break;
        }
        if (feed->info().recording) { // shows the recorded state, not the health of a store
            s.health = QStringLiteral("paused");
            s.healthText = tr("recording");
            s.since = feed->isStale() ? tr("no answer then") : format::clock(feed->now());
        } else if (feed->health().state == HealthState::live) {
            s.offset = format::clockOffset(feed->clock());
            s.share = format::share(feed->cost().share);
        }
        segments.push_back(s);
        if (!m_context.shown->shows(feed->index()))
            continue;
        const Summary& summary = feed->facts().summary();
        (summary.at == TimePoint{} ? waiting : reported) = true;
        numbers.held += summary.held;
        numbers.closing += summary.closing;
        numbers.expired += summary.expired;
        numbers.more = numbers.more || feed->facts().hasMore(Entity::lock);
        if (summary.oldest)
            numbers.oldestUs = std::max<std::int64_t>(numbers.oldestUs, to_us(*summary.oldest));
    }
    numbers.known = reported || !waiting;
    numbers.oldestAlarms = numbers.oldestUs >= oldAgeUs;
    m_window->strip()->setSegments(segments);
    m_window->strip()->setNumbers(numbers);
}

void ShellPresenter::refreshSources()
{
    std::vector<SidebarSource> sources;
    for (const Feed* feed : m_context.feeds->feeds()) {
        const Summary& summary = feed->facts().summary();
        const auto more = feed->info().moreSources.size();
        const QString source = more == 0 ? feed->info().source : tr("%Ln sources", nullptr, int(more) + 1);
        sources.push_back({feed->info().id, QStringLiteral("%1 · %2").arg(feed->info().name, source),
                           feed->info().environment,
                           summary.at == TimePoint{}
                               ? format::dash()
                               : format::atLeast(summary.held + summary.cooling, feed->facts().hasMore(Entity::lock)),
                           !m_hiddenSources.contains(feed->info().id), feed->isStale()});
    }
    m_window->sidebar()->setSources(sources);
}

void ShellPresenter::refreshStatus()
{
    std::int64_t rows = 0;
    Duration busy{0};
    Duration interval{0}, longest{0}; // expensive polls run less often
    int asked = 0, hinted = 0;
    const Feed* clockOf = nullptr;
    for (const Feed* feed : m_context.feeds->feeds()) {
        if (!m_context.shown->shows(feed->index()) || feed->health().state != HealthState::live)
            continue;
        if (clockOf == nullptr)
            clockOf = feed;
        if (feed->info().recording) // recordings are not polled
            continue;
        const PollCost& cost = feed->cost();
        if (cost.interval == Duration{0}) // its first read is not over
            continue;
        rows += cost.rows;
        busy += cost.busy;
        interval = asked > 0 ? std::min(interval, cost.interval) : cost.interval;
        longest = std::max(longest, cost.interval);
        ++asked;
        hinted += cost.hints ? 1 : 0;
    }
    QStringList parts;
    if (asked > 0) {
        const double ms = double(busy.count()) / 1000.0;
        const auto seconds = [](Duration d) { return QString::number(double(d.count()) / 1e6, 'f', 1); };
        const bool alike = seconds(interval) == seconds(longest);
        parts << tr("polls every %1 s · %2 rows · %3 ms")
                     .arg(alike ? seconds(interval) : tr("%1 to %2").arg(seconds(interval), seconds(longest)))
                     .arg(format::count(rows))
                     .arg(ms, 0, 'f', ms < 10 ? 1 : 0);
        parts << (hinted == asked ? tr("hints on")
                  : hinted == 0   ? tr("no hints")
                                  : tr("hints from %1 of %2 stores").arg(hinted).arg(asked));
    }
    if (clockOf != nullptr)
        parts << tr("times on the store’s clock, shown in %1").arg(format::zone());
    if (const ConsolePage* page = m_window->currentPage(); page != nullptr && !page->statusParts().isEmpty())
        parts = page->statusParts();
    const TimePoint now = clockOf != nullptr ? clockOf->now() : time_from_us(QDateTime::currentMSecsSinceEpoch() * 1000);
    parts << format::timeOfDay(now);
    m_window->statusLine()->setParts(parts);
}

} // namespace lockdesk
