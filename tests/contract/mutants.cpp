// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/mutants.h"

#include "tests/contract/mutants_forward.h"
#include "tests/contract/mutants_locks.h"

#include <algorithm>
#include <stdexcept>

namespace lockdesk::contract {

namespace {

struct FenceAdmitsSmaller : ForwardFence
{
    using ForwardFence::ForwardFence;
    Answer<FenceAnswer> admit(const Resource& r, FencingToken t, const std::string& who) override
    {
        const auto before = m_base.find(r);
        return m_base.admit(r, before && *before ? std::max(t, (*before)->largest) : t, who);
    }
};

struct FenceRefusesEqual : ForwardFence
{
    using ForwardFence::ForwardFence;
    Answer<FenceAnswer> admit(const Resource& r, FencingToken t, const std::string& who) override
    {
        const auto before = m_base.find(r);
        auto answer = m_base.admit(r, t, who);
        if (answer && before && *before && (*before)->largest == t)
            answer->admitted = false;
        return answer;
    }
};

// Spoils the claim by changing its request.
struct OtherClaim : ForwardTasks
{
    OtherClaim(Tasks& base, std::function<void(ClaimRequest&)> spoil) : ForwardTasks(base), m_spoil(std::move(spoil)) {}
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& r) override
    {
        auto other = r;
        m_spoil(other);
        return m_base.claim(other);
    }
    std::function<void(ClaimRequest&)> m_spoil;
};

// `<=` instead of `<`: a task is due a microsecond early.
struct ClaimDueNotStrict : ForwardTasks
{
    using ForwardTasks::ForwardTasks;
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& r) override
    {
        auto other = r;
        auto timeout = r.lock_timeout.value_or(TaskRule{}.lock_timeout);
        if (const auto rules = m_base.rules(); rules && !r.lock_timeout)
            for (const auto& rule : *rules)
                if (rule.kind == r.kind.str() && rule.phase == r.phase.str())
                    timeout = rule.lock_timeout;
        other.lock_timeout = timeout - Duration{1};
        return m_base.claim(other);
    }
};

struct UnlockByIdAlone : ForwardTasks
{
    using ForwardTasks::ForwardTasks;
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override
    {
        std::vector<TaskStep> others(steps.begin(), steps.end());
        for (TaskStep& step : others) {
            const auto row = m_base.find(step.id);
            if (row && *row && !(*row)->owner.empty() && std::holds_alternative<Unlock>(step.what)) {
                step.owner = OwnerId::trusted((*row)->owner);
                step.token = (*row)->token;
            }
        }
        return m_base.apply(others);
    }
};

struct UnlockTouchesUpdatedAt : ForwardTasks
{
    using ForwardTasks::ForwardTasks;
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override
    {
        std::vector<TaskStep> others(steps.begin(), steps.end());
        for (TaskStep& step : others) {
            const auto row = m_base.find(step.id);
            if (row && *row && std::holds_alternative<Unlock>(step.what))
                step.what = Advance{{}, Phase::trusted((*row)->phase), {}};
        }
        return m_base.apply(others);
    }
};

struct RemovalByIdAlone : ForwardTasks
{
    using ForwardTasks::ForwardTasks;
    Answer<StepAnswer> remove(const TaskRemoval& r) override
    {
        auto other = r;
        if (const auto row = m_base.find(r.id); row && *row) {
            other.if_owner = (*row)->owner;
            other.if_token = (*row)->token;
        }
        return m_base.remove(other);
    }
};

// Whatever phase they stand in.
struct CollectTakesParked : ForwardTasks
{
    using ForwardTasks::ForwardTasks;
    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        auto gone = m_base.collect(older_than, limit);
        const auto page = m_base.list({});
        if (gone && page)
            for (const TaskRow& row : page->rows)
                if (row.locked_at >= end_of_time && row.lock_timeout >= no_end)
                    *gone += m_base.remove({TaskId::trusted(row.id), row.owner, row.token, "", ""}) ? 1 : 0;
        return gone;
    }
};

