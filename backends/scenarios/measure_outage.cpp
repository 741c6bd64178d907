// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/measure_outage.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/scenarios/actor_link.h"
#include "backends/scenarios/connections_of.h"

#include <csignal>
#include <thread>

namespace lockdesk::scenarios {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto start_in = std::chrono::seconds{20};
constexpr auto answer_in = std::chrono::seconds{10};
constexpr auto ask_every = std::chrono::milliseconds{5};
constexpr const char* holder_name = "holder/1/0000000000000001";
const OwnerId other = OwnerId::trusted("other/2/0000000000000002");

Failure not_held(const std::string& why) { return Failure::unavailable("The holder did not get it: " + why).try_again(); }

/// One holder: the commands to its process, and the attempt of another client to proceed.
struct Plan
{
    std::vector<std::string> take;                  ///< commands for an actor
    std::vector<std::string> program;               ///< instead: arguments of lockdeskctl, which holds the lock
    std::string line;                               ///< for its standard input
    std::function<Answer<bool>(Session&)> next;     ///< true: the other client proceeds
    std::function<std::string(const Fields&)> late; ///< the holder's write after it wakes; from the last reply
};

std::string command(std::string_view verb, const std::function<void(CommandLine&)>& fill)
{
    CommandLine line(verb, "");
    fill(line);
    const std::string text = line.text();
    return text.substr(text.find_first_not_of(' '));
}

std::string sql_command(const std::string& text)
{
    return command("sql", [&](CommandLine& line) { line.positional(text); });
}

std::string write_record(const std::string& name)
{
    return "record put " + name + "_row --value late"; // does not depend on the lock
}

std::string token_of(const Fields& reply) { return text_of(field(reply, "token")); }

// Released at once: without a sandbox nothing else cleans up.
Answer<bool> acquire(Session& session, const std::string& name, Duration lease)
{
    SystemRuntime runtime;
    const LockName lock = LockName::trusted(name);
    const auto got = session.locks().acquire({lock, other, lease, make_request_id(runtime)});
    if (!got)
        return got.failure();
    if (got->result != AcquireResult::acquired)
        return false;
    const auto given = session.locks().release(lock, other, got->token.value_or(FencingToken{}));
    return given ? Answer<bool>(true) : Answer<bool>(given.failure());
}

Plan lease_plan(const std::string& name, Duration lease, bool fenced)
{
    Plan plan;
    plan.take = {"lock acquire " + name + " --owner " + holder_name + " --lease " + duration_text(lease)};
    plan.next = [name, lease, fenced](Session& session) -> Answer<bool> {
        SystemRuntime runtime;
        const auto got = session.locks().acquire({LockName::trusted(name), other, lease, make_request_id(runtime)});
        if (!got || !got->token)
            return got ? Answer<bool>(false) : Answer<bool>(got.failure());
        if (!fenced)
            return true;
        const auto wrote = session.fence().admit(Resource::trusted(name), *got->token, "other");
        return wrote ? Answer<bool>(wrote->admitted) : Answer<bool>(wrote.failure());
    };
    if (fenced)
        plan.late = [name](const Fields& reply) {
            return "fence admit " + name + " --owner " + holder_name + " --token " + token_of(reply);
        };
    else
        plan.late = [name](const Fields&) { return write_record(name); };
    return plan;
}

Plan record_plan(const std::string& name)
{
    Plan plan;
    plan.take = {"record put " + name + "_row --value before", "record get " + name + "_row"};
    plan.next = [id = RecordId::trusted(name + "_row")](Session& session) -> Answer<bool> {
        const auto read = session.records().get(id, false);
        if (!read || !*read)
            return read ? Answer<bool>(false) : Answer<bool>(read.failure());
        const auto wrote = session.records().update_if_version(id, (**read).version, "next");
        return wrote ? Answer<bool>(wrote->updated) : Answer<bool>(wrote.failure());
    };
    plan.late = [name](const Fields& reply) {
        return "record update " + name + "_row --value late --if-version " + text_of(field(reply, "version"));
    };
    return plan;
}

Plan row_lock_plan(const std::string& name, bool sqlite)
{
    const std::string row = "SELECT sold FROM " + table_of(name) + " WHERE name = 'job'";
    Plan plan;
    plan.take = {sql_command(sqlite ? "BEGIN IMMEDIATE" : "BEGIN"), sql_command(row + (sqlite ? "" : " FOR UPDATE"))};
    plan.next = [row, sqlite](Session& session) -> Answer<bool> {
        bool got = false;
        for (const std::string& text : {std::string(sqlite ? "BEGIN IMMEDIATE" : "BEGIN"),
                                        row + (sqlite ? "" : " FOR UPDATE SKIP LOCKED"), std::string("ROLLBACK")}) {
            const auto done = own_statement(session, text);
            if (!done)
                return done.failure();
            if (!*done)
                return false;
            got = got || !(*done)->rows.empty();
        }
        return got;
    };
    return plan;
}

std::string now_text(Duration more)
{
    return std::to_string(
        std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch() + more).count());
}

