// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/engine/unreliable.h"

#include "tests/contract/mutants_forward.h"

#include <cstdio>

namespace lockdesk::simulator {

namespace {

// 2026-01-01: not this computer's time, and not near 1970.
constexpr TimePoint engine_epoch = time_from_us(1'767'225'600'000'000);

// Shared by the concerns of one session.
struct Line
{
    Wire& wire;
    Duration timeout;
    bool interrupted = false;
    std::weak_ptr<void> far_end{}; ///< what a late call needs after its caller is gone
    template <class T> Answer<T> send(const char* verb, std::function<Answer<T>()> call)
    {
        return wire.send<T>(verb, interrupted, timeout, [stays = far_end.lock(), call = std::move(call)] { return call(); });
    }
    Judge& judge() const { return wire.world.judge; }
    [[nodiscard]] TimePoint now() const { return wire.world.store_now(); }
};

// Late calls outlive their caller, so all that they need is copied.
class FarLocks final : public contract::ForwardLocks
{
public:
    FarLocks(Locks& base, Line& line) : ForwardLocks(base), m_line(line) {}
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        return m_line.send<Acquisition>("acquire", [this, r] {
            auto a = m_base.acquire(r);
            m_line.wire.world.check([&] { m_line.judge().acquired(r, a, m_line.now()); });
            return a;
        });
    }
    Answer<LeaseAnswer> renew(const LockName& n, const OwnerId& o, FencingToken t, Duration lease) override
    {
        return m_line.send<LeaseAnswer>("renew", [this, n, o, t, lease] {
            auto a = m_base.renew(n, o, t, lease);
            m_line.wire.world.check([&] { m_line.judge().renewed(n, o, t, lease, a, m_line.now()); });
            return a;
        });
    }
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least) override
    {
        return m_line.send<LeaseAnswer>("release", [this, n, o, t, at_least] {
            auto a = m_base.release(n, o, t, at_least);
            m_line.wire.world.check([&] { m_line.judge().released(n, o, t, at_least, a, m_line.now()); });
            return a;
        });
    }
    Answer<ForceAnswer> force_release(const ForceRelease& r) override
    {
        return m_line.send<ForceAnswer>("force release", [this, r] {
            auto a = m_base.force_release(r);
            m_line.wire.world.check([&] { m_line.judge().forced(r, a, m_line.now()); });
            return a;
        });
    }

private:
    Line& m_line;
};

class FarFence final : public contract::ForwardFence
{
public:
    FarFence(Fence& base, Line& line) : ForwardFence(base), m_line(line) {}
    // An admitted write is carried out in the same step.
    Answer<FenceAnswer> admit(const Resource& r, FencingToken t, const std::string& who) override
    {
        auto& world = m_line.wire.world;
        return m_line.send<FenceAnswer>("write", [this, &world, r, t, who]() -> Answer<FenceAnswer> {
            ++world.counts.writes;
            FenceAnswer admitted{true, t, 0};
            if (world.fenced) {
                auto a = m_base.admit(r, t, who);
                world.check([&] { m_line.judge().admitted(r, t, a); });
                if (!a)
                    return a;
                admitted = *a;
            }
            world.counts.refused += admitted.admitted ? 0 : 1;
            if (admitted.admitted)
                world.check([&] { m_line.judge().written(r.str(), t, who); });
            return admitted;
        });
    }

private:
    Line& m_line;
};

class FarTasks final : public contract::ForwardTasks
{
public:
    FarTasks(Tasks& base, Line& line) : ForwardTasks(base), m_line(line) {}
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& r) override
    {
        return m_line.send<std::vector<TaskRow>>("claim", [this, r] {
            auto a = m_base.claim(r);
            m_line.wire.world.check([&] { m_line.judge().claimed(r, a, m_line.now()); });
            return a;
        });
    }
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> given) override
    {
        const std::vector<TaskStep> steps(given.begin(), given.end());
        return m_line.send<std::vector<StepAnswer>>("apply", [this, steps] {
            auto a = m_base.apply(steps);
            m_line.wire.world.check([&] {
                must(a.is_result() && a->size() == steps.size(), "one answer per step", "apply");
                for (std::size_t i = 0; i < steps.size(); ++i)
                    m_line.judge().stepped(steps[i], (*a)[i], m_line.now());
            });
            return a;
        });
    }

private:
    Line& m_line;
};

