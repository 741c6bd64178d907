// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/recorded_series.h"

#include <algorithm>

namespace lockdesk {

namespace {

template <class Row> void copyRows(const Rows<Row>& from, std::vector<Row>& to)
{
    to.reserve(from.size());
    for (const auto& row : from)
        to.push_back(*row);
}

std::int64_t secondOf(TimePoint at) { return to_us(at) / 1'000'000; }

} // namespace

ChangeBatch batchOf(const RecordedState& rows)
{
    ChangeBatch batch;
    copyRows(rows.locks, batch.locks);
    copyRows(rows.tasks, batch.tasks);
    copyRows(rows.messages, batch.messages);
    copyRows(rows.workers, batch.workers);
    batch.waiters = rows.waiters;
    batch.refusals = rows.refusals;
    batch.audit = rows.audit;
    return batch;
}

ChangeBatch batchOf(RecordedChange& change, const StoreRows& before)
{
    ChangeBatch batch = batchOf(change.rows);
    batch.gone = std::move(change.gone);
    if (!change.lists) {
        batch.waiters = before.waiters;
        batch.refusals = before.refusals;
        batch.audit = before.audit;
    }
    return batch;
}

SteadyPoint steadyOf(TimePoint at)
{
    return SteadyPoint{std::chrono::duration_cast<SteadyPoint::duration>(at.time_since_epoch())};
}

RecordedSeries::RecordedSeries(RecordingFile& file) : m_file(file), m_looked(file.moments()) {}

std::size_t RecordedSeries::first(std::size_t moment) const
{
    return m_file.moment_at(m_file.at(moment) - std::chrono::seconds{History::capacity});
}

bool RecordedSeries::endsASecond(std::size_t moment) const
{
    return moment + 1 == m_file.moments() || secondOf(m_file.at(moment + 1)) != secondOf(m_file.at(moment));
}

// Twice what charts show, so that a step back finds its samples.
void RecordedSeries::keepNear(std::size_t moment)
{
    const std::size_t from = first(first(moment));
    const std::size_t to = m_file.moment_at(m_file.at(moment) + std::chrono::seconds{History::capacity});
    if (m_samples.empty() || (m_samples.begin()->first >= from && m_samples.rbegin()->first <= to))
        return;
    m_samples.erase(m_samples.begin(), m_samples.lower_bound(from));
    m_samples.erase(m_samples.upper_bound(to), m_samples.end());
    const auto place = [this](std::size_t at) { return m_looked.begin() + static_cast<std::ptrdiff_t>(at); };
    std::fill(m_looked.begin(), place(from), false);
    std::fill(place(to + 1), m_looked.end(), false);
}

bool RecordedSeries::fill(std::size_t moment, SteadyPoint until)
{
    keepNear(moment);
    for (std::size_t at = first(moment); at <= moment; ++at) {
        if (m_looked[at])
            continue;
        if (std::chrono::steady_clock::now() >= until)
            return false;
        look(at);
    }
    return true;
}

void RecordedSeries::look(std::size_t moment)
{
    const bool goesOn = m_at && *m_at + 1 == moment;
    const TimePoint at = m_file.at(moment);
    RecordedChange change;
    if (goesOn)
        change = m_file.change(moment);
    else
        change.rows = m_file.state(moment);
    if (!goesOn || change.has_numbers)
        m_numbers = change.rows.numbers;
    if (!goesOn) {
        m_tracker = std::make_unique<Tracker>();
        m_book = {};
    }
    const bool stale = change.rows.stale;
    ChangeBatch batch = goesOn ? batchOf(change, m_tracker->rows()) : batchOf(change.rows);
    batch.snapshot = !goesOn;
    Update update;
    m_tracker->set_clock({true, at, steadyOf(at), 1, m_numbers.offset, m_numbers.uncertainty, change.rows.sandbox});
    if (m_numbers.backlog)
        m_tracker->set_backlog(*m_numbers.backlog);
    m_tracker->apply(std::move(batch), m_file.header().entities, goesOn ? Entities{} : m_file.header().entities, at, update);
    update.clock.store = at;
    update.snapshot = !goesOn;
    m_book.take(update);
    m_at = moment;
    m_looked[moment] = true;
    if (stale || !endsASecond(moment))
        return;
    m_tracker->count(at, steadyOf(at), update);
    static const std::vector<PhaseSummary> none;
    auto sample = History::sampleOf(update.summary.value_or(Summary{}), m_numbers.rates, m_numbers.backlog,
                                    m_book.times(at), update.phases ? *update.phases : none);
    sample.x = static_cast<double>(to_us(at)) / 1000;
    m_samples[moment] = std::move(sample);
}

std::vector<History::Sample> RecordedSeries::samples(std::size_t moment) const
{
    std::vector<History::Sample> out;
    for (auto at = m_samples.lower_bound(first(moment)); at != m_samples.end() && at->first <= moment; ++at)
        out.push_back(at->second);
    return out;
}

} // namespace lockdesk
