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

/// What changed, roughly: a hint to look. `key` is a lock name or a task kind; empty: any of that entity.
struct HintTopic
{
    Entity entity = Entity::lock;
    std::string key;
    friend auto operator<=>(const HintTopic&, const HintTopic&) = default;
};

/// Wakes when something changed. Hints may be lost or come for nothing: whoever waits polls too. Has a connection of its own.
/// `wait` from one thread; `interrupt` from any.
class HintListener
{
public:
    virtual ~HintListener() = default;
    /// True: something about the topics may have changed since the last call (or since the listener was made, for changes
    /// that committed after `listen` returned). False: the time is over, or it was interrupted. Failure: the connection is
    /// lost; the next call tries to listen anew.
    virtual Answer<bool> wait(Duration at_most) = 0;
    virtual void interrupt() noexcept = 0;
};

struct SessionOptions
{
    /// Bounds every single verb, connecting included: it ends within this and one second more, whatever the store does.
    Duration timeout = std::chrono::seconds{5};
    /// The session itself cannot write: the server refuses (default_transaction_read_only, read-only open, no write scripts).
    bool read_only = false;
    std::optional<SandboxId> sandbox;
    /// `lockdesk`, or another format with options: `dist_lock:table=locks`.
    std::string source = "lockdesk";
    std::string application_name = "lockdesk";
    /// Do not require an installed schema on open (for `init`). Otherwise a missing one is `unavailable` on the first call,
    /// and says `lockdeskctl init`.
    bool without_schema = false;
    /// `statements()` runs under the session's own login, whose rights do not end at the sandbox, instead of an account that reaches
    /// nothing else. For SQL that is known: that of the lessons that come with Lockdesk, or what somebody has read.
    bool trust_statements = false;
    /// `open` does not connect; the first call does. For texts that need no store (`init --print`).
    bool connect_later = false;
    /// Gets every statement that the session's verbs send; null: nobody looks.
    std::shared_ptr<StatementTrace> trace{};
    /// Cuts the opening of a session when it is requested. A session that is open is cut by its own `interrupt`.
    std::stop_token stop{};
};

/// One conversation with a store: one connection, one thread at a time, except `interrupt`. A lost connection is opened
/// again by the next call, within its timeout. A call whose write was sent and whose reply was lost is `in_doubt`; a read in
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
    /// Where the store or source has none (Capabilities::draws), every call answers "unsupported".
    virtual Draws& draws();
    /// Where the store or source has none (Capabilities::statements), every call answers "unsupported".
    virtual Statements& statements();
    /// SessionOptions::trace, if what writes is held back while a StatementTrace::Rehearsal of it lives. Null: a verb would do what
    /// it says even then, so nothing can be shown before it is done.
    [[nodiscard]] virtual StatementTrace* rehearsed() const { return nullptr; }
    /// Cuts a running call, which then fails as `unavailable` or `in_doubt`, and makes every later one fail at once. From any
    /// thread; never blocks. For quitting.
    virtual void interrupt() noexcept = 0;
};

/// An address and what is shared between its sessions (statement texts, hint sender). Thread-safe.
class Store
{
public:
    virtual ~Store() = default;
    [[nodiscard]] virtual const StoreUrl& url() const = 0;
    /// Connects. Unreachable, wrong password, missing schema and so on are told here or by the first call.
    virtual Answer<std::unique_ptr<Session>> open(const SessionOptions& options) = 0;
    /// Listens to the topics (empty: everything). `options` as for the sessions whose changes are meant. Connecting is cut, and
    /// fails, when `stop` is requested: whoever waits for the end of a listener never waits for a server that does not answer.
    virtual Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                         const std::stop_token& stop) = 0;
    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options)
    {
        return listen(std::move(topics), options, {});
    }
};

/// Knows how to open each kind of store. Filled by the program (app), never by static initialisers.
class StoreRegistry
{
public:
    using Factory = std::function<Answer<std::unique_ptr<Store>>(const StoreUrl&)>;
    void add(std::string scheme, Factory factory);
    /// Unsupported failure names what to build in when the scheme is known but has no factory.
    [[nodiscard]] Answer<std::unique_ptr<Store>> open(const StoreUrl& url) const;
    [[nodiscard]] std::vector<std::string> schemes() const;

private:
    std::map<std::string, Factory> m_factories;
};

} // namespace lockdesk
