// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/unsupported.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace lockdesk::test {

/// Faults between a part of the engine and its store.
struct Faults
{
    std::atomic<bool> unreachable = false;      ///< every call fails without effect
    std::atomic<int> lost_replies = 0;          ///< number of writes that happen but return "in doubt"
    std::atomic<bool> deaf = false;             ///< nobody can listen
    std::atomic<bool> no_session_locks = false; ///< as on a store without session locks
    std::atomic<int> calls = 0;
    std::atomic<int> applies = 0;
    std::atomic<bool> hangs = false; ///< no call ends before its session is interrupted
    std::atomic<int> hanging = 0;    ///< calls hanging now

    template <class T, class Call> Answer<T> through(Call call, const std::atomic<bool>* interrupted = nullptr)
    {
        ++calls;
        if (hangs && interrupted != nullptr) {
            ++hanging;
            while (hangs && !*interrupted)
                std::this_thread::yield();
            --hanging;
        }
        if (interrupted != nullptr && *interrupted)
            return Failure::unavailable("interrupted");
        if (unreachable)
            return Failure::unavailable("unreachable").try_again().disconnected();
        auto answer = call();
        if (lost_replies > 0) {
            --lost_replies;
            return Failure::in_doubt("the reply was lost").try_again().disconnected();
        }
        return answer;
    }
};

class FaultyLocks final : public Locks
{
public:
    FaultyLocks(Locks& inner, Faults& faults, const std::atomic<bool>& interrupted)
        : m_inner(inner), m_faults(faults), m_interrupted(interrupted)
    {
    }
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        return m_faults.through<Acquisition>([&] { return m_inner.acquire(r); }, &m_interrupted);
    }
    Answer<LeaseAnswer> renew(const LockName& n, const OwnerId& o, FencingToken t, Duration l) override
    {
        return m_faults.through<LeaseAnswer>([&] { return m_inner.renew(n, o, t, l); }, &m_interrupted);
    }
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration l) override
    {
        return m_faults.through<LeaseAnswer>([&] { return m_inner.release(n, o, t, l); }, &m_interrupted);
    }
    Answer<ForceAnswer> force_release(const ForceRelease& r) override { return m_inner.force_release(r); }
    Answer<CoolingEnd> end_cooling(const EndCooling& r) override { return m_inner.end_cooling(r); }
    Answer<ForcePreview> preview_end_cooling(const EndCooling& r) override { return m_inner.preview_end_cooling(r); }
    Answer<ForcePreview> preview_force_release(const ForceRelease& r) override { return m_inner.preview_force_release(r); }
    Answer<std::optional<LockRow>> find(const LockName& n) override { return m_inner.find(n); }
    Answer<Page<LockRow>> list(const ListRequest& r) override { return m_inner.list(r); }
    Answer<std::int64_t> collect(Duration d) override { return m_inner.collect(d); }
    Answer<LockSweep> collect_some(Duration d, const std::string& after, std::int64_t n) override
    {
        return m_faults.through<LockSweep>([&] { return m_inner.collect_some(d, after, n); }, &m_interrupted);
    }
    Answer<Done> announce_wait(const LockName& n, const OwnerId& o, Duration d) override
    {
        return m_inner.announce_wait(n, o, d);
    }
    Answer<Done> withdraw_wait(const LockName& n, const OwnerId& o) override { return m_inner.withdraw_wait(n, o); }
    Answer<Page<WaiterRow>> list_waiters(const ListRequest& r) override { return m_inner.list_waiters(r); }

private:
    Locks& m_inner;
    Faults& m_faults;
    const std::atomic<bool>& m_interrupted;
};

class FaultyTasks final : public Tasks
{
public:
    FaultyTasks(Tasks& inner, Faults& faults, const std::atomic<bool>& interrupted)
        : m_inner(inner), m_faults(faults), m_interrupted(interrupted)
    {
    }
    Answer<AddedTasks> add(std::span<const NewTask> t) override { return m_inner.add(t); }
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& r) override
    {
        return m_faults.through<std::vector<TaskRow>>([&] { return m_inner.claim(r); }, &m_interrupted);
    }
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> s) override
    {
        ++m_faults.applies;
        return m_faults.through<std::vector<StepAnswer>>([&] { return m_inner.apply(s); }, &m_interrupted);
    }
    Answer<StepAnswer> relock_forced(const ForcedRelock& r) override { return m_inner.relock_forced(r); }
    Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& r) override
    {
        return m_inner.preview_relock_forced(r);
    }
    Answer<StepAnswer> remove(const TaskRemoval& r) override { return m_inner.remove(r); }
    Answer<std::vector<std::string>> preview_remove(const TaskRemoval& r) override { return m_inner.preview_remove(r); }
    Answer<std::int64_t> collect(Duration d, std::int64_t n) override { return m_inner.collect(d, n); }
    Answer<std::optional<TaskRow>> find(const TaskId& i) override { return m_inner.find(i); }
    Answer<Page<TaskRow>> list(const ListRequest& r) override { return m_inner.list(r); }
    Answer<TaskRule> set_rule(const TaskRule& r) override { return m_inner.set_rule(r); }
    Answer<std::vector<TaskRule>> rules() override { return m_inner.rules(); }
    Answer<std::vector<PhaseCount>> counts(std::int64_t cap) override { return m_inner.counts(cap); }

