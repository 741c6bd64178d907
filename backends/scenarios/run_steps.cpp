// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/json/json.h"
#include "backends/scenarios/run_inside.h"

#include <algorithm>
#include <utility>

namespace lockdesk::scenarios {

namespace {

constexpr auto wait_for_others = std::chrono::milliseconds{500};
// After the first reply: time for others that were released with it to reply.
constexpr auto wait_for_the_rest = std::chrono::milliseconds{100};
constexpr auto look_again_after = std::chrono::milliseconds{10};
constexpr auto longest_wait = std::chrono::seconds{60};
// When a stopped actor may block waiters inside the store: those that it has released reply within this time.
constexpr auto longest_for_who_stands = std::chrono::seconds{2};
constexpr int most_events = 100'000; ///< all are in memory, to step back: some kilobytes each
// For lessons that never end while showing nothing or without time passing. The largest built-in one has a
// tenth of that.
constexpr std::uint64_t most_at_an_instant = 10'000;
constexpr std::uint64_t most_unseen = 10'000;
constexpr std::int64_t most_lengths = 100;
// Time for what a hanging actor holds to end by itself: a lease, a job of the others.
constexpr std::int64_t lengths_until_for_ever = 2;

} // namespace

std::vector<Run::Inside::Due> Run::Inside::all_due()
{
    std::vector<Due> out;
    for (const auto& actor : actors)
        for (const auto& thread : actor->threads) {
            if (thread->ended || thread->pending || !actor->can_run(*thread)
                || (thread->awaiting && !thread->awaiting->until))
                continue;
            const Duration at = thread->awaiting ? *thread->awaiting->until : thread->ready;
            out.push_back({actor.get(), thread.get(), std::nullopt, std::max(now, at)});
        }
    for (std::size_t i = 0; i < lesson.faults.size(); ++i)
        if (!faults_done[i])
            out.push_back({nullptr, nullptr, i, std::max(now, lesson.faults[i].at)});
    if (out.empty() && !somebody_holds()) // other parts run for as long as a program does
        return out;
    for (const auto& actor : actors)
        if (const auto at = parts_due(*actor))
            out.push_back({actor.get(), nullptr, std::nullopt, std::max(now, *at)});
    return out;
}

// Returns the earliest; among several at one instant the seed or the order decides.
std::optional<Run::Inside::Due> Run::Inside::pick(std::vector<Due> all)
{
    if (all.empty())
        return std::nullopt;
    const Duration first = next_at(all);
    std::erase_if(all, [&](const Due& one) { return one.at != first; });
    return all[all.size() == 1 ? 0 : pick_of(all.size())];
}

std::uint64_t Run::Inside::pick_of(std::uint64_t many)
{
    if (!options.order)
        return chance.below(many);
    if (many == 1)
        return 0;
    const std::uint64_t wanted = picks.size() < options.order->size() ? (*options.order)[picks.size()] : 0;
    picks.push_back({many, std::min(wanted, many - 1)});
    return picks.back().taken;
}

Duration Run::Inside::next_at(const std::vector<Due>& all) const
{
    if (all.empty())
        return now; // the end is a step too, and so is waiting for a reply only
    return std::ranges::min(all, {}, &Due::at).at;
}

bool Run::Inside::any_pending() const
{
    return std::any_of(actors.begin(), actors.end(), [](const auto& actor) { return actor->busy && !actor->frozen; });
}

// Returns the actors that keep their locks until somebody thaws or crashes them.
std::vector<const ActorState*> Run::Inside::in_the_way() const
{
    std::vector<const ActorState*> out;
    for (const auto& actor : actors)
        if (!actor->dead && (actor->frozen || actor->hung))
            out.push_back(actor.get());
    return out;
}

// Whether only a hanging actor's other threads go on, such as the watchdog of its lock: they would do so until somebody thaws
// or crashes it. Parts of the engine count as waiting.
bool Run::Inside::holds_for_ever(const Due& due)
{
    if (due.at <= std::max(lesson.length, variant->length) * lengths_until_for_ever || choices_done < options.choices.size())
        return false;
    const std::vector<Due> all = all_due();
    const auto hangs = [](const Due& one) { return one.actor != nullptr && one.actor->hung; };
    return std::any_of(all.begin(), all.end(), hangs)
           && std::all_of(all.begin(), all.end(), [&](const Due& one) { return !one.fault && (hangs(one) || one.thread == nullptr); });
}

// A class may discuss this, and thaw or crash the blocking actor. The store's own wait is bounded by a timeout of the
// sessions, which is hours here.
Answer<Stepped> Run::Inside::stand(const char* word)
{
    if (std::exchange(told_that_it_stands, true))
        return Stepped::stands;
    const auto names = [](const auto& some) {
        std::string out;
        for (const auto& one : some)
            out += (out.empty() ? "" : ", ") + one->spec.name;
        return out;
    };
    std::vector<const ActorState*> waiting;
    for (const auto& actor : actors)
        if (actor->busy && !actor->frozen)
            waiting.push_back(actor.get());
    Event event;
    event.t = now;
    event.actor = "lesson";
    event.event = word;
    event.values["waiting"] = names(waiting);
    event.values["stopped"] = names(in_the_way());
    emit(std::move(event));
    told_that_it_stands = true;
    return Stepped::event;
}

void Run::Inside::end()
{
    finished = true;
    Event event;
    event.t = now;
    event.actor = "lesson";
    event.event = "finished";
    event.quiet = true;
    emit(std::move(event));
}

Answer<Done> Run::Inside::go_to(Duration t)
{
    now = t;
    return stage->set_clock(t);
}

// Runs to the next event, or until nothing is due by `limit`.
Answer<Stepped> Run::Inside::step(Duration limit)
{
    if (finished)
        return Stepped::finished;
    const int before = playback->size();
    const auto grown = [&] { return playback->size() > before; };
    const auto begun = std::chrono::steady_clock::now();
    for (;;) {
        if (interrupted)
            return Failure::unavailable("The lesson was stopped.");
        if (playback->size() > most_events)
            return Failure::usage("The lesson makes more than 100,000 events.");
        if (const auto looked = look_around(); !looked)
            return looked.failure();
        if (const auto came_in = take_replies(Duration{0}); !came_in)
            return came_in.failure();
        if (const auto chosen = choose_again(); !chosen)
            return chosen.failure();
        if (grown())
            return Stepped::event;
        std::vector<Due> all = all_due(); // once a turn: it reads every thread of every actor
        if (next_at(all) > limit)
            return Stepped::event;
        const auto due = pick(std::move(all));
        if (!due && any_pending()) {
            const bool stopped = !in_the_way().empty();
            if (stopped && std::chrono::steady_clock::now() > begun + longest_for_who_stands) {
                const auto chosen = choose_again(true);
                return !chosen ? Answer<Stepped>(chosen.failure()) : *chosen ? Stepped::event : stand("stands");
            }
            if (std::chrono::steady_clock::now() > begun + longest_wait)
                return Failure::unavailable("A step waits for another, and none goes on.");
            if (const auto came_in = take_replies(wait_for_others); !came_in)
                return came_in.failure();
            continue;
        }
        if (!due) {
            const auto chosen = somebody_is_left() ? choose_again(true) : Answer<bool>(false);
            if (!chosen || *chosen)
                return chosen ? Answer<Stepped>(Stepped::event) : Answer<Stepped>(chosen.failure());
            end();
            return Stepped::finished;
        }
        if (holds_for_ever(*due))
            return stand("for_ever");
        if (auto over = spent(*due))
            return std::move(*over);
        const auto done = do_one(*due);
        if (!done)
            return done.failure();
        if (grown())
            return Stepped::event;
    }
}

// A lesson may run as long as its author likes, but not forever.
std::optional<Failure> Run::Inside::spent(const Due& due)
{
    if (due.at > now)
        at_this_instant = 0;
    if (playback->size() != seen_events)
        unseen = 0;
    seen_events = playback->size();
    const Duration longest = std::max(lesson.length, variant->length) * most_lengths;
    const std::string why = ++at_this_instant > most_at_an_instant ? "goes on without time passing"
                            : ++unseen > most_unseen               ? "goes on without anything to be seen"
                            : due.at > longest                     ? "goes on for a hundred times the lesson's length"
                                                                   : "";
    if (why.empty())
        return std::nullopt;
    return endless(due.thread, why);
}

Failure Run::Inside::endless(const ProgramThread* thread, const std::string& why) const
{
    const Instruction* loop = thread != nullptr ? thread->player.loop() : nullptr;
    return loop != nullptr ? at_line(*loop, "this loop " + why) : Failure::usage("Lesson '" + lesson.id + "' " + why + ".");
}

// Executes what is due; afterwards waiters inside the store may continue.
Answer<bool> Run::Inside::do_one(const Due& due)
{
    if (due.at > now)
        if (const auto moved = go_to(due.at); !moved)
            return moved.failure();
    Answer<Done> done = Done{};
    others_may_go_on = due.thread == nullptr;
    if (due.fault) {
        faults_done[*due.fault] = true;
        const FaultSpec& spec = lesson.faults[*due.fault];
        const auto whom = meant_by(spec);
        done = whom ? fault({now, 0, spec.fault, *whom, spec.amount}, spec.by, false) : Answer<Done>(whom.failure());
    } else if (due.thread == nullptr) {
        done = go_on_with_parts(*due.actor);
    } else {
        done = go_on(*due.actor, *due.thread);
    }
    if (done)
        done = let_hear();
    if (!done)
        return done.failure();
    return any_pending() ? take_replies(others_may_go_on ? wait_for_others : Duration{0}) : Answer<bool>(false);
}

// Runs this thread to its next action that takes time, waits, or is visible.
Answer<Done> Run::Inside::go_on(ActorState& actor, ProgramThread& thread)
{
    if (thread.awaiting) {
        (*thread.variables)["awaited"] = false;
        thread.awaiting.reset();
    }
    Surroundings around{variant->name, now, actor.slow, look_up_of(actor, thread),
                        [&](const std::string& name, Value value) { (*thread.variables)[name] = std::move(value); }};
    const int before = playback->size();
    while (!thread.ended && !thread.pending && !thread.awaiting && playback->size() == before && actor.can_run(thread)) {
        const auto next = thread.player.next(around);
        switch (next.kind) {
        case Player::Next::Kind::ended: thread.ended = true; break;
        case Player::Next::Kind::wrong: return Failure::usage("Lesson '" + lesson.id + "', " + next.message);
        case Player::Next::Kind::sleep: thread.ready = next.until; return Done{};
        case Player::Next::Kind::act:
            // Silent instructions are executed here in sequence, without a step in between.
            if (++unseen > most_unseen)
                return endless(&thread, "goes on without anything to be seen");
            if (auto done = act(actor, thread, *next.instruction); !done)
                return done;
        }
    }
    thread.ready = now;
    return Done{};
}

Answer<Done> Run::Inside::act(ActorState& actor, ProgramThread& thread, const Instruction& instruction)
{
    switch (instruction.kind) {
    case Instruction::Kind::run: return begin(actor, thread, instruction);
    case Instruction::Kind::note: note(actor, thread, instruction); return Done{};
    case Instruction::Kind::fault:
        return fault({now, 0, instruction.name, instruction.actor, instruction.amount}, actor.spec.name, false,
                     &instruction);
    case Instruction::Kind::start: start_thread(actor, thread, instruction); return Done{};
    case Instruction::Kind::cancel:
        for (const auto& other : actor.threads)
            if (other->name == instruction.name && other->variables == thread.variables)
                other->ended = true;
        return Done{};
    case Instruction::Kind::engine: return begin_part(actor, thread, instruction);
    case Instruction::Kind::stop: return stop_part(actor, thread, instruction);
    case Instruction::Kind::await: await(thread, instruction, look_up_of(actor, thread)); return Done{};
    default: return at_line(instruction, "this cannot be done here");
    }
}

// Starts a thread with the variables of its starter.
void Run::Inside::start_thread(ActorState& actor, ProgramThread& from, const Instruction& instruction)
{
    const int number = static_cast<int>(actor.threads.size());
    actor.threads.push_back(std::make_unique<ProgramThread>(ProgramThread{number,
                                                                          instruction.name,
                                                                          Player(lesson.programs.at(instruction.actor)),
                                                                          from.variables,
                                                                          now,
                                                                          {},
                                                                          {},
                                                                          0,
                                                                          false,
                                                                          false}));
}

void Run::Inside::await(ProgramThread& thread, const Instruction& instruction, const Expression::LookUp& look_up)
{
    std::optional<Duration> until;
    if (instruction.time)
        if (const auto most = span(instruction.time->value(look_up)))
            until = now + *most;
    thread.awaiting = Awaiting{&instruction, EventFilter::read(read_json<Json>(instruction.awaited)), until};
}

// Returns the waiters inside the store whose reply arrives in time; after the first one the time is shorter.
std::vector<Run::Inside::Arrived> Run::Inside::arrived_within(Duration patience)
{
    std::vector<Arrived> out, waiting;
    for (const auto& actor : actors)
        for (const auto& thread : actor->threads)
            if (thread->pending && !actor->frozen && !actor->dead)
                waiting.push_back({actor.get(), thread.get(), std::optional<ActorReply>()});
    auto until = std::chrono::steady_clock::now() + patience;
    for (bool first_look = true; !waiting.empty(); first_look = false) {
        const auto now_is = std::chrono::steady_clock::now();
        if (!first_look && now_is >= until)
            break;
        // Replies of the others are buffered until they are polled.
        auto slice = std::min(until, now_is + look_again_after);
        for (auto one = waiting.begin(); one != waiting.end();) {
            one->reply = one->actor->link->receive(std::exchange(slice, now_is));
            if (one->reply && !*one->reply) {
                ++one;
                continue;
            }
            out.push_back(std::move(*one));
            one = waiting.erase(one);
            until = std::min(until, std::chrono::steady_clock::now() + wait_for_the_rest);
        }
    }
    return out;
}

// In the order of their commands.
Answer<bool> Run::Inside::take_replies(Duration patience)
{
    std::vector<Arrived> arrived = arrived_within(patience);
    std::sort(arrived.begin(), arrived.end(),
              [](const Arrived& a, const Arrived& b) { return a.thread->order < b.thread->order; });
    for (Arrived& one : arrived) {
        auto done = one.reply ? came(*one.actor, *one.thread, std::move(**one.reply))
                              : lost(*one.actor, one.reply.failure().message);
        if (!done)
            return done.failure();
    }
    return !arrived.empty();
}

} // namespace lockdesk::scenarios
