// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/engine_parts.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/guarded_relay.h"
#include "backends/engine/runners/lead.h"
#include "backends/engine/runners/startstop.h"
#include "backends/engine/runners/waiting.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/scenarios/lesson_verbs.h"
#include "backends/scenarios/sent_json.h"

#include <span>

namespace lockdesk::worker {

namespace {

constexpr Duration longest_hearing = std::chrono::seconds{60};

ctl::Json told_line(const char* type) { return ctl::Output::line(type, std::nullopt); }

} // namespace

// One object of the engine, on its threads.
class EngineParts::Part final : public Receiver
{
public:
    Part(EngineParts& owner, std::int64_t id, ctl::EnginePart what, Access access, Access guard_access)
        : m_owner(owner), m_id(id), m_what(std::move(what)), m_access(std::move(access)), m_guard_access(std::move(guard_access))
    {
    }

    void start()
    {
        const scenarios::Turns::Making making(*m_owner.m_turns, m_id);
        m_thread.start([this](const std::stop_token& stop) {
            const auto done = play(stop);
            if (!done)
                tell("error", {{"message", done.failure().message}});
            m_ended = true;
        });
    }
    void request_stop()
    {
        const scenarios::Turns::Making making(*m_owner.m_turns, m_id); // CutAfterStop may create a thread
        m_thread.request_stop();
    }
    void join() { m_thread.stop(); }
    void done(int status)
    {
        m_status = status;
        m_wants.reset();
        m_answered.ring();
    }
    [[nodiscard]] bool has_ended() const { return m_ended; }
    void tell_state() const
    {
        auto line = told_line("part");
        line["id"] = m_id;
        line["wants"] = m_wants.value_or(ctl::Json());
        line["ended"] = m_ended;
        m_owner.m_emit(line);
    }

    std::optional<std::string> deliver(const MessageRow& message, const std::stop_token&, SteadyPoint) override
    {
        const int status =
            ask({{"message", message.id}, {"row_token", message.token.number()}, {"payload", message.payload}});
        return status == 0 ? std::nullopt : std::optional("exit status " + std::to_string(status));
    }

private:
    Answer<Done> play(const std::stop_token& stop)
    {
        switch (m_what.kind) {
        case ctl::EnginePart::Kind::lead: return lead(stop);
        case ctl::EnginePart::Kind::relay: return relay(stop);
        case ctl::EnginePart::Kind::hold: break;
        }
        return hold(stop);
    }

    // Once: acquires the lock, runs the program, releases the lock.
    Answer<Done> hold(const std::stop_token& stop)
    {
        if (stop.stop_requested())
            return Done{};
        const auto session = m_owner.shared_session();
        if (!session)
            return session.failure();
        const OwnerId owner = make_owner(*m_owner.m_turns, m_owner.m_actor);
        const auto waited = WaitingAcquire(*m_owner.m_turns, m_access, **session)
                                .acquire(m_what.lock, owner, m_what.lease, {m_what.wait, std::chrono::seconds{1}, {}}, stop);
        const bool has_it = waited.answer && waited.answer->result == AcquireResult::acquired;
        if (!has_it && stop.stop_requested())
            return Done{};
        if (!waited.answer)
            return waited.answer.failure();
        if (!has_it) {
            tell("skipped", {{"name", m_what.lock.str()}, {"reason", word(waited.answer->result)}});
            return Done{};
        }
        const FencingToken token = waited.answer->token.value_or(FencingToken{});
        ask({{"owner", owner.str()}, {"token", token.number()}});
        const auto released = (*session)->locks().release(m_what.lock, owner, token);
        return released ? Answer<Done>(Done{}) : Answer<Done>(released.failure());
    }

    Answer<Done> lead(const std::stop_token& stop)
    {
        const LeadOptions options{.name = m_what.lock,
                                  .lease = m_what.lease,
                                  .interval = m_what.interval,
                                  .host = m_owner.m_actor,
                                  .heartbeat = false};
        Lead leader(*m_owner.m_turns, m_access, options, [this](const LeaderEvent& event) {
            if (event.kind == LeaderEventKind::ran || event.kind == LeaderEventKind::renewed) // their effects are visible
                return;
            const bool trouble = event.kind == LeaderEventKind::trouble;
            tell(trouble ? "error" : word(event.kind),
                 {{"name", m_what.lock.str()},
                  {"owner", event.owner},
                  {"token", event.token ? ctl::Json(event.token->number()) : ctl::Json()},
                  {trouble ? "message" : "reason", event.why}});
        });
        return leader.run(
            [this](const JobContext& context) {
                return ask({{"owner", context.owner.str()},
                            {"token", context.token ? ctl::Json(context.token->number()) : ctl::Json()}});
            },
            stop);
    }

