// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/told_session.h"

#include "app/ctl/lock_json.h"
#include "app/ctl/row_json.h"
#include "backends/engine/contracts/held_messages.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"

#include <mutex>

namespace lockdesk::worker {

namespace {

CommandLine verb(const char* words) { return CommandLine(words, ""); }

std::string text_of(const CommandLine& line)
{
    const std::string out = line.text();
    return out.substr(out.find_first_not_of(' '));
}

ctl::Json error_line(const Failure& failure)
{
    ctl::Json line = ctl::Output::line("error", std::nullopt);
    line["kind"] = ctl::word(failure.kind);
    line["code"] = failure.code;
    line["retryable"] = failure.retryable;
    line["message"] = failure.message;
    return line;
}

class Teller
{
public:
    /// `one_call`: mutex of the session, which parts of one actor may share; they end concurrently when the actor leaves.
    Teller(const ToldStore& store, Session& session, std::mutex& one_call)
        : m_store(store), m_session(session), m_one_call(one_call)
    {
    }

    /// Executes a call, unless the store is cut off, and reports it.
    template <class T, class Call, class Lines> Answer<T> ask(const CommandLine& command, Call&& call, Lines&& lines) const
    {
        const std::lock_guard lock(m_one_call);
        auto cut = m_store.unreachable();
        Answer<T> answer = cut ? Answer<T>(std::move(*cut)) : call();
        ToldCall reply{text_of(command), {}, 0};
        if (answer)
            reply.status = lines(*answer, answer.store_time(), reply.lines);
        else {
            reply.status = ctl::exit_of(answer.failure().kind);
            reply.lines.push_back(error_line(answer.failure()));
        }
        m_store.tell(reply);
        return answer;
    }
    template <class T, class Call> Answer<T> quietly(Call&& call) const
    {
        const std::lock_guard lock(m_one_call);
        if (auto cut = m_store.unreachable())
            return std::move(*cut);
        return call();
    }
    [[nodiscard]] const Capabilities& can() const { return m_session.capabilities(); }
    [[nodiscard]] Session& session() const { return m_session; }

private:
    const ToldStore& m_store;
    Session& m_session;
    std::mutex& m_one_call;
};

class ToldLocks final : public Locks
{
    // Defined before its uses: its return type is deduced.
    [[nodiscard]] auto lease_lines(const char* op, const LockName& name, const OwnerId& owner, FencingToken token) const
    {
        return [this, op, &name, &owner, token](const LeaseAnswer& got, std::optional<TimePoint> at,
                                                std::vector<ctl::Json>& lines) {
            lines.push_back(ctl::lease_json(op, name, owner, token, got, m_tell.can(), at));
            return ctl::exit_of(got.result);
        };
    }

public:
    explicit ToldLocks(Teller teller) : m_tell(teller) {}

    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        return m_tell.ask<Acquisition>(
            verb("lock acquire")
                .positional(r.name.str())
                .option("--owner", r.owner.str())
                .option("--lease", duration_text(r.lease))
                .option("--request", r.request.str()),
            [&] { return inner().acquire(r); },
            [&](const Acquisition& got, std::optional<TimePoint> at, std::vector<ctl::Json>& lines) {
                lines.push_back(ctl::acquisition_json(r.name, r.owner, got, m_tell.can(), at));
                return ctl::exit_of(got.result);
            });
    }
    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        return m_tell.ask<LeaseAnswer>(
            held("lock renew", name, owner, token).option("--lease", duration_text(lease)),
            [&] { return inner().renew(name, owner, token, lease); }, lease_lines("renew", name, owner, token));
    }
    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        CommandLine command = held("lock release", name, owner, token);
        if (at_least > Duration{0})
            command.option("--at-least", duration_text(at_least));
        return m_tell.ask<LeaseAnswer>(
            command, [&] { return inner().release(name, owner, token, at_least); },
            lease_lines("release", name, owner, token));
    }
    Answer<ForceAnswer> force_release(const ForceRelease& r) override { return inner().force_release(r); }
    Answer<CoolingEnd> end_cooling(const EndCooling& r) override { return inner().end_cooling(r); }
    Answer<ForcePreview> preview_end_cooling(const EndCooling& r) override { return inner().preview_end_cooling(r); }
    Answer<ForcePreview> preview_force_release(const ForceRelease& r) override { return inner().preview_force_release(r); }
    Answer<std::optional<LockRow>> find(const LockName& name) override { return inner().find(name); }
    Answer<Page<LockRow>> list(const ListRequest& r) override { return inner().list(r); }
    Answer<std::int64_t> collect(Duration older_than) override { return inner().collect(older_than); }
    Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit) override
    {
        return inner().collect_some(older_than, after, limit);
    }
    Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) override
    {
        return m_tell.quietly<Done>([&] { return inner().announce_wait(name, owner, at_most); });
    }
    Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) override
    {
        return m_tell.quietly<Done>([&] { return inner().withdraw_wait(name, owner); });
    }
    Answer<Page<WaiterRow>> list_waiters(const ListRequest& r) override { return inner().list_waiters(r); }

