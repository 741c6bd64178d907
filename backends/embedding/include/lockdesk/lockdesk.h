// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Locks, the fence in your own transaction, workers and the outbox's relay, for a program of your own. One header
// beside this one for each store whose transactions you pass: postgres.h, mariadb.h, sqlite.h, mongodb.h, redis.h.
// See docs/embedding.md.
//
//     auto desk = lockdesk::connect(url);
//     lockdesk::Mutex nightly{desk, "nightly", {.lease = 30s}};
//     if (auto held = nightly.try_lock_for(10s)) {
//         pqxx::work tx{connection};
//         held.require(tx);
//         desk.outbox(tx).add("mail", body, {.id = "mail-17"});
//         tx.commit();
//     }
#pragma once

#include "backends/engine/contracts/answer.h"

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockdesk::embedding {

class Core; ///< what the objects of one desk share
struct Lease;

/// A call failed or is in doubt. A lock held by another is never an error. A value.
class Error : public std::runtime_error
{
public:
    explicit Error(Failure failure) : std::runtime_error(failure.message), m_failure(std::move(failure)) {}
    [[nodiscard]] FailureKind kind() const { return m_failure.kind; }
    /// Whether the same call, or the same transaction from its start, may succeed.
    [[nodiscard]] bool retryable() const { return m_failure.retryable; }
    [[nodiscard]] const Failure& failure() const { return m_failure; }

private:
    Failure m_failure;
};

/// The fence has admitted a newer token: another holds the lock by now. Roll back. A value.
class StaleToken : public Error
{
public:
    StaleToken(const std::string& resource, std::int64_t token, std::int64_t largest);
    [[nodiscard]] std::int64_t largest() const { return m_largest; }

private:
    std::int64_t m_largest;
};

/// What a store's header makes of a transaction of yours. Lives for one call.
class TransactionParts
{
public:
    struct Place
    {
        std::string store;    ///< of the desk: "sqlite", "postgresql", ...
        std::string database; ///< likewise; may be empty
    };
    struct Entry
    {
        bool admitted = false;
        std::int64_t largest = 0;
    };
    virtual ~TransactionParts() = default;
    virtual Answer<Entry> admit(const Place& place, const std::string& resource, std::int64_t token,
                                const std::string& who) = 0;
    virtual Answer<bool> add(const Place& place, const std::string& id, const std::string& topic,
                             const std::string& payload) = 0;
};

/// By it the functions `transaction_of` of the stores' headers are found.
struct Tag
{
};
template <class Native>
concept OwnTransaction = requires(Native&& native) {
    {
        transaction_of(Tag{}, native)
    } -> std::convertible_to<std::unique_ptr<TransactionParts>>;
};

/// Your own transaction, made of its handle at the call: `pqxx::work`, `PGconn*`, `MYSQL*`, `sqlite3*`, `SQLite::Database`,
/// `mongoc_client_session_t*` or `redisContext*`. Include the header of its store. One thread at a time, like the handle.
class Transaction
{
public:
    template <class Native>
        requires(!std::same_as<std::remove_cvref_t<Native>, Transaction> && OwnTransaction<Native>)
    Transaction(Native&& native) : m_parts(transaction_of(Tag{}, native)) // implicit: `held.require(tx)`
    {
    }
    [[nodiscard]] TransactionParts& parts() const { return *m_parts; }

private:
    std::unique_ptr<TransactionParts> m_parts;
};

enum class Released {
    released, ///< by us, in time; also when there was nothing to release
    lost,     ///< the lease was over, or another has taken the lock
    unknown,  ///< the store did not answer: the lock ends with its lease
};

/// A lock that is held, or nothing. Released at its end, within the desk's timeout and without an exception. One thread at a
/// time; `lost()` and what it returns may be used by all.
class Held
{
public:
    Held() = default;
    Held(std::shared_ptr<Core> core, std::shared_ptr<Lease> lease);
    ~Held();
    Held(Held&&) noexcept = default;
    Held& operator=(Held&& other) noexcept;

    /// True only if acquired, until it is released or the lease may no longer be trusted. Compares the clock itself.
    [[nodiscard]] explicit operator bool() const noexcept;
    /// Requests a stop once the lease is lost: the work must end. Callbacks run on the desk's thread, must be
    /// short, and must not end the desk.
    [[nodiscard]] std::stop_token lost() const;
    /// Why it was lost; empty: it is not.
    [[nodiscard]] std::string why_lost() const;
    /// Grows with every grant of the lock. 0: nothing is held.
    [[nodiscard]] std::int64_t token() const;

    /// Passes the fence of `resource` (empty: the lock's name) in your transaction: a holder with a newer token waits
    /// until it ends, and refuses ours afterwards. Throws StaleToken when a newer one has passed: roll back. Throws
    /// Error otherwise.
    void require(const Transaction& transaction, std::string_view resource = {});
    /// Likewise in a transaction of its own, for what no transaction protects.
    void require(std::string_view resource = {});
    /// Returns false where `require` throws StaleToken.
    [[nodiscard]] Answer<bool> try_require(const Transaction& transaction, std::string_view resource = {});
    [[nodiscard]] Answer<bool> try_require(std::string_view resource = {});

    /// Releases now, at most once.
    Released release() noexcept;

private:
    [[nodiscard]] Answer<TransactionParts::Entry> admit(const Transaction* transaction, const std::string& resource);
    Answer<bool> enter(const Transaction* transaction, std::string_view resource, bool throwing);

    std::shared_ptr<Core> m_core;
    std::shared_ptr<Lease> m_lease;
};

struct MessageOptions
{
    std::string id{}; ///< for the receiver's duplicate check; empty: a random one
};

/// Adds messages to the outbox. One thread at a time.
class OutboxIn
{
public:
    OutboxIn(std::shared_ptr<Core> core, std::optional<Transaction> transaction);
    /// Returns false when a message of that id exists; nothing changes then. On Redis that answer comes with EXEC: true.
    bool add(std::string_view topic, std::string_view payload, const MessageOptions& options = {});
    [[nodiscard]] Answer<bool> try_add(std::string_view topic, std::string_view payload, const MessageOptions& options = {});

private:
    std::shared_ptr<Core> m_core;
    std::optional<Transaction> m_transaction;
};

struct NewWork
{
    std::string kind, id, phase;
    std::string payload = "{}"; ///< JSON
};

struct DeskOptions
{
    /// Bounds every call; one that waits for a lock ends within this time after its wait.
    Duration timeout = std::chrono::seconds{5};
    std::string application_name = "lockdesk"; ///< as the server lists the connections
    std::string host{};                        ///< first part of the owners' names; empty: this computer's name
};

/// A store. Copies are the same desk, which ends with the last of them and of its locks. Thread-safe.
class Desk
{
public:
    explicit Desk(std::shared_ptr<Core> core) : m_core(std::move(core)) {}
    /// Installs Lockdesk's tables, or brings older ones up to date; `lockdeskctl init` does the same.
    void init() const;
    /// The outbox in your transaction: a message exists if and only if that commits.
    [[nodiscard]] OutboxIn outbox(Transaction transaction) const { return {m_core, std::move(transaction)}; }
    /// Likewise in a transaction of its own.
    [[nodiscard]] OutboxIn outbox() const { return {m_core, std::nullopt}; }
    /// Adds a task for workers. Returns false when one of that id exists.
    bool add_task(const NewWork& task) const;
    [[nodiscard]] const std::shared_ptr<Core>& core() const { return m_core; }

private:
    std::shared_ptr<Core> m_core;
};

/// Returns a desk after its first answer. The failure is never a password.
[[nodiscard]] Answer<Desk> try_connect(std::string_view url, const DeskOptions& options = {});
/// Likewise; throws Error.
[[nodiscard]] Desk connect(std::string_view url, const DeskOptions& options = {});

struct MutexOptions
{
    Duration lease = std::chrono::seconds{30}; ///< at least 300 ms; renewed every third of it while held
    Duration at_least{0};                      ///< a released lock stays taken until this long after it was acquired
};

/// A lock of that name on the desk's store, for all processes and threads: not recursive. Lockable, for std::scoped_lock and
/// std::unique_lock; not TimedLockable, for `try_lock_for` returns what is held. All locks of a desk share two threads.
/// Thread-safe.
class Mutex
{
public:
    Mutex(const Desk& desk, std::string_view name, const MutexOptions& options = {});
    ~Mutex();

    /// Waits until it is held or `stop` is requested, which returns nothing. Throws Error where waiting cannot help.
    [[nodiscard]] Held acquire(const std::stop_token& stop = {});
    /// One try.
    [[nodiscard]] Held try_acquire() { return try_lock_for(Duration{0}); }
    [[nodiscard]] Held try_lock_for(Duration wait, const std::stop_token& stop = {});
    [[nodiscard]] Held try_lock_until(std::chrono::steady_clock::time_point until, const std::stop_token& stop = {});
    /// Nothing is held: another has it. `wait`: `no_end`, until stopped.
    [[nodiscard]] Answer<Held> ask(Duration wait, const std::stop_token& stop = {});

    void lock();
    bool try_lock();
    /// Never throws.
    Released unlock() noexcept;
    /// What this thread's `lock` holds, until its `unlock`.
    [[nodiscard]] Held& held();

private:
    struct Locked;
    std::shared_ptr<Core> m_core;
    std::string m_name;
    MutexOptions m_options;
    std::unique_ptr<Locked> m_locked; ///< by thread: after a loss two may be between lock and unlock
};

enum class Once {
    ran,
    skipped, ///< another has the lock, or ran at most `at_least` ago
    lost,    ///< the lease was lost while the job ran
};
struct OnceOptions
{
    Duration lease = std::chrono::seconds{30};
    Duration at_least{0}; ///< others that start within this time skip
    Duration wait{0};
};
/// Runs the job if the lock is free. What it throws comes through, after the release.
Once run_once(const Desk& desk, std::string_view name, const OnceOptions& options, const std::function<void(Held&)>& job);

/// A task as its handler gets it. A value.
struct Task
{
    std::string id, kind, phase, payload;
    std::int64_t token = 0;
    std::int64_t failures = 0;
};
/// What becomes of a task. An exception of the handler is `failed`. A value.
class Outcome
{
public:
    static Outcome move_on(std::string phase) { return {Kind::move_on, std::move(phase), {}}; }
    static Outcome failed(std::string error) { return {Kind::failed, std::move(error), {}}; }
    static Outcome give_back() { return {Kind::give_back, {}, {}}; }
    /// Nullopt: after the backoff of the kind's rule.
    static Outcome later(std::optional<Duration> wait = std::nullopt) { return {Kind::later, {}, wait}; }

    enum class Kind { move_on, failed, give_back, later };
    Kind kind;
    std::string text;
    std::optional<Duration> wait;

private:
    Outcome(Kind k, std::string t, std::optional<Duration> w) : kind(k), text(std::move(t)), wait(w) {}
};
struct WorkerOptions
{
    std::string kind;
    std::vector<std::string> phases{}; ///< empty: all
    /// Runs on `threads` threads at once. `over`: the task is lost or the worker ends; return soon.
    std::function<Outcome(const Task&, const std::stop_token& over)> handle;
    std::size_t threads = 1;
    Duration interval = std::chrono::seconds{1};       ///< between polls; hints wake it earlier
    std::function<void(const std::string&)> trouble{}; ///< what is retried; on a thread of the worker
};

/// Takes due tasks and settles what the handler makes of them. Thread-safe.
class Worker
{
public:
    Worker(const Desk& desk, WorkerOptions options);
    ~Worker();
    Worker(Worker&&) noexcept;
    void start();
    /// Waits for running handlers.
    void stop();

private:
    struct Inside;
    std::unique_ptr<Inside> m_inside;
};

/// A message as its receiver gets it. A value.
struct Message
{
    std::string id, topic, payload;
    std::int64_t tries = 0; ///< failed deliveries before this one
};
struct RelayOptions
{
    /// Delivers one message, at least once: ids may come again. An exception is a failed try.
    std::function<void(const Message&, const std::stop_token& stop)> deliver;
    std::int64_t tries = 3;                            ///< failures until a message is dead
    Duration lease = std::chrono::seconds{30};         ///< longest delivery
    Duration interval = std::chrono::seconds{1};       ///< between polls; hints wake it earlier
    std::function<void(const std::string&)> trouble{}; ///< what is retried; on the relay's thread
};

/// Delivers the outbox's messages. Thread-safe.
class Relay
{
public:
    Relay(const Desk& desk, RelayOptions options);
    ~Relay();
    Relay(Relay&&) noexcept;
    void start();
    void stop();
    /// Delivers what is due now, on this thread, and returns how many were taken. Not while it is started.
    std::int64_t deliver_due();

private:
    struct Inside;
    std::unique_ptr<Inside> m_inside;
};

} // namespace lockdesk::embedding

// The library's own sources have another Relay.
#ifndef LOCKDESK_INSIDE
namespace lockdesk {

using embedding::connect;
using embedding::Desk;
using embedding::DeskOptions;
using embedding::Error;
using embedding::Held;
using embedding::Message;
using embedding::Mutex;
using embedding::NewWork;
using embedding::Once;
using embedding::Outcome;
using embedding::Relay;
using embedding::RelayOptions;
using embedding::Released;
using embedding::run_once;
using embedding::StaleToken;
using embedding::Task;
using embedding::Transaction;
using embedding::try_connect;
using embedding::Worker;

} // namespace lockdesk
#endif