struct TopicIgnored : ForwardOutbox
{
    using ForwardOutbox::ForwardOutbox;
    Answer<std::vector<MessageRow>> claim(const MessageClaim& r) override
    {
        auto other = r;
        other.topic.reset();
        return m_base.claim(other);
    }
};

struct LateSettleAccepted : ForwardOutbox
{
    using ForwardOutbox::ForwardOutbox;
    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) override
    {
        std::vector<Delivery> others(deliveries.begin(), deliveries.end());
        for (Delivery& delivery : others) {
            const auto row = m_base.find(delivery.id);
            if (row && *row && !(*row)->owner.empty()) {
                delivery.owner = OwnerId::trusted((*row)->owner);
                delivery.token = (*row)->token;
            }
        }
        return m_base.settle(others);
    }
};

struct LateBeginAccepted : ForwardOutbox
{
    using ForwardOutbox::ForwardOutbox;
    Answer<bool> begin(const DeliveryBegin& r) override
    {
        auto other = r;
        if (const auto row = m_base.find(r.id); row && *row && !(*row)->owner.empty()) {
            other.owner = OwnerId::trusted((*row)->owner);
            other.token = (*row)->token;
        }
        return m_base.begin(other);
    }
};

struct BeginNotKept : ForwardOutbox
{
    using ForwardOutbox::ForwardOutbox;
    Answer<bool> begin(const DeliveryBegin&) override { return true; }
};

struct MessageLeaseIgnored : ForwardOutbox
{
    using ForwardOutbox::ForwardOutbox;
    Answer<std::vector<MessageRow>> claim(const MessageClaim& r) override
    {
        auto other = r;
        other.lease = Duration{0};
        return m_base.claim(other);
    }
};

struct UpdateWithoutVersion : ForwardRecords
{
    using ForwardRecords::ForwardRecords;
    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version, const std::string& value) override
    {
        const auto now = m_base.get(id, false);
        return m_base.update_if_version(id, now && *now ? (*now)->version : version, value);
    }
};

struct StaleWriteStays : ForwardRecords
{
    using ForwardRecords::ForwardRecords;
    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy by,
                                   const FencePass& pass) override
    {
        (void)m_base.put(id, value, by);
        return m_base.put_fenced(id, value, by, pass);
    }
};

struct LateLeaderRanks : ForwardDraws
{
    using ForwardDraws::ForwardDraws;
    Answer<std::optional<Consumed>> consume(const EventId& e, FencingToken t, std::int64_t limit) override
    {
        const auto before = m_base.find(e);
        return m_base.consume(e, before && *before ? std::max(t, (*before)->leader) : t, limit);
    }
};

struct BatchBackwards : ForwardDraws
{
    using ForwardDraws::ForwardDraws;
    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& e, std::span<const PersonId> p) override
    {
        const std::vector<PersonId> backwards(p.rbegin(), p.rend());
        auto answer = m_base.apply(e, backwards);
        if (answer && *answer)
            std::reverse((*answer)->begin(), (*answer)->end());
        return answer;
    }
};

struct DuplicateToldAsAccepted : ForwardDraws
{
    using ForwardDraws::ForwardDraws;
    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& e, std::span<const PersonId> p) override
    {
        auto answer = m_base.apply(e, p);
        if (answer && *answer)
            for (DrawEntry& entry : **answer)
                if (entry.result == ApplyResult::duplicate)
                    entry.result = ApplyResult::accepted;
        return answer;
    }
};

struct GoneRowsKept : Changes
{
    explicit GoneRowsKept(Changes& base) : m_base(base) {}
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override
    {
        auto batch = m_base.since(cursor, what, limit);
        if (batch)
            batch->gone.clear();
        return batch;
    }
    Changes& m_base;
};

