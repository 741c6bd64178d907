// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/findings.h"

#include "backends/engine/contracts/session_locks.h"
#include "backends/engine/contracts/task_state.h"
#include "backends/engine/rules/lease_end.h"
#include "backends/observe/findings_parts.h"
#include "backends/observe/spans.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace lockdesk {

namespace {

struct Scene : Judged
{
    FindingSink& out;

    [[nodiscard]] const WorkerRow* holder(const LockRow& row) const { return processes.of(row.owner, row.acquired_at); }
    [[nodiscard]] const WorkerRow* worker(const std::string& owner) const { return processes.of(owner); }
};

Saying waiting_for(std::int64_t waiters)
{
    return waiters == 0 ? say(SayingCode::nobody_waits) : say(SayingCode::waiting).count(waiters);
}

Finding about_lock(FindingKind kind, Severity severity, const LockRow& row, TimePoint since, Sayings evidence, NextStep next)
{
    return {kind, severity, Entity::lock, key_of(row), std::move(evidence), since, next, {{Entity::lock, key_of(row)}}};
}

void expired_lock(const Scene& scene, const LockRow& row)
{
    const auto over = scene.now - *row.expires_at;
    if (over < scene.rows.clock_uncertainty)
        return; // within the uncertainty of our clock reading
    Sayings evidence;
    const WorkerRow* holder = scene.holder(row);
    if (!holder && scene.rows.workers.empty())
        evidence = {say(SayingCode::not_collected).since(*row.expires_at), waiting_for(row.waiters)};
    else if (!holder)
        evidence = {say(SayingCode::expired_ago).since(*row.expires_at), say(SayingCode::no_beat_since).owner(row.owner)};
    else if (scene.health(*holder) == WorkerHealth::live)
        evidence = {say(SayingCode::expired_ago).since(*row.expires_at),
                    say(SayingCode::holder_overdue).owner(row.owner).since(*row.expires_at)};
    else
        evidence = {say(SayingCode::not_collected).since(*row.expires_at),
                    say(SayingCode::holder_beat_silent).owner(row.owner).since(holder->beat_at)};
    auto finding = about_lock(FindingKind::expired_and_held, Severity::act, row, *row.expires_at, std::move(evidence),
                              NextStep::force_release);
    if (holder)
        finding.rows.push_back({Entity::worker, holder->id});
    scene.out.push_back(std::move(finding));
}

Saying lease_left(const LockRow& row)
{
    const auto end = lease_end(row);
    return end ? say(SayingCode::lease_left).until(*end) : say(SayingCode::no_lease_end);
}

void silent_holder(const Scene& scene, const LockRow& row)
{
    if (const WorkerRow* holder = scene.holder(row)) {
        if (scene.health(*holder) != WorkerHealth::silent)
            return;
        auto finding = about_lock(FindingKind::holder_silent, Severity::act, row, holder->beat_at,
                                  {say(SayingCode::owner_silent).owner(row.owner).since(holder->beat_at), lease_left(row),
                                   waiting_for(row.waiters)},
                                  NextStep::force_release);
        finding.rows.push_back({Entity::worker, holder->id});
        scene.out.push_back(std::move(finding));
        return;
    }
    if (const auto left = scene.processes.left(row.owner, row.acquired_at))
        scene.out.push_back(
            about_lock(FindingKind::holder_gone, Severity::act, row, *left,
                       {say(SayingCode::owner_left).owner(row.owner), lease_left(row), waiting_for(row.waiters)},
                       NextStep::force_release));
}

void long_holder(const Scene& scene, const LockRow& row)
{
    if (!row.acquired_at || !lease_end(row))
        return;
    const auto held = scene.now - *row.acquired_at;
    const auto habit = scene.rows.habits.find(key_of(row));
    const bool known = habit != scene.rows.habits.end() && habit->second.holds_seen >= 3;
    const auto limit = known ? std::max<Duration>(habit->second.usual_hold * scene.limits.overdue_times, std::chrono::minutes{10})
                             : scene.limits.overdue_without_habit;
    const WorkerRow* holder = scene.holder(row);
    // A leader holds its lock for as long as it lives.
    if (held <= limit || (holder && leads(*holder, row.name)))
        return;
    Sayings evidence{say(SayingCode::held_for).age(*row.acquired_at),
                     row.renewals > 0 ? say(SayingCode::renewed_times).count(row.renewals) : say(SayingCode::never_renewed)};
    if (known)
        evidence.push_back(say(SayingCode::usually).span(habit->second.usual_hold));
    scene.out.push_back(about_lock(FindingKind::alive_but_overdue, Severity::warning, row, *row.acquired_at,
                                   std::move(evidence), NextStep::show));
}

void missed_run(const Scene& scene, const LockRow& row)
{
    const auto found = scene.rows.habits.find(key_of(row));
    const auto period = found == scene.rows.habits.end() ? std::nullopt : found->second.period();
    if (!period)
        return;
    const auto since = found->second.last_run;
    if (scene.now - since <= *period * scene.limits.missed_periods + std::chrono::seconds{2})
        return;
    scene.out.push_back(about_lock(FindingKind::missed_run, Severity::warning, row, since + *period,
                                   {say(SayingCode::nobody_took).span(std::chrono::round<std::chrono::seconds>(*period)), say(SayingCode::last_run).at(since)},
                                   NextStep::show));
}

void future_times(const Scene& scene, const LockRow& row)
{
    const auto ahead = row.acquired_at ? *row.acquired_at - scene.now : Duration{0};
    if (ahead > scene.limits.clock_offset + scene.rows.clock_uncertainty)
        scene.out.push_back(about_lock(FindingKind::clock_doubt, Severity::warning, row, scene.now,
                                       {say(SayingCode::acquired_ahead).fine(ahead)}, NextStep::show));
}

void look_at_locks(const Scene& scene)
{
    for (const auto& [name, row] : scene.rows.locks) {
        switch (lock_state(*row, scene.now)) {
        case LockState::expired: expired_lock(scene, *row); break;
        case LockState::held:
        case LockState::closing:
            // A session lock ends with its session, so a missing lease end is no fault.
            if (!lease_end(*row) && !session_lock_kind(row->source))
                scene.out.push_back(about_lock(FindingKind::no_expiry, Severity::warning, *row,
                                               row->acquired_at.value_or(scene.now),
                                               {say(SayingCode::held_endless).owner(row->owner)}, NextStep::show));
            silent_holder(scene, *row);
            long_holder(scene, *row);
            break;
        case LockState::free: missed_run(scene, *row); break;
        case LockState::cooling: break;
        }
        future_times(scene, *row);
    }
}

// Due tasks that nobody claims are grouped: one finding per phase, not one per task.
struct Starving
{
    std::int64_t count = 0;
    TimePoint oldest = TimePoint::max();
    std::vector<ProvingRow> rows;
};

void over_failures(const Scene& scene, const TaskRow& row, TaskState state)
{
    Sayings evidence{say(SayingCode::failures_of).count(row.failures).count(row.max_failures)};
    if (!row.last_error.empty())
        evidence.push_back(say(SayingCode::foreign_text).text(row.last_error));
    if (state == TaskState::waiting && !is_parked(row))
        evidence.push_back(say(SayingCode::relocked_until).at(task_due_at(row)));
    scene.out.push_back({FindingKind::task_over_failures,
                         Severity::act,
                         Entity::task,
                         row.id,
                         evidence,
                         std::max(row.updated_at, row.created_at),
                         NextStep::relock,
                         {{Entity::task, row.id}}});
}

void overdue_task(const Scene& scene, const TaskRow& row)
{
    const WorkerRow* holder = scene.worker(row.owner);
    const auto due = task_due_at(row);
    if (!holder || scene.health(*holder) != WorkerHealth::live || scene.now - due < scene.rows.clock_uncertainty)
        return;
    scene.out.push_back({FindingKind::alive_but_overdue,
                         Severity::warning,
                         Entity::task,
                         row.id,
                         {say(SayingCode::past_timeout).owner(row.owner).since(due), say(SayingCode::next_claim_takes)},
                         due,
                         NextStep::show,
                         {{Entity::task, row.id}, {Entity::worker, holder->id}}});
}

void look_at_tasks(const Scene& scene)
{
    std::map<std::pair<std::string, std::string>, Starving> phases;
    for (const auto& [id, row] : scene.rows.tasks) {
        const auto state = task_state(*row, scene.now);
        if (is_parked(*row) || (state != TaskState::held && row->max_failures > 0 && row->failures >= row->max_failures)) {
            over_failures(scene, *row, state);
            continue;
        }
        if (state == TaskState::expired)
            overdue_task(scene, *row);
        if (state != TaskState::due && state != TaskState::expired)
            continue;
        const auto since = task_due_since(*row);
        if (scene.now - since <= std::max(scene.limits.starving_after, row->lock_timeout * 2))
            continue;
        Starving& phase = phases[{row->kind, row->phase}];
        ++phase.count;
        phase.oldest = std::min(phase.oldest, since);
        if (phase.rows.size() < most_rows_of_a_finding)
            phase.rows.push_back({Entity::task, id});
    }
    for (auto& [key, phase] : phases) {
        const Saying evidence = phase.count == 1 ? say(SayingCode::due_unclaimed).age(phase.oldest)
                                                 : say(SayingCode::tasks_due).count(phase.count).age(phase.oldest);
        scene.out.push_back({FindingKind::starving,
                             Severity::warning,
                             Entity::task,
                             phase.count == 1 ? phase.rows.front().key : key.first + " " + key.second,
                             {evidence},
                             phase.oldest,
                             NextStep::show,
                             std::move(phase.rows),
                             phase.count});
    }
}

void look_at_messages(const Scene& scene)
{
    struct Dead
    {
        std::int64_t count = 0, tries = 0;
        TimePoint oldest = TimePoint::max();
        std::string error;
        std::vector<ProvingRow> rows;
    };
    std::map<std::string, Dead> topics;
    for (const auto& [id, row] : scene.rows.messages) {
        if (row->state != MessageState::dead)
            continue;
        Dead& dead = topics[row->topic];
        ++dead.count;
        if (row->created_at < dead.oldest) {
            dead.oldest = row->created_at;
            dead.error = row->last_error;
        }
        dead.tries = std::max(dead.tries, row->tries + row->cuts);
        if (dead.rows.size() < most_rows_of_a_finding)
            dead.rows.push_back({Entity::message, id});
    }
    for (auto& [topic, dead] : topics) {
        Sayings evidence{say(SayingCode::dead_messages).count(dead.count), say(SayingCode::tries).count(dead.tries)};
        if (!dead.error.empty())
            evidence.push_back(say(SayingCode::foreign_text).text(dead.error));
        scene.out.push_back({FindingKind::message_dead, Severity::act, Entity::message, topic, evidence, dead.oldest,
                             NextStep::retry_dead, std::move(dead.rows), dead.count});
    }
}

void look_at_backlog(const Scene& scene)
{
    const auto& backlog = scene.rows.backlog;
    if (!backlog || !backlog->oldest || *backlog->oldest <= scene.limits.oldest_message)
        return;
    Sayings evidence{say(backlog->capped ? SayingCode::pending_at_least : SayingCode::pending).count(backlog->pending),
                     say(SayingCode::flow).rate(backlog->in_rate).rate(backlog->out_rate)};
    if (backlog->out_rate <= backlog->in_rate)
        evidence.push_back(say(SayingCode::never_drains));
    scene.out.push_back({FindingKind::oldest_age,
                         Severity::warning,
                         Entity::message,
                         "outbox",
                         evidence,
                         scene.now - *backlog->oldest,
                         NextStep::show,
                         {},
                         backlog->pending});
}

void look_at_clock(const Scene& scene)
{
    const auto offset = scene.rows.clock_offset;
    const auto size = offset.count() < 0 ? -offset : offset;
    const bool far = !scene.rows.sandbox && size > scene.limits.clock_offset;
    if (!far && scene.rows.clock_uncertainty <= scene.limits.clock_uncertainty)
        return;
    const Saying evidence = far ? say(offset.count() > 0 ? SayingCode::clock_ahead : SayingCode::clock_behind).fine(size)
                                : say(SayingCode::clock_unsure).fine(scene.rows.clock_uncertainty);
    scene.out.push_back(
        {FindingKind::clock_doubt, Severity::warning, Entity::lock, "clock", {evidence}, scene.now, NextStep::show, {}});
}

void look_at_store(const Scene& scene)
{
    for (const Weakness& weakness : scene.rows.weaknesses) {
        const bool certain = weakness.kind == Weakness::Kind::loses || weakness.kind == Weakness::Kind::evicts;
        const auto since = scene.rows.weak_since.find(weakness.setting);
        Sayings evidence{say(SayingCode::weakness).sentence(weakness.evidence)};
        if (!weakness.advice.empty())
            evidence.push_back(say(SayingCode::better).sentence(weakness.advice));
        scene.out.push_back({FindingKind::weak_store,
                             certain ? Severity::warning : Severity::notice,
                             Entity::lock,
                             weakness.setting,
                             std::move(evidence),
                             since == scene.rows.weak_since.end() ? scene.now : since->second,
                             NextStep::show,
                             {}});
    }
}

void find_all(const StoreRows& rows, TimePoint now, const FindingLimits& limits, FindingSink& out)
{
    const Processes processes(rows.workers, rows.gone_workers);
    const Scene scene{{rows, now, limits, processes}, out};
    // Judges rows as of their last read: their later state is unknown.
    const auto as_of = [&](std::optional<TimePoint> read) {
        return Scene{{rows, std::min(now, read.value_or(now)), limits, processes}, out};
    };
    look_at_locks(as_of(rows.locks_read));
    find_starving_waiters(as_of(rows.locks_read), out);
    find_wait_cycles(scene, out);
    find_work_of_silent(scene, out);
    look_at_tasks(as_of(rows.tasks_read));
    look_at_messages(scene);
    look_at_backlog(scene);
    look_at_clock(scene);
    look_at_store(scene);
}

} // namespace

