// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/feed.h"

#include <QTimer>

#include <iterator>
#include <utility>

namespace lockdesk {

namespace {

constexpr int feed_frame_ms = 16;
constexpr std::size_t many_to_free = 1000; ///< rows and findings that the window's thread does not free
constexpr std::size_t first_rows = 2000; ///< several screens, and a fiftieth of what is read of a large store

} // namespace

Feed::Feed(ConnectionInfo info, QObject* parent)
    : QObject(parent), m_info(std::move(info)), m_frame(new QTimer(this))
{
    m_frame->setSingleShot(true);
    m_frame->setTimerType(Qt::PreciseTimer);
    connect(m_frame, &QTimer::timeout, this, &Feed::flush);
    m_health.since = std::chrono::steady_clock::now();
}

Feed::~Feed() { stop(); }

void Feed::observe(std::shared_ptr<Store> store, ObserverOptions options)
{
    options.first_rows = first_rows;
    m_observer = std::make_unique<Observer>(std::move(store), std::move(options),
                                            [this](UpdatePtr update) { receive(std::move(update)); });
    m_observer->start();
}

void Feed::stop()
{
    if (m_observer)
        m_observer->stop();
}

void Feed::receive(UpdatePtr update)
{
    {
        const std::lock_guard lock(m_measuring);
        m_leases.take(*update);
    }
    if (m_observer) { // a recording is a file already
        const std::lock_guard lock(m_flying);
        m_flight.take(update, std::chrono::steady_clock::now());
    }
    bool first = false;
    std::vector<std::shared_ptr<const void>> done; // lists of a hundred thousand: freed here, and not in the window's thread
    {
        const std::lock_guard lock(m_mutex);
        done.swap(m_done);
        first = m_inbox.empty();
        m_inbox.push_back(std::move(update));
    }
    if (first)
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (!m_frame->isActive())
                    m_frame->start(feed_frame_ms);
            },
            Qt::QueuedConnection);
}

void Feed::flush()
{
    std::vector<UpdatePtr> updates;
    {
        const std::lock_guard lock(m_mutex);
        updates.swap(m_inbox);
    }
    if (updates.empty())
        return;
    const std::uint64_t last = updates.back()->number;
    std::vector<std::shared_ptr<const void>> done;
    for (UpdatePtr& update : updates) {
        auto findings = m_facts.sharedFindings();
        apply(update);
        if (update->locks.size() + update->tasks.size() + update->messages.size() + findings->size() > many_to_free) {
            done.push_back(std::move(findings));
            done.push_back(std::move(update));
        }
    }
    {
        const std::lock_guard lock(m_mutex);
        m_done.insert(m_done.end(), std::make_move_iterator(done.begin()), std::make_move_iterator(done.end()));
    }
    if (m_observer)
        m_observer->acknowledge(last);
    emit batchApplied();
}

void Feed::apply(const UpdatePtr& update)
{
    const bool health = m_health.state != update->health.state || m_health.cause != update->health.cause
                        || m_health.next_try != update->health.next_try
                        || m_health.refused_logins != update->health.refused_logins;
    m_health = update->health;
    if (update->clock.known) {
        const bool changed =
            m_clock.offset != update->clock.offset || m_clock.uncertainty != update->clock.uncertainty || !m_clock.known;
        m_clock = update->clock;
        if (!m_openedAt)
            m_openedAt = now();
        if (changed)
            emit clockChanged();
    }
    if (update->capabilities)
        m_capabilities = update->capabilities;
    if (update->report)
        m_report = update->report;
    if (update->rewind)
        m_events.clear();
    if (update->partial || update->snapshot)
        m_coming = update->partial ? update->truncated : Entities{};
    m_facts.apply(*update);
    m_workers.apply(*update);
    if (health)
        emit healthChanged();
    if (update->polled) {
        m_cost = update->cost;
        emit pollChanged();
    }
    if (update->findings)
        emit findingsChanged();
    emit updated(update);
    if (!update->events.empty()) {
        m_events.add(update->events);
        emit eventsAppended(update->events);
    }
    if (update->summary)
        emit summaryChanged();
}

void Feed::setOwnFaults(OwnFaults faults)
{
    if (*m_ownFaults == faults)
        return;
    m_ownFaults = std::make_shared<const OwnFaults>(std::move(faults));
    emit ownFaultsChanged();
}

void Feed::setInfo(const ConnectionInfo& info)
{
    if (m_info == info)
        return;
    m_info = info;
    emit infoChanged();
}

TimePoint Feed::now() const { return m_clock.at_steady(std::chrono::steady_clock::now()); }

} // namespace lockdesk
