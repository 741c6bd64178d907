// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/locks/locks_page.h"

#include "backends/engine/rules/lease_end.h"
#include "models/actions/lock_record.h"
#include "models/feed/reasons.h"
#include "models/format/format.h"
#include "models/format/worker_words.h"
#include "models/format/record_text.h"
#include "models/tables/lease_info.h"
#include "models/tables/locks_model.h"
#include "models/tables/workers_model.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>

namespace lockdesk {

namespace {

constexpr Duration usualHoldOff = std::chrono::minutes{5};
constexpr Duration usualMaintenance = std::chrono::hours{1};

const LockRow& lockOf(const TableEntry& entry) { return entry.as<LockRow>(); }

std::vector<ColumnLook> locksColumnLooks()
{
    using C = LocksModel;
    return {{C::State, 84, CellKind::state},
            {C::Name, 172, CellKind::mono},
            {C::LeaseLeft, 170, CellKind::lease, false, false, 300},
            {C::Owner, 142, CellKind::owner, false, true, 320},
            {C::Token, 62, CellKind::monoNumber, false, true},
            {C::StoreName, 84, CellKind::store, false, false, 140},
            {C::Source, 90, CellKind::text2, false, true},
            {C::Waiting, 70, CellKind::number, false, true},
            {C::Acquired, 90, CellKind::time, false, true},
            {C::Holds, 60, CellKind::number, false, true},
            {C::Renewals, 78, CellKind::number, false, true}};
}

} // namespace

LocksPage::LocksPage(const PageContext& context, QWidget* parent)
    : RowPage(context,
              {QStringLiteral("locks"), tr("Locks"), QStringLiteral("lock"), QStringLiteral("-state:free"),
               tr("No lock is here."), tr("Whoever holds a lock appears here, with what is left of the lease.")},
              new LocksModel(context.feeds), locksColumnLooks(), parent)
{
    QAction* forced = addRowAction(tr("Force unlock…"), QStringLiteral("unlock"), Placement::toolRow,
                                   [this] { return forceRelease(false); });
    forced->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_U));
    forced->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(forced);
    addRowAction(tr("Hold off…"), QStringLiteral("hold"), Placement::toolRow, [this] { return forceRelease(true); });
    m_endHoldOff = addRowAction(tr("End hold-off…"), QStringLiteral("clock"), Placement::toolRow,
                                [this] { return endHoldOff(); });
    addRowAction(tr("Extend…"), QStringLiteral("extend"), Placement::menu, [this] { return extend(); });
    addRowAction(tr("Hold off for maintenance…"), QStringLiteral("hold"), Placement::menu, [this] { return beginMaintenance(); });
    addRowAction(tr("Copy command"), QStringLiteral("copy"), Placement::detail, [this] { return copyCommand(); });
    addColumnsButton();
}

std::pair<int, std::vector<LockRow>> LocksPage::held() const
{
    auto [connection, locks] = selection<LockRow>(lockOf);
    std::erase_if(locks, [](const LockRow& lock) { return lock.owner.empty(); });
    return {connection, std::move(locks)};
}

std::optional<Objection> LocksPage::forceRelease(bool holdOff)
{
    const auto [connection, locks] = held();
    ActionRequest request = requestOf(actions::forceRelease(), context().feeds->at(connection), locks);
    request.holdOff = holdOff ? usualHoldOff : Duration{0};
    return flow()->start(std::move(request));
}

std::optional<Objection> LocksPage::endHoldOff()
{
    auto [connection, locks] = selection<LockRow>(lockOf);
    std::erase_if(locks, [](const LockRow& lock) { return !lock.owner.empty() || !lock.cooling_until; });
    return flow()->start(requestOf(actions::endHoldOff(), context().feeds->at(connection), locks));
}

std::optional<Objection> LocksPage::extend()
{
    const auto [connection, locks] = held();
    return flow()->start(requestOf(actions::extendLock(), context().feeds->at(connection), locks));
}

std::optional<Objection> LocksPage::beginMaintenance()
{
    const auto [connection, locks] = selection<LockRow>(lockOf);
    ActionRequest request = requestOf(actions::beginMaintenance(), context().feeds->at(connection), locks);
    request.holdOff = usualMaintenance;
    return flow()->start(std::move(request));
}