// The order of rows changes where their map grows. Findings made anew would be a hundred thousand pieces of memory to free at
// once, in a thread that has others waiting.
RowPtr<Finding> FindingSink::before(const Finding& finding)
{
    if (m_next < m_before.size() && *m_before[m_next] == finding)
        return m_before[m_next++];
    m_in_order = false;
    if (m_places.empty())
        for (std::size_t i = 0; i < m_before.size(); ++i)
            m_places.emplace(m_before[i]->key, i);
    const auto [first, last] = m_places.equal_range(finding.key);
    for (auto at = first; at != last; ++at)
        if (*m_before[at->second] == finding) {
            m_next = at->second + 1;
            return m_before[at->second];
        }
    return nullptr;
}

void FindingSink::push_back(Finding finding)
{
    auto same = before(finding);
    m_rows.push_back(same ? std::move(same) : std::make_shared<const Finding>(std::move(finding)));
}

FindingsPtr Finder::find(const StoreRows& rows, TimePoint now, const FindingLimits& limits)
{
    FindingSink sink(m_found);
    find_all(rows, now, limits, sink);
    if (m_sorted && sink.is_same())
        return m_sorted;
    m_found = sink.take();
    auto sorted = m_found;
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return worse(*a, *b); });
    Findings next(std::move(sorted));
    if (!m_sorted || next != *m_sorted)
        m_sorted = std::make_shared<const Findings>(std::move(next));
    return m_sorted;
}

