// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/engine/string_servers.h"

#include "backends/engine/contracts/unsupported.h"

namespace lockdesk::simulator {

namespace {

Failure keys_cannot() { return Failure::unsupported("plain keys cannot do that"); }

class StringLocks final : public Locks
{
public:
    StringLocks(StringServer& server, Wire& wire, Duration timeout) : m_server(server), m_wire(wire), m_timeout(timeout) {}

    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        return send<Acquisition>("acquire", [this, r](TimePoint now) {
            StringServer::Key& key = m_server.keys[r.name.str()];
            const bool mine = live(key, now) && key.owner == r.owner.str();
            Acquisition out;
            if (!live(key, now) || mine) {
                out.result = AcquireResult::acquired;
                out.holds = 1;
                if (!mine)
                    out.acquired_at = now;
                out.extended = mine;
                key = {r.owner.str(), std::max(mine ? key.expires_at : now, add(now, r.lease))};
            }
            out.expires_at = key.expires_at;
            out.holder = Holder{key.owner, FencingToken{}, key.expires_at};
            return out;
        });
    }
    Answer<LeaseAnswer> renew(const LockName& n, const OwnerId& o, FencingToken, Duration lease) override
    {
        return send<LeaseAnswer>("renew", [this, n, o, lease](TimePoint now) {
            StringServer::Key& key = m_server.keys[n.str()];
            const bool mine = live(key, now) && key.owner == o.str();
            if (mine)
                key.expires_at = std::max(key.expires_at, add(now, lease));
            return lease_answer(key, now, mine ? LeaseResult::renewed : LeaseResult::not_owner);
        });
    }
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken, Duration) override
    {
        return send<LeaseAnswer>("release", [this, n, o](TimePoint now) {
            StringServer::Key& key = m_server.keys[n.str()];
            const bool mine = live(key, now) && key.owner == o.str();
            if (mine)
                key = {};
            return lease_answer(key, now, mine ? LeaseResult::released : LeaseResult::not_owner);
        });
    }
    Answer<std::optional<LockRow>> find(const LockName&) override { return keys_cannot(); }
    Answer<ForceAnswer> force_release(const ForceRelease&) override { return keys_cannot(); }
    Answer<ForcePreview> preview_force_release(const ForceRelease&) override { return keys_cannot(); }
    Answer<Page<LockRow>> list(const ListRequest&) override { return keys_cannot(); }
    Answer<std::int64_t> collect(Duration) override { return keys_cannot(); }
    Answer<Done> announce_wait(const LockName&, const OwnerId&, Duration) override { return keys_cannot(); }
    Answer<Done> withdraw_wait(const LockName&, const OwnerId&) override { return keys_cannot(); }
    Answer<Page<WaiterRow>> list_waiters(const ListRequest&) override { return keys_cannot(); }
    void interrupt() { *m_interrupted = true; }

private:
    static bool live(const StringServer::Key& key, TimePoint now) { return !key.owner.empty() && key.expires_at > now; }
    static LeaseAnswer lease_answer(const StringServer::Key& key, TimePoint now, LeaseResult result)
    {
        LeaseAnswer out;
        out.result = result;
        if (result == LeaseResult::renewed)
            out.expires_at = key.expires_at;
        if (live(key, now))
            out.holder = Holder{key.owner, FencingToken{}, key.expires_at};
        return out;
    }
    // A late call reaches the server, whatever happened to its caller.
    template <class T, class Call> Answer<T> send(const char* verb, Call call)
    {
        auto& world = m_wire.world;
        if (m_server.down) {
            (void)world.threads.sleep(m_timeout, [stop = m_interrupted, this] { return *stop || m_wire.dead; });
            return unreachable_failure();
        }
        return m_wire.send<T>(verb, *m_interrupted, m_timeout, [&world, call, keep = m_interrupted]() -> Answer<T> {
            const auto now = world.store_now();
            return {call(now), now};
        });
    }

    StringServer& m_server;
    Wire& m_wire;
    Duration m_timeout;
    std::shared_ptr<bool> m_interrupted = std::make_shared<bool>(false);
};

class StringSession final : public UnsupportedSession
{
public:
    StringSession(StringServer& server, Wire& wire, Duration timeout)
        : m_locks(std::make_shared<StringLocks>(server, wire, timeout))
    {
        m_can.store = m_can.source = "string";
        m_can.server_id = server.id;
        wire.kept.push_back(m_locks);
    }
    [[nodiscard]] const Capabilities& capabilities() const override { return m_can; }
    Locks& locks() override { return *m_locks; }
    void interrupt() noexcept override { m_locks->interrupt(); }

private:
    Capabilities m_can;
    std::shared_ptr<StringLocks> m_locks;
};

class StringStore final : public Store
{
public:
    StringStore(StoreUrl url, StringServer& server, Wire& wire) : m_url(std::move(url)), m_server(server), m_wire(wire) {}
    [[nodiscard]] const StoreUrl& url() const override { return m_url; }
    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        if (m_wire.dead || options.stop.stop_requested())
            return vanished_failure();
        if (m_server.down || m_wire.cut_until_ns > m_wire.world.threads.now_ns()) {
            (void)m_wire.world.threads.sleep(options.timeout, [&] { return m_wire.dead || options.stop.stop_requested(); });
            return unreachable_failure();
        }
        return std::unique_ptr<Session>(std::make_unique<StringSession>(m_server, m_wire, options.timeout));
    }
    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic>, const SessionOptions&,
                                                 const std::stop_token&) override
    {
        return keys_cannot();
    }

private:
    StoreUrl m_url;
    StringServer& m_server;
    Wire& m_wire;
};

} // namespace

StoreRegistry::Factory string_servers(std::vector<StringServer>& servers, Wire& wire)
{
    return [&servers, &wire](const StoreUrl& url) -> Answer<std::unique_ptr<Store>> {
        const auto number = static_cast<std::size_t>(std::stoi(url.host().substr(1)));
        return std::unique_ptr<Store>(std::make_unique<StringStore>(url, servers.at(number), wire));
    };
}

} // namespace lockdesk::simulator
