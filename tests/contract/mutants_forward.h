// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

/// Concerns that forward every call. A mutant derives from one and spoils one verb.
namespace lockdesk::contract {

class ForwardLocks : public Locks
{
public:
    explicit ForwardLocks(Locks& base) : m_base(base) {}
    Answer<Acquisition> acquire(const AcquireRequest& r) override { return m_base.acquire(r); }
    Answer<LeaseAnswer> renew(const LockName& n, const OwnerId& o, FencingToken t, Duration lease) override
    {
        return m_base.renew(n, o, t, lease);
    }
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least) override
    {
        return m_base.release(n, o, t, at_least);
    }
    Answer<ForceAnswer> force_release(const ForceRelease& r) override { return m_base.force_release(r); }
    Answer<CoolingEnd> end_cooling(const EndCooling& r) override { return m_base.end_cooling(r); }
    Answer<ForcePreview> preview_end_cooling(const EndCooling& r) override { return m_base.preview_end_cooling(r); }
    Answer<ForcePreview> preview_force_release(const ForceRelease& r) override { return m_base.preview_force_release(r); }
    Answer<std::optional<LockRow>> find(const LockName& n) override { return m_base.find(n); }
    Answer<Page<LockRow>> list(const ListRequest& r) override { return m_base.list(r); }
    Answer<std::int64_t> collect(Duration d) override { return m_base.collect(d); }
    Answer<Done> announce_wait(const LockName& n, const OwnerId& o, Duration d) override
    {
        return m_base.announce_wait(n, o, d);
    }
    Answer<Done> withdraw_wait(const LockName& n, const OwnerId& o) override { return m_base.withdraw_wait(n, o); }
    Answer<Page<WaiterRow>> list_waiters(const ListRequest& r) override { return m_base.list_waiters(r); }

protected:
    /// Returns the current row, or nullopt if unavailable.
    std::optional<LockRow> seen(const LockName& n)
    {
        auto found = m_base.find(n);
        return found ? std::move(found).value() : std::nullopt;
    }
    Locks& m_base;
};

class ForwardFence : public Fence
{
public:
    explicit ForwardFence(Fence& base) : m_base(base) {}
    Answer<FenceAnswer> admit(const Resource& r, FencingToken t, const std::string& who) override
    {
        return m_base.admit(r, t, who);
    }
    Answer<std::optional<FenceAnswer>> find(const Resource& r) override { return m_base.find(r); }
    Answer<Page<FenceRow>> list_refusals(const ListRequest& r) override { return m_base.list_refusals(r); }

protected:
    Fence& m_base;
};

class ForwardTasks : public Tasks
{
public:
    explicit ForwardTasks(Tasks& base) : m_base(base) {}
    Answer<AddedTasks> add(std::span<const NewTask> t) override { return m_base.add(t); }
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& r) override { return m_base.claim(r); }
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override { return m_base.apply(steps); }
    Answer<StepAnswer> relock_forced(const ForcedRelock& r) override { return m_base.relock_forced(r); }
    Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& r) override
    {
        return m_base.preview_relock_forced(r);
    }
    Answer<StepAnswer> remove(const TaskRemoval& r) override { return m_base.remove(r); }
    Answer<std::vector<std::string>> preview_remove(const TaskRemoval& r) override { return m_base.preview_remove(r); }
    Answer<std::int64_t> collect(Duration d, std::int64_t n) override { return m_base.collect(d, n); }
    Answer<std::optional<TaskRow>> find(const TaskId& id) override { return m_base.find(id); }
    Answer<Page<TaskRow>> list(const ListRequest& r) override { return m_base.list(r); }
    Answer<TaskRule> set_rule(const TaskRule& r) override { return m_base.set_rule(r); }
    Answer<std::vector<TaskRule>> rules() override { return m_base.rules(); }
    Answer<std::vector<PhaseCount>> counts(std::int64_t cap) override { return m_base.counts(cap); }

protected:
    Tasks& m_base;
};

