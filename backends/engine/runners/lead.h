// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/guard.h"

namespace lockdesk {

enum class LeaderEventKind {
    elected,
    renewed,
    ran,      ///< the job ended with any status
    lost,     ///< the lease could not be kept: another candidate may lead
    resigned, ///< released: stopped, ordered to stop, or all runs are done
    trouble,  ///< the store is unavailable; it is retried
};
const char* word(LeaderEventKind);

struct LeaderEvent
{
    LeaderEventKind kind = LeaderEventKind::elected;
    std::string owner;
    std::optional<FencingToken> token;
    std::optional<TimePoint> expires_at; ///< of elected and renewed
    std::int64_t run = 0;                ///< of ran: number from 1 over all terms
    std::optional<int> status;           ///< of ran
    std::string why;                     ///< of lost, resigned and trouble
    std::optional<TimePoint> store_time;
};

struct LeadOptions
{
    LockName name;
    Duration lease = std::chrono::seconds{30};
    Duration interval = std::chrono::seconds{1}; ///< from the end of one run to the start of the next
    std::int64_t count = 0;                      ///< runs of this candidate over all terms; 0: until stopped
    std::string host;                            ///< first part of the owner ids; empty: this computer's name
    bool heartbeat = true;                       ///< write a worker row with the leader's id, role `leader`, while it leads
    std::function<bool()> paused{};              ///< called before every run; true: skip it and keep leading. May be empty
};

/// Leader election with repeated runs: waits for the lock without a time limit (a hint, the lease's end, or the poll), and
/// while it holds it runs the job again and again. Renews the lease every third of it on its own thread, so that a long job
/// keeps it and the holds never rise; a clean stop releases it at once, however often it was renewed. A lost term stops the
/// job and is followed by the next candidacy, with a new owner. After an error it retries a second later.
///
/// Source: the repeated task under a distributed lock of stories.md, story 3. Unlike here, it renewed by acquiring again
/// between two tasks, which raised the holds (no clean handover) and left a long task without its lock.
class Lead
{
public:
    using Handler = std::function<void(const LeaderEvent&)>;
    /// Calls `handler` from several threads, one call at a time.
    Lead(Runtime& runtime, Access access, LeadOptions options, Handler handler);

    /// Runs until stopped, ordered to stop by the control column, or the count is reached. Fails when the options are
    /// invalid, or the store refuses permanently (password, permission, schema). One thread at a time.
    Answer<Done> run(const Job& job, const std::stop_token& stop);

private:
    struct Term;
    Answer<bool> campaign(Term& term, Session& session, const std::stop_token& stop);
    void serve(Term& term, const Job& job, const std::stop_token& stop);
    void resign(Term& term, Session& session, const std::stop_token& stop);
    [[nodiscard]] bool finished() const { return m_ordered_out || (m_options.count > 0 && m_runs >= m_options.count); }
    void tell(const Term& term, LeaderEvent event);

    Runtime& m_runtime;
    Access m_access;
    LeadOptions m_options;
    Handler m_handler;
    std::mutex m_telling;
    std::int64_t m_runs = 0;
    std::atomic<bool> m_ordered_out = false;
};

} // namespace lockdesk
