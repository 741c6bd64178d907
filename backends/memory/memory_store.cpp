// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/memory_store.h"

#include "backends/engine/contracts/concern_session.h"
#include "backends/engine/runners/session_lock_source.h"
#include "backends/engine/text/url_options.h"
#include "backends/memory/database.h"

namespace lockdesk {

namespace {

using memory::Context;
using memory::Database;

Capabilities memory_capabilities()
{
    Capabilities c;
    c.store = "memory";
    c.version = "this process";
    c.durable_tokens = false;
    c.session_locks = true;
    c.draws = true;
    c.fenced_writes = true;
    c.skip_locked = true;
    c.strategies = {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::skip_locked_2, ClaimStrategy::version,
                    ClaimStrategy::none};
    return c;
}

class MemorySession final : public ConcernSession<Context>
{
public:
    MemorySession(std::shared_ptr<Database> db, const SessionOptions& options)
        : ConcernSession(memory_capabilities(), std::move(db), options)
    {
        m_concerns = {.locks = make_locks(m_line),
                      .fence = make_fence(m_line),
                      .tasks = make_tasks(m_line),
                      .outbox = make_outbox(m_line),
                      .records = make_records(m_line),
                      .session_locks = make_session_locks(m_line),
                      .workers = make_workers(m_line),
                      .changes = make_changes(m_line),
                      .audit = make_audit(m_line),
                      .draws = make_draws(m_line),
                      .admin = make_admin(m_line)};
    }
    void interrupt() noexcept override { m_line.interrupt(); }
};

class MemoryListener final : public HintListener
{
public:
    MemoryListener(std::shared_ptr<Database> db, std::vector<HintTopic> topics, std::string sandbox)
        : m_db(std::move(db)), m_listener{std::move(sandbox), std::move(topics)}
    {
        const std::lock_guard lock(m_db->mutex);
        m_db->listeners.push_back(&m_listener);
    }
    ~MemoryListener() override
    {
        const std::lock_guard lock(m_db->mutex);
        std::erase(m_db->listeners, &m_listener);
    }
    Answer<bool> wait(Duration at_most) override
    {
        std::unique_lock lock(m_db->mutex);
        m_db->woken.wait_until(lock, steady_after(std::chrono::steady_clock::now(), at_most),
                               [this] { return m_listener.woken || m_listener.interrupted; });
        const bool changed = m_listener.woken && !m_listener.interrupted;
        m_listener.woken = false;
        m_listener.interrupted = false;
        return changed;
    }
    void interrupt() noexcept override
    {
        const std::lock_guard lock(m_db->mutex);
        m_listener.interrupted = true;
        m_db->woken.notify_all();
    }

private:
    std::shared_ptr<Database> m_db;
    memory::Listener m_listener;
};

class MemoryStore final : public Store
{
public:
    explicit MemoryStore(const StoreUrl& url) : m_url(url) {}
    [[nodiscard]] const StoreUrl& url() const override { return m_url; }

    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        if (const auto kind = session_lock_kind(options.source))
            return open_session_lock_source(*this, options, *kind);
        if (options.source != "lockdesk")
            return Failure::unsupported("The memory store has no source " + options.source
                                        + "; it has lockdesk, named and skip-locked.");
        return std::unique_ptr<Session>(std::make_unique<MemorySession>(Database::named(m_url.path()), options));
    }

    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token&) override
    {
        return std::unique_ptr<HintListener>(std::make_unique<MemoryListener>(
            Database::named(m_url.path()), std::move(topics), options.sandbox ? options.sandbox->str() : std::string{}));
    }

private:
    StoreUrl m_url;
};

} // namespace

Answer<std::unique_ptr<Store>> open_memory_store(const StoreUrl& url)
{
    if (auto unknown = UrlOptions(url).unknown("the memory store"))
        return *unknown;
    return std::unique_ptr<Store>(std::make_unique<MemoryStore>(url));
}

} // namespace lockdesk
