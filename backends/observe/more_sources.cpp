// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/more_sources.h"

#include "backends/observe/stopwatch.h"

#include <unordered_set>

namespace lockdesk {

namespace {

using std::chrono::steady_clock;

constexpr Duration least_pause = std::chrono::milliseconds{900}, longest_pause = std::chrono::minutes{1};
constexpr auto retry_after = std::chrono::seconds{5};
constexpr std::size_t most_draws = 50;

// The separator is a space that no keyboard types, so that no lock has such a name by chance.
std::string key_in(const std::string& source, const std::string& name) { return source + ":\u00A0" + name; }

} // namespace

MoreSources::MoreSources(Store& store, const SessionOptions& options, std::vector<std::string> sources, double most_share,
                         std::size_t most_rows)
    : m_most_rows(most_rows), m_most_share(most_share)
{
    for (std::string& name : sources) {
        if (session_lock_kind(name)) {
            m_session_locks = true;
            continue;
        }
        auto own = options;
        own.source = name;
        m_sources.push_back(std::make_unique<Source>(std::move(name), Access{&store, std::move(own)}));
    }
}

double MoreSources::share() const { return static_cast<double>(m_usual.count()) / static_cast<double>(m_every.count()); }

std::string MoreSources::problem() const
{
    std::string text;
    for (const auto& [source, what] : m_problems)
        text += (text.empty() ? "" : "; ") + ("Source " + source + " cannot be read: " + what);
    for (const std::string& source : m_cut)
        text += (text.empty() ? "" : "; ")
                + ("Source " + source + " has more than " + std::to_string(m_most_rows) + " locks: only the first are shown");
    return text;
}

void MoreSources::add_to(ChangeBatch& batch, Session& session)
{
    const auto now = steady_clock::now();
    const bool look = now - m_read >= m_every;
    m_spent = Duration{0};
    const Stopwatch watch(runs_in_process(session.capabilities()));
    add_draws(batch, session, look);
    if (look) {
        m_read = now;
        RowsByKey rows;
        if (m_session_locks && session.capabilities().session_locks)
            read_session_locks(session, rows);
        for (const auto& source : m_sources)
            read(*source, rows);
        tell(std::move(rows), batch);
        // Measured apart: the average with many cheap reads of our own rows would hide a few expensive ones.
        m_spent = watch.of_store();
        m_usual =
            m_usual == Duration{0} ? m_spent : (m_usual + std::min(m_spent, m_usual * 4)) / 2; // hanging is no work
        const Duration wanted{static_cast<std::int64_t>(static_cast<double>(m_usual.count()) / m_most_share)};
        m_every = std::clamp<Duration>(wanted, least_pause, longest_pause);
    }
    if (batch.snapshot) {
        std::erase_if(batch.locks, [](const LockRow& row) { return !row.key.empty(); });
        for (const auto& [key, row] : m_rows)
            batch.locks.push_back(row);
    }
}

// Adds the draw's progress to its consumer's lock, because operators ask about that lock.
void MoreSources::add_draws(ChangeBatch& batch, Session& session, bool look)
{
    if (!session.capabilities().draws)
        return;
    std::unordered_set<std::string> named;
    for (LockRow& row : batch.locks)
        if (row.key.empty() && row.name.starts_with(draw_lock)
            && (m_draws.size() < most_draws || m_draws.contains(row.name))) {
            if (m_draws.contains(row.name))
                row.draw = m_draws[row.name].draw;
            m_draws[row.name] = row;
            named.insert(row.name);
        }
    for (const GoneRow& gone : batch.gone)
        m_draws.erase(gone.key);
    if (!look)
        return;
    for (auto& [name, row] : m_draws) {
        const auto event = EventId::parse(name.substr(draw_lock.size()));
        const auto found = event ? session.draws().find(*event) : Answer<std::optional<DrawInfo>>(event.failure());
        if (!found || !*found)
            continue;
        const DrawInfo& draw = **found;
        const DrawProgress progress{draw.event, draw.places, draw.accepted, draw.ranked};
        if (row.draw && *row.draw == progress)
            continue;
        row.draw = progress;
        if (named.contains(name))
            std::erase_if(batch.locks, [&](const LockRow& one) { return one.key.empty() && one.name == name; });
        batch.locks.push_back(row);
    }
}

void MoreSources::read_session_locks(Session& session, RowsByKey& rows)
{
    const auto listed = session.session_locks().list({{}, m_most_rows});
    const std::string named = word(SessionLockKind::named), guard = word(SessionLockKind::skip_locked);
    if (!listed) {
        m_problems[named] = listed.failure().message;
        keep(named, rows);
        keep(guard, rows);
        return;
    }
    m_problems.erase(named);
    note_cut(named, listed->truncated);
    for (const SessionLockRow& one : listed->rows) {
        LockRow row = lock_row(one);
        // Several sessions may share an advisory lock; each gets a row.
        row.key = key_in(row.source, row.name) + (one.owner.empty() ? ' ' + one.session : std::string());
        rows.emplace(row.key, std::move(row));
    }
}

void MoreSources::read(Source& source, RowsByKey& rows)
{
    if (steady_clock::now() < source.next_try)
        return keep(source.name, rows);
    const auto session = source.session.get();
    auto listed = session ? (*session)->locks().list({{}, m_most_rows}) : Answer<Page<LockRow>>(session.failure());
    if (!listed) {
        m_problems[source.name] = listed.failure().message;
        source.next_try = steady_clock::now() + retry_after;
        source.session.drop();
        return keep(source.name, rows);
    }
    m_problems.erase(source.name);
    note_cut(source.name, listed->truncated);
    for (LockRow& row : listed->rows) {
        row.source = source.name;
        row.key = key_in(source.name, row.name);
        rows.emplace(row.key, std::move(row));
    }
}

void MoreSources::note_cut(const std::string& source, bool cut)
{
    if (cut)
        m_cut.insert(source);
    else
        m_cut.erase(source);
}

void MoreSources::keep(const std::string& source, RowsByKey& rows) const
{
    for (const auto& [key, row] : m_rows)
        if (row.source == source)
            rows.emplace(key, row);
}

void MoreSources::tell(RowsByKey rows, ChangeBatch& batch)
{
    for (const auto& [key, row] : m_rows)
        if (!rows.contains(key))
            batch.gone.push_back({Entity::lock, key});
    for (const auto& [key, row] : rows) {
        const auto before = m_rows.find(key);
        if (before == m_rows.end() || !(before->second == row))
            batch.locks.push_back(row);
    }
    m_rows = std::move(rows);
}

} // namespace lockdesk
