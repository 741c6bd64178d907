// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/admin.h"
#include "backends/engine/contracts/audit.h"
#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/contracts/changes.h"
#include "backends/engine/contracts/draws.h"
#include "backends/engine/contracts/fence.h"
#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/outbox.h"
#include "backends/engine/contracts/records.h"
#include "backends/engine/contracts/session_locks.h"
#include "backends/engine/contracts/statement_trace.h"
#include "backends/engine/contracts/statements.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/engine/contracts/workers.h"
#include "backends/engine/text/store_url.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {

/// What may have changed: a hint to poll. `key` is a lock name or a task kind; empty: any of that entity.
struct HintTopic
{
    Entity entity = Entity::lock;
    std::string key;
    friend auto operator<=>(const HintTopic&, const HintTopic&) = default;
};

/// Wakes on changes. Hints may be lost or spurious: waiters must also poll. Has its own connection.
/// `wait` from one thread; `interrupt` from any.
class HintListener
{
public:
    virtual ~HintListener() = default;
    /// Returns true when something about the topics may have changed since the last call (or since the listener was
    /// created, for changes that committed after `listen` returned), false on timeout or interrupt. Failure: the connection
    /// is lost; the next call tries to listen again.
    virtual Answer<bool> wait(Duration at_most) = 0;
    virtual void interrupt() noexcept = 0;
};

struct SessionOptions
{
    /// Bounds every verb, connecting included: it ends within this time plus one second, whatever the store does.
    Duration timeout = std::chrono::seconds{5};
    /// The session cannot write: the server refuses (default_transaction_read_only, read-only open, no write scripts).
    bool read_only = false;
    std::optional<SandboxId> sandbox;
    /// `lockdesk`, or another format with options: `dist_lock:table=locks`.
    std::string source = "lockdesk";
    std::string application_name = "lockdesk";
    /// Do not require an installed schema on open (for `init`). Otherwise a missing one makes the first call `unavailable`,
    /// with a message that suggests `lockdeskctl init`.
    bool without_schema = false;
    /// `statements()` runs under the session's own login, whose permissions exceed the sandbox, instead of a confined
    /// account. For known SQL: that of Lockdesk's own lessons, or reviewed by a person.
    bool trust_statements = false;
    /// `open` does not connect; the first call does. For texts that need no store (`init --print`).
    bool connect_later = false;
    /// Gets every statement that the session's verbs send; null: none.
    std::shared_ptr<StatementTrace> trace{};
    /// Ends the opening of a session on request. Use `interrupt` for an open session.
    std::stop_token stop{};
};

/// A session with a store: one connection, one thread at a time, except `interrupt`. The next call reopens a lost
/// connection, within its timeout. A call whose write was sent and whose reply was lost is `in_doubt`; a read in
/// that case is `unavailable` and retryable.
class Session
{
public:
    virtual ~Session() = default;
    [[nodiscard]] virtual const Capabilities& capabilities() const = 0;
    virtual Locks& locks() = 0;
    virtual Fence& fence() = 0;
    virtual Tasks& tasks() = 0;
    virtual Outbox& outbox() = 0;
    virtual Records& records() = 0;
    virtual SessionLocks& session_locks() = 0;
    virtual Workers& workers() = 0;
    virtual Changes& changes() = 0;
    virtual Audit& audit() = 0;
    virtual Admin& admin() = 0;
    /// Without support in the store or source (Capabilities::draws), every call fails as unsupported.
    virtual Draws& draws();
    /// Without support in the store or source (Capabilities::statements), every call fails as unsupported.
    virtual Statements& statements();
    /// Returns SessionOptions::trace, if the session holds back writes while a StatementTrace::Rehearsal of it lives. Null:
    /// a verb would be executed even then, so nothing can be shown beforehand.
    [[nodiscard]] virtual StatementTrace* rehearsed() const { return nullptr; }
    /// Interrupts a running call, which then fails as `unavailable` or `in_doubt`, and makes every later one fail at once.
    /// From any thread; never blocks. For shutdown.
    virtual void interrupt() noexcept = 0;
};

/// An address and the state shared by its sessions (statement texts, hint sender). Thread-safe.
class Store
{
public:
    virtual ~Store() = default;
    [[nodiscard]] virtual const StoreUrl& url() const = 0;
    /// Connects. Unreachable server, wrong password, missing schema and so on are reported here or by the first call.
    virtual Answer<std::unique_ptr<Session>> open(const SessionOptions& options) = 0;
    /// Listens to the topics (empty: everything). `options` as for the sessions whose changes are meant. A request of
    /// `stop` ends connecting with a failure, so that the end of a listener never waits for a server that does not answer.
    virtual Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                         const std::stop_token& stop) = 0;
    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options)
    {
        return listen(std::move(topics), options, {});
    }
};

/// Opens stores by scheme. Filled by the program (app), never by static initialisers.
class StoreRegistry
{
public:
    using Factory = std::function<Answer<std::unique_ptr<Store>>(const StoreUrl&)>;
    void add(std::string scheme, Factory factory);
    /// Returns an unsupported failure with the missing build option when the scheme is known but has no factory.
    [[nodiscard]] Answer<std::unique_ptr<Store>> open(const StoreUrl& url) const;
    [[nodiscard]] std::vector<std::string> schemes() const;

private:
    std::map<std::string, Factory> m_factories;
};

} // namespace lockdesk
