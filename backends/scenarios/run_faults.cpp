// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/marked_sessions.h"
#include "backends/scenarios/mailbox.h"
#include "backends/scenarios/run_inside.h"

#include <algorithm>
#include <csignal>
#include <thread>
#include <utility>

namespace lockdesk::scenarios {

namespace {

constexpr auto look_every = std::chrono::milliseconds{500};
constexpr std::ptrdiff_t most_guests = 60;
constexpr auto fault_answer_within = std::chrono::seconds{10};
constexpr auto sessions_end_within = std::chrono::seconds{5};
constexpr auto look_for_ends_every = std::chrono::milliseconds{2};

const std::map<std::string, const char*, std::less<>>& fault_events()
{
    static const std::map<std::string, const char*, std::less<>> all{
        {"crash", "crashed"}, {"freeze", "frozen"},   {"thaw", "thawed"},           {"slow", "slowed"},
        {"hang", "hung"},     {"cut_off", "cut_off"}, {"reconnect", "reconnected"}, {"skew", "skewed"}};
    return all;
}

std::string no_sign_from(const std::string& name)
{
    return "There was no sign of '" + name
           + "' for too long, and the lesson has gone on without it: join under another name.";
}

} // namespace

Answer<Done> Run::Inside::fault(const Choice& choice, const std::string& by, bool by_hand, const Instruction* instruction)
{
    const auto word = fault_events().find(choice.fault);
    if (word == fault_events().end())
        return Failure::usage("There is no fault '" + choice.fault + "'.");
    ActorState* actor = find(choice.actor);
    if (actor == nullptr || actor->dead) {
        if (!by_hand)
            return Done{};
        return Failure::usage(actor == nullptr ? "There is no actor '" + choice.actor + "' to do that to."
                                               : "'" + choice.actor + "' has crashed or is gone: nothing reaches it any more.");
    }
    // Frozen there, it would block everybody from the file, including this run.
    if (by_hand && store_kind == "sqlite" && actor->in_transaction && (choice.fault == "freeze" || choice.fault == "hang"))
        return Failure::usage("'" + choice.actor
                              + "' is inside a transaction, which on SQLite holds the whole file: do that when it is over.");
    if (auto done = apply(*actor, choice.fault, choice.amount); !done)
        return done;
    Event event;
    event.t = now;
    event.actor = by;
    event.event = word->second;
    event.by_hand = by_hand;
    if (instruction != nullptr)
        event.step = instruction->step;
    event.values["fault"] = choice.fault;
    event.values["target"] = choice.actor;
    if (choice.amount != 0)
        event.values["amount"] = choice.amount;
    emit(std::move(event));
    return Done{};
}

// Resolves `holder of NAME` to the actor whose owner is in the lock's row; empty: no holder.
Answer<std::string> Run::Inside::meant_by(const FaultSpec& spec)
{
    if (!spec.actor.starts_with(holder_of))
        return spec.actor;
    const auto row = stage->row({"lock", spec.actor.substr(holder_of.size())});
    if (!row)
        return row.failure();
    const std::string owner = *row ? text_of(field(**row, "owner")) : std::string();
    return owner.substr(0, std::min(owner.find('/'), owner.size()));
}

Answer<Done> Run::Inside::apply(ActorState& actor, const std::string& word, std::int64_t amount)
{
    // No signal reaches another computer: that actor gets no commands while frozen, and the order to leave for a crash.
    if (word == "crash") {
        const bool was_asking = std::exchange(actor.busy, false); // a server checks a connection only between statements
        actor.dead = true;
        if (!actor.link->signal(SIGKILL)) {
            turned_away.push_back(actor.joined_id);
            (void)actor.link->send(quit_word, {});
        } else if (!was_asking) {
            await_end_of_sessions(actor);
        }
        for (const auto& thread : actor.threads) {
            thread->ended = true;
            thread->pending.reset();
        }
    } else if (word == "freeze") {
        if (actor.busy) {
            actor.freeze_later = true; // never in the middle of a command
        } else {
            actor.frozen = true;
            (void)actor.link->signal(SIGSTOP);
        }
    } else if (word == "thaw") {
        (void)actor.link->signal(SIGCONT);
        actor.frozen = actor.freeze_later = actor.hung = false;
    } else if (word == "hang") {
        actor.hung = true;
    } else if (word == "slow") {
        actor.slow = std::max<std::int64_t>(1, amount == 0 ? 10 : amount);
    } else if (word == "skew") {
        actor.skew = Duration{amount};
    } else {
        actor.cut_off = word == "cut_off";
        if (actor.cut_off && !actor.busy && !actor.frozen)
            actor.lose_transaction();
        return tell_link(actor, actor.cut_off ? "cut" : "reconnect");
    }
    return Done{};
}

// The server releases the session locks of a killed process once it notices; until then the next step would find them held
// in one run and free in another.
void Run::Inside::await_end_of_sessions(const ActorState& actor)
{
    auto* const sessions = dynamic_cast<MarkedSessions*>(&stage->session().admin());
    if (sessions == nullptr) // nothing belongs to sessions on this store
        return;
    const auto mark = actor_mark(stage->id(), actor.spec.name);
    const auto until = std::chrono::steady_clock::now() + sessions_end_within;
    while (!interrupted && std::chrono::steady_clock::now() < until) {
        const auto left = sessions->marked_sessions(mark);
        if (!left || *left == 0)
            return;
        std::this_thread::sleep_for(look_for_ends_every);
    }
}

Answer<Done> Run::Inside::tell_link(ActorState& actor, const std::string& word)
{
    if (actor.busy || actor.frozen)
        return Failure::usage("'" + actor.spec.name + "' is in the middle of something; thaw it, or let it end first.");
    const auto sent = actor.link->send(word, {});
    if (!sent)
        return lost(actor, sent.failure().message);
    const auto reply = actor.link->receive(std::chrono::steady_clock::now() + fault_answer_within);
    if (!reply || !*reply)
        return lost(actor, reply ? "no answer" : reply.failure().message);
    return Done{};
}

// Whether a fault could still change something: an actor has not ended.
bool Run::Inside::somebody_is_left() const
{
    return std::any_of(actors.begin(), actors.end(), [](const auto& actor) {
        return !actor->dead && std::any_of(actor->threads.begin(), actor->threads.end(), [](const auto& thread) { return !thread->ended; });
    });
}

// Repeats the faults of an earlier run at their places. `nothing_else`: no actor can continue before that.
Answer<bool> Run::Inside::choose_again(bool nothing_else)
{
    if (choices_done == options.choices.size())
        return false;
    const Choice& choice = options.choices[choices_done];
    if (playback->size() < choice.after || (choice.after == 0 && !nothing_else && next_at() < choice.t))
        return false;
    ++choices_done;
    if (choice.t > now)
        if (const auto moved = go_to(choice.t); !moved)
            return moved.failure();
    if (const auto done = fault(choice, "you", true); !done)
        return done.failure();
    return true;
}

// On SQLite an open transaction locks the whole file: a beat would wait for the transaction, which waits for this run.
Answer<Done> Run::Inside::beat()
{
    const bool held = store_kind == "sqlite" && std::any_of(actors.begin(), actors.end(), [](const auto& actor) {
                          return actor->in_transaction && !actor->dead;
                      });
    return held ? Answer<Done>(Done{}) : stage->beat();
}

// Polls for actors that have joined or left.
Answer<Done> Run::Inside::look_around()
{
    const auto clock = std::chrono::steady_clock::now();
    if (clock - looked_around < look_every)
        return Done{};
    looked_around = clock;
    if (auto beaten = beat(); !beaten)
        return beaten;
    const auto there = MailboxSender::find_all(stage->session());
    if (!there)
        return there.failure();
    for (const auto& actor : actors) {
        if (finished)
            break; // its file is closed
        const bool here =
            std::any_of(there->begin(), there->end(), [&](const Joined& one) { return one.id == actor->joined_id; });
        if (actor->is_joined() && !here && !actor->dead)
            if (auto done = lost(*actor, "it has left"); !done)
                return done;
    }
    for (const Joined& one : *there)
        if (auto done = welcome(one); !done)
            return done;
    return Done{};
}

// Returns why the process gets no part; nullopt: it gets one, now or as soon as its actor is free.
std::optional<std::string> Run::Inside::why_not(const Joined& joined)
{
    if (finished)
        return "The lesson is over.";
    const ActorState* actor = find(joined.name);
    if (joined.name == "you" || joined.name == "lesson" || joined.name == "setup")
        return "'" + joined.name + "' stands for something else in lessons: join under another name.";
    if (store_kind == "sqlite" && has_transactions())
        return "On SQLite a transaction holds the whole file, and these steps have some: from within one '" + joined.name
               + "' could tell nothing. Take part in another way of the lesson, or on a server.";
    if (needs_redlock())
        return "This way takes several servers that the teacher's program alone knows: take part in another way of the lesson.";
    if (actor == nullptr && !lesson.joinable) {
        std::string names;
        for (const auto& one : actors)
            if (!one->dead && !one->is_joined())
                names += (names.empty() ? "" : ", ") + one->spec.name;
        return "This lesson has parts for its own actors only: join as one of "
               + (names.empty() ? "none, all are taken" : names) + ".";
    }
    if (actor == nullptr
        && std::count_if(actors.begin(), actors.end(), [](const auto& one) { return one->is_joined(); }) >= most_guests)
        return "More than " + std::to_string(most_guests) + " take part already.";
    if (actor != nullptr && actor->dead)
        return "'" + joined.name + "' has crashed or left in this lesson: join under another name.";
    if (actor != nullptr && actor->frozen && actor->joined_id != joined.id)
        return "'" + joined.name + "' is frozen: join when it is thawed, or under another name.";
    return std::nullopt;
}

// Replaces the lesson's actor of that name, or adds one; or refuses, with the reason.
Answer<Done> Run::Inside::welcome(const Joined& joined)
{
    if (std::find(turned_away.begin(), turned_away.end(), joined.id) != turned_away.end())
        return Done{};
    ActorState* actor = find(joined.name);
    const bool is_its = actor != nullptr && actor->joined_id == joined.id;
    if (is_its && !actor->dead)
        return Done{};
    if (const auto why = is_its ? std::optional<std::string>(no_sign_from(joined.name)) : why_not(joined)) {
        turned_away.push_back(joined.id);
        return MailboxSender(joined).refuse(stage->session(), *why);
    }
    if (actor != nullptr && actor->busy)
        return Done{};
    if (actor == nullptr) {
        ActorSpec spec = *lesson.joinable;
        spec.name = joined.name;
        actor = &add_actor(spec);
    }
    if (actor->link != nullptr && !actor->is_joined())
        (void)actor->link->send(replaced_word, {});
    actor->lose_transaction();
    actor->link = joined_actor(joined, stage->session(), interrupted);
    actor->joined_id = joined.id;
    Event event;
    event.t = now;
    event.actor = joined.name;
    event.event = "joined";
    event.values["owner"] = actor->owner;
    event.values["host"] = joined.host;
    emit(std::move(event));
    if (somebody_may_wait())
        if (auto answer = tell_link(*actor, std::string(patience_word) + patience_of_those_who_wait); !answer || actor->dead)
            return answer;
    return begin_again(*actor);
}

} // namespace lockdesk::scenarios
