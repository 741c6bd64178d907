// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/cast.h"
#include "backends/scenarios/json.h"
#include "backends/scenarios/line_chain.h"
#include "backends/scenarios/reply.h"
#include "backends/scenarios/run.h"
#include "backends/scenarios/stage.h"

#include <atomic>
#include <stop_token>

namespace lockdesk::scenarios {

/// Timeout of a command that waits inside the store while a class talks.
inline constexpr const char* patience_of_those_who_wait = "4h";

/// The engine of a run: a discrete-event scheduler over real processes and a real store. The earliest ready thread runs
/// first; the seed decides among those of one instant.
struct Run::Inside
{
    explicit Inside(RunOptions run_options);

    // run.cpp
    Answer<Done> prepare();
    Answer<Done> set_stage();
    Answer<Done> play_setup();
    Answer<Done> start_actors();
    void make_header();
    Answer<Done> close();

    // run_steps.cpp
    struct Due
    {
        ActorState* actor = nullptr;
        ProgramThread* thread = nullptr;
        std::optional<std::size_t> fault; ///< index of a fault of the lesson
        Duration at{0};
    };
    std::vector<Due> all_due();
    std::optional<Due> pick(std::vector<Due> all);
    [[nodiscard]] Duration next_at() { return next_at(all_due()); }
    [[nodiscard]] Duration next_at(const std::vector<Due>& all) const;
    Answer<Stepped> step(Duration limit = no_end);
    Answer<bool> do_one(const Due& due);
    std::optional<Failure> spent(const Due& due);
    [[nodiscard]] Failure endless(const ProgramThread* thread, const std::string& why) const;
    Answer<Done> go_to(Duration t);
    Answer<Done> go_on(ActorState& actor, ProgramThread& thread);
    Answer<Done> act(ActorState& actor, ProgramThread& thread, const Instruction& instruction);
    void start_thread(ActorState& actor, ProgramThread& from, const Instruction& instruction);
    void await(ProgramThread& thread, const Instruction& instruction, const Expression::LookUp& look_up);
    struct Arrived
    {
        ActorState* actor = nullptr;
        ProgramThread* thread = nullptr;
        Answer<std::optional<ActorReply>> reply;
    };
    std::vector<Arrived> arrived_within(Duration patience);
    Answer<bool> take_replies(Duration patience);
    [[nodiscard]] bool any_pending() const;
    [[nodiscard]] std::vector<const ActorState*> in_the_way() const;
    bool holds_for_ever(const Due& due);
    Answer<Stepped> stand(const char* word);
    void end();

    // run_commands.cpp
    Answer<Done> begin(ActorState& actor, ProgramThread& thread, const Instruction& instruction);
    Answer<Done> proceed(ActorState& actor, ProgramThread& thread);
    Answer<Done> came(ActorState& actor, ProgramThread& thread, ActorReply reply);
    Answer<Done> complete(ActorState& actor, ProgramThread& thread);
    Answer<std::optional<ActorReply>> reply_or_statement(ActorState& actor);
    [[nodiscard]] bool has_told_statement(const ActorState& actor) const;
    void tell_waits(ActorState& actor, ProgramThread& thread);
    void note_locks(ActorState& actor, const Pending& pending, const CommandResult& answer);
    Answer<Done> look_at_rows(Pending& pending, const Expression::LookUp& look_up, bool after);
    void note(ActorState& actor, ProgramThread& thread, const Instruction& instruction);
    Event blank(const ActorState& actor, const ProgramThread& thread, const Instruction& instruction) const;
    void name_event(Event& event, const Instruction& instruction, const Expression::LookUp& look_up) const;
    void emit(Event event);
    void wake_awaiting(const Event& event);
    [[nodiscard]] Value variable(const ActorState& actor, const ProgramThread& thread, std::string_view name) const;
    [[nodiscard]] Expression::LookUp look_up_of(const ActorState& actor, const ProgramThread& thread) const;
    Answer<Done> lost(ActorState& actor, const std::string& why);
    [[nodiscard]] Failure at_line(const Instruction& instruction, const std::string& what) const;

