// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/measure.h"

#include "backends/engine/runtime.h"
#include "backends/scenarios/measure_ways.h"
#include "backends/scenarios/seeded.h"
#include "backends/scenarios/stage.h"

#include <algorithm>
#include <set>

namespace lockdesk::scenarios {

namespace {

Failure interrupted_failure() { return {FailureKind::unavailable, {}, {}, true, false, "The measuring was cancelled."}; }

using Fits = std::function<bool(const Event&)>;

// From the first event of one sort to the next one of the other.
std::optional<Duration> span(const std::vector<Event>& events, const Fits& from, const Fits& to)
{
    const auto begin = std::find_if(events.begin(), events.end(), from);
    const auto end = std::find_if(begin, events.end(), to);
    return end == events.end() ? std::nullopt : std::optional(end->t - begin->t);
}

Fits happened(const char* event, const char* target)
{
    return [=](const Event& e) { return e.event == event && text_of(field(e.values, "target")) == target; };
}

Fits rang(const char* message)
{
    return [=](const Event& e) { return e.step == "ring" && text_of(field(e.values, "message")) == message; };
}

// Lesson 9: a relay that hangs, one that is killed, and phones that ring.
void read_relays(const std::vector<Event>& events, WayNumbers& out)
{
    std::int64_t rings = 0;
    std::set<std::string> messages;
    for (const Event& event : events)
        if (event.step == "ring") {
            ++rings;
            messages.insert(text_of(field(event.values, "message")));
        }
    out.doubled = rings - static_cast<std::int64_t>(messages.size());
    out.stall = span(events, happened("hung", "hung-a"), rang("hung"));
    out.recovery = span(events, happened("crashed", "dead-a"), rang("dead"));
}

// Lesson 2: a pod that is killed under its claim.
void read_takeover(const std::vector<Event>& events, const Verdict& verdict, WayNumbers& out)
{
    if (const auto instances = verdict.counts.find("instances"); instances != verdict.counts.end())
        out.doubled = std::max<std::int64_t>(0, instances->second - 1);
    out.recovery = span(events, happened("crashed", "pod-1"), [](const Event& e) {
        const Value takeovers = field(e.values, "takeovers");
        const auto* number = std::get_if<std::int64_t>(&takeovers);
        return e.event == "claimed" && number != nullptr && *number > 0;
    });
}

} // namespace

const std::vector<Way>& all_ways()
{
    static const std::vector<Way> ways{Way::optimistic,  Way::pessimistic, Way::claim,    Way::lock_table, Way::session_lock,
                                       Way::skip_locked, Way::fixed_lease, Way::watchdog, Way::redlock,    Way::fence};
    return ways;
}

const char* word(Way way)
{
    switch (way) {
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
        {Way::optimistic, {"hundred-items", "optimistic", "conflicts"}},
        {Way::pessimistic, {"hundred-items", "pessimistic", "waits"}},
        {Way::claim, {"dead-pod", "timeout-30", {}}},
        {Way::lock_table, {"lock-table", "matrix", {}, false}},
        {Way::session_lock, {"double-notification", "named", {}}},
        {Way::skip_locked, {"double-notification", "skip-locked", {}}},
        {Way::fixed_lease, {"double-notification", "fixed", {}}},
        {Way::watchdog, {"double-notification", "watchdog", {}}},
        {Way::redlock, {"double-notification", "fixed", {}, false}},
        {Way::fence, {"zombie", "with-token", "refused"}},
    };
    return lessons.at(way);
}

Measuring::Measuring(MeasureOptions options) : m_options(std::move(options)) {}

Answer<Measurement> Measuring::run(const Told& told)
{
    Measurement out;
    for (const Way way : all_ways()) {
        WayNumbers numbers;
        numbers.way = way;
        out.ways.push_back(std::move(numbers));
    }
    const int total = static_cast<int>(out.ways.size()) * (m_options.lessons != nullptr ? 2 : 1);
    if (auto done = measure_rounds(out, told, total); !done)
        return m_stopped ? interrupted_failure() : done.failure();
    if (m_options.lessons != nullptr)
        if (auto done = measure_lessons(out, told, total); !done)
            return m_stopped ? interrupted_failure() : done.failure();
    return out;
}

void Measuring::interrupt() noexcept
{
    m_stopped = true;
    const std::lock_guard lock(m_mutex);
    if (m_run != nullptr)
        m_run->interrupt();
}

Answer<Done> Measuring::measure_rounds(Measurement& out, const Told& told, int total)
{
    SystemRuntime runtime;
    Stage stage(*m_options.store, m_options.session, "lesson_which_" + Seeded(runtime.random()).hex(6));
    if (auto opened = stage.open("which-lock"); !opened)
        return opened;
    const Capabilities& can = stage.session().capabilities();
    out.store = can.store;
    out.version = can.version;
    SessionOptions inside = m_options.session;
    inside.trust_statements = true; // they are ours
    inside.without_schema = false;
    inside.sandbox = SandboxId::parse(stage.id()).value();
    int parts = 0;
    for (WayNumbers& numbers : out.ways) {
        told(parts++, total, numbers.way);
        // Each on a connection of its own: a session lock has an open transaction.
        auto session = m_options.store->open(inside);
        if (!session)
            return session.failure();
        const auto round = round_of(numbers.way, **session);
        if (!round && round.failure().kind == FailureKind::unsupported) {
            numbers.why_not = round.failure().message;
            continue;
        }
        if (!round)
            return round.failure();
        if (auto done = time(*round, numbers); !done)
            return done;
    }
    return stage.drop();
}

Answer<Done> Measuring::time(const std::function<Answer<Done>()>& round, WayNumbers& out)
{
    using Clock = std::chrono::steady_clock;
    // The first one prepares statements.
    if (auto first = round(); !first)
        return first;
    std::vector<Clock::duration> took;
    const auto begin = Clock::now();
    auto last = begin;
    while (last - begin < m_options.each || took.empty()) {
        if (m_stopped)
            return interrupted_failure();
        if (auto done = round(); !done)
            return done;
        const auto now = Clock::now();
        took.push_back(now - last);
        last = now;
    }
    out.rounds_per_second = static_cast<double>(took.size()) / std::chrono::duration<double>(last - begin).count();
    const auto middle = took.begin() + static_cast<std::ptrdiff_t>(took.size() / 2);
    std::nth_element(took.begin(), middle, took.end());
    out.p50 = std::chrono::duration_cast<Duration>(*middle);
    return Done{};
}

Answer<Done> Measuring::measure_lessons(Measurement& out, const Told& told, int total)
{
    int parts = total / 2;
    for (WayNumbers& numbers : out.ways) {
        told(parts++, total, numbers.way);
        if (m_stopped)
            return interrupted_failure();
        if (!lesson_of(numbers.way).numbers)
            continue;
        // A lesson that this store cannot do leaves its cells empty.
        if (auto done = play(numbers); !done && done.failure().kind != FailureKind::unsupported)
            return done;
    }
    return Done{};
}

Answer<Done> Measuring::play(WayNumbers& out)
{
    const WayLesson& shows = lesson_of(out.way);
    const Lesson* lesson = m_options.lessons->find(shows.lesson);
    if (lesson == nullptr || lesson->variant(shows.variant) == nullptr)
        return unsupported_failure("There is no lesson '" + shows.lesson + "', '" + shows.variant + "'.");
    RunOptions options;
    options.lesson = lesson;
    options.variant = shows.variant;
    options.store = m_options.store;
    options.session = m_options.session;
    options.store_url = m_options.store_url;
    options.worker = m_options.worker;
    Run run(std::move(options));
    {
        const std::lock_guard lock(m_mutex);
        m_run = &run;
    }
    auto done = run.prepare();
    // Looked at before each step too: an interrupt may have come before there was a run.
    for (auto stepped = Stepped::event; done && stepped != Stepped::finished;) {
        const auto next = m_stopped ? Answer<Stepped>(interrupted_failure()) : run.step();
        if (next)
            stepped = *next;
        else
            done = next.failure();
    }
    {
        const std::lock_guard lock(m_mutex);
        m_run = nullptr;
    }
    if (done) {
        const Verdict verdict = run.verdict();
        if (const auto count = verdict.counts.find(shows.counts); count != verdict.counts.end())
            out.counted = count->second;
        const auto& events = run.playback().file().events;
        if (shows.lesson == "double-notification")
            read_relays(events, out);
        else if (shows.lesson == "dead-pod")
            read_takeover(events, verdict, out);
    }
    auto closed = run.close();
    return done ? closed : done;
}

} // namespace lockdesk::scenarios