private:
    [[nodiscard]] Locks& inner() const { return m_tell.session().locks(); }
    static CommandLine held(const char* words, const LockName& name, const OwnerId& owner, FencingToken token)
    {
        return verb(words).positional(name.str()).option("--owner", owner.str()).option("--token", token.number());
    }
    Teller m_tell;
};

class ToldSessionLocks final : public SessionLocks
{
public:
    explicit ToldSessionLocks(Teller teller) : m_tell(teller) {}

    Answer<bool> try_lock(const LockName& name, SessionLockKind kind, const OwnerId& owner) override
    {
        m_owner = owner.str();
        return m_tell.ask<bool>(
            verb("session lock").positional(name.str()).option("--owner", m_owner).option("--kind", word(kind)),
            [&] { return inner().try_lock(name, kind, owner); },
            [&](bool taken, std::optional<TimePoint> at, std::vector<ctl::Json>& lines) {
                lines.push_back(line("session-lock", name, kind, taken ? "acquired" : "busy", taken, at));
                return taken ? ctl::exit_done : ctl::exit_no;
            });
    }
    Answer<bool> unlock(const LockName& name, SessionLockKind kind) override
    {
        return m_tell.ask<bool>(
            verb("session unlock").positional(name.str()).option("--owner", m_owner).option("--kind", word(kind)),
            [&] { return inner().unlock(name, kind); },
            [&](bool freed, std::optional<TimePoint> at, std::vector<ctl::Json>& lines) {
                lines.push_back(line("session-unlock", name, kind, freed ? "released" : "not_owner", false, at));
                return freed ? ctl::exit_done : ctl::exit_refused;
            });
    }
    // A guard calls this at every beat; the guard itself reports the result.
    Answer<bool> still_mine(const LockName& name, SessionLockKind kind) override
    {
        return m_tell.quietly<bool>([&] { return inner().still_mine(name, kind); });
    }
    Answer<Page<SessionLockRow>> list(const ListRequest& r) override { return inner().list(r); }
    Answer<std::optional<SessionLockRow>> find(const LockName& name, SessionLockKind kind) override
    {
        return inner().find(name, kind);
    }
    Answer<ForceAnswer> end_session(const ForceRelease& r, SessionLockKind kind) override
    {
        return inner().end_session(r, kind);
    }
    Answer<ForcePreview> preview_end_session(const ForceRelease& r, SessionLockKind kind) override
    {
        return inner().preview_end_session(r, kind);
    }

private:
    [[nodiscard]] SessionLocks& inner() const { return m_tell.session().session_locks(); }
    [[nodiscard]] ctl::Json line(const char* op, const LockName& name, SessionLockKind kind, const char* result, bool mine,
                                 std::optional<TimePoint> at) const
    {
        ctl::Json out = ctl::lock_line(op, name, OwnerId::trusted(m_owner), m_tell.can(), at);
        out["source"] = word(kind);
        out["result"] = result;
        out["holds"] = mine ? 1 : 0;
        return out;
    }
    Teller m_tell;
    std::string m_owner;
};

class ToldOutbox : public Outbox
{
public:
    explicit ToldOutbox(Teller teller) : m_tell(teller) {}

    Answer<bool> add(const NewMessage& message) override { return inner().add(message); }
    Answer<std::vector<MessageRow>> claim(const MessageClaim& r) override
    {
        return m_tell.ask<std::vector<MessageRow>>(
            claim_command(r), [&] { return inner().claim(r); }, claim_lines);
    }
    // Part of beginning a delivery: its statement appears with the claim's.
    Answer<bool> begin(const DeliveryBegin& r) override
    {
        return m_tell.quietly<bool>([&] { return inner().begin(r); });
    }
    Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) override
    {
        return told_settle(deliveries, [&] { return inner().settle(deliveries); });
    }
    Answer<Backlog> backlog(const std::optional<Topic>& topic) override { return inner().backlog(topic); }
    Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) override { return inner().retry_dead(ids); }
    Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) override
    {
        return inner().preview_retry_dead(ids);
    }
    Answer<std::optional<MessageRow>> find(const MessageId& id) override { return inner().find(id); }
    Answer<Page<MessageRow>> list(const ListRequest& r) override { return inner().list(r); }
    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        return inner().collect(older_than, limit);
    }

