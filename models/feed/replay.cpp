// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/replay.h"

#include "backends/observe/recording/report_json.h"
#include "models/format/format.h"

#include <algorithm>
#include <cmath>

namespace lockdesk {

namespace {

constexpr std::size_t shownEvents = 20'000; ///< as many as a feed keeps
constexpr std::size_t mostForward = 200;    ///< moments replayed one by one; beyond, the position is set at once
constexpr int replayFrameMs = 50;
constexpr int chartMs = 100; ///< charts need not follow every frame
constexpr auto chartSlice = std::chrono::milliseconds{20};

} // namespace

Replay::Replay(std::unique_ptr<RecordingFile> file, const QString& name, FeedSet* feeds, QObject* parent)
    : QObject(parent), m_file(std::move(file)), m_series(*m_file), m_name(name), m_feeds(feeds),
      m_capabilities(std::make_shared<const Capabilities>(m_file->header().capabilities))
{
    ConnectionInfo info;
    info.id = QStringLiteral("recording:") + name;
    info.name = name;
    if (!m_file->header().environment.empty())
        info.environment = format::foreign(m_file->header().environment);
    info.source = format::foreign(m_file->header().capabilities.source);
    info.readOnly = true;
    info.recording = true;
    m_feed = feeds->add(info);
    m_timer.setInterval(replayFrameMs);
    connect(&m_timer, &QTimer::timeout, this, &Replay::advance);
    m_charting.setSingleShot(true);
    connect(&m_charting, &QTimer::timeout, this, &Replay::fillCharts);
    if (auto report = report_of(m_file->header().facts))
        m_report = std::make_shared<const StoreReport>(std::move(*report));
    if (!isEmpty())
        show(begin());
}

Replay::~Replay()
{
    if (m_feeds && m_feeds->feeds().end() != std::find(m_feeds->feeds().begin(), m_feeds->feeds().end(), m_feed))
        m_feeds->remove(m_feed);
}

QString Replay::damage() const { return format::foreign(m_file->damage()); }
TimePoint Replay::begin() const { return isEmpty() ? TimePoint{} : m_file->at(0); }
TimePoint Replay::end() const { return isEmpty() ? TimePoint{} : m_file->at(m_file->moments() - 1); }
bool Replay::canStep(int direction) const { return m_moment && m_file->moved(*m_moment, direction) != *m_moment; }

void Replay::seek(TimePoint at)
{
    if (isEmpty())
        return;
    at = std::clamp(at, begin(), end());
    m_playedFrom = at;
    m_playedAt = std::chrono::steady_clock::now();
    show(at);
}

void Replay::step(int direction)
{
    pause();
    if (m_moment)
        seek(m_file->at(m_file->moved(*m_moment, direction)));
}

void Replay::play()
{
    if (m_playing || isEmpty())
        return;
    if (m_position >= end())
        seek(begin());
    m_playing = true;
    m_playedFrom = m_position;
    m_playedAt = std::chrono::steady_clock::now();
    m_timer.start();
    tellClock();
    emit stateChanged();
}

void Replay::pause()
{
    if (!m_playing)
        return;
    m_playing = false;
    m_timer.stop();
    tellClock();
    emit stateChanged();
}

void Replay::setSpeed(double speed)
{
    m_playedFrom = m_position;
    m_playedAt = std::chrono::steady_clock::now();
    m_speed = speed;
    tellClock();
    emit stateChanged();
}

void Replay::advance()
{
    const auto gone = std::chrono::steady_clock::now() - m_playedAt;
    const auto at = m_playedFrom + std::chrono::duration_cast<Duration>(gone * m_speed);
    show(std::min(at, end()));
    if (at >= end())
        pause();
}

void Replay::show(TimePoint at)
{
    const std::size_t moment = m_file->moment_at(at);
    m_position = at;
    if (m_moment != moment) {
        if (m_moment && moment > *m_moment && moment - *m_moment <= mostForward)
            forward(moment);
        else
            rewind(moment);
        m_moment = moment;
    } else if (!m_playing) {
        tellClock();
    }
    if (m_history) {
        m_history->setInstant(m_feed->index(), static_cast<double>(to_us(at)) / 1000);
        if (!m_charting.isActive())
            m_charting.start(m_playing ? chartMs : 0);
    }
    emit moved();
}

void Replay::chart(History* history)
{
    m_history = history;
    if (m_moment)
        show(m_position);
}

void Replay::repeatRows()
{
    if (m_moment)
        rewind(*m_moment);
}

// In slices: the first pass over ten minutes of a large store takes a while.
void Replay::fillCharts()
{
    if (!m_history || !m_moment)
        return;
    if (m_series.fill(*m_moment, std::chrono::steady_clock::now() + chartSlice))
        m_history->setRecorded(m_feed->index(), m_series.samples(*m_moment));
    else
        m_charting.start(0);
}

ClockState Replay::clock(const RecordedState& rows) const
{
    return {true,
            m_position,
            std::chrono::steady_clock::now(),
            m_playing ? m_speed : 0.0,
            rows.numbers.offset,
            rows.numbers.uncertainty,
            rows.sandbox};
}

void Replay::rewind(std::size_t moment)
{
    const RecordedState rows = m_file->state(moment);
    m_tracker = std::make_unique<Tracker>();
    m_numbers = rows.numbers;
    auto update = std::make_shared<Update>();
    update->rewind = update->snapshot = true;
    ChangeBatch batch = batchOf(rows);
    batch.snapshot = true;
    tell(update, std::move(batch), moment, rows, true);
    update->events = m_file->events(moment, shownEvents);
    update->findings = std::make_shared<const Findings>(rows.findings);
    update->rates = m_numbers.rates;
    m_feed->receive(std::move(update));
}

void Replay::forward(std::size_t moment)
{
    for (std::size_t next = *m_moment + 1; next <= moment; ++next) {
        RecordedChange change = m_file->change(next);
        if (change.has_numbers)
            m_numbers = change.rows.numbers;
        auto update = std::make_shared<Update>();
        ChangeBatch batch = batchOf(change, m_tracker->rows());
        tell(update, std::move(batch), next, change.rows, false);
        update->events = std::move(change.events);
        if (change.has_findings)
            update->findings = std::make_shared<const Findings>(std::move(change.rows.findings));
        update->rates = m_numbers.rates;
        m_feed->receive(std::move(update));
    }
}

void Replay::tell(std::shared_ptr<Update> update, ChangeBatch batch, std::size_t moment, const RecordedState& rows,
                  bool fresh)
{
    const TimePoint at = m_file->at(moment);
    const Entities all = m_file->header().entities;
    update->number = ++m_number;
    update->polled = true;
    update->capabilities = m_capabilities;
    update->report = m_report;
    update->clock = clock(rows);
    update->cost = rows.cost;
    m_health.state = rows.stale ? HealthState::stale : HealthState::live;
    m_health.cause = rows.cause;
    m_health.since = std::chrono::steady_clock::now();
    update->health = m_health;
    m_tracker->set_clock(update->clock);
    if (m_numbers.backlog)
        m_tracker->set_backlog(*m_numbers.backlog);
    // The age that a poll may have had when this was recorded.
    const auto looked = at - std::max(Duration{0}, rows.cost.interval - Duration{std::chrono::seconds{1}});
    m_tracker->apply(std::move(batch), all, fresh ? all : Entities{}, at, *update, looked);
    m_tracker->count(at, steadyOf(at), *update); // the findings are the recorded ones
    update->truncated = m_numbers.truncated;
    update->about = m_numbers.about;
    update->backlog = m_numbers.backlog;
}

// The rows are unchanged; only the rate of the clock differs.
void Replay::tellClock()
{
    if (!m_moment)
        return;
    auto update = std::make_shared<Update>();
    update->number = ++m_number;
    update->health = m_health;
    update->capabilities = m_capabilities;
    update->clock = m_feed->clock();
    update->clock.known = true;
    update->clock.store = m_position;
    update->clock.at = std::chrono::steady_clock::now();
    update->clock.rate = m_playing ? m_speed : 0.0;
    m_feed->receive(std::move(update));
}

} // namespace lockdesk
