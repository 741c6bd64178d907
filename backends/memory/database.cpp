// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/database.h"

#include "backends/engine/text/command_line.h"

#include <algorithm>

namespace lockdesk::memory {

namespace {

class SystemClock final : public MemoryClock
{
public:
    [[nodiscard]] TimePoint now() const override
    {
        return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
    }
};

struct Names
{
    std::mutex mutex;
    std::map<std::string, std::shared_ptr<Database>> stores;
};

// Never destroyed: threads may use a store while the process ends.
Names& names()
{
    static auto* const all = new Names;
    return *all;
}

bool concerns(const Listener& listener, const std::string& sandbox, Entity entity, const std::string& key)
{
    if (listener.sandbox != sandbox)
        return false;
    return listener.topics.empty() || std::any_of(listener.topics.begin(), listener.topics.end(), [&](const HintTopic& t) {
               return t.entity == entity && (t.key.empty() || t.key == key);
           });
}

} // namespace

Database::Database() : root(std::make_unique<Space>(*this, std::string{})) { setup.clock = std::make_shared<SystemClock>(); }

std::shared_ptr<Database> Database::named(const std::string& name)
{
    const std::lock_guard lock(names().mutex);
    auto& store = names().stores[name];
    if (!store)
        store = std::make_shared<Database>();
    return store;
}

void Database::forget(const std::string& name)
{
    const std::lock_guard lock(names().mutex);
    names().stores.erase(name);
}

void Database::hint(const std::string& sandbox, Entity entity, const std::string& key)
{
    bool any = false;
    for (Listener* listener : listeners) {
        if (!listener->woken && concerns(*listener, sandbox, entity, key))
            any = listener->woken = true;
    }
    if (any)
        woken.notify_all();
}

Context::Context(std::shared_ptr<Database> db, const SessionOptions& options) : m_db(std::move(db)), m_options(options)
{
    const std::lock_guard lock(m_db->mutex);
    m_session = ++m_db->last_session;
}

// Session locks end with their session.
Context::~Context()
{
    const std::lock_guard lock(m_db->mutex);
    std::erase_if(m_db->session_locks, [this](const auto& entry) { return entry.second.session == m_session; });
}

std::optional<Failure> Context::enter(Mode mode, Space*& space)
{
    const auto failure = [](FailureKind kind, std::string message) {
        Failure f;
        f.kind = kind;
        f.message = std::move(message);
        return f;
    };
    if (m_interrupted)
        return failure(FailureKind::unavailable, "The session was interrupted.");
    if (m_options.read_only && (mode == Mode::write || mode == Mode::bare_write))
        return failure(FailureKind::read_only, "This session is read-only.");
    space = m_db->root.get();
    if (m_options.sandbox) {
        const auto it = m_db->sandboxes.find(m_options.sandbox->str());
        if (it == m_db->sandboxes.end())
            return failure(FailureKind::unavailable,
                           "There is no sandbox " + m_options.sandbox->str() + ". Run `"
                               + CommandLine("sandbox create").positional(m_options.sandbox->str()).text() + "`.");
        space = it->second.get();
    }
    const bool needs_schema = mode == Mode::read || mode == Mode::write;
    if (needs_schema && space->schema == Space::Schema::missing)
        return failure(FailureKind::unavailable, "The store has no Lockdesk schema. Run `lockdeskctl --store URL init`.");
    return std::nullopt;
}

} // namespace lockdesk::memory

namespace lockdesk {

void set_up_memory_store(const std::string& name, MemorySetup setup)
{
    const auto db = memory::Database::named(name);
    const std::lock_guard lock(db->mutex);
    if (!setup.clock)
        setup.clock = db->setup.clock;
    db->setup = std::move(setup);
}

void forget_memory_store(const std::string& name) { memory::Database::forget(name); }

} // namespace lockdesk
