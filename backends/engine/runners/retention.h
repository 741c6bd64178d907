// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/startstop.h"

#include <array>
#include <functional>
#include <string_view>

namespace lockdesk {

inline constexpr Duration default_retention = std::chrono::hours{7 * 24};

/// What was removed because it was older than the retention.
struct Collected
{
    std::int64_t messages = 0; ///< sent ones; dead ones need a human and stay
    std::int64_t workers = 0;  ///< whose heartbeat is gone
    std::int64_t locks = 0;    ///< free ones; their tokens are never granted again
    [[nodiscard]] std::int64_t total() const { return messages + workers + locks; }
    Collected& operator+=(const Collected& other);
    friend bool operator==(const Collected&, const Collected&) = default;
};

struct RetentionOptions
{
    Duration keep = default_retention;                   ///< a worker's row at least half a minute
    std::string who;                                     ///< in the audit
    std::int64_t rows_per_step = 500;                    ///< of one statement
    std::int64_t most_steps = 200;                       ///< of each kind in one round
    Duration pause = std::chrono::milliseconds{100};     ///< between two steps: others work meanwhile
    Duration longest_interval = std::chrono::minutes{1}; ///< between two rounds; shorter when less is kept
    Duration audit_every = std::chrono::hours{1};        ///< at most one entry a kind in this time
};

struct RetentionEvents
{
    std::function<void(const Collected&, std::optional<TimePoint> store_time)> collected; ///< a round that removed something
    std::function<void(const Failure&)> trouble; ///< a round that failed; the next one comes all the same
};

/// Removes from its store what nobody needs any more, in small steps on its own thread and session, round after round with
/// jittered pauses, so that of many processes mostly one finds something to do. What two remove together is removed once.
/// What it removed is told, and written to the store's audit, summed up. Callbacks come from its thread and must not stop it.
class Retention
{
public:
    Retention(Runtime& runtime, Access access, RetentionOptions options, RetentionEvents events);
    ~Retention();

    void start();
    void stop();
    /// Asks it to end, does not wait.
    void request_stop();
    /// One round now, on the caller's thread; for a command. Not while it is started.
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
    std::string m_next_lock; ///< where the look at the locks goes on
    Collected m_unaudited;
    std::optional<SteadyPoint> m_audited_at;
    StartStop m_thread;
};

/// `off` (nothing: keep for ever), `7d`, or a duration of at least a second.
Answer<std::optional<Duration>> parse_retention(std::string_view text);
/// "3 messages, 1 worker and 12 locks".
std::string describe(const Collected& collected);

} // namespace lockdesk
