// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redlock/redlock_store.h"

#include "backends/engine/contracts/unsupported.h"
#include "backends/engine/text/text.h"
#include "backends/redlock/redlock_locks.h"
#include "backends/redlock/verdict.h"

#include <cctype>

namespace lockdesk {

namespace redlock {

namespace {

constexpr const char* nothing_to_make = "# On every server the key is NAME, a string: the owner. Nothing has to be made.\n";

/// Asks all servers. Returns the first answer if at least `enough` servers have answered.
template <class T> Answer<T> on_servers(Panel& panel, std::size_t enough, std::function<Answer<T>(Session&)> what)
{
    const auto said = panel.ask<T>(std::move(what));
    if (answered(said) < enough)
        return too_few(answered(said), panel.size(), failures_of(said));
    const auto first = std::find_if(said.begin(), said.end(), [](const auto& one) { return one && *one; });
    return {(*first)->value(), middle_time(said)};
}

class RedlockAdmin final : public Admin
{
public:
    explicit RedlockAdmin(Panel& panel) : m_panel(panel) {}

    std::string schema_text() const override { return nothing_to_make; }
    Answer<SchemaState> schema() override
    {
        const auto said = m_panel.look<SchemaState>([](Session& s) { return s.admin().schema(); });
        if (answered(said) < m_panel.quorum())
            return too_few(answered(said), m_panel.size(), failures_of(said));
        return {SchemaState{schema_version, false}, middle_time(said)};
    }
    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override
    {
        return floor ? Answer<SchemaState>(no_token_floor_failure()) : schema();
    }
    Answer<Done> drop_schema() override
    {
        return Failure::unsupported("these keys belong to other programs; delete them with their own tools");
    }
    /// Of every server: one that restarts without the lock grants it again.
    Answer<Durability> durability() override
    {
        const auto said = m_panel.look<Durability>([](Session& s) { return s.admin().durability(); });
        if (answered(said) == 0)
            return too_few(0, m_panel.size(), failures_of(said));
        Durability out;
        for (std::size_t i = 0; i < said.size(); ++i) {
            if (!said[i] || !*said[i])
                continue;
            for (Weakness weakness : (*said[i])->weaknesses) {
                weakness.setting = m_panel.name(i) + ": " + weakness.setting;
                out.weaknesses.push_back(std::move(weakness));
            }
        }
        return {std::move(out), middle_time(said)};
    }
    /// Returns the median clock; no single server decides.
    Answer<ClockReading> clock(int probes) override
    {
        const auto said = m_panel.look<ClockReading>([probes](Session& s) { return s.admin().clock(probes); });
        std::vector<ClockReading> readings;
        for (const auto& one : said)
            if (one && *one)
                readings.push_back(**one);
        if (readings.empty())
            return too_few(0, m_panel.size(), failures_of(said));
        std::sort(readings.begin(), readings.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
        const auto& middle = readings[readings.size() / 2];
        return {middle, middle.store};
    }
    // A sandbox exists on every server. Setting its clocks requires a quorum: Redlock tolerates a failed server.
    Answer<ClockReading> set_clock(TimePoint t) override
    {
        return on<ClockReading>(m_panel.quorum(), [t](Session& s) { return s.admin().set_clock(t); });
    }
    Answer<ClockReading> advance_clock(Duration d) override
    {
        return on<ClockReading>(m_panel.quorum(), [d](Session& s) { return s.admin().advance_clock(d); });
    }
    Answer<ClockReading> set_rate(double rate) override
    {
        return on<ClockReading>(m_panel.quorum(), [rate](Session& s) { return s.admin().set_rate(rate); });
    }
    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override
    {
        return on<SandboxInfo>(m_panel.size(), [id](Session& s) { return s.admin().create_sandbox(id); });
    }
    Answer<bool> drop_sandbox(const SandboxId& id) override
    {
        return on<bool>(m_panel.size(), [id](Session& s) { return s.admin().drop_sandbox(id); });
    }
    Answer<std::vector<SandboxInfo>> list_sandboxes() override
    {
        return on<std::vector<SandboxInfo>>(m_panel.size(), [](Session& s) { return s.admin().list_sandboxes(); });
    }

private:
    /// Returns the first answer if at least `enough` servers answered.
    template <class T> Answer<T> on(std::size_t enough, std::function<Answer<T>(Session&)> what)
    {
        return on_servers<T>(m_panel, enough, std::move(what));
    }

    Panel& m_panel;
};

/// Records in a sandbox, the same on every server, for notes about the sandbox itself (who made it). They have no version that
/// servers agree on, so conditional writes are refused.
class SandboxNotes final : public Records
{
public:
    explicit SandboxNotes(Panel& panel) : m_panel(panel) {}

    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) override
    {
        return on_servers<Record>(m_panel, m_panel.quorum(),
                                  [=](Session& s) { return s.records().put(id, value, version_by); });
    }
    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override
    {
        if (bump)
            return no_versions();
        return on_servers<std::optional<Record>>(m_panel, 1, [id](Session& s) { return s.records().get(id, false); });
    }
    Answer<RecordUpdate> update_if_version(const RecordId&, const std::string&, const std::string&) override
    {
        return no_versions();
    }
    Answer<FencedWrite> put_fenced(const RecordId&, const std::string&, VersionBy, const FencePass&) override
    {
        return no_versions();
    }

private:
    static Failure no_versions() { return Failure::unsupported("Redlock's servers agree on no version of a record"); }

