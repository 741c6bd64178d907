// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What differs between servers: for each concern the statements' values, what their replies mean, and what has no statement alike.
#pragma once

#include "backends/engine/contracts/draws.h"
#include "backends/engine/contracts/outbox.h"
#include "backends/engine/contracts/session_locks.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/sql/link.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::sql {

/// Rows that a claim took, each with its previous `locked_at`.
using TakenTasks = std::vector<std::pair<std::int64_t, TaskRow>>;

/// A step by its verb: unlock, extend, relock, backoff, fail or advance.
struct StepForm
{
    std::string_view verb{};
    std::optional<std::int64_t> wait{};
    std::optional<std::string> from{}, to{}, desired{}; ///< of advance
    std::optional<std::string> text{};                  ///< the error, or the policy of a backoff
    double jitter = 1.0;
};

/// Tasks.
struct TaskVerbs
{
    /// Returns the values of task_add.
    Values (*add)(std::span<const NewTask> tasks);
    Answer<std::vector<TaskRow>> (*claim)(Link& link, const ClaimRequest& request);
    /// Takes the tasks that `task_look` returned. `locked`: it locked them, in the transaction that is open; `as_seen`: only
    /// those that still have the token and the time of then.
    Answer<Reply> (*take)(Link& link, const ClaimRequest& request, const Result& seen, bool locked, bool as_seen);
    /// Returns the rows that the reply to a claim has taken, with their previous `locked_at`.
    TakenTasks (*taken)(const Reply& reply, const ClaimRequest& request);
    /// Decides the steps with these indices, no two on the same task. Returns the store's time.
    Answer<std::optional<TimePoint>> (*apply)(Link& link, std::span<const TaskStep> steps,
                                              std::span<const std::size_t> which, std::vector<StepAnswer>& answers);
};

using ClaimedMessages = Answer<std::vector<MessageRow>>;

/// Messages. A batch is some of the deliveries, none with the same id twice, sorted by id.
struct OutboxVerbs
{
    using Batch = std::span<const std::size_t>;
    /// Claims for a possibly used claim id.
    ClaimedMessages (*claim_again)(Link& link, const MessageClaim& request);
    /// Completes the values of outbox_begin.
    void (*begin)(Link& link, const DeliveryBegin& request, Values& values);
    /// Returns the values of outbox_settle.
    Values (*settle)(const Link& link, std::span<const Delivery> deliveries, Batch batch);
    /// Reads its reply.
    void (*settled)(const Reply& reply, std::span<const Delivery> deliveries, Batch batch,
                    std::vector<DeliveryAnswer>& answers);
    /// Sent with the BEGIN of a transaction that holds rows; null: outbox_claim begins it, and outbox_settle commits it.
    const char* begin_hold;
    bool settles_refused_too; ///< the reply has the rows of refused deliveries
};

/// Returns the values of draw_apply for a batch of at least one person.
using DrawValues = Values (*)(const EventId& event, std::span<const PersonId> persons);

/// Session locks.
struct SessionLockForms
{
    /// Adds `key`, the server's name of the lock. Keys are shared by the whole database or server.
    void (*add_key)(const Link& link, Values& values, const LockName& name, SessionLockKind kind);
    Answer<std::optional<SessionLockRow>> (*find)(Link& link, const LockName& name, SessionLockKind kind);
    /// Completes the values of session_lock_end; null: none is missing.
    void (*complete_end)(const Link& link, const ForceRelease& request, SessionLockKind kind, Values& values);
    bool (*in_transaction)(Link& link, const SessionLockRow& row);
    /// Why a pooler or proxy allows no session lock, and what to do; shown to people translated as a whole.
    const char* no_own_session;
};

/// Schema and sandboxes: some servers have transactional DDL; a sandbox is a schema or a prefix.
struct AdminForms
{
    const char* no_such_table;  ///< the server's error code
    const char* table_exists;   ///< likewise
    const char* use_another;    ///< how to avoid the name of another program's table
    bool finishes_init;         ///< a table of ours without a version was left by an interrupted `init`
    /// Returns the DDL of a schema outside or inside a sandbox, as it runs. `comment` is that of the clock's table; where DDL is not
    /// transactional, it sets the floor, too.
    std::string (*schema_sql)(const std::optional<SandboxId>& sandbox, const std::string& comment,
                              const std::optional<TokenFloor>& floor);
    std::string (*upgrade_text)(const Link& link);
    const char* no_wait_table; ///< the server's error code for a missing table of lock waits
    /// Runs the work while no other client creates a schema or a sandbox; in a transaction where DDL has those.
    Answer<Done> (*create_alone)(Link& link, const std::string& name, const std::function<Answer<Done>()>& work);
    /// The same for a drop, where its list of sandboxes must stay true.
    Answer<Done> (*drop_alone)(Link& link, const std::string& name, const std::function<Answer<Done>()>& work);
    /// Returns the statement that creates a sandbox with its schema, which a comment marks as one.
    std::string (*sandbox_create_sql)(const Link& link, const SandboxId& id, std::int64_t made_at);
    /// Ends open transactions that would block the drop; if that fails, the drop reports why.
    void (*end_transactions_in)(Link& link, const SandboxId& id);
    /// Returns the statement that drops a sandbox, with what lessons made in it.
    Answer<std::string> (*sandbox_drop_sql)(Link& link, const SandboxId& id);
};

/// The table of a source, with properties that are read once.
struct ForeignTable
{
    std::string name;
    bool is_timestamp = false; ///< its locks end in a type that ends early itself: statements of `_timestamp`
    Duration resolution{1};    ///< of the column that ends a lock
};

/// Tables of other libraries.
struct ForeignForms
{
    const char* expiry_type; ///< the type of dist_lock's `expiry`, in the advice on creating the table
    bool compares_names;     ///< names are compared byte by byte
    TimePoint latest_stamp;  ///< of the type that ends early
};

struct ServerForms
{
    const char* store;
    const char* product; ///< name shown to people
    TaskVerbs tasks;
    OutboxVerbs outbox;
    DrawValues draw_values;
    const SessionLockForms& session_locks;
    const AdminForms& admin;
    std::unique_ptr<Changes> (*changes)(Link& link);
    std::unique_ptr<Statements> (*statements)(Link& link);
    ForeignForms foreign;
    bool (*hints)(Link& link); ///< null: none
};

} // namespace lockdesk::sql