std::optional<Objection> LocksPage::copyCommand()
{
    const auto [connection, locks] = held();
    const Feed* feed = context().feeds->at(connection);
    if (feed == nullptr || locks.empty())
        return Objection{Objection::Why::nothingToRelease};
    QStringList lines;
    for (const LockRow& lock : locks) {
        ActionRequest request = requestOf(actions::forceRelease(), feed, std::vector{lock});
        request.evidenceExpired = false; // nobody has been shown that
        lines += commandLine(storeArgument(feed->info()), request, request.targets.front());
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    emit notice(tr("Copied the command that force-unlocks it."));
    return std::nullopt;
}

void LocksPage::startStep(NextStep step)
{
    if (step == NextStep::force_release)
        say(forceRelease(false));
}

DetailContent LocksPage::contentOf(const TableEntry& entry) const
{
    const LockRow& lock = lockOf(entry);
    DetailContent content;
    fillHead(entry, content);
    content.name = format::foreign(lock.name);
    if (const Feed* feed = feedOf(entry); feed != nullptr && !feed->isStale())
        content.subtitle = tr("%1 · source %2").arg(feed->info().name, format::foreign(lock.source));
    content.record = format::exact(recordText(lock));
    const Feed* feed = feedOf(entry);
    if (feed == nullptr)
        return content;
    const TimePoint judged = judgedAt(*feed, lock);
    content.state = QString::fromLatin1(word(lock_state(lock, judged)));
    content.headline = format::leaseLong(lock, judged, feed->clock().uncertainty);
    if (lock_state(lock, judged) == LockState::held || lock_state(lock, judged) == LockState::closing)
        content.headline = (lease_end(lock) ? tr("%1, lease ends %2") : tr("%1, %2"))
                               .arg(format::state(word(lock_state(lock, judged))), content.headline);
    content.lease = leaseTime(entry, lock);
    content.why = whyStuck(*feed, lock);
    fillFacts(*feed, lock, content);
    fillFindings(entry, Entity::lock, key_of(lock), content);
    fillEvents(entry, {Entity::lock, key_of(lock), lock.name, sourceOf(feed->info(), lock)}, content);
    return content;
}

// The foot of the detail is narrow: a lock that is held off has only the button that ends it.
bool LocksPage::offersInDetail(const QAction* action, const TableEntry& entry) const
{
    const Feed* feed = feedOf(entry);
    const bool cooling =
        feed != nullptr && lock_state(lockOf(entry), judgedAt(*feed, lockOf(entry))) == LockState::cooling;
    return (action == m_endHoldOff) == cooling;
}

std::optional<LeaseTime> LocksPage::leaseTime(const TableEntry& entry, const LockRow& lock) const
{
    const Feed* feed = feedOf(entry);
    const TimePoint now = feed->now();
    LeaseTime time;
    time.now = now;
    time.uncertainty = feed->clock().uncertainty;
    if (lock.owner.empty()) {
        if (!lock.cooling_until || *lock.cooling_until <= now)
            return std::nullopt;
        time.cooling = true;
        time.from = lock.released_at.value_or(now);
        time.until = lock.cooling_until;
        return time;
    }
    // Only the recent past matters: shows at most three leases.
    const Duration lease = lock.lease.value_or(std::chrono::seconds{30});
    time.from = lock.acquired_at.value_or(lock.renewed_at.value_or(now));
    if (lease < std::chrono::hours{24} && now - time.from > lease * 3)
        time.from = now - lease * 3;
    time.until = lease_end(lock);
    for (const Event& event : feed->events().of(Entity::lock, key_of(lock)))
        if (event.kind == EventKind::renewed && event.at >= time.from)
            time.renewed.push_back(event.at);
    if (time.until && feed->facts().locksRead())
        time.missed = missedRenewals(time.renewed, std::min(*feed->facts().locksRead(), now), *time.until);
    if (const WorkerRow* holder = feed->workers().of(lock.owner, lock.acquired_at)) {
        time.beatsKnown = true;
        for (const TimePoint beat : feed->workers().beatsOf(holder->id))
            if (beat >= time.from)
                time.beats.push_back(beat);
    }
    return time;
}

void LocksPage::fillFacts(const Feed& feed, const LockRow& lock, DetailContent& content) const
{
    const TimePoint now = feed.now();
    const bool taken = !lock.owner.empty();
    content.facts.push_back({taken ? tr("owner") : tr("last owner"),
                             format::foreign(taken ? lock.owner : lock.last_owner),
                             {},
                             Tone::text,
                             true,
                             {}});
    if (lock.token != FencingToken{} || lock.key.empty())
        content.facts.push_back({tr("token"),
                                 format::token(lock.token),
                                 taken ? tr("%Ln hold(s)", nullptr, int(lock.holds)) : QString(),
                                 Tone::text,
                                 true,
                                 {}});
    if (lock.acquired_at)
        content.facts.push_back(
            {tr("acquired"), format::clock(*lock.acquired_at, now),
             tr("%1, renewed %Ln time(s)", nullptr, int(lock.renewals)).arg(format::past(now - *lock.acquired_at)),
             Tone::text, false, format::absolute(*lock.acquired_at)});
    if (const auto end = lease_end(lock))
        content.facts.push_back({tr("expires"), format::clockWithMillis(*end, now),
                                 tr("store's clock, %1").arg(format::clockOffset(feed.clock())), Tone::text, false,
                                 format::absolute(*end)});
    if (lock.cooling_until && *lock.cooling_until > now)
        content.facts.push_back({tr("cooling until"), format::clock(*lock.cooling_until, now), format::foreign(lock.reason),
                                 Tone::cooling, false, format::absolute(*lock.cooling_until)});
    fillHolder(feed, lock, content);
    QStringList waiters;
    for (const WaiterRow& waiter : lock.key.empty() ? feed.facts().waitersOf(lock.name) : std::vector<WaiterRow>{})
        waiters += format::ownerShort(waiter.owner);
    if (waiters.isEmpty() && lock.waiters > 0)
        waiters += tr("%Ln subscribed", nullptr, int(lock.waiters));
    content.facts.push_back(
        {tr("waiters"), waiters.isEmpty() ? tr("none") : waiters.join(QStringLiteral(", ")), {}, Tone::text, false, {}});
    if (const auto advice = feed.measured([&](const LeaseBook& book) { return book.advice(key_of(lock)); }); advice && (advice->holds > 0 || advice->died > 0))
        content.facts.push_back({tr("measured"),
                                 format::evidence(advice_text(*advice), now),
                                 {},
                                 advice->verdict == LeaseVerdict::short_ ? Tone::closing : Tone::text,
                                 false,
                                 {}});
    if (!lock.doubt.empty())
        content.facts.push_back({tr("doubt"), format::foreign(lock.doubt), {}, Tone::closing, false, {}});
}

// Describes the holder: a worker with a heartbeat, a session, several servers.
void LocksPage::fillHolder(const Feed& feed, const LockRow& lock, DetailContent& content)
{
    const TimePoint now = feed.now();
    if (const QString session = sessionText(lock); !session.isEmpty()) {
        content.facts.push_back({tr("session"), session, {}, Tone::text, false, {}});
        if (const QString statement = sessionStatement(lock); !statement.isEmpty())
            content.facts.push_back({tr("last ran"), statement, {}, Tone::text2, true, {}});
        return;
    }
    if (const auto& quorum = lock.quorum) {
        content.facts.push_back({tr("quorum"),
                                 tr("%1 of %2 hold it").arg(quorum->held).arg(quorum->servers.size()),
                                 tr("%1 needed, valid for %2").arg(quorum->quorum).arg(format::span(quorum->valid)),
                                 quorum->held >= quorum->quorum ? Tone::text : Tone::expired,
                                 false,
                                 {}});
        for (const ServerVote& server : quorum->servers) {
            const bool other = server.says == ServerSays::other_owner;
            const bool fine = server.says == ServerSays::held;
            QString more = other ? format::ownerShort(server.owner) : QString();
            if (fine && server.left)
                more = tr("for %1").arg(format::span(*server.left));
            content.facts.push_back({format::foreign(server.server), format::state(word(server.says)), more,
                                     fine    ? Tone::text
                                     : other ? Tone::closing
                                             : Tone::expired,
                                     false, format::foreign(server.owner)});
        }
        return;
    }
    if (const auto& draw = lock.draw)
        content.facts.push_back({tr("draw"),
                                 tr("%1 of %2 places taken").arg(format::count(draw->accepted), format::count(draw->places)),
                                 tr("%1 ranked").arg(format::count(draw->ranked)),
                                 Tone::text,
                                 false,
                                 {}});
    if (!lock.owner.empty()) {
        const WorkerRow* worker = feed.workers().of(lock.owner, lock.acquired_at);
        if (worker != nullptr)
            content.facts.push_back(
                {tr("worker"), tr("%1 on %2").arg(format::roles(worker->role), format::foreign(worker->host)),
                 worker->doing.empty() ? tr("pid %1").arg(worker->pid)
                                       : tr("pid %1, %2").arg(worker->pid).arg(format::workerDoing(worker->doing)),
                 Tone::text, false, format::foreign(worker->id)});
        if (worker == nullptr)
            content.facts.push_back({tr("heartbeat"), tr("none"), tr("from this owner"), Tone::text2, false, {}});
        else {
            const auto health = worker_health(*worker, judgedNow(feed));
            const Duration ago = now - worker->beat_at;
            content.facts.push_back(
                {tr("heartbeat"), format::clock(worker->beat_at, now),
                 health == WorkerHealth::silent ? tr("silent for %1").arg(format::span(ago)) : format::past(ago),
                 health == WorkerHealth::silent ? Tone::expired
                 : health == WorkerHealth::late ? Tone::closing
                                                : Tone::text,
                 false, format::absolute(worker->beat_at)});
        }
    }
}

} // namespace lockdesk