    Answer<Done> relay(const std::stop_token& stop)
    {
        RelayOptions options{.owner = make_owner(*m_owner.m_turns, m_owner.m_actor)};
        options.batch = 1;
        options.interval = m_what.interval;
        options.lease = m_what.message_lease.value_or(options.lease);
        if (m_what.guard)
            keep_apart_by(*m_what.guard, m_what.message_lease, 1, options);
        Relay relay(*m_owner.m_turns, m_access, options, *this, {});
        RelayPlan plan{Schedule::fixed_delay(m_what.interval), {}, m_guard_access, false};
        if (m_what.guard)
            plan.guard =
                GuardOptions{.name = m_what.lock, .kind = *m_what.guard, .at_most = m_what.lease, .host = m_owner.m_actor};
        RelayPlanEvents events;
        events.ended = [this](const RunReport& report) {
            if (report.result == RunResult::skipped || report.result == RunResult::lost)
                tell(word(report.result), {{"name", m_what.lock.str()}, {"reason", report.why}});
        };
        events.trouble = [this](const Failure& failure) { tell("error", {{"message", failure.message}}); };
        return GuardedRelay(*m_owner.m_turns, relay, std::move(plan), std::move(events)).run(stop);
    }

    // Lets the lesson's program run; this thread waits until it has ended, however the part may be ended meanwhile.
    int ask(std::initializer_list<std::pair<const char*, ctl::Json>> values)
    {
        ctl::Json wants = ctl::Json::object();
        for (const auto& [key, value] : values)
            wants[key] = value;
        m_wants = std::move(wants);
        while (m_wants)
            if (m_owner.m_turns->wait(m_answered, m_let_go.get_token(), SteadyPoint::max()) == Woken::stopped)
                return 1;
        return m_status;
    }

    void tell(const char* event, std::initializer_list<std::pair<const char*, ctl::Json>> values) const
    {
        auto line = told_line("told");
        line["part"] = m_id;
        line["event"] = event;
        for (const auto& [key, value] : values)
            line[key] = value;
        m_owner.m_emit(line);
    }

