// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/engine/processes.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/guard.h"
#include "backends/engine/runners/lead.h"
#include "backends/engine/runners/waiting.h"
#include "backends/engine/runners/watchdog.h"

namespace lockdesk::simulator {

using namespace std::chrono_literals;

namespace {

constexpr Duration engine_lease = 1s;

LockName engine_lock(Random& random) { return LockName::trusted("lock" + std::to_string(random.below(2))); }

// Waits for a lock, keeps it with a watchdog, writes, releases it.
class WaitingHolder final : public Process
{
public:
    explicit WaitingHolder(Site& site) : Process(site, "holder") {}
    [[nodiscard]] std::unique_ptr<Process> successor() const override { return make_waiting_holder(m_site); }

private:
    void work(const std::stop_token& stop) override
    {
        OwnSession own(m_access);
        while (rest(m_world.random.up_to(200ms), stop)) {
            const auto session = own.get();
            if (!session)
                continue;
            const auto name = engine_lock(m_world.random);
            const auto owner = new_owner();
            const auto waited = WaitingAcquire(m_runtime, m_access, **session)
                                    .acquire(name, owner, engine_lease, {m_world.random.up_to(4s), 500ms, {}}, stop);
            if (!waited.answer || waited.answer->result != AcquireResult::acquired)
                continue;
            ++m_world.counts.grants;
            const auto token = waited.answer->token;
            {
                Watchdog watchdog(m_runtime, m_access,
                                  {name, owner, token.value_or(FencingToken{}), engine_lease, waited.asked_at}, {});
                watchdog.start();
                const bool deaf = m_site.plan.mutant == "holder_never_doubts";
                const auto trusted = [&] { return deaf || (!watchdog.lost() && m_runtime.now() < watchdog.deadline()); };
                write_some(**session, name, owner, token, trusted, stop);
            }
            (void)(*session)->locks().release(name, owner, token.value_or(FencingToken{}));
        }
    }
};

class GuardedJob final : public Process
{
public:
    explicit GuardedJob(Site& site) : Process(site, "guard") {}
    [[nodiscard]] std::unique_ptr<Process> successor() const override { return make_guarded_job(m_site); }

private:
    void work(const std::stop_token& stop) override
    {
        OwnSession own(m_access);
        while (rest(m_world.random.up_to(300ms), stop)) {
            const auto session = own.get();
            if (!session)
                continue;
            auto options = choice();
            const auto report =
                GuardRun(m_runtime, m_access, options)
                    .run(
                        [&](const JobContext& job) {
                            write_some(
                                **session, options.name, job.owner, job.token, [&] { return job.trusted(); }, stop);
                            return 0;
                        },
                        stop);
            m_world.counts.guard_runs += report && report->result != RunResult::skipped ? 1 : 0;
        }
    }

