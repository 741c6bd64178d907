// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/measure.h"

#include "backends/engine/contracts/runtime.h"
#include "backends/scenarios/measure_outage.h"
#include "backends/scenarios/measure_ways.h"
#include "backends/scenarios/seeded.h"
#include "backends/scenarios/stage.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

Failure cancelled() { return Failure::unavailable("The measuring was cancelled.").try_again(); }

void note_trouble(WayNumbers& out, const std::string& what, const Failure& failure)
{
    out.trouble += (out.trouble.empty() ? "" : " ") + what + ": " + failure.message;
}

} // namespace

const std::vector<Way>& all_ways()
{
    static const std::vector<Way> ways{Way::conditional, Way::optimistic,   Way::pessimistic, Way::claim,
                                       Way::lock_table,  Way::session_lock, Way::skip_locked, Way::fixed_lease,
                                       Way::watchdog,    Way::redlock,      Way::fence,       Way::idempotent};
    return ways;
}

const char* word(Way way)
{
    switch (way) {
    case Way::conditional: return "conditional";
    case Way::optimistic: return "optimistic";
    case Way::pessimistic: return "pessimistic";
    case Way::claim: return "claim";
    case Way::lock_table: return "lock-table";
    case Way::session_lock: return "session-lock";
    case Way::skip_locked: return "skip-locked";
    case Way::fixed_lease: return "fixed-lease";
    case Way::watchdog: return "watchdog";
    case Way::redlock: return "redlock";
    case Way::fence: return "fence";
    case Way::idempotent: return "idempotent";
    }
    return "";
}

std::optional<Way> parse_way(std::string_view text)
{
    for (const Way way : all_ways())
        if (text == word(way))
            return way;
    return std::nullopt;
}

const WayLesson& lesson_of(Way way)
{
    static const std::map<Way, WayLesson> lessons{
        {Way::conditional, {"hundred-items", "one-update"}},
        {Way::optimistic, {"hundred-items", "optimistic"}},
        {Way::pessimistic, {"hundred-items", "pessimistic"}},
        {Way::claim, {"dead-pod", "timeout-30"}},
        {Way::lock_table, {"lock-table", "matrix"}},
        {Way::session_lock, {"double-notification", "named"}},
        {Way::skip_locked, {"double-notification", "skip-locked"}},
        {Way::fixed_lease, {"double-notification", "fixed"}},
        {Way::watchdog, {"double-notification", "watchdog"}},
        {Way::redlock, {"double-notification", "redlock"}},
        {Way::fence, {"zombie", "with-token"}},
        {Way::idempotent, {"double-notification", "message-ids"}},
    };
    return lessons.at(way);
}

Measuring::Measuring(MeasureOptions options) : m_options(std::move(options)) {}

void Measuring::interrupt() noexcept
{
    m_stopped = true;
    m_cut.request_stop();
}

Answer<Measurement> Measuring::run(const OnProgress& on_progress)
{
    SystemRuntime runtime;
    m_name = "m_" + Seeded(runtime.random()).hex(6);
    Measurement out;
#ifndef __OPTIMIZE__
    out.unoptimised = true;
#endif
    out.lease = m_options.lease;
    SessionOptions inside = m_options.session;
    inside.trust_statements = true; // they are our own
    inside.without_schema = true;
    {
        SessionOptions first = inside;
        first.stop = m_cut.get_token();
        const auto session = m_options.store->open(first);
        if (!session)
            return session.failure();
        out.store = (*session)->capabilities().store;
        out.version = (*session)->capabilities().version;
        inside.without_schema = !(*session)->capabilities().sandbox;
    }
    SessionOptions outside = m_options.session;
    outside.stop = m_cut.get_token();
    std::optional<Stage> stage;
    if (!inside.without_schema) {
        stage.emplace(*m_options.store, std::move(outside), "lesson_which_" + m_name.substr(2));
        if (auto opened = stage->open("which-lock"); !opened)
            return opened.failure();
        // Leases expire in real time here.
        if (const auto running = stage->session().admin().set_rate(1); !running)
            return running.failure();
        inside.sandbox = SandboxId::parse(stage->id()).value();
    }
    int parts = 0;
    const int each = static_cast<int>(m_options.clients.size()) + (m_options.worker.empty() ? 0 : 3);
    const int total = static_cast<int>(all_ways().size()) * each;
    for (const Way way : all_ways()) {
        on_progress(parts, total, way);
        WayNumbers numbers;
        numbers.way = way;
        auto done = measure(numbers, inside, [&] { on_progress(++parts, total, way); });
        if (m_stopped)
            return cancelled();
        if (!done)
            return done.failure();
        parts = (static_cast<int>(out.ways.size()) + 1) * each;
        out.ways.push_back(std::move(numbers));
    }
    if (stage)
        if (auto gone = stage->drop(); !gone)
            return gone.failure();
    return out;
}

Answer<Done> Measuring::measure(WayNumbers& out, const SessionOptions& inside, const std::function<void()>& part_done)
{
    std::string name = m_name + "_" + word(out.way);
    std::replace(name.begin(), name.end(), '-', '_'); // also used as table names
    const Bench bench{m_options.store, inside, name, &m_stopped};
    out.holds = holds(out.way);
    {
        const auto session = bench.store->open(bench.inside);
        if (!session)
            return session.failure();
        const auto ready = prepare_way(out.way, **session, bench.name);
        if (!ready && ready.failure().kind == FailureKind::unsupported) {
            out.why_not = ready.failure().message;
            return Done{};
        }
        if (!ready)
            return ready;
    }
    if (auto commands = count_commands(bench, out.way))
        out.commands = *commands;
    else
        note_trouble(out, "commands", commands.failure());
    for (const int clients : m_options.clients) {
        auto load = measure_load(bench, out.way, clients, m_options.each);
        if (m_stopped)
            return cancelled();
        // The server may not allow this many connections: reports that and continues.
        if (!load)
            note_trouble(out, std::to_string(clients) + (clients == 1 ? " client" : " clients"), load.failure());
        else
            out.loads.push_back(*load);
        part_done();
    }
    if (m_options.worker.empty() || !out.holds)
        return Done{};
    const Holders holders{m_options.store_url, m_options.worker, m_options.lease};
    for (const auto& [stop, into] :
         {std::pair(Stop::killed, &out.killed), {Stop::frozen, &out.frozen}, {Stop::hung, &out.hung}}) {
        auto seen = measure_outage(bench, holders, out.way, stop);
        if (m_stopped)
            return cancelled();
        if (!seen) {
            note_trouble(out, word(stop), seen.failure());
        } else {
            *into = seen->outage;
            if (seen->connections)
                out.connections = seen->connections;
        }
        part_done();
    }
    return Done{};
}

} // namespace lockdesk::scenarios