std::vector<Finding> find_findings(const StoreRows& rows, TimePoint now, const FindingLimits& limits)
{
    const auto found = Finder().find(rows, now, limits);
    return {found->begin(), found->end()};
}

Findings with_silence(const Findings& before, std::optional<TimePoint> since, TimePoint now, const std::string& cause, bool refuses)
{
    Sayings evidence;
    if (!refuses)
        evidence.push_back(since ? say(SayingCode::no_answer).since(*since) : say(SayingCode::never_answered));
    if (!cause.empty())
        evidence.push_back(say(SayingCode::foreign_text).text(cause));
    Findings::Rows out;
    out.reserve(before.size() + 1);
    out.push_back(std::make_shared<const Finding>(Finding{FindingKind::store_silent,
                                                          Severity::act,
                                                          Entity::lock,
                                                          "store",
                                                          std::move(evidence),
                                                          since.value_or(now),
                                                          NextStep::show,
                                                          {}}));
    std::copy_if(before.rows().begin(), before.rows().end(), std::back_inserter(out),
                 [](const auto& finding) { return finding->kind != FindingKind::store_silent; });
    return Findings(std::move(out));
}

bool worse(const Finding& a, const Finding& b)
{
    const auto rank = [](const Finding& f) {
        return std::tuple(f.kind == FindingKind::store_silent ? 0 : 1, -static_cast<int>(f.severity), f.since, f.kind);
    };
    const auto first = rank(a), second = rank(b);
    return first != second ? first < second : a.key < b.key;
}

} // namespace lockdesk