private:
    Tasks& m_inner;
    Faults& m_faults;
    const std::atomic<bool>& m_interrupted;
};

class FaultyOutbox final : public Outbox
{
public:
    FaultyOutbox(Outbox& inner, Faults& faults, const std::atomic<bool>& interrupted)
        : m_inner(inner), m_faults(faults), m_interrupted(interrupted)
    {
    }
    Answer<bool> add(const NewMessage& m) override { return m_inner.add(m); }
    Answer<std::vector<MessageRow>> claim(const MessageClaim& r) override
    {
        return m_faults.through<std::vector<MessageRow>>([&] { return m_inner.claim(r); }, &m_interrupted);
    }
    Answer<bool> begin(const DeliveryBegin& r) override
    {
        return m_faults.through<bool>([&] { return m_inner.begin(r); }, &m_interrupted);
    }
    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> d) override
    {
        return m_faults.through<std::vector<DeliveryAnswer>>([&] { return m_inner.settle(d); }, &m_interrupted);
    }
    Answer<Backlog> backlog(const std::optional<Topic>& topic) override
    {
        return m_faults.through<Backlog>([&] { return m_inner.backlog(topic); }, &m_interrupted);
    }
    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override { return m_inner.retry_dead(ids); }
    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override
    {
        return m_inner.preview_retry_dead(ids);
    }
    Answer<std::optional<MessageRow>> find(const MessageId& id) override { return m_inner.find(id); }
    Answer<Page<MessageRow>> list(const ListRequest& r) override { return m_inner.list(r); }
    Answer<std::int64_t> collect(Duration d, std::int64_t n) override
    {
        return m_faults.through<std::int64_t>([&] { return m_inner.collect(d, n); }, &m_interrupted);
    }

private:
    Outbox& m_inner;
    Faults& m_faults;
    const std::atomic<bool>& m_interrupted;
};

class SessionThatCannot final : public UnsupportedSession
{
public:
    explicit SessionThatCannot(Capabilities can) : m_can(std::move(can)) {}
    const Capabilities& capabilities() const override { return m_can; }
    void interrupt() noexcept override {}

private:
    Capabilities m_can;
};

class FaultySession final : public Session
{
public:
    FaultySession(std::unique_ptr<Session> inner, Faults& faults)
        : m_inner(std::move(inner)), m_faults(faults), m_can(m_inner->capabilities()),
          m_cannot((m_can.session_locks = m_can.session_locks && !faults.no_session_locks, m_can)),
          m_locks(m_inner->locks(), faults, m_interrupted), m_tasks(m_inner->tasks(), faults, m_interrupted),
          m_outbox(m_inner->outbox(), faults, m_interrupted)
    {
    }
    const Capabilities& capabilities() const override { return m_can; }
    Locks& locks() override { return m_locks; }
    Fence& fence() override { return m_inner->fence(); }
    Tasks& tasks() override { return m_tasks; }
    Outbox& outbox() override { return m_outbox; }
    Records& records() override { return m_inner->records(); }
    SessionLocks& session_locks() override
    {
        return m_faults.no_session_locks ? m_cannot.session_locks() : m_inner->session_locks();
    }
    Workers& workers() override { return m_inner->workers(); }
    Changes& changes() override { return m_inner->changes(); }
    Audit& audit() override { return m_inner->audit(); }
    Admin& admin() override { return m_inner->admin(); }
    void interrupt() noexcept override
    {
        m_interrupted = true;
        m_inner->interrupt();
    }

private:
    std::unique_ptr<Session> m_inner;
    std::atomic<bool> m_interrupted = false;
    Faults& m_faults;
    Capabilities m_can;
    SessionThatCannot m_cannot;
    FaultyLocks m_locks;
    FaultyTasks m_tasks;
    FaultyOutbox m_outbox;
};

class FaultyStore final : public Store
{
public:
    /// Both must outlive it.
    FaultyStore(Store& inner, Faults& faults) : m_inner(inner), m_faults(faults) {}
    const StoreUrl& url() const override { return m_inner.url(); }
    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        auto session = m_inner.open(options);
        if (!session)
            return session.failure();
        return std::unique_ptr<Session>(std::make_unique<FaultySession>(std::move(*session), m_faults));
    }
    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override
    {
        if (!m_faults.deaf)
            return m_inner.listen(std::move(topics), options, stop);
        // Like a server that accepts and never answers, for the maximum duration of a call.
        std::mutex mutex;
        std::condition_variable_any nobody;
        std::unique_lock lock(mutex);
        nobody.wait_for(lock, stop, options.timeout, [] { return false; });
        return Failure::unavailable("no answer in time").in_statement("listen").try_again().disconnected();
    }

private:
    Store& m_inner;
    Faults& m_faults;
};

} // namespace lockdesk::test
