// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/unsupported.h"

namespace lockdesk {

// A named namespace, because a structure of the header has these members.
namespace without_concerns {

Failure cannot(const Capabilities& c, const std::string& what)
{
    return Failure::unsupported(c.store + ", source " + c.source + ", has no " + what + "; see 'lockdeskctl capabilities'");
}

// Every function of the classes below returns `cannot`; the macro saves repeating one line per verb.
#define LOCKDESK_CANNOT(type, signature, what)                                                                              \
    Answer<type> signature override { return cannot(m_session.capabilities(), what); }

class NoLocks final : public Locks
{
public:
    explicit NoLocks(const Session& s) : m_session(s) {}
    LOCKDESK_CANNOT(Acquisition, acquire(const AcquireRequest&), "locks")
    LOCKDESK_CANNOT(LeaseAnswer, renew(const LockName&, const OwnerId&, FencingToken, Duration), "locks")
    LOCKDESK_CANNOT(LeaseAnswer, release(const LockName&, const OwnerId&, FencingToken, Duration), "locks")
    LOCKDESK_CANNOT(ForceAnswer, force_release(const ForceRelease&), "locks")
    LOCKDESK_CANNOT(ForcePreview, preview_force_release(const ForceRelease&), "locks")
    LOCKDESK_CANNOT(CoolingEnd, end_cooling(const EndCooling&), "locks")
    LOCKDESK_CANNOT(ForcePreview, preview_end_cooling(const EndCooling&), "locks")
    LOCKDESK_CANNOT(std::optional<LockRow>, find(const LockName&), "locks")
    LOCKDESK_CANNOT(Page<LockRow>, list(const ListRequest&), "locks")
    LOCKDESK_CANNOT(std::int64_t, collect(Duration), "locks")
    LOCKDESK_CANNOT(Done, announce_wait(const LockName&, const OwnerId&, Duration), "waiters")
    LOCKDESK_CANNOT(Done, withdraw_wait(const LockName&, const OwnerId&), "waiters")
    LOCKDESK_CANNOT(Page<WaiterRow>, list_waiters(const ListRequest&), "waiters")

private:
    const Session& m_session;
};

class NoFence final : public Fence
{
public:
    explicit NoFence(const Session& s) : m_session(s) {}
    LOCKDESK_CANNOT(FenceAnswer, admit(const Resource&, FencingToken, const std::string&), "fence")
    LOCKDESK_CANNOT(std::optional<FenceAnswer>, find(const Resource&), "fence")
    LOCKDESK_CANNOT(Page<FenceRow>, list_refusals(const ListRequest&), "fence")

private:
    const Session& m_session;
};

class NoTasks final : public Tasks
{
public:
    explicit NoTasks(const Session& s) : m_session(s) {}
    LOCKDESK_CANNOT(AddedTasks, add(std::span<const NewTask>), "tasks")
    LOCKDESK_CANNOT(std::vector<TaskRow>, claim(const ClaimRequest&), "tasks")
    LOCKDESK_CANNOT(std::vector<StepAnswer>, apply(std::span<const TaskStep>), "tasks")
    LOCKDESK_CANNOT(StepAnswer, relock_forced(const ForcedRelock&), "tasks")
    LOCKDESK_CANNOT(std::vector<std::string>, preview_relock_forced(const ForcedRelock&), "tasks")
    LOCKDESK_CANNOT(StepAnswer, remove(const TaskRemoval&), "tasks")
    LOCKDESK_CANNOT(std::vector<std::string>, preview_remove(const TaskRemoval&), "tasks")
    LOCKDESK_CANNOT(std::int64_t, collect(Duration, std::int64_t), "tasks")
    LOCKDESK_CANNOT(std::optional<TaskRow>, find(const TaskId&), "tasks")
    LOCKDESK_CANNOT(Page<TaskRow>, list(const ListRequest&), "tasks")
    LOCKDESK_CANNOT(TaskRule, set_rule(const TaskRule&), "tasks")
    LOCKDESK_CANNOT(std::vector<TaskRule>, rules(), "tasks")
    LOCKDESK_CANNOT(std::vector<PhaseCount>, counts(std::int64_t), "tasks")

private:
    const Session& m_session;
};

class NoOutbox final : public Outbox
{
public:
    explicit NoOutbox(const Session& s) : m_session(s) {}
    LOCKDESK_CANNOT(bool, add(const NewMessage&), "outbox")
    LOCKDESK_CANNOT(std::vector<MessageRow>, claim(const MessageClaim&), "outbox")
    LOCKDESK_CANNOT(bool, begin(const DeliveryBegin&), "outbox")
    LOCKDESK_CANNOT(std::vector<DeliveryAnswer>, settle(std::span<const Delivery>), "outbox")
    LOCKDESK_CANNOT(Backlog, backlog(const std::optional<Topic>&), "outbox")
    LOCKDESK_CANNOT(std::vector<MessageRow>, retry_dead(std::span<const MessageId>), "outbox")
    LOCKDESK_CANNOT(std::vector<std::string>, preview_retry_dead(std::span<const MessageId>), "outbox")
    LOCKDESK_CANNOT(std::optional<MessageRow>, find(const MessageId&), "outbox")
    LOCKDESK_CANNOT(Page<MessageRow>, list(const ListRequest&), "outbox")
    LOCKDESK_CANNOT(std::int64_t, collect(Duration, std::int64_t), "outbox")

private:
    const Session& m_session;
};

class NoRecords final : public Records
{
public:
    explicit NoRecords(const Session& s) : m_session(s) {}
    LOCKDESK_CANNOT(Record, put(const RecordId&, const std::string&, VersionBy), "records")
    LOCKDESK_CANNOT(std::optional<Record>, get(const RecordId&, bool), "records")
    LOCKDESK_CANNOT(RecordUpdate, update_if_version(const RecordId&, const std::string&, const std::string&), "records")
    LOCKDESK_CANNOT(FencedWrite, put_fenced(const RecordId&, const std::string&, VersionBy, const FencePass&), "records")

private:
    const Session& m_session;
};

class NoSessionLocks final : public SessionLocks
{
public:
    explicit NoSessionLocks(const Session& s) : m_session(s) {}
    LOCKDESK_CANNOT(bool, try_lock(const LockName&, SessionLockKind, const OwnerId&), "session locks")
    LOCKDESK_CANNOT(bool, unlock(const LockName&, SessionLockKind), "session locks")
    LOCKDESK_CANNOT(bool, still_mine(const LockName&, SessionLockKind), "session locks")
    LOCKDESK_CANNOT(Page<SessionLockRow>, list(const ListRequest&), "session locks")
    LOCKDESK_CANNOT(std::optional<SessionLockRow>, find(const LockName&, SessionLockKind), "session locks")
    LOCKDESK_CANNOT(ForceAnswer, end_session(const ForceRelease&, SessionLockKind), "session locks")
    LOCKDESK_CANNOT(ForcePreview, preview_end_session(const ForceRelease&, SessionLockKind), "session locks")

private:
    const Session& m_session;
};

class NoWorkers final : public Workers
{
public:
    explicit NoWorkers(const Session& s) : m_session(s) {}
    LOCKDESK_CANNOT(WorkerControl, beat(const WorkerRow&), "workers")
    LOCKDESK_CANNOT(Done, leave(const WorkerId&), "workers")
    LOCKDESK_CANNOT(std::optional<WorkerRow>, order(const WorkerCommand&), "workers")
    LOCKDESK_CANNOT(Page<WorkerRow>, list(const ListRequest&), "workers")
    LOCKDESK_CANNOT(std::int64_t, collect(Duration, std::int64_t), "workers")

private:
    const Session& m_session;
};

class NoChanges final : public Changes
{
public:
    explicit NoChanges(const Session& s) : m_session(s) {}
    LOCKDESK_CANNOT(ChangeBatch, since(const ChangeCursor&, Entities, std::size_t), "change stamps")

private:
    const Session& m_session;
};

class NoAudit final : public Audit
{
public:
    explicit NoAudit(const Session& s) : m_session(s) {}
    LOCKDESK_CANNOT(Done, write(const AuditRow&), "audit")
    LOCKDESK_CANNOT(Page<AuditRow>, list(const ListRequest&), "audit")

private:
    const Session& m_session;
};

class NoAdmin final : public Admin
{
public:
    explicit NoAdmin(const Session& s) : m_session(s) {}
    std::string schema_text() const override { return {}; }
    LOCKDESK_CANNOT(SchemaState, schema(), "schema of ours")
    LOCKDESK_CANNOT(SchemaState, create_schema(const std::optional<TokenFloor>&), "schema of ours")
    LOCKDESK_CANNOT(Done, drop_schema(), "schema of ours")
    LOCKDESK_CANNOT(ClockReading, clock(int), "clock")
    LOCKDESK_CANNOT(ClockReading, set_clock(TimePoint), "sandbox")
    LOCKDESK_CANNOT(ClockReading, advance_clock(Duration), "sandbox")
    LOCKDESK_CANNOT(ClockReading, set_rate(double), "sandbox")
    LOCKDESK_CANNOT(SandboxInfo, create_sandbox(const SandboxId&), "sandbox")
    LOCKDESK_CANNOT(bool, drop_sandbox(const SandboxId&), "sandbox")
    LOCKDESK_CANNOT(std::vector<SandboxInfo>, list_sandboxes(), "sandbox")

private:
    const Session& m_session;
};

#undef LOCKDESK_CANNOT

class NoDraws final : public Draws
{
    static Failure none()
    {
        return Failure::unsupported("this store and source have no draws; see 'lockdeskctl capabilities'");
    }

public:
    Answer<DrawInfo> open(const EventId&, std::int64_t) override { return none(); }
    Answer<std::optional<DrawInfo>> find(const EventId&) override { return none(); }
    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId&, std::span<const PersonId>) override
    {
        return none();
    }
    Answer<std::optional<Consumed>> consume(const EventId&, FencingToken, std::int64_t) override { return none(); }
    Answer<Page<DrawEntry>> results(const EventId&, const ListRequest&) override { return none(); }
};

} // namespace without_concerns