struct AuditEmpty : Audit
{
    Answer<Done> write(const AuditRow&) override { return Done{}; }
    Answer<Page<AuditRow>> list(const ListRequest&) override { return Page<AuditRow>{}; }
};

using Plant = std::function<void(ForwardSession&)>;

Plant claim_with(std::function<void(ClaimRequest&)> spoil)
{
    return [spoil](ForwardSession& s) { s.new_tasks = std::make_unique<OtherClaim>(s.base().tasks(), spoil); };
}
template <class Mutant> void tasks(ForwardSession& s) { s.new_tasks = std::make_unique<Mutant>(s.base().tasks()); }
template <class Mutant> void outbox(ForwardSession& s) { s.new_outbox = std::make_unique<Mutant>(s.base().outbox()); }
template <class Mutant> void fence(ForwardSession& s) { s.new_fence = std::make_unique<Mutant>(s.base().fence()); }

template <class Mutant> void draws(ForwardSession& s) { s.new_draws = std::make_unique<Mutant>(s.base().draws()); }

std::map<std::string, Plant> all_mutants()
{
    std::map<std::string, Plant> all{
        {"fence_admits_smaller", fence<FenceAdmitsSmaller>},
        {"fence_refuses_equal", fence<FenceRefusesEqual>},
        {"claim_ignores_held", claim_with([](ClaimRequest& r) { r.lock_timeout = Duration{0}; })},
        {"claim_takes_one_more", claim_with([](ClaimRequest& r) { ++r.limit; })},
        {"claim_without_id", claim_with([](ClaimRequest& r) { r.asking_again = false; })},
        {"claim_unfair", claim_with([](ClaimRequest& r) { r.strategy = ClaimStrategy::plain; })},
        {"claim_due_not_strict", tasks<ClaimDueNotStrict>},
        {"unlock_by_id_alone", tasks<UnlockByIdAlone>},
        {"unlock_touches_updated_at", tasks<UnlockTouchesUpdatedAt>},
        {"removal_by_id_alone", tasks<RemovalByIdAlone>},
        {"collect_takes_parked", tasks<CollectTakesParked>},
        {"topic_ignored", outbox<TopicIgnored>},
        {"late_settle_accepted", outbox<LateSettleAccepted>},
        {"message_lease_ignored", outbox<MessageLeaseIgnored>},
        {"late_begin_accepted", outbox<LateBeginAccepted>},
        {"begin_not_kept", outbox<BeginNotKept>},
        {"late_leader_ranks", draws<LateLeaderRanks>},
        {"batch_backwards", draws<BatchBackwards>},
        {"duplicate_told_as_accepted", draws<DuplicateToldAsAccepted>},
        {"stale_write_stays",
         [](ForwardSession& s) { s.new_records = std::make_unique<StaleWriteStays>(s.base().records()); }},
        {"update_without_version",
         [](ForwardSession& s) { s.new_records = std::make_unique<UpdateWithoutVersion>(s.base().records()); }},
        {"gone_rows_kept", [](ForwardSession& s) { s.new_changes = std::make_unique<GoneRowsKept>(s.base().changes()); }},
        {"audit_empty", [](ForwardSession& s) { s.new_audit = std::make_unique<AuditEmpty>(); }},
    };
    for (const auto& [name, make] : lock_mutants())
        all[name] = [make = make](ForwardSession& s) { s.new_locks = make(s.base().locks()); };
    return all;
}

} // namespace

Decorate mutant_named(const std::string& name)
{
    const auto all = all_mutants();
    const auto it = all.find(name);
    if (it == all.end())
        throw std::invalid_argument("There is no mutant " + name + ".");
    return [plant = it->second](std::unique_ptr<Session> session) -> std::unique_ptr<Session> {
        auto spoiled = std::make_unique<ForwardSession>(std::move(session));
        plant(*spoiled);
        return spoiled;
    };
}

} // namespace lockdesk::contract