class ForwardOutbox : public Outbox
{
public:
    explicit ForwardOutbox(Outbox& base) : m_base(base) {}
    Answer<bool> add(const NewMessage& m) override { return m_base.add(m); }
    Answer<std::vector<MessageRow>> claim(const MessageClaim& r) override { return m_base.claim(r); }
    Answer<bool> begin(const DeliveryBegin& b) override { return m_base.begin(b); }
    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> d) override { return m_base.settle(d); }
    Answer<Backlog> backlog(const std::optional<Topic>& t) override { return m_base.backlog(t); }
    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override { return m_base.retry_dead(ids); }
    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override
    {
        return m_base.preview_retry_dead(ids);
    }
    Answer<std::optional<MessageRow>> find(const MessageId& id) override { return m_base.find(id); }
    Answer<Page<MessageRow>> list(const ListRequest& r) override { return m_base.list(r); }
    Answer<std::int64_t> collect(Duration d, std::int64_t n) override { return m_base.collect(d, n); }

protected:
    Outbox& m_base;
};

class ForwardRecords : public Records
{
public:
    explicit ForwardRecords(Records& base) : m_base(base) {}
    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy by) override
    {
        return m_base.put(id, value, by);
    }
    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override { return m_base.get(id, bump); }
    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version, const std::string& value) override
    {
        return m_base.update_if_version(id, version, value);
    }
    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy by,
                                   const FencePass& pass) override
    {
        return m_base.put_fenced(id, value, by, pass);
    }

protected:
    Records& m_base;
};

class ForwardDraws : public Draws
{
public:
    explicit ForwardDraws(Draws& base) : m_base(base) {}
    Answer<DrawInfo> open(const EventId& e, std::int64_t places) override { return m_base.open(e, places); }
    Answer<std::optional<DrawInfo>> find(const EventId& e) override { return m_base.find(e); }
    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& e, std::span<const PersonId> p) override
    {
        return m_base.apply(e, p);
    }
    Answer<std::optional<Consumed>> consume(const EventId& e, FencingToken t, std::int64_t limit) override
    {
        return m_base.consume(e, t, limit);
    }
    Answer<Page<DrawEntry>> results(const EventId& e, const ListRequest& r) override { return m_base.results(e, r); }

protected:
    Draws& m_base;
};

/// A session whose concerns can be replaced individually.
class ForwardSession final : public Session
{
public:
    explicit ForwardSession(std::unique_ptr<Session> base) : m_base(std::move(base)) {}
    [[nodiscard]] const Capabilities& capabilities() const override { return m_base->capabilities(); }
    Locks& locks() override { return new_locks ? *new_locks : m_base->locks(); }
    Fence& fence() override { return new_fence ? *new_fence : m_base->fence(); }
    Tasks& tasks() override { return new_tasks ? *new_tasks : m_base->tasks(); }
    Outbox& outbox() override { return new_outbox ? *new_outbox : m_base->outbox(); }
    Records& records() override { return new_records ? *new_records : m_base->records(); }
    SessionLocks& session_locks() override { return m_base->session_locks(); }
    Workers& workers() override { return m_base->workers(); }
    Changes& changes() override { return new_changes ? *new_changes : m_base->changes(); }
    Audit& audit() override { return new_audit ? *new_audit : m_base->audit(); }
    Draws& draws() override { return new_draws ? *new_draws : m_base->draws(); }
    Statements& statements() override { return m_base->statements(); }
    Admin& admin() override { return m_base->admin(); }
    void interrupt() noexcept override { m_base->interrupt(); }

    std::unique_ptr<Locks> new_locks;
    std::unique_ptr<Fence> new_fence;
    std::unique_ptr<Tasks> new_tasks;
    std::unique_ptr<Outbox> new_outbox;
    std::unique_ptr<Records> new_records;
    std::unique_ptr<Draws> new_draws;
    std::unique_ptr<Changes> new_changes;
    std::unique_ptr<Audit> new_audit;
    [[nodiscard]] Session& base() { return *m_base; }

private:
    std::unique_ptr<Session> m_base;
};

} // namespace lockdesk::contract