Draws& Session::draws()
{
    static without_concerns::NoDraws none; // no data members
    return none;
}

const char* word(ApplyResult result)
{
    switch (result) {
    case ApplyResult::accepted: return "accepted";
    case ApplyResult::duplicate: return "duplicate";
    case ApplyResult::closed: return "closed";
    }
    return "";
}

struct UnsupportedSession::Concerns
{
    explicit Concerns(const Session& s)
        : locks(s), fence(s), tasks(s), outbox(s), records(s), session_locks(s), workers(s), changes(s), audit(s), admin(s)
    {
    }
    without_concerns::NoLocks locks;
    without_concerns::NoFence fence;
    without_concerns::NoTasks tasks;
    without_concerns::NoOutbox outbox;
    without_concerns::NoRecords records;
    without_concerns::NoSessionLocks session_locks;
    without_concerns::NoWorkers workers;
    without_concerns::NoChanges changes;
    without_concerns::NoAudit audit;
    without_concerns::NoAdmin admin;
};

UnsupportedSession::UnsupportedSession() : m_concerns(std::make_unique<Concerns>(*this)) {}
UnsupportedSession::~UnsupportedSession() = default;
Locks& UnsupportedSession::locks() { return m_concerns->locks; }
Fence& UnsupportedSession::fence() { return m_concerns->fence; }
Tasks& UnsupportedSession::tasks() { return m_concerns->tasks; }
Outbox& UnsupportedSession::outbox() { return m_concerns->outbox; }
Records& UnsupportedSession::records() { return m_concerns->records; }
SessionLocks& UnsupportedSession::session_locks() { return m_concerns->session_locks; }
Workers& UnsupportedSession::workers() { return m_concerns->workers; }
Changes& UnsupportedSession::changes() { return m_concerns->changes; }
Audit& UnsupportedSession::audit() { return m_concerns->audit; }
Admin& UnsupportedSession::admin() { return m_concerns->admin; }

} // namespace lockdesk