// As in lesson 4, with the program's clock: a client that finds an expired end takes over the row.
Plan table_plan(const std::string& name, Duration lease)
{
    const std::string set = "UPDATE " + table_of(name) + " SET owner = ";
    Plan plan;
    plan.take = {sql_command(set + "'holder', expiry = " + now_text(lease) + " WHERE name = 'job'")};
    plan.next = [set, lease](Session& session) -> Answer<bool> {
        const auto done = own_statement(session, set + "'other', expiry = " + now_text(lease)
                                                     + " WHERE name = 'job' AND (owner IS NULL OR expiry < "
                                                     + now_text(Duration{0}) + ")");
        return done ? Answer<bool>(*done && (*done)->affected == 1) : Answer<bool>(done.failure());
    };
    plan.late = [name](const Fields&) { return write_record(name); };
    return plan;
}

Plan claim_plan(const std::string& name, Duration lease)
{
    Plan plan;
    const std::string of = name + " Measuring --owner " + holder_name + " --lock-timeout " + duration_text(lease);
    plan.take = {"task claim " + of};
    plan.next = [name, lease](Session& session) -> Answer<bool> {
        SystemRuntime runtime;
        ClaimRequest request{.kind = TaskKind::trusted(name),
                             .phase = Phase::trusted("Measuring"),
                             .owner = other,
                             .claim = make_claim_id(runtime)};
        request.lock_timeout = lease;
        const auto got = session.tasks().claim(request);
        return got ? Answer<bool>(!got->empty()) : Answer<bool>(got.failure());
    };
    plan.late = [name](const Fields& reply) {
        return "task advance " + name + " --to Done --owner " + holder_name + " --token " + token_of(reply);
    };
    return plan;
}

Plan session_plan(const std::string& name, SessionLockKind kind)
{
    Plan plan;
    plan.take = {"session lock " + name + " --owner " + holder_name + " --kind " + word(kind)};
    plan.next = [name, kind](Session& session) {
        return session.session_locks().try_lock(LockName::trusted(name), kind, other);
    };
    plan.late = [name](const Fields&) { return write_record(name); };
    return plan;
}

Plan plan_of(Way way, const Capabilities& can, const std::string& name, const std::optional<SandboxId>& sandbox,
             Duration lease)
{
    const std::string acquired = "lock acquire " + name + " --owner " + holder_name + " --lease " + duration_text(lease);
    Plan plan;
    switch (way) {
    case Way::optimistic: return record_plan(name);
    case Way::pessimistic:
        return can.statements ? row_lock_plan(name, can.store == "sqlite") : lease_plan(name, lease, false);
    case Way::claim: return claim_plan(name, lease);
    case Way::lock_table: return table_plan(name, lease);
    case Way::session_lock: return session_plan(name, SessionLockKind::named);
    case Way::skip_locked: return session_plan(name, SessionLockKind::skip_locked);
    case Way::fixed_lease: return lease_plan(name, lease, false);
    case Way::fence: return lease_plan(name, lease, true);
    case Way::redlock: // not an actor: there are only locks
        plan.program = {"--json", "batch", "-"};
        plan.line = acquired;
        break;
    case Way::watchdog:
        plan.program = {"--json",    "--sandbox", sandbox ? sandbox->str() : "", "lock",      "acquire", name, "--owner",
                        holder_name, "--lease",   duration_text(lease),          "--watchdog"};
        break;
    case Way::conditional:
    case Way::idempotent: break;
    }
    plan.next = [name, lease](Session& session) { return acquire(session, name, lease); };
    return plan;
}

/// The process of a holder.
class Holder
{
public:
    Holder(const Bench& bench, const Holders& holders) : m_bench(bench), m_holders(holders) {}
    ~Holder()
    {
        if (m_link)
            (void)m_link->signal(SIGTERM);
    }
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;

