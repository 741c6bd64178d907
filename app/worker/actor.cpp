// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/actor.h"

#include "app/common/complain.h"
#include "app/common/stores.h"
#include "app/ctl/lines.h"
#include "app/ctl/words.h"
#include "backends/engine/contracts/ids.h"
#include "backends/engine/contracts/marked_sessions.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/scenarios/lesson_verbs.h"
#include "backends/scenarios/mailbox.h"
#include "backends/scenarios/sent_json.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>

namespace lockdesk::worker {

namespace {

// The row is written once. The sandbox's clock stops and jumps, so a heartbeat on it would be meaningless, and its
// changes would fall between the numbers of a lesson's rows, differently in every run.
constexpr auto beat_period = std::chrono::hours{24};
constexpr auto longest_timeout = std::chrono::hours{24};

ctl::Json statement_line(const SentStatement& sent)
{
    auto line = ctl::Output::line(scenarios::sent_type, std::nullopt);
    line.update(scenarios::to_json(sent));
    return line;
}

// Prints the statements of a command while it runs: one that waits inside the store has no reply yet.
constexpr auto told_every = std::chrono::milliseconds{100};

class EarlyStatements
{
public:
    explicit EarlyStatements(std::function<void()> tell)
        : m_thread([this, tell = std::move(tell)](const std::stop_token& stop) {
              std::unique_lock lock(m_mutex);
              while (!m_ended.wait_for(lock, stop, told_every, [&stop] { return stop.stop_requested(); }))
                  tell();
          })
    {
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_ended;
    std::jthread m_thread; // last member: it uses the others
};

// Marks the sessions, so that the lesson can find those of a process that it has killed.
std::string application_name(const JoinOptions& options)
{
    if (!options.control)
        return "lockdesk-worker";
    return marked_name("lockdesk-worker", scenarios::actor_mark(options.sandbox.str(), options.name.str()));
}

} // namespace

Actor::Actor(const JoinOptions& options, ctl::StopSignals& signals)
    : m_options(options), m_out(true, signals), m_context(app::make_registry(), m_runtime, signals, m_out)
{
    ctl::add_all_commands(m_tree);
    m_defaults.store = options.store;
    m_defaults.sandbox = options.sandbox;
    m_defaults.timeout = options.timeout;
    m_defaults.json = true;
    m_context.set_options(m_defaults);
    m_context.set_trust(options.trust);
    m_context.set_application_name(application_name(options));
    if (options.statements)
        m_context.set_trace(m_trace);
    m_context.set_sessions_stay(true);
    (void)m_context.take_standard_input(); // it is ours
}

WorkerRow Actor::row() const
{
    WorkerRow row;
    row.id = m_options.name.str();
    row.host = host_name();
    row.pid = process_id();
    row.role = scenarios::actor_role;
    row.kinds = "lesson";
    row.state = m_context.is_cut_off() ? "cut off" : "running";
    row.period = beat_period;
    return row;
}

void Actor::tell(const std::string& event, std::optional<TimePoint> store_time, const std::string& id)
{
    auto line = ctl::Output::line("event", store_time);
    line["event"] = event;
    line["actor"] = m_options.name.str();
    line["sandbox"] = m_options.sandbox.str();
    line["host"] = host_name();
    line["pid"] = process_id();
    line["id"] = ctl::text_or_null(id);
    m_out.emit(line);
}

int Actor::join(const std::string& id)
{
    try {
        m_store = &m_context.store();
        const auto beaten = m_context.ask([this](Session& s) { return s.workers().beat(row()); });
        tell("joined", beaten.at, id);
        return ctl::exit_done;
    } catch (const ctl::CommandFailed& failed) {
        if (m_options.control || m_store == nullptr || has_sandbox())
            return m_out.fail(failed.failure, failed.store_time);
        app::complain("lockdesk-worker", "there is no sandbox '" + m_options.sandbox.str()
                                             + "' on this store: the lesson is over, or its sandbox is called otherwise");
        return ctl::exit_refused;
    }
}

Answer<Done> Actor::beat()
{
    if (m_context.is_cut_off())
        return Done{};
    try {
        return {Done{}, m_context.ask([this](Session& s) { return s.workers().beat(row()); }).at};
    } catch (const ctl::CommandFailed& failed) {
        return failed.failure;
    }
}

void Actor::leave(Row row)
{
    m_parts.reset();
    std::optional<TimePoint> at;
    try {
        if (row == Row::goes && !m_context.is_cut_off())
            at = m_context.ask([this](Session& s) { return s.workers().leave(m_options.name); }).at;
    } catch (const ctl::CommandFailed&) { // leaves without an event, like a crash
    }
    tell("left", at);
}

Access Actor::access() const
{
    SessionOptions options;
    options.timeout = m_options.timeout;
    options.sandbox = m_options.sandbox;
    options.application_name = application_name(m_options);
    return {m_store, options};
}

Access Actor::outside() const
{
    auto out = access();
    out.options.sandbox.reset();
    out.options.without_schema = true;
    return out;
}

bool Actor::has_sandbox() const
{
    const auto session = outside().open();
    if (!session)
        return true; // unknown
    const auto all = (*session)->admin().list_sandboxes();
    return !all || std::any_of(all->begin(), all->end(), [this](const auto& s) { return s.id == m_options.sandbox.str(); });
}

std::optional<int> Actor::run_control_word(const std::string& line)
{
    if (line == "cut") {
        m_context.cut_off();
        if (m_parts)
            m_parts->cut_off(true);
        tell("cut_off", std::nullopt);
        return ctl::exit_done;
    }
    if (line == "reconnect") {
        m_context.reach_again();
        if (m_parts)
            m_parts->cut_off(false);
        const auto beaten = beat();
        if (!beaten)
            return m_out.fail(beaten.failure(), beaten.store_time());
        tell("reconnected", beaten.store_time());
        return ctl::exit_done;
    }
    if (line.starts_with(scenarios::patience_word))
        return be_patient(line.substr(std::string_view(scenarios::patience_word).size()));
    return line.starts_with("engine ") ? std::optional(run_engine(line)) : std::nullopt;
}

// Sets the timeout of later commands, which may wait inside the store.
int Actor::be_patient(const std::string& how_long)
{
    const auto timeout = parse_duration(how_long);
    if (!timeout)
        return m_out.fail(timeout.failure(), std::nullopt);
    m_defaults.timeout = std::clamp<Duration>(*timeout, m_defaults.timeout, longest_timeout);
    m_context.set_options(m_defaults);
    return ctl::exit_done;
}

// Opens the servers of the guard redlock, if the program that runs the lesson passes some.
Answer<std::unique_ptr<Store>> Actor::open_redlock()
{
    const char* const given = std::getenv(scenarios::redlock_variable);
    if (given == nullptr || *given == '\0')
        return std::unique_ptr<Store>();
    const auto url = StoreUrl::parse(given);
    return url ? app::make_registry().open(*url) : Answer<std::unique_ptr<Store>>(url.failure());
}

int Actor::run_engine(const std::string& line)
{
    const auto words = ctl::split_words(line);
    if (!words)
        return m_out.fail(words.failure(), std::nullopt);
    if (!m_parts) {
        auto redlock = open_redlock();
        if (!redlock)
            return m_out.fail(redlock.failure(), std::nullopt);
        m_parts = std::make_unique<EngineParts>(
            access(), m_options.name.str(), [this](const ctl::Json& answer) { m_out.emit(answer); }, std::move(*redlock));
        m_parts->cut_off(m_context.is_cut_off());
    }
    const auto done = m_parts->run({words->begin() + 1, words->end()});
    return done ? ctl::exit_done : m_out.fail(done.failure(), std::nullopt);
}

std::optional<int> Actor::run(const std::string& line)
{
    if (const auto status = run_control_word(line))
        return status;
    // Whoever can write to the sandbox can write letters to this process: they must not affect this computer.
    auto words = ctl::split_words(line);
    if (!words || words->empty())
        return words ? std::nullopt : std::optional(m_out.fail(words.failure(), std::nullopt));
    if (words->front() == "lockdeskctl")
        words->erase(words->begin());
    if (const auto refused = scenarios::refused_in_lessons(*words))
        return m_out.fail(Failure::usage(*refused), std::nullopt);
    (void)m_trace->take();
    const auto tell = [this] {
        for (const SentStatement& sent : m_trace->take())
            m_out.emit(statement_line(sent));
    };
    std::optional<EarlyStatements> early;
    if (m_options.statements && words->front() == "sql")
        early.emplace(tell);
    const auto status = ctl::run_line(m_tree, m_context, line, m_defaults, {});
    early.reset();
    tell();
    return status;
}

std::optional<int> Actor::run(const std::string& line, std::istream& input)
{
    m_context.set_standard_input(&input);
    const auto status = run(line);
    m_context.set_standard_input(nullptr);
    return status;
}

} // namespace lockdesk::worker
