// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/engine/rules/lock_rules.h"

#include <compare>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

/// The tables of a memory store: plain data, and bookkeeping of indexes and the change log; the rules are in the concerns
/// (locks.cpp, tasks.cpp, ...). The mutex of the Database guards everything here.
namespace lockdesk::memory {

struct LockRecord
{
    LockRow row;          ///< `waiters` and `raw` are filled in on reads
    std::string requests; ///< request marks of the holds, newest last
    std::int64_t stamp = 0;
};

struct WaiterRecord
{
    WaiterRow row;
    std::int64_t stamp = 0;
};

struct FenceRecord
{
    FencingToken largest;
    std::int64_t refusals = 0;
};

struct TaskRecord
{
    TaskRow row;
    std::int64_t stamp = 0;
};

/// The claim's order within a (kind, phase). `id` points into the task's own key.
struct TaskKey
{
    std::int64_t locked_at = 0;
    std::int64_t updated_at = 0;
    std::string_view id;
    friend auto operator<=>(const TaskKey&, const TaskKey&) = default;
};
using TaskOrder = std::set<TaskKey>;
using TaskClass = std::pair<std::string, std::string>; ///< kind, phase

enum class Stored { pending, sending, sent, dead };
struct MessageRecord
{
    MessageRow row; ///< its state is derived from `stored` on reads
    Stored stored = Stored::pending;
    std::int64_t stamp = 0;
};
using Moment = std::pair<std::int64_t, std::int64_t>; ///< microseconds, seq

struct DrawRecord
{
    std::int64_t places = 0;
    std::int64_t ranked = 0;
    FencingToken leader;
    std::vector<DrawEntry> entries;                        ///< in the order of their numbers, which are 1, 2, 3, ...
    std::unordered_map<std::string, std::int64_t> numbers; ///< person -> number
};

struct WorkerRecord
{
    WorkerRow row;
    std::int64_t stamp = 0;
};

/// now = base + (store clock - set_at) * rate
struct SandboxClock
{
    TimePoint base{};
    TimePoint set_at{};
    double rate = 1.0;
    [[nodiscard]] TimePoint now(TimePoint store) const;
};

/// Receives changes and wakes listeners. Called with the Database's mutex held.
class HintSink
{
public:
    virtual ~HintSink() = default;
    virtual void hint(const std::string& sandbox, Entity entity, const std::string& key) = 0;
};

/// One set of tables: the store itself or a sandbox.
class Space
{
public:
    Space(HintSink& hints, std::string sandbox);
    Space(const Space&) = delete;
    Space& operator=(const Space&) = delete;

    [[nodiscard]] TimePoint now(TimePoint store) const { return clock ? clock->now(store) : store; }

    /// Every write ends with one of these: they stamp the row, add an entry to the log, and send listeners a hint.
    void lock_changed(LockRecord& lock);
    void lock_gone(const std::string& name, std::int64_t stamp);
    void waiter_changed(WaiterRecord& waiter);
    void waiter_gone(const WaiterRecord& waiter);
    void message_changed(MessageRecord& message);
    void message_gone(const MessageRecord& message);
    void worker_changed(WorkerRecord& worker);
    void worker_gone(const std::string& id, std::int64_t stamp);
    void write_refusal(FenceRow row);
    void write_audit(AuditRow row, TimePoint now);

    LockRecord& new_lock(const std::string& name); ///< never held before
    TaskRecord* add_task(TaskRow row); ///< null: the id exists
    void remove_task(const std::string& id); ///< raises the floor: a later task of that id has larger tokens
    /// Changes a task, and updates its place in the order, its claim and the log.
    template <class F> void change_task(TaskRecord& task, F change)
    {
        unindex(task);
        change(task.row);
        index(task);
    }
    /// Returns the numbers that the token of a new grant must exceed; floor and fence only if that name's row has no token.
    [[nodiscard]] lock_rules::Ground ground(const std::string& name, FencingToken token) const;
    [[nodiscard]] TaskRule rule(const std::string& kind, const std::string& phase) const;

    /// Removes a message from the due, live and sent indexes, changes it, and inserts it again.
    template <class F> void change_message(MessageRecord& message, F change)
    {
        unindex(message);
        change(message);
        index(message);
        message_changed(message);
    }
    MessageRecord* add_message(MessageRow row); ///< null: the id exists
    void remove_message(const std::string& id);

    enum class Schema { implied, created, missing };
    std::string sandbox; ///< empty: the store itself
    std::optional<SandboxClock> clock;
    std::optional<TimePoint> created_at;
    Schema schema = Schema::implied;
    std::int64_t epoch; ///< different for every space ever made, so that a cursor of a former one is recognised

    std::map<std::string, LockRecord> locks;
    std::map<std::pair<std::string, std::string>, WaiterRecord> waiters; ///< (name, owner)
    std::int64_t token_floor = 0; ///< the first grant of a name or task without a row exceeds it
    std::int64_t token_base = 0;  ///< every grant exceeds it
    std::map<std::string, FenceRecord> fences;
    std::map<std::int64_t, FenceRow> refusals; ///< by stamp

    std::map<std::string, TaskRecord> tasks;
    std::map<TaskClass, TaskOrder> order;
    std::unordered_map<std::string, std::set<std::string_view>> claims; ///< claim id -> task ids
    std::map<TaskClass, TaskRule> rules;

    std::unordered_map<std::string, MessageRecord> messages;
    std::map<std::int64_t, MessageRecord*> by_seq;
    std::set<Moment> pending; ///< by next_at
    std::set<Moment> sending; ///< by lease_until
    std::set<Moment> live;    ///< pending and sending, by created_at
    std::set<Moment> added;   ///< all, by created_at
    std::set<Moment> sent;    ///< by sent_at
    std::int64_t dead = 0;
    std::int64_t last_seq = 0;

    std::map<std::string, Record> records;
    std::map<std::string, DrawRecord> draws;
    std::map<std::string, WorkerRecord> workers;
    std::map<std::int64_t, AuditRow> audit; ///< by stamp
    std::int64_t last_audit = 0;

    struct LogEntry
    {
        Entity entity = Entity::lock;
        std::string key;
    };
    std::map<std::int64_t, LogEntry> log; ///< the newest change of every row, and removals
    std::int64_t counter = 0;
    std::int64_t forgotten = 0; ///< removals up to this stamp are no longer in the log

private:
    std::int64_t stamped(std::int64_t old, Entity entity, const std::string& key, const std::string& topic);
    void gone(std::int64_t old, Entity entity, const std::string& key, const std::string& topic);
    void index(TaskRecord& task);
    void unindex(TaskRecord& task);
    void index(const MessageRecord& message);
    void unindex(const MessageRecord& message);

    HintSink& m_hints;
    std::deque<std::int64_t> m_removals;
};

} // namespace lockdesk::memory