    EngineParts& m_owner;
    std::int64_t m_id;
    ctl::EnginePart m_what;
    Access m_access, m_guard_access;
    StartStop m_thread;
    Bell m_answered;
    std::optional<ctl::Json> m_wants;
    int m_status = 0;
    bool m_ended = false;

public:
    std::stop_source m_let_go; ///< requested: no reply will come
};

EngineParts::EngineParts(Access access, std::string actor, Emit emit, std::unique_ptr<Store> redlock)
    : m_access(std::move(access)), m_redlock(std::move(redlock)), m_actor(std::move(actor)), m_emit(std::move(emit))
{
    m_access.options.trace = m_trace;
}

// The actor leaves: the engine releases what it holds, and no line reports that.
EngineParts::~EngineParts()
{
    m_leaves = true; // set before the parts' threads continue, so it needs no mutex
    m_emit = [](const ctl::Json&) {};
    for (const auto& [id, part] : m_parts) {
        part->m_let_go.request_stop();
        part->request_stop();
    }
    if (m_turns)
        m_turns->let_go();
    for (const auto& [id, part] : m_parts)
        part->join();
}

void EngineParts::cut_off(bool is_cut_off)
{
    m_is_cut_off = is_cut_off;
    for (const auto& store : {m_store.get(), m_guard_store.get()})
        if (store != nullptr)
            store->cut_off(is_cut_off);
}

void EngineParts::emit_statements()
{
    for (const SentStatement& sent : m_trace->take()) {
        auto line = told_line(scenarios::sent_type);
        line.update(scenarios::to_json(sent));
        m_emit(line);
    }
}

void EngineParts::tell(const ToldCall& call)
{
    if (m_leaves) // called on all threads at once, and the lines have no reader
        return;
    emit_statements();
    for (const ctl::Json& line : call.lines)
        m_emit(line);
    auto line = told_line("call");
    if (const auto part = m_turns->group())
        line["part"] = *part;
    line["command"] = call.command;
    line["status"] = call.status;
    m_emit(line);
}

void EngineParts::tell_state()
{
    emit_statements(); // of calls without a line of their own
    for (const auto& [id, part] : m_parts)
        part->tell_state();
    std::erase_if(m_parts, [](const auto& one) { return one.second->has_ended(); });
    auto line = told_line("turns");
    const auto next = m_turns ? m_turns->next() : std::nullopt;
    line["next_us"] = next ? ctl::Json(to_us(*next)) : ctl::Json();
    line["listens"] = m_store ? m_store->listens() : std::set<std::string>();
    m_emit(line);
}

void EngineParts::raise_curtain(std::uint64_t seed, std::int64_t process)
{
    m_turns = std::make_unique<scenarios::Turns>(seed, process);
    m_store = std::make_unique<ToldStore>(*m_access.store, *m_turns, [this](const ToldCall& call) { tell(call); });
    if (m_redlock)
        m_guard_store = std::make_unique<ToldStore>(*m_redlock, *m_turns, [this](const ToldCall& call) { tell(call); });
    cut_off(m_is_cut_off);
}

// A lesson cannot name servers: the program that runs it passes them.
Answer<Access> EngineParts::guard_access(const ctl::EnginePart& what) const
{
    if (what.guard != GuardKind::redlock)
        return Access{m_store.get(), m_access.options};
    if (!m_guard_store)
        return Failure::usage("the guard redlock takes several Redis servers in addition to the lesson's store");
    return Access{m_guard_store.get(), m_access.options};
}

Answer<Session*> EngineParts::shared_session()
{
    if (!m_session) {
        auto opened = Access{m_store.get(), m_access.options}.open();
        if (!opened)
            return opened.failure();
        m_session = std::move(*opened);
    }
    return m_session.get();
}

Answer<Done> EngineParts::start(const std::vector<std::string>& words, Duration at)
{
    if (words.size() < 5)
        return Failure::usage("engine T start ID SEED PROCESS PART");
    const auto id = parse_whole(words[2], "part"), seed = parse_whole(words[3], "seed"),
               process = parse_whole(words[4], "process");
    for (const auto* number : {&id, &seed, &process})
        if (!*number)
            return number->failure();
    auto what = ctl::parse_engine_part(std::span(words).subspan(5));
    if (!what)
        return what.failure();
    if (!m_turns)
        raise_curtain(static_cast<std::uint64_t>(*seed), *process);
    auto guard = guard_access(*what);
    if (!guard)
        return guard.failure();
    m_turns->go_on(at); // the clock first: its threads begin at this instant
    // A joined actor's lines come from a store that others can write to.
    if (std::ssize(m_parts) >= scenarios::most_parts_of_an_actor)
        return Failure::usage("an actor has at most " + std::to_string(scenarios::most_parts_of_an_actor)
                              + " parts at a time");
    auto& part = m_parts[*id];
    if (part)
        return Failure::usage("there is a part " + words[2]);
    part = std::make_unique<Part>(*this, *id, std::move(*what), Access{m_store.get(), m_access.options}, std::move(*guard));
    part->start();
    return Done{};
}

// Reports a missed hint as an event: waiters retry by themselves later, which a lesson must not take for a hand-over.
void EngineParts::hear(const std::string& lock, Duration most)
{
    const Heard heard = m_store->hear(lock, most);
    if (heard.heard == heard.listeners)
        return;
    auto line = told_line("told");
    line["event"] = "error";
    line["name"] = lock;
    line["message"] = std::to_string(heard.listeners - heard.heard) + " of " + std::to_string(heard.listeners)
                      + " who wait for '" + lock + "' did not hear that it was given back"
                      + (heard.why.empty() ? " within " + duration_text(most) : ": " + heard.why);
    m_emit(line);
}

Answer<Done> EngineParts::run(const std::vector<std::string>& words)
{
    const auto at = words.size() > 1 ? parse_whole(words[0], "time") : Failure::usage("engine T VERB ...");
    if (!at)
        return at.failure();
    const Duration t{*at};
    if (t < Duration{0} || t > scenarios::longest_lesson)
        return Failure::usage("a lesson takes no longer than a year");
    const std::string& verb = words[1];
    if (verb == "start") {
        if (auto started = start(words, t); !started)
            return started;
    } else if (!m_turns) {
        return Failure::usage("no part was started");
    } else if (verb == "hear" && words.size() == 4) {
        const auto most = parse_whole(words[2], "time");
        if (!most)
            return most.failure();
        hear(words[3], std::clamp<Duration>(std::chrono::milliseconds{std::clamp<std::int64_t>(*most, 0, 1'000'000)},
                                            Duration{0}, longest_hearing));
    } else if ((verb == "done" && words.size() == 4) || (verb == "stop" && words.size() == 3)) {
        const auto id = parse_whole(words[2], "part"), status = parse_whole(words.back(), "status");
        if (!id || !status)
            return id ? status.failure() : id.failure();
        const auto found = m_parts.find(*id);
        if (found != m_parts.end())
            verb == "done" ? found->second->done(static_cast<int>(*status)) : found->second->request_stop();
    } else if (verb != "go") {
        return Failure::usage("'" + verb + "' is not an order for a part");
    }
    m_turns->go_on(t);
    tell_state();
    return Done{};
}

} // namespace lockdesk::worker