protected:
    [[nodiscard]] Outbox& inner() const { return m_tell.session().outbox(); }
    static CommandLine claim_command(const MessageClaim& r)
    {
        auto line = verb("outbox claim")
                        .option("--owner", r.owner.str())
                        .option("--lease", duration_text(r.lease))
                        .option("--limit", r.limit)
                        .option("--claim-id", r.claim.str());
        return r.topic ? line.option("--topic", r.topic->str()) : line;
    }
    static int claim_lines(const std::vector<MessageRow>& rows, std::optional<TimePoint> at, std::vector<ctl::Json>& lines)
    {
        for (const MessageRow& row : rows)
            lines.push_back(ctl::message_json(row, at));
        return rows.empty() ? ctl::exit_no : ctl::exit_done;
    }
    template <class Call>
    Answer<std::vector<DeliveryAnswer>> told_settle(std::span<const Delivery> deliveries, Call&& call) const
    {
        const bool sent = !deliveries.empty() && deliveries.front().delivered;
        CommandLine command = verb(sent ? "outbox sent" : "outbox fail");
        for (const Delivery& one : deliveries)
            command.positional(one.id.str());
        if (!deliveries.empty())
            command.option("--owner", deliveries.front().owner.str()).option("--token", deliveries.front().token.number());
        return m_tell.ask<std::vector<DeliveryAnswer>>(
            command, call,
            [&](const std::vector<DeliveryAnswer>& answers, std::optional<TimePoint> at, std::vector<ctl::Json>& lines) {
                bool all = true;
                for (const DeliveryAnswer& one : answers) {
                    all = all && one.accepted;
                    if (!one.row)
                        continue;
                    lines.push_back(ctl::message_json(*one.row, at));
                    lines.back()["result"] = one.accepted ? "done" : "stale";
                }
                return all ? ctl::exit_done : ctl::exit_refused;
            });
    }
    Teller m_tell;
};

// For a store that can hold rows: row locks keep relays apart, so a claim is a hold.
class ToldHeldOutbox final : public ToldOutbox, public HeldMessages
{
public:
    ToldHeldOutbox(Teller teller, HeldMessages& held) : ToldOutbox(teller), m_held(held) {}

    Answer<std::vector<MessageRow>> hold(const MessageClaim& r) override
    {
        return m_tell.ask<std::vector<MessageRow>>(
            claim_command(r), [&] { return m_held.hold(r); }, claim_lines);
    }
    Answer<bool> still_held() override
    {
        return m_tell.quietly<bool>([&] { return m_held.still_held(); });
    }
    Answer<std::vector<DeliveryAnswer>> settle_held(std::span<const Delivery> deliveries) override
    {
        return told_settle(deliveries, [&] { return m_held.settle_held(deliveries); });
    }
    void let_go() noexcept override { m_held.let_go(); }

private:
    HeldMessages& m_held;
};

class ToldSession final : public Session
{
public:
    ToldSession(const ToldStore& store, std::unique_ptr<Session> inner)
        : m_inner(std::move(inner)), m_locks({store, *m_inner, m_one_call}), m_session_locks({store, *m_inner, m_one_call})
    {
        const Teller teller(store, *m_inner, m_one_call);
        if (auto* held = held_messages(m_inner->outbox()))
            m_outbox = std::make_unique<ToldHeldOutbox>(teller, *held);
        else
            m_outbox = std::make_unique<ToldOutbox>(teller);
    }
    [[nodiscard]] const Capabilities& capabilities() const override { return m_inner->capabilities(); }
    Locks& locks() override { return m_locks; }
    Fence& fence() override { return m_inner->fence(); }
    Tasks& tasks() override { return m_inner->tasks(); }
    Outbox& outbox() override { return *m_outbox; }
    Records& records() override { return m_inner->records(); }
    SessionLocks& session_locks() override { return m_session_locks; }
    Workers& workers() override { return m_inner->workers(); }
    Changes& changes() override { return m_inner->changes(); }
    Audit& audit() override { return m_inner->audit(); }
    Admin& admin() override { return m_inner->admin(); }
    Draws& draws() override { return m_inner->draws(); }
    Statements& statements() override { return m_inner->statements(); }
    void interrupt() noexcept override { m_inner->interrupt(); }

private:
    std::unique_ptr<Session> m_inner;
    std::mutex m_one_call;
    ToldLocks m_locks;
    ToldSessionLocks m_session_locks;
    std::unique_ptr<Outbox> m_outbox;
};

} // namespace

std::unique_ptr<Session> told_session(const ToldStore& store, std::unique_ptr<Session> inner)
{
    return std::make_unique<ToldSession>(store, std::move(inner));
}

} // namespace lockdesk::worker