class FarOutbox final : public contract::ForwardOutbox
{
public:
    FarOutbox(Outbox& base, Line& line) : ForwardOutbox(base), m_line(line) {}
    Answer<bool> add(const NewMessage& m) override
    {
        return m_line.send<bool>("add", [this, m] {
            auto a = m_base.add(m);
            m_line.wire.world.check([&] { m_line.judge().sent_off(m, a, m_line.now()); });
            return a;
        });
    }
    Answer<std::vector<MessageRow>> claim(const MessageClaim& r) override
    {
        return m_line.send<std::vector<MessageRow>>("outbox claim", [this, r] {
            auto a = m_base.claim(r);
            m_line.wire.world.check([&] { m_line.judge().claimed(r, a, m_line.now()); });
            return a;
        });
    }
    Answer<bool> begin(const DeliveryBegin& r) override
    {
        return m_line.send<bool>("begin", [this, r] {
            auto a = m_base.begin(r);
            m_line.wire.world.check([&] { m_line.judge().begun(r, a, m_line.now()); });
            return a;
        });
    }
    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> given) override
    {
        const std::vector<Delivery> all(given.begin(), given.end());
        return m_line.send<std::vector<DeliveryAnswer>>("settle", [this, all] {
            auto a = m_base.settle(all);
            m_line.wire.world.check([&] {
                must(a.is_result() && a->size() == all.size(), "one answer per delivery", "settle");
                for (std::size_t i = 0; i < all.size(); ++i)
                    m_line.judge().settled(all[i], (*a)[i], m_line.now());
            });
            return a;
        });
    }

private:
    Line& m_line;
};

// The store's end lives until the last call has arrived.
struct FarEnd
{
    FarEnd(std::unique_ptr<Session> session, Wire& wire, Duration timeout)
        : base(std::move(session)), line{wire, timeout}, locks(base->locks(), line), fence(base->fence(), line),
          tasks(base->tasks(), line), outbox(base->outbox(), line)
    {
    }
    std::unique_ptr<Session> base;
    Line line;
    FarLocks locks;
    FarFence fence;
    FarTasks tasks;
    FarOutbox outbox;
};

class FarSession final : public Session
{
public:
    explicit FarSession(std::shared_ptr<FarEnd> end) : m_end(std::move(end)) {}
    [[nodiscard]] const Capabilities& capabilities() const override { return m_end->base->capabilities(); }
    Locks& locks() override { return m_end->locks; }
    Fence& fence() override { return m_end->fence; }
    Tasks& tasks() override { return m_end->tasks; }
    Outbox& outbox() override { return m_end->outbox; }
    Records& records() override { return m_end->base->records(); }
    SessionLocks& session_locks() override { return m_end->base->session_locks(); }
    Workers& workers() override { return m_end->base->workers(); }
    Changes& changes() override { return m_end->base->changes(); }
    Audit& audit() override { return m_end->base->audit(); }
    Admin& admin() override { return m_end->base->admin(); }
    void interrupt() noexcept override { m_end->line.interrupted = true; }

private:
    std::shared_ptr<FarEnd> m_end;
};

} // namespace

EngineCounts& EngineCounts::operator+=(const EngineCounts& o)
{
    calls += o.calls, writes += o.writes, refused += o.refused, trusted += o.trusted, grants += o.grants, terms += o.terms;
    guard_runs += o.guard_runs, overlaps_checked += o.overlaps_checked, tasks_done += o.tasks_done;
    deliveries += o.deliveries, again += o.again, crashes += o.crashes, freezes += o.freezes;
    lost_replies += o.lost_replies, cut += o.cut, late_calls += o.late_calls, partitions += o.partitions;
    clock_jumps += o.clock_jumps;
    return *this;
}

EngineWorld::EngineWorld(std::uint64_t seed, bool is_fenced, bool verbose)
    : random(seed), threads(random), judge(random), journal(verbose), fenced(is_fenced)
{
}

TimePoint EngineWorld::store_now() const
{
    return engine_epoch + Duration{threads.now_ns() / 1000 - 3'600'000'000'000} + clock_offset;
}

std::string EngineWorld::stamp() const
{
    char text[48];
    std::snprintf(text, sizeof text, "+%.6f s  ", static_cast<double>((store_now() - engine_epoch).count()) / 1e6);
    return text;
}

void EngineWorld::check(const std::function<void()>& what)
{
    try {
        what();
    } catch (const Violation& broken) {
        if (violation.empty()) {
            violation = broken.what();
            say("BROKEN", [&] { return violation; });
        }
    }
}

bool Wire::travel(Duration d, const bool& interrupted)
{
    return world.threads.sleep(d, [&] { return dead || interrupted; });
}

Answer<std::unique_ptr<Session>> UnreliableStore::open(const SessionOptions& options)
{
    if (m_wire.dead || options.stop.stop_requested())
        return vanished_failure();
    if (m_wire.cut_until_ns > m_wire.world.threads.now_ns()) {
        (void)m_wire.world.threads.sleep(options.timeout, [&] { return m_wire.dead || options.stop.stop_requested(); });
        return unreachable_failure();
    }
    auto session = m_inner.open(options);
    if (!session)
        return session;
    auto right = m_decorate ? m_decorate(std::move(*session)) : std::move(*session);
    auto end = std::make_shared<FarEnd>(std::move(right), m_wire, options.timeout);
    end->line.far_end = end;
    return std::unique_ptr<Session>(std::make_unique<FarSession>(std::move(end)));
}

Answer<std::unique_ptr<HintListener>> UnreliableStore::listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                              const std::stop_token& stop)
{
    if (m_wire.dead)
        return vanished_failure();
    return m_inner.listen(std::move(topics), options, stop);
}

} // namespace lockdesk::simulator