    /// Starts the process and waits until it holds.
    Answer<Done> take(const Plan& plan, Session& session)
    {
        ProcessSpec process{m_holders.worker, {}, {{"LOCKDESK_STORE", m_holders.store_url}}};
        if (plan.program.empty())
            process.arguments = {"--join", "-",      "--sandbox", m_bench.inside.sandbox->str(),
                                 "--as",   "holder", "--control", "--end-with-parent",
                                 "--trust"};
        else
            process.arguments = plan.program;
        if (!plan.program.empty())
            process.program = m_holders.worker.parent_path() / "lockdeskctl";
        auto link = start_actor(process, *m_bench.stopped);
        if (!link)
            return link.failure();
        m_link = std::move(link).value();
        if (!plan.program.empty())
            return by_itself(plan, session);
        for (const std::string& line : plan.take) {
            const auto reply = ask(line);
            if (!reply)
                return reply.failure();
            if (reply->status != 0)
                return not_held(reply->lines.empty() ? line : reply->lines.back());
            if (!reply->lines.empty())
                if (auto fields = fields_of_json(reply->lines.front()))
                    m_reply = *fields;
        }
        return Done{};
    }
    Answer<ActorReply> ask(const std::string& line)
    {
        if (auto sent = m_link->send(line, {}); !sent)
            return sent.failure();
        auto reply = m_link->receive(Clock::now() + start_in);
        if (!reply)
            return reply.failure();
        return *reply ? Answer<ActorReply>(**reply) : Answer<ActorReply>(not_held("no answer"));
    }
    void signal(int number) { (void)m_link->signal(number); }
    [[nodiscard]] const Fields& reply() const { return m_reply; }
    [[nodiscard]] std::optional<int> connections() const { return connections_of(m_link->process()); }

private:
    // Of a lock over several servers, one may name an owner that is still asking the others.
    static bool holds(const LockRow& row)
    {
        return row.owner == holder_name && (!row.quorum || row.quorum->held >= row.quorum->quorum);
    }
    Answer<Done> by_itself(const Plan& plan, Session& session)
    {
        if (!plan.line.empty())
            if (auto sent = m_link->send(plan.line, {}); !sent)
                return sent;
        for (const auto until = Clock::now() + answer_in; Clock::now() < until && !*m_bench.stopped;) {
            const auto row = session.locks().find(LockName::trusted(m_bench.name));
            if (!row)
                return row.failure();
            if (*row && holds(**row))
                return Done{};
            std::this_thread::sleep_for(ask_every);
        }
        return not_held("lockdeskctl took no lock in time");
    }

    const Bench& m_bench;
    const Holders& m_holders;
    std::unique_ptr<ActorLink> m_link;
    Fields m_reply;
};

} // namespace

const char* word(Stop stop)
{
    switch (stop) {
    case Stop::killed: return "killed";
    case Stop::frozen: return "frozen";
    case Stop::hung: return "hung";
    }
    return "";
}

Answer<SeenOutage> measure_outage(const Bench& on, const Holders& holders, Way way, Stop stop)
{
    Bench bench = on;
    bench.name += std::string("_") + word(stop)[0]; // names of tables are short
    SessionOptions options = on.inside;
    options.timeout = std::min<Duration>(options.timeout, holders.lease); // SQLite waits for a locked file
    const auto session = bench.store->open(options);
    if (!session)
        return session.failure();
    if (const auto ready = prepare_way(way, **session, bench.name); !ready)
        return ready.failure();
    const Plan plan = plan_of(way, (*session)->capabilities(), bench.name, bench.inside.sandbox, holders.lease);
    Holder holder(bench, holders);
    if (const auto took = holder.take(plan, **session); !took)
        return took.failure();
    SeenOutage out;
    out.connections = holder.connections();
    const auto begun = Clock::now();
    if (stop != Stop::hung)
        holder.signal(stop == Stop::killed ? SIGKILL : SIGSTOP);
    out.outage.watched = holders.lease * 3;
    while (!out.outage.until_next && Clock::now() - begun < out.outage.watched && !*bench.stopped) {
        const auto got = plan.next(**session);
        if (!got && !got.failure().retryable)
            return got.failure();
        if (got && *got)
            out.outage.until_next = std::chrono::duration_cast<Duration>(Clock::now() - begun);
        else
            std::this_thread::sleep_for(ask_every);
    }
    if (stop == Stop::killed || !out.outage.until_next || !plan.late)
        return out;
    // The holder wakes and continues its work.
    if (stop == Stop::frozen)
        holder.signal(SIGCONT);
    const auto late = holder.ask(plan.late(holder.reply()));
    if (!late)
        return late.failure();
    out.outage.late_accepted = late->status == 0;
    return out;
}

} // namespace lockdesk::scenarios
