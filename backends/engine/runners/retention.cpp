// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/retention.h"

#include "backends/engine/runners/cut_after_stop.h"
#include "backends/engine/text/text.h"

#include <algorithm>

namespace lockdesk {

namespace {

constexpr Duration first_round = std::chrono::seconds{5};
constexpr Duration shortest_interval = std::chrono::seconds{1};
// A worker is silent after ten periods; a short freeze must not cost it its row, however short the retention.
constexpr Duration silent_at_least = std::chrono::seconds{30};

} // namespace

Collected& Collected::operator+=(const Collected& other)
{
    for (const auto& kind : collected_kinds)
        this->*kind.count += other.*kind.count;
    return *this;
}

Retention::Retention(Runtime& runtime, Access access, RetentionOptions options, RetentionEvents events)
    : m_runtime(runtime), m_options(std::move(options)), m_events(std::move(events)), m_session(std::move(access))
{
}

Retention::~Retention() { stop(); }

void Retention::start()
{
    m_thread.start([this](const std::stop_token& stop) { run(stop); });
}

void Retention::stop() { m_thread.stop(); }

void Retention::request_stop() { m_thread.request_stop(); }

void Retention::run(const std::stop_token& stop)
{
    const auto interval = std::clamp(m_options.keep / 10, shortest_interval, m_options.longest_interval);
    auto pause = std::min(first_round, interval);
    while (m_runtime.sleep(stop, m_runtime.jittered(pause))) {
        pause = interval;
        const auto collected = round(stop);
        if (collected)
            continue;
        if (stop.stop_requested())
            break;
        if (m_events.trouble)
            m_events.trouble(collected.failure());
        const auto kind = collected.failure().kind;
        if (kind == FailureKind::read_only || kind == FailureKind::unsupported)
            return;
    }
    write_audit(stop);
}

Answer<Collected> Retention::collect_now(const std::stop_token& stop)
{
    auto collected = round(stop);
    if (collected)
        write_audit(stop);
    return collected;
}

// Also counts a round that failed half-way: rows removed are reported.
Answer<Collected> Retention::round(const std::stop_token& stop)
{
    const CutAfterStop cut(m_runtime, m_session, stop);
    const auto session = m_session.get();
    if (!session)
        return session.failure();
    Collected collected;
    std::optional<TimePoint> at;
    const auto timed = [&](Answer<std::int64_t> answer) {
        if (answer)
            at = answer.store_time();
        return answer;
    };
    auto failure = steps(stop, collected.messages, [&](Session& s) {
        return timed(s.outbox().collect(m_options.keep, m_options.rows_per_step));
    });
    if (!failure)
        failure = steps(stop, collected.workers, [&](Session& s) {
            return timed(s.workers().collect(std::max(m_options.keep, silent_at_least), m_options.rows_per_step));
        });
    if (!failure)
        failure = steps(stop, collected.tasks, [&](Session& s) {
            return timed(s.tasks().collect(m_options.keep, m_options.rows_per_step));
        });
    if (!failure)
        failure = collect_locks(stop, **session, collected.locks);
    m_unaudited += collected;
    if (collected.total() > 0 && m_events.collected)
        m_events.collected(collected, at);
    if (m_unaudited.total() > 0 && (!m_audited_at || m_runtime.now() >= steady_after(*m_audited_at, m_options.audit_every)))
        write_audit(stop);
    if (failure)
        return *failure;
    return {collected, at};
}

std::optional<Failure> Retention::steps(const std::stop_token& stop, std::int64_t& removed,
                                        const std::function<Answer<std::int64_t>(Session&)>& step)
{
    const auto session = m_session.get();
    if (!session)
        return session.failure();
    for (std::int64_t i = 0; i < m_options.most_steps && !stop.stop_requested(); ++i) {
        const auto some = step(**session);
        if (!some)
            return some.failure();
        removed += *some;
        if (*some < m_options.rows_per_step || !m_runtime.sleep(stop, m_options.pause))
            break;
    }
    return std::nullopt;
}

// Checks all locks in turn, some per round: that needs no index of its own, which every release would have to update.
std::optional<Failure> Retention::collect_locks(const std::stop_token& stop, Session& session, std::int64_t& removed)
{
    for (std::int64_t i = 0; i < m_options.most_steps && !stop.stop_requested(); ++i) {
        const auto step = session.locks().collect_some(m_options.keep, m_next_lock, m_options.rows_per_step);
        if (!step)
            return step.failure().kind == FailureKind::unsupported ? std::nullopt : std::optional(step.failure());
        removed += step->removed;
        m_next_lock = step->next;
        if (m_next_lock.empty() || !m_runtime.sleep(stop, m_options.pause))
            break;
    }
    return std::nullopt;
}

// A failure to write the audit must not stop the work; the next write includes the sums.
void Retention::write_audit(const std::stop_token& stop)
{
    const CutAfterStop cut(m_runtime, m_session, stop);
    const auto session = m_session.get();
    if (!session)
        return;
    for (const auto& kind : collected_kinds) {
        auto& count = m_unaudited.*kind.count;
        if (count == 0)
            continue;
        AuditRow row;
        row.who = m_options.who;
        row.action = "collect";
        row.entity = word(kind.entity);
        row.reason = "older than " + duration_text(m_options.keep);
        row.evidence = "{\"removed\":" + std::to_string(count) + "}";
        row.result = "done";
        if (!(*session)->audit().write(row))
            return;
        count = 0;
    }
    m_audited_at = m_runtime.now();
}

Answer<std::optional<Duration>> parse_retention(std::string_view text)
{
    if (text == "off")
        return std::optional<Duration>{};
    if (text.ends_with('d')) {
        const auto days = parse_whole(text.substr(0, text.size() - 1), "the retention");
        if (days && *days > 0 && *days <= 36'500)
            return std::optional<Duration>{std::chrono::hours{24} * *days};
        return Failure::usage("retention '" + std::string(text) + "': give whole days (7d), a duration (12h), or off");
    }
    const auto keep = parse_duration(text);
    if (!keep)
        return keep.failure();
    if (*keep == no_end)
        return std::optional<Duration>{};
    if (*keep < std::chrono::seconds{1})
        return Failure::usage("a retention is at least a second (7d, 12h), or off");
    return std::optional<Duration>{*keep};
}

std::string describe(const Collected& c)
{
    const auto counted = [](std::int64_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); };
    return counted(c.messages, "message") + ", " + counted(c.workers, "worker") + ", " + counted(c.locks, "lock") + " and "
           + counted(c.tasks, "task");
}

} // namespace lockdesk
