// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/startstop.h"

#include <array>
#include <functional>
#include <string_view>

namespace lockdesk {

inline constexpr Duration default_retention = std::chrono::hours{7 * 24};

/// Number of rows removed because they were older than the retention.
struct Collected
{
    std::int64_t messages = 0; ///< sent ones; dead messages need a human and stay
    std::int64_t workers = 0;  ///< without a heartbeat
    std::int64_t locks = 0;    ///< free ones; their tokens are never granted again
    std::int64_t tasks = 0;    ///< done ones; failed tasks need a human and stay
    [[nodiscard]] std::int64_t total() const { return messages + workers + locks + tasks; }
    Collected& operator+=(const Collected& other);
    friend bool operator==(const Collected&, const Collected&) = default;
};

struct CollectedKind
{
    Entity entity;
    std::int64_t Collected::*count;
};
/// What is collected, in the order in which it is reported.
inline constexpr std::array collected_kinds{
    CollectedKind{Entity::message, &Collected::messages}, CollectedKind{Entity::worker, &Collected::workers},
    CollectedKind{Entity::lock, &Collected::locks}, CollectedKind{Entity::task, &Collected::tasks}};

struct RetentionOptions
{
    Duration keep = default_retention;                   ///< at least half a minute for a worker's row
    std::string who;                                     ///< actor in the audit
    std::int64_t rows_per_step = 500;                    ///< rows per statement
    std::int64_t most_steps = 200;                       ///< steps per kind and round
    Duration pause = std::chrono::milliseconds{100};     ///< between steps, for other clients
    Duration longest_interval = std::chrono::minutes{1}; ///< between rounds; shorter for a short retention
    Duration audit_every = std::chrono::hours{1};        ///< at most one entry per kind in this time
};

struct RetentionEvents
{
    std::function<void(const Collected&, std::optional<TimePoint> store_time)> collected; ///< a round that removed rows
    std::function<void(const Failure&)> trouble; ///< a failed round; the next one follows anyway
};

/// Removes old rows from its store in small steps, on its own thread and session, round after round with
/// jittered pauses, so that of many processes mostly one finds something to do. Concurrent removals count once.
/// Reports what it removed and writes sums to the store's audit. Callbacks run on its thread and must not stop it.
class Retention
{
public:
    Retention(Runtime& runtime, Access access, RetentionOptions options, RetentionEvents events);
    ~Retention();

    void start();
    void stop();
    /// Requests the end without waiting.
    void request_stop();
    /// Runs one round on the caller's thread; for a command. Not while it is started.
    Answer<Collected> collect_now(const std::stop_token& stop = {});

private:
    void run(const std::stop_token& stop);
    Answer<Collected> round(const std::stop_token& stop);
    std::optional<Failure> steps(const std::stop_token& stop, std::int64_t& removed,
                                 const std::function<Answer<std::int64_t>(Session&)>& step);
    std::optional<Failure> collect_locks(const std::stop_token& stop, Session& session, std::int64_t& removed);
    void write_audit(const std::stop_token& stop);

    Runtime& m_runtime;
    RetentionOptions m_options;
    RetentionEvents m_events;
    OwnSession m_session;
    std::string m_next_lock; ///< where the next check of locks continues
    Collected m_unaudited;
    std::optional<SteadyPoint> m_audited_at;
    StartStop m_thread;
};

/// Parses `off` (nullopt: keep forever), `7d`, or a duration of at least a second.
Answer<std::optional<Duration>> parse_retention(std::string_view text);
/// Returns "3 messages, 1 worker, 12 locks and 4 tasks".
std::string describe(const Collected& collected);

} // namespace lockdesk