    Panel& m_panel;
};

Capabilities what_redlock_can()
{
    Capabilities c;
    c.store = "redlock";
    c.source = "redlock";
    c.quorum = true;
    c.resolution = std::chrono::milliseconds{1};
    c.fence = FenceStrength::none;
    c.durable_tokens = false;
    c.waiters = c.hints = c.batch_claim = c.session_locks = c.skip_locked = false;
    c.tasks = c.outbox = c.records = c.workers = c.audit = c.sandbox = c.changes = false;
    return c;
}

class RedlockSession final : public UnsupportedSession
{
public:
    RedlockSession(std::vector<std::unique_ptr<Store>> stores, const SessionOptions& options)
        : m_capabilities(what_redlock_can()), m_in_sandbox(options.sandbox.has_value()), m_panel(std::move(stores), options),
          m_locks(make_redlock_locks(m_panel)), m_notes(m_panel), m_admin(m_panel)
    {
    }
    /// One server suffices to read; operations that need a quorum check it. Waits for all, to compare them.
    std::optional<Failure> connect()
    {
        const auto said =
            m_panel.ask<std::string>([](Session& s) -> Answer<std::string> { return s.capabilities().version; });
        if (auto refusal = m_panel.refusal())
            return refusal;
        for (const auto& one : said)
            if (one && *one) {
                m_capabilities.version = **one;
                return std::nullopt;
            }
        return too_few(0, m_panel.size(), failures_of(said));
    }
    const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return *m_locks; }
    Records& records() override { return m_in_sandbox ? m_notes : UnsupportedSession::records(); }
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_panel.trace(); }
    void interrupt() noexcept override { m_panel.interrupt(); }

private:
    Capabilities m_capabilities;
    const bool m_in_sandbox;
    Panel m_panel;
    std::unique_ptr<Locks> m_locks;
    SandboxNotes m_notes;
    RedlockAdmin m_admin;
};

class RedlockStore final : public Store
{
public:
    RedlockStore(StoreUrl url, std::vector<StoreUrl> servers, StoreRegistry::Factory open_server)
        : m_url(std::move(url)), m_servers(std::move(servers)), m_open_server(std::move(open_server))
    {
    }
    [[nodiscard]] const StoreUrl& url() const override { return m_url; }

    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        if (options.source != "lockdesk" && options.source != "redlock")
            return Failure::unsupported("Redlock has no source '" + to_valid_utf8(options.source) + "'");
        std::vector<std::unique_ptr<Store>> stores;
        for (const StoreUrl& server : m_servers) {
            auto store = m_open_server(server);
            if (!store)
                return store.failure();
            stores.push_back(std::move(store).value());
        }
        auto session = std::make_unique<RedlockSession>(std::move(stores), options);
        if (!options.connect_later)
            if (auto failure = session->connect())
                return *failure;
        return std::unique_ptr<Session>(std::move(session));
    }

    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic>, const SessionOptions&,
                                                 const std::stop_token&) override
    {
        return Failure::unsupported("Redlock has nothing that wakes a listener; whoever waits polls");
    }

private:
    const StoreUrl m_url;
    const std::vector<StoreUrl> m_servers;
    const StoreRegistry::Factory m_open_server;
};

// Escapes a part of a URL.
std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<std::uint8_t>(c);
        out += std::isalnum(byte) != 0 ? std::string(1, c) : "%" + hex(&byte, 1);
    }
    return out;
}

// The URL of one server, perhaps with `redis://` or `rediss://` before it. All share the user, the database and the options
// of the list.
Answer<StoreUrl> server_url(const StoreUrl& url, std::string_view place)
{
    std::string text = "redis://";
    for (const std::string_view scheme : {"redis://", "rediss://"}) {
        if (!place.starts_with(scheme))
            continue;
        text = scheme;
        place.remove_prefix(scheme.size());
        break;
    }
    text += (url.user().empty() ? std::string() : escaped(url.user()) + "@") + std::string(place)
            + (url.path().empty() ? "" : "/" + escaped(url.path()));
    const char* separator = "?";
    for (const auto& [key, value] : url.options()) {
        text += separator + escaped(key) + "=" + escaped(value);
        separator = "&";
    }
    auto one = StoreUrl::parse(text);
    if (one && one->host().empty())
        return Failure::usage("the Redlock URL names a server without a host; write redlock://h1:6379,h2:6379,h3:6379");
    return one && url.has_password() ? Answer<StoreUrl>(one->with_password(url.password())) : one;
}

} // namespace

} // namespace redlock

Answer<std::unique_ptr<Store>> open_redlock_store(const StoreUrl& url, StoreRegistry::Factory open_server)
{
    std::vector<StoreUrl> servers;
    std::string_view rest = url.host();
    while (!rest.empty()) {
        const auto end = std::min(rest.find(','), rest.size());
        const auto one = redlock::server_url(url, rest.substr(0, end));
        if (!one)
            return one.failure();
        if (const auto usable = open_server(*one); !usable)
            return usable.failure();
        for (const StoreUrl& other : servers)
            if (other.host() == one->host() && other.port() == one->port())
                return Failure::usage("the Redlock URL names " + one->host() + ":" + std::to_string(one->port())
                                      + " twice; each server must be one of its own");
        servers.push_back(*one);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (servers.empty())
        return Failure::usage("the Redlock URL names no server; write redlock://h1:6379,h2:6379,h3:6379");
    return std::unique_ptr<Store>(std::make_unique<redlock::RedlockStore>(url, std::move(servers), std::move(open_server)));
}

} // namespace lockdesk