    GuardOptions choice()
    {
        auto& random = m_world.random;
        GuardOptions options{.name = engine_lock(random), .kind = GuardKind::watchdog, .at_most = engine_lease};
        options.wait = random.up_to(2s);
        options.host = wire.name;
        if (m_site.locks_only) {
            options.kind = random.one_in(2) ? GuardKind::watchdog : GuardKind::redlock;
            return options;
        }
        constexpr GuardKind kinds[]{GuardKind::watchdog, GuardKind::fixed, GuardKind::named, GuardKind::skip_locked};
        options.kind = kinds[random.below(4)];
        if (options.kind == GuardKind::named || options.kind == GuardKind::skip_locked)
            options.name = LockName::trusted(word(options.kind));
        else if (random.one_in(4))
            options.at_least = random.up_to(2s);
        return options;
    }
};

class Leader final : public Process
{
public:
    explicit Leader(Site& site) : Process(site, "leader") {}
    [[nodiscard]] std::unique_ptr<Process> successor() const override { return make_leader(m_site); }

private:
    void work(const std::stop_token& stop) override
    {
        OwnSession own(m_access);
        while (rest(m_world.random.up_to(300ms), stop)) {
            const auto session = own.get();
            if (!session)
                continue;
            LeadOptions options{.name = LockName::trusted("lead"), .lease = engine_lease, .interval = 100ms};
            options.count = static_cast<std::int64_t>(1 + m_world.random.below(6));
            options.host = wire.name;
            options.heartbeat = !m_site.locks_only && m_world.random.one_in(2);
            std::int64_t token_before = 0;
            Lead lead(m_runtime, m_access, options, [&](const LeaderEvent& event) {
                if (event.kind != LeaderEventKind::elected)
                    return;
                ++m_world.counts.terms;
                if (!event.token)
                    return;
                m_world.check(
                    [&] { must(event.token->number() > token_before, "each term has a larger token", wire.name); });
                token_before = event.token->number();
            });
            (void)lead.run(
                [&](const JobContext& job) {
                    write_some(
                        **session, options.name, job.owner, job.token, [&] { return job.trusted(); }, stop);
                    return 0;
                },
                stop);
        }
    }
};

// Frees what it saw held a moment ago, rightly or wrongly.
class ImpatientOperator final : public Process
{
public:
    explicit ImpatientOperator(Site& site) : Process(site, "operator") {}
    [[nodiscard]] std::unique_ptr<Process> successor() const override { return make_impatient_operator(m_site); }

private:
    void work(const std::stop_token& stop) override
    {
        OwnSession own(m_access);
        while (rest(500ms + m_world.random.up_to(3s), stop)) {
            const auto session = own.get();
            if (!session)
                continue;
            const auto name = m_world.random.one_in(3) ? LockName::trusted("lead") : engine_lock(m_world.random);
            const auto shown = (*session)->locks().find(name);
            if (!shown || !*shown || (*shown)->owner.empty() || !rest(m_world.random.up_to(500ms), stop))
                continue;
            (void)(*session)->locks().force_release({name,
                                                     OwnerId::trusted((*shown)->owner),
                                                     (*shown)->token,
                                                     {},
                                                     {},
                                                     "stuck",
                                                     m_world.random.up_to(1s),
                                                     "op@desk"});
        }
    }
};

} // namespace

void Inside::check(const std::string& lock, const std::string& owner) const
{
    const auto at = locks.find(lock);
    if (at == locks.end())
        return;
    for (const auto& [name, other] : at->second)
        must(name == owner || other.wire->dead || !other.trusted(), "nobody else is inside",
             lock + ": " + owner + " and " + name);
}

Process::Process(Site& site, const char* role)
    : wire(site.world, site.world.fresh(role)), m_site(site), m_world(site.world),
      m_store(site.store_for(wire)), m_access{m_store.get(), {}}, m_group(site.world.threads.new_group())
{
    m_access.options.timeout = site.locks_only ? 2s : Duration{500ms};
}

void Process::start()
{
    const Threads::InGroup mine(m_group);
    m_thread = std::thread([this] { work(m_stop.get_token()); });
}

void Process::join() { m_thread.join(); }

void Process::vanish()
{
    wire.dead = true;
    m_world.threads.freeze(m_group, 0);
    m_world.say(wire.name, [] { return std::string("vanishes"); });
    m_stop.request_stop();
}

void Process::freeze(Duration d)
{
    m_world.say(wire.name, [&] { return "freezes for " + std::to_string(d.count()) + " us"; });
    m_world.threads.freeze(m_group, m_world.threads.now_ns() + d.count() * 1000);
}

bool Process::rest(Duration d, const std::stop_token& stop)
{
    (void)m_world.threads.sleep(d, [&] { return stop.stop_requested(); });
    return !stop.stop_requested();
}

OwnerId Process::new_owner() { return make_owner(m_runtime, wire.name); }

void Process::write_some(Session& session, const LockName& name, const OwnerId& owner, std::optional<FencingToken> token,
                         const std::function<bool()>& trusted, const std::stop_token& stop)
{
    auto& entries = m_site.inside.locks[name.str()];
    if (!token)
        entries[owner.str()] = {&wire, trusted};
    for (auto n = 1 + m_world.random.below(5); n > 0 && !wire.dead; --n) {
        const bool sure = trusted();
        if (sure && !token) {
            ++m_world.counts.overlaps_checked;
            m_world.check([&] { m_site.inside.check(name.str(), owner.str()); });
        } else if (sure && m_world.leases_are_told) {
            ++m_world.counts.trusted;
            m_world.check([&] { m_world.judge.trusted(name, owner, *token, m_world.store_now()); });
        }
        if (token) {
            const auto admitted = session.fence().admit(Resource::trusted(name.str()), *token, owner.str());
            if (admitted && !admitted->admitted && m_world.random.one_in(2))
                break;
        }
        if (!rest(m_world.random.up_to(m_world.random.one_in(8) ? 1500ms : 200ms), stop))
            break;
    }
    entries.erase(owner.str());
}

std::unique_ptr<Process> make_waiting_holder(Site& site) { return std::make_unique<WaitingHolder>(site); }
std::unique_ptr<Process> make_guarded_job(Site& site) { return std::make_unique<GuardedJob>(site); }
std::unique_ptr<Process> make_leader(Site& site) { return std::make_unique<Leader>(site); }
std::unique_ptr<Process> make_impatient_operator(Site& site) { return std::make_unique<ImpatientOperator>(site); }

} // namespace lockdesk::simulator
