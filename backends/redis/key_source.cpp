// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/key_source.h"

#include "backends/engine/contracts/unsupported.h"
#include "backends/redis/concerns.h"
#include "backends/redis/key_locks.h"

namespace lockdesk::redis {

namespace {

Failure no_sandbox() { return Failure::unsupported("other libraries' keys have no sandbox"); }

/// Needs no installation; the clock is the server's, or a sandbox's. Only plain string keys have sandboxes, for a Redlock
/// over several servers in a lesson.
class KeyAdmin final : public Admin
{
public:
    KeyAdmin(Link& link, std::string text, bool has_sandboxes)
        : m_clock(make_admin(link)), m_text(std::move(text)), m_has_sandboxes(has_sandboxes)
    {
    }

    std::string schema_text() const override { return m_text; }
    Answer<SchemaState> schema() override
    {
        const auto now = m_clock->clock(1);
        if (!now)
            return now.failure();
        return {SchemaState{schema_version, false}, now.store_time()};
    }
    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override
    {
        return floor ? Answer<SchemaState>(no_token_floor_failure()) : schema();
    }
    Answer<Durability> durability() override { return m_clock->durability(); }
    Answer<Done> drop_schema() override
    {
        return Failure::unsupported("these keys belong to other programs; delete them with their own tools");
    }
    Answer<ClockReading> clock(int probes) override { return m_clock->clock(probes); }
    Answer<ClockReading> set_clock(TimePoint t) override
    {
        return kept([&] { return m_clock->set_clock(t); });
    }
    Answer<ClockReading> advance_clock(Duration d) override
    {
        return kept([&] { return m_clock->advance_clock(d); });
    }
    Answer<ClockReading> set_rate(double rate) override
    {
        return kept([&] { return m_clock->set_rate(rate); });
    }
    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override
    {
        return kept([&] { return m_clock->create_sandbox(id); });
    }
    Answer<bool> drop_sandbox(const SandboxId& id) override
    {
        return kept([&] { return m_clock->drop_sandbox(id); });
    }
    Answer<std::vector<SandboxInfo>> list_sandboxes() override
    {
        return kept([&] { return m_clock->list_sandboxes(); });
    }

private:
    template <class Call> auto kept(Call&& call) -> decltype(call())
    {
        return m_has_sandboxes ? call() : decltype(call())(no_sandbox());
    }

    std::unique_ptr<Admin> m_clock;
    std::string m_text;
    bool m_has_sandboxes;
};

Capabilities what_keys_can(const KeyFormat& format)
{
    Capabilities c;
    c.store = "redis";
    c.source = format.source;
    c.resolution = std::chrono::milliseconds{1};
    c.fence = FenceStrength::none;
    c.durable_tokens = false;
    c.hints = format.kind == KeyFormat::Kind::redisson;
    c.waiters = c.batch_claim = c.session_locks = c.skip_locked = false;
    c.tasks = c.outbox = c.records = c.workers = c.audit = c.sandbox = c.changes = false;
    return c;
}

class KeySession final : public UnsupportedSession
{
public:
    KeySession(const StoreUrl& url, const SessionOptions& options, const KeyFormat& format)
        : m_link(url, options), m_capabilities(what_keys_can(format)), m_in_sandbox(options.sandbox.has_value()),
          m_locks(make_key_locks(m_link, format)),
          m_admin(m_link, "# The keys are " + format.key("NAME") + ", a " + format.type() + "; nothing has to be made.\n",
                  format.kind == KeyFormat::Kind::string)
    {
    }
    std::optional<Failure> connect()
    {
        auto failure = m_link.connect();
        m_capabilities.version = m_link.server().version;
        return failure;
    }
    // Of the server that answered last: a reconnect may lead to another one.
    const Capabilities& capabilities() const override
    {
        m_capabilities.server_id = m_link.server().run_id;
        m_capabilities.replica = m_link.server().role == "slave";
        return m_capabilities;
    }
    Locks& locks() override { return *m_locks; }
    /// A sandbox has the whole schema; outside of one there may be none.
    Records& records() override { return m_in_sandbox ? *m_records : UnsupportedSession::records(); }
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_link.trace(); }
    void interrupt() noexcept override { m_link.interrupt(); }

private:
    Link m_link;
    mutable Capabilities m_capabilities;
    const bool m_in_sandbox;
    std::unique_ptr<Locks> m_locks;
    std::unique_ptr<Records> m_records = make_records(m_link);
    KeyAdmin m_admin;
};

} // namespace

Answer<std::unique_ptr<Session>> open_key_source(const StoreUrl& url, const SessionOptions& options)
{
    auto format = parse_key_source(options.source);
    if (!format)
        return format.failure();
    if (options.sandbox && format->kind != KeyFormat::Kind::string)
        return no_sandbox();
    if (options.sandbox)
        format->prefix = key_prefix(options.sandbox) + "lock:";
    auto session = std::make_unique<KeySession>(url, options, *format);
    if (!options.connect_later)
        if (auto failure = session->connect())
            return *failure;
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace lockdesk::redis
