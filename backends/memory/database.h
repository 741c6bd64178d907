// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/listed_rows.h"
#include "backends/memory/memory_store.h"
#include "backends/memory/space.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <vector>

namespace lockdesk::memory {

struct Listener
{
    std::string sandbox;
    std::vector<HintTopic> topics; ///< empty: everything
    bool woken = false;
    bool interrupted = false;
};

struct SessionLockHolder
{
    std::int64_t session = 0;
    std::string owner;
    TimePoint since{};
};

/// The store of one name: its spaces under one mutex, its clock, its listeners.
class Database final : public HintSink
{
public:
    Database();

    /// Returns the store of that name, created on first use.
    static std::shared_ptr<Database> named(const std::string& name);
    static void forget(const std::string& name);

    /// Reads the store's time; the only function that does.
    [[nodiscard]] TimePoint store_now() const { return setup.clock->now(); }
    void hint(const std::string& sandbox, Entity entity, const std::string& key) override;

    std::mutex mutex;
    std::condition_variable woken;
    MemorySetup setup;
    std::unique_ptr<Space> root; ///< replaced as a whole when the schema is dropped
    std::map<std::string, std::unique_ptr<Space>> sandboxes;
    std::vector<Listener*> listeners;
    /// Session locks belong to the server, not to a table, but are separate per sandbox: (sandbox, kind, name).
    std::map<std::tuple<std::string, SessionLockKind, std::string>, SessionLockHolder> session_locks;
    std::int64_t last_session = 0;
};

enum class Mode { read, write, bare_read, bare_write }; ///< bare: works without a schema

/// Shared by the concerns of one session: the access to the Database.
class Context
{
public:
    Context(std::shared_ptr<Database> db, const SessionOptions& options);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// Runs `f(space, now)` under the store's mutex, as one atomic step. Returns its result, or its own Answer, at `now`.
    template <class F> auto run(Mode mode, F f)
    {
        using Given = std::invoke_result_t<F, Space&, TimePoint>;
        return run_as(mode, f, static_cast<Given*>(nullptr));
    }
    template <class F> auto read(F f) { return run(Mode::read, std::move(f)); }
    template <class F> auto write(F f) { return run(Mode::write, std::move(f)); }

    [[nodiscard]] Database& db() const { return *m_db; }
    [[nodiscard]] const SessionOptions& options() const { return m_options; }
    [[nodiscard]] std::int64_t session() const { return m_session; }
    [[nodiscard]] std::string sandbox() const { return m_options.sandbox ? m_options.sandbox->str() : std::string{}; }
    void interrupt() noexcept { m_interrupted = true; }

private:
    template <class F, class T> Answer<T> run_as(Mode mode, F& f, T*)
    {
        const std::lock_guard lock(m_db->mutex);
        Space* space = nullptr;
        if (auto failure = enter(mode, space))
            return std::move(*failure);
        const TimePoint now = space->now(m_db->store_now());
        return Answer<T>(f(*space, now), now);
    }
    template <class F, class T> Answer<T> run_as(Mode mode, F& f, Answer<T>*)
    {
        const std::lock_guard lock(m_db->mutex);
        Space* space = nullptr;
        if (auto failure = enter(mode, space))
            return std::move(*failure);
        const TimePoint now = space->now(m_db->store_now());
        Answer<T> answer = f(*space, now);
        return answer ? Answer<T>(std::move(answer).value(), now) : Answer<T>(answer.failure(), now);
    }
    std::optional<Failure> enter(Mode mode, Space*& space);

    std::shared_ptr<Database> m_db;
    SessionOptions m_options;
    std::int64_t m_session = 0;
    std::atomic<bool> m_interrupted{false};
};

std::unique_ptr<Locks> make_locks(Context&);
std::unique_ptr<Fence> make_fence(Context&);
std::unique_ptr<Tasks> make_tasks(Context&);
std::unique_ptr<Outbox> make_outbox(Context&);
std::unique_ptr<Records> make_records(Context&);
/// Presents a token to the fence, within a write.
FenceAnswer admit_now(Space& space, TimePoint now, const FencePass& pass);
std::unique_ptr<SessionLocks> make_session_locks(Context&);
std::unique_ptr<Workers> make_workers(Context&);
std::unique_ptr<Changes> make_changes(Context&);
std::unique_ptr<Audit> make_audit(Context&);
std::unique_ptr<Draws> make_draws(Context&);
std::unique_ptr<Admin> make_admin(Context&);

/// Return rows as reported, with derived columns (waiters, rule, state, raw).
LockRow shown(const Space& space, const LockRecord& lock, TimePoint now);
/// Returns the number of waiters for a lock that have not given up.
std::int64_t waiting_for(const Space& space, const std::string& name, TimePoint now);
TaskRow shown(const Space& space, const TaskRecord& task);
MessageRow shown(const MessageRecord& message, TimePoint now);
WorkerRow shown(const WorkerRecord& worker);

/// Collects rows that pass a filter until the limit is reached.
template <class Row> class Collector
{
public:
    Collector(const ListRequest& request, TimePoint now) : m_request(request), m_now(now) {}

    /// Returns false if no more rows are needed.
    bool offer(Row row)
    {
        const auto field = [&](std::string_view key) { return filter_field(row, m_now, key); };
        if (!m_request.filter.empty() && !m_request.filter.matches(field))
            return true;
        if (m_page.rows.size() == m_request.limit) {
            m_page.truncated = true;
            return false;
        }
        m_page.rows.push_back(std::move(row));
        return true;
    }
    /// `all`: the number of rows without a filter.
    Page<Row> page(std::size_t all)
    {
        if (m_page.truncated && m_request.filter.empty())
            m_page.about = static_cast<std::int64_t>(all);
        return std::move(m_page);
    }

private:
    const ListRequest& m_request;
    TimePoint m_now;
    Page<Row> m_page;
};

} // namespace lockdesk::memory
