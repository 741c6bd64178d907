// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/rare.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Rows as an observer reads them. Plain values: texts may be foreign, so
/// they are not validated names. A column that is unexpectedly NULL, or of a wrong type, leaves its field at the
/// default and is named in `doubt`. `raw` is the whole record as JSON: for a row requested singly (`find`), and for every
/// row with a doubt; empty in the other rows of a list, where it would cost more than everything else.
namespace lockdesk {

enum class LockState {
    free,    ///< no owner, not cooling
    held,    ///< owner, lease running (or no expiry at all)
    closing, ///< held, with a third of the lease or less left: a renewal is overdue
    expired, ///< owner set, lease over, no new holder
    cooling, ///< held for no owner until `cooling_until`
};

/// The session that holds a session lock, as its server shows it. Fields that the server does not show are empty.
struct LockSession
{
    std::string id; ///< backend pid or connection id
    std::string program;
    std::string user;
    std::string client;             ///< its origin
    std::optional<TimePoint> since; ///< time of connecting
    std::string state;              ///< the server's word for its current activity
    std::optional<TimePoint> transaction_since;
    std::string last_statement;
    friend bool operator==(const LockSession&, const LockSession&) = default;
};

/// The view of one of several servers on a lock.
enum class ServerSays { held, missing, other_owner, unreachable };
struct ServerVote
{
    std::string server;
    ServerSays says = ServerSays::missing;
    std::string owner;            ///< according to that server
    std::optional<Duration> left; ///< of the lease, on that server's clock; nullopt: no end, or no holder there
    friend bool operator==(const ServerVote&, const ServerVote&) = default;
};
struct LockQuorum
{
    std::int64_t quorum = 0;
    std::int64_t held = 0; ///< number of servers that name the owner
    Duration valid{0};     ///< remaining time in which the holder may trust it
    std::vector<ServerVote> servers;
    friend bool operator==(const LockQuorum&, const LockQuorum&) = default;
};

/// Progress of a first-come draw, for the lock of its consumer.
struct DrawProgress
{
    std::string event;
    std::int64_t places = 0, accepted = 0, ranked = 0;
    friend bool operator==(const DrawProgress&, const DrawProgress&) = default;
};

struct LockRow
{
    std::string source = "lockdesk";
    std::string name;
    std::string owner; ///< empty: none
    FencingToken token;
    std::int64_t holds = 0;
    std::optional<Duration> lease; ///< as last granted or renewed: the full width of the lease bar
    std::optional<TimePoint> acquired_at;
    std::optional<TimePoint> renewed_at;
    std::optional<TimePoint> expires_at; ///< nullopt with an owner: no expiry
    std::optional<TimePoint> cooling_until;
    std::optional<TimePoint> released_at;
    std::string last_owner; ///< last holder, once it is free
    RareText reason;        ///< of the last force-release, while cooling
    std::int64_t renewals = 0;
    std::int64_t waiters = 0;
    RareText raw;
    RareText doubt;
    RareText key;              ///< for an observer of several sources: unique among all rows. Empty: the name is unique
    Rare<LockSession> session; ///< session locks only
    Rare<LockQuorum> quorum;   ///< locks over several servers only
    Rare<DrawProgress> draw;   ///< set by an observer for the lock of a draw's consumer
    friend bool operator==(const LockRow&, const LockRow&) = default;
};

/// Returns the state at store time `now`. `expires_at <= now` is expired; `cooling_until > now` without owner is cooling.
LockState lock_state(const LockRow& row, TimePoint now);

/// Returns when that state ends by itself (expiry, end of cooling, begin of closing), or nullopt.
std::optional<TimePoint> next_lock_change(const LockRow& row, TimePoint now);

enum class DesiredState { running, stopped, deleted };

enum class TaskState {
    held,    ///< owner set, lock timeout running
    waiting, ///< no owner, not due yet
    due,     ///< no owner, locked_at < now - lock_timeout
    expired, ///< owner set and due: the next claim takes it over
};

enum class BackoffPolicy { progressive, exponential };

/// Rule per (kind, phase), stored with the tasks so that workers and observers agree.
struct TaskRule
{
    std::string kind;
    std::string phase;
    Duration lock_timeout = std::chrono::seconds{30};
    BackoffPolicy backoff = BackoffPolicy::progressive;
    std::int64_t max_failures = 8; ///< this failure parks a task; 0: none does
    /// Nothing in a phase whose lock timeout has no end is due by itself: its tasks are done.
    [[nodiscard]] bool is_final() const { return lock_timeout >= no_end; }
    friend bool operator==(const TaskRule&, const TaskRule&) = default;
};

struct TaskRow
{
    std::string id;
    std::string kind;
    std::string phase;
    DesiredState desired_state = DesiredState::running;
    std::string payload = "{}"; ///< JSON
    std::string owner;          ///< empty: none
    FencingToken token;         ///< + 1 with every claim and forced relock
    std::string claim_id;       ///< of the last claim; stays until the next one, for a claim repeated after a lost reply
    TimePoint locked_at = never_locked;
    TimePoint updated_at{};
    TimePoint created_at{};
    std::int64_t claims = 0;
    std::int64_t takeovers = 0;
    std::int64_t failures = 0;
    RareText last_error;
    Duration lock_timeout = std::chrono::seconds{30}; ///< from the rule for (kind, phase), as read by the store
    std::int64_t max_failures = 8;                    ///< likewise
    RareText raw;
    RareText doubt;
    friend bool operator==(const TaskRow&, const TaskRow&) = default;
};

/// Returns locked_at + lock_timeout, saturating.
TimePoint task_due_at(const TaskRow& row);
TaskState task_state(const TaskRow& row, TimePoint now);

enum class MessageState { pending, sending, sent, dead };

struct MessageRow
{
    std::string id;       ///< for the receiver's duplicate check
    std::int64_t seq = 0; ///< order of insertion, not of commit: never a cursor
    std::string topic;
    std::string payload;
    MessageState state = MessageState::pending; ///< `sending` = claimed, and the lease until `lease_until` runs
    std::int64_t tries = 0;                     ///< failed deliveries; a claim does not count
    std::int64_t cuts = 0;                      ///< deliveries that were begun and never settled
    TimePoint created_at{};
    std::optional<TimePoint>
        begun_at; ///< start of the current delivery; nullopt: none, it only waits in a batch
    std::optional<TimePoint> next_at; ///< next try; nullopt when sent or dead
    std::string owner;                ///< relay that claimed it
    FencingToken token;
    std::string claim_id;
    std::optional<TimePoint> lease_until;
    std::optional<TimePoint> sent_at;
    RareText last_error;
    RareText raw;
    RareText doubt;
    friend bool operator==(const MessageRow&, const MessageRow&) = default;
};

enum class WorkerOrder { run, pause, slow, stop }; ///< the control column

struct WorkerCounters
{
    std::int64_t claims = 0; ///< tasks or messages claimed
    std::int64_t done = 0;
    std::int64_t relocked = 0;
    std::int64_t failed = 0;
    std::int64_t refused = 0;      ///< late advances and similar
    std::int64_t wait_p50_us = -1; ///< due -> claimed; -1: no value yet
    std::int64_t hold_p50_us = -1; ///< claimed -> given back
    friend bool operator==(const WorkerCounters&, const WorkerCounters&) = default;
};

struct WorkerRow
{
    std::string id; ///< the owner id it uses: `host/pid/instance`
    std::string host;
    std::int64_t pid = 0;
    std::string role = "worker";   ///< worker, relay, leader, guard
    std::string kinds;             ///< what it handles, for people: "gateway Creating,Starting"
    std::string state = "running"; ///< set by the worker: running, paused, slow, stopping
    std::string doing;             ///< its current task, lock or message; empty: none
    std::optional<TimePoint> doing_since;
    std::optional<TimePoint> lease_until;      ///< of its current work
    Duration period = std::chrono::seconds{1}; ///< of its heartbeat: late after 3, silent after 10
    TimePoint started_at{};
    TimePoint beat_at{};
    WorkerOrder order = WorkerOrder::run;
    Duration slow_by{0};
    WorkerCounters counters;
    RareText raw;
    RareText doubt;
    friend bool operator==(const WorkerRow&, const WorkerRow&) = default;
};

enum class WorkerHealth { live, late, silent };
WorkerHealth worker_health(const WorkerRow& row, TimePoint now);

struct WaiterRow
{
    std::string name; ///< of the lock
    std::string owner;
    TimePoint since{};
    TimePoint until{}; ///< afterwards the waiter has given up or died
    friend bool operator==(const WaiterRow&, const WaiterRow&) = default;
};

/// One refusal at a fence.
struct FenceRow
{
    std::string resource;
    FencingToken token;   ///< the refused token
    FencingToken largest; ///< the largest token that the fence had seen
    std::string who;      ///< owner of the request, if given
    TimePoint at{};
    friend bool operator==(const FenceRow&, const FenceRow&) = default;
};

/// One forced action.
struct AuditRow
{
    enum Where { store, local }; ///< in the store, or in the operator's data folder
    std::int64_t seq = 0;        ///< 0 for a local row
    TimePoint at{};
    std::string who;    ///< `user@host` of the operator
    std::string action; ///< force-release, hold-off, relock, retry-dead, worker-stop, ...
    std::string entity; ///< lock, task, message, worker
    std::string key;
    std::string reason;
    std::string evidence; ///< JSON: the row as the operator saw it (evidence.h); `null`: none seen
    std::string command;  ///< the lockdeskctl line
    std::string result;
    Where where = store;
    friend bool operator==(const AuditRow&, const AuditRow&) = default;
};

/// The words of the command line, and their parsers, shared by all programs.
const char* word(LockState);
const char* word(ServerSays);
const char* word(TaskState);
const char* word(MessageState);
const char* word(DesiredState); ///< Running, Stopped, Deleted
const char* word(BackoffPolicy);
const char* word(WorkerOrder);
const char* word(WorkerHealth);
Answer<DesiredState> parse_desired_state(std::string_view text);
Answer<BackoffPolicy> parse_backoff_policy(std::string_view text);

/// Returns a row's text for a filter key (`name owner state kind phase topic claim id`), or nullopt. The empty key is that of
/// a bare word: of locks, tasks, messages and workers all texts by which people find them.
std::optional<std::string> filter_field(const LockRow&, TimePoint now, std::string_view key);
std::optional<std::string> filter_field(const TaskRow&, TimePoint now, std::string_view key);
std::optional<std::string> filter_field(const MessageRow&, TimePoint now, std::string_view key);
std::optional<std::string> filter_field(const WorkerRow&, TimePoint now, std::string_view key);
std::optional<std::string> filter_field(const WaiterRow&, TimePoint now, std::string_view key);
std::optional<std::string> filter_field(const FenceRow&, TimePoint now, std::string_view key);
std::optional<std::string> filter_field(const AuditRow&, TimePoint now, std::string_view key);

} // namespace lockdesk