    // run_parts.cpp
    Answer<Done> begin_part(ActorState& actor, ProgramThread& thread, const Instruction& instruction);
    Answer<Done> stop_part(ActorState& actor, const ProgramThread& thread, const Instruction& instruction);
    Answer<Done> begin_again(ActorState& actor);
    Answer<Done> go_on_with_parts(ActorState& actor);
    Answer<Done> tell_part(ActorState& actor, PartState& part, const std::string& words);
    Answer<Done> took(ActorState& actor, PartState& asked, const ActorReply& reply, std::vector<RowChange> rows);
    [[nodiscard]] Event event_of_call(const ActorState& actor, PartState& part, const std::string& command,
                                      const ActorReply& reply) const;
    [[nodiscard]] Event event_told(const ActorState& actor, const PartState& part, Json answer) const;
    [[nodiscard]] bool name_event_of_part(const ActorState& actor, const PartState& part, Event& event) const;
    [[nodiscard]] Expression::LookUp look_up_of(const ActorState& actor, const PartState& part) const;
    [[nodiscard]] bool somebody_holds() const;
    void part_stands(ActorState& actor, const Json& answer);
    void begin_job(ActorState& actor, PartState& part, const Fields& values);
    [[nodiscard]] Event event_of_part(const ActorState& actor, const PartState& part) const;
    [[nodiscard]] std::optional<Duration> parts_due(const ActorState& actor) const;
    Answer<Done> let_hear();
    Answer<Done> let_hear(ActorState& actor, const std::string& lock);

    // run_faults.cpp
    Answer<Done> fault(const Choice& choice, const std::string& by, bool by_hand, const Instruction* instruction = nullptr);
    Answer<std::string> meant_by(const FaultSpec& spec);
    Answer<Done> apply(ActorState& actor, const std::string& word, std::int64_t amount);
    void await_end_of_sessions(const ActorState& actor);
    Answer<Done> tell_link(ActorState& actor, const std::string& word);
    Answer<bool> choose_again(bool nothing_else = false);
    [[nodiscard]] bool somebody_is_left() const;
    Answer<Done> beat();
    Answer<Done> look_around();
    Answer<Done> welcome(const Joined& joined);
    std::optional<std::string> why_not(const Joined& joined);

    ActorState* find(const std::string& name);
    bool any_step_is(bool (*is_such)(const Instruction&)) const;
    [[nodiscard]] bool needs_redlock() const;
    [[nodiscard]] bool somebody_may_wait() const;
    [[nodiscard]] bool has_transactions() const;
    Answer<std::unique_ptr<ActorLink>> start(const std::string& name);
    ActorState& add_actor(const ActorSpec& spec);

    RunOptions options;
    const Lesson& lesson;
    const Variant* variant = nullptr;
    std::atomic<bool> interrupted{false};
    std::stop_source cut; ///< stops openings, before there is a session to interrupt
    std::unique_ptr<Stage> stage;
    std::atomic<Stage*> shown_stage{nullptr}; ///< the stage, for `interrupt` on another thread
    std::string store_kind;
    std::uint64_t pick_of(std::uint64_t many); ///< which of so many goes on
    Seeded chance{1};
    std::vector<Pick> picks;
    LineChain chain;
    std::vector<std::unique_ptr<ActorState>> actors;
    std::vector<std::string> turned_away; ///< processes that were refused a part
    std::vector<bool> faults_done;
    std::size_t choices_done = 0;
    std::optional<Playback> playback;
    Duration now{0};
    std::uint64_t commands = 0;
    std::uint64_t at_this_instant = 0, unseen = 0; ///< actions since the clock moved, and since the last event
    int seen_events = 0;
    std::int64_t parts_begun = 0;
    std::set<std::string> given_back; ///< locks for which listeners may wait
    bool others_may_go_on = true;     ///< the last action may have released waiters inside the store
    SteadyPoint looked_around{};
    bool disturbed = false;           ///< by a fault by hand, or because an actor has left
    bool told_that_it_stands = false; ///< the last event reported it
    bool finished = false;
};

} // namespace lockdesk::scenarios
