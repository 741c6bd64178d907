// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Parts that the engine's own objects play, in the process of their actor. The process runs their threads until all of them
// wait, and reports what they did and when they continue; their work is a program of the lesson.
#include "backends/json/json.h"
#include "backends/scenarios/run_inside.h"

#include "backends/engine/text/command_line.h"
#include "backends/scenarios/json.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

constexpr auto part_answer_within = std::chrono::seconds{60};
// In real time. A hint arrives within milliseconds, on a busy machine later. A later hint would belong to another instant
// of the lesson, so the part reports an error instead.
constexpr std::int64_t hear_within_ms = 30'000;
// Its mailbox times out after 5 s.
constexpr std::int64_t joined_hears_within_ms = 3'000;

std::string words_of_start(const ActorState& actor, const PartState& part, std::uint64_t seed, const std::string& command)
{
    return "start " + std::to_string(part.id) + " " + std::to_string(seed >> 1) + " " + std::to_string(actor.number) + " "
           + command;
}

PartState& part_of(ActorState& actor, std::int64_t id, PartState& otherwise)
{
    const auto found = std::find_if(actor.parts.begin(), actor.parts.end(), [&](const auto& one) { return one->id == id; });
    return found == actor.parts.end() ? otherwise : **found;
}

bool is_quiet(const Instruction& instruction, const std::string& word)
{
    const auto& words = instruction.quiet_words;
    return instruction.quiet || std::find(words.begin(), words.end(), word) != words.end();
}

std::string type_of(const Json& json)
{
    const auto found = json.is_object() ? json.find("type") : json.end();
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t whole_at(const Json& json, const char* key, std::int64_t otherwise)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

std::set<std::string> texts_at(const Json& json, const char* key)
{
    std::set<std::string> out;
    if (const auto found = json.find(key); found != json.end() && found->is_array())
        for (const Json& one : *found)
            if (one.is_string())
                out.insert(one.get<std::string>());
    return out;
}

bool truth_at(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

} // namespace

Answer<Done> Run::Inside::begin_part(ActorState& actor, ProgramThread& thread, const Instruction& instruction)
{
    auto part = std::make_unique<PartState>();
    part->id = ++parts_begun;
    part->instruction = &instruction;
    part->variables = thread.variables;
    part->thread = thread.number;
    actor.parts.push_back(std::move(part));
    PartState& begun = *actor.parts.back();
    const std::string command = fill_in(instruction.commands.front(), look_up_of(actor, thread));
    if (command.find_first_of("\n\r") != std::string::npos)
        return at_line(instruction, "a value in '" + instruction.commands.front() + "' has a line end in it");
    return tell_part(actor, begun, words_of_start(actor, begun, actor.ids.next(), command));
}

// Restarts the parts of an actor whose place another process has taken.
Answer<Done> Run::Inside::begin_again(ActorState& actor)
{
    actor.parts_wake.reset();
    actor.parts_listen.clear();
    for (const auto& part : actor.parts) {
        if (part->ended || part->told_to_stop)
            continue;
        if (part->job != nullptr)
            part->job->ended = true;
        part->wants = false;
        part->asked = 0;
        part->id = ++parts_begun;
        const std::string command = fill_in(part->instruction->commands.front(), look_up_of(actor, *part));
        if (auto answered = tell_part(actor, *part, words_of_start(actor, *part, actor.ids.next(), command)); !answered)
            return answered;
    }
    return Done{};
}

Answer<Done> Run::Inside::stop_part(ActorState& actor, const ProgramThread& thread, const Instruction& instruction)
{
    for (const auto& part : actor.parts)
        if (part->instruction->name == instruction.name && part->variables == thread.variables && !part->told_to_stop) {
            part->told_to_stop = true;
            if (!part->ended)
                return tell_part(actor, *part, "stop " + std::to_string(part->id));
        }
    return Done{};
}

std::optional<Duration> Run::Inside::parts_due(const ActorState& actor) const
{
    if (actor.dead || actor.frozen || actor.busy)
        return std::nullopt;
    for (const auto& part : actor.parts)
        if (part->wants && part->job->ended)
            return now;
    return actor.parts_wake;
}

Answer<Done> Run::Inside::go_on_with_parts(ActorState& actor)
{
    for (const auto& part : actor.parts)
        if (part->wants && part->job->ended) {
            part->wants = false;
            const Value status = field(*part->variables, "status");
            const auto* number = std::get_if<std::int64_t>(&status);
            return tell_part(actor, *part,
                             "done " + std::to_string(part->id) + " " + std::to_string(number != nullptr ? *number : 0));
        }
    const auto found = std::find_if(actor.parts.begin(), actor.parts.end(), [](const auto& one) { return !one->ended; });
    if (found == actor.parts.end()) {
        actor.parts_wake.reset();
        return Done{};
    }
    return tell_part(actor, **found, "go");
}

// `part`: the part whose rows are shown, and the default for lines that name no part.
Answer<Done> Run::Inside::tell_part(ActorState& actor, PartState& part, const std::string& words)
{
    const Expression::LookUp look_up = look_up_of(actor, part);
    Pending looked;
    for (const ShownRow& row : part.instruction->show)
        looked.rows.push_back({row.entity, fill_in(row.key, look_up), {}, {}});
    if (auto done = look_at_rows(looked, look_up, false); !done)
        return done;
    if (const auto sent = actor.link->send("engine " + std::to_string(to_us(now)) + " " + words, {}); !sent)
        return lost(actor, sent.failure().message);
    auto reply = actor.link->receive(std::chrono::steady_clock::now() + part_answer_within);
    if (!reply || !*reply)
        return lost(actor, reply ? "no answer for a minute" : reply.failure().message);
    if (auto done = look_at_rows(looked, look_up, true); !done)
        return done;
    return took(actor, part, **reply, std::move(looked.rows));
}

Expression::LookUp Run::Inside::look_up_of(const ActorState& actor, const PartState& part) const
{
    return [this, &actor, &part](std::string_view name) -> Value {
        if (name == "asked")
            return part.asked;
        const auto found = part.variables->find(name);
        return found != part.variables->end() ? found->second : variable(actor, *actor.threads.front(), name);
    };
}

bool Run::Inside::somebody_holds() const
{
    return std::any_of(actors.begin(), actors.end(), [](const auto& actor) {
        return !actor->dead && std::any_of(actor->parts.begin(), actor->parts.end(), [](const auto& part) {
            return part->ends_by_itself() && !part->ended;
        });
    });
}

// Applies the step's words and values to the event. Returns false when the event is to be dropped.
bool Run::Inside::name_event_of_part(const ActorState& actor, const PartState& part, Event& event) const
{
    const Instruction& instruction = *part.instruction;
    const Expression::LookUp of_part = look_up_of(actor, part);
    const Expression::LookUp over = [&](std::string_view name) {
        Value own = look_up(event, name);
        return std::holds_alternative<std::monostate>(own) ? of_part(name) : own;
    };
    if (instruction.silent || (instruction.silent_if && instruction.silent_if->holds(over)))
        return false;
    Fields with;
    for (const auto& [name, value] : instruction.with)
        with[name] = value.value(over);
    if (!event.command.empty())
        name_event(event, instruction, over);
    for (auto& [name, value] : with)
        event.values[name] = std::move(value);
    event.quiet = is_quiet(instruction, event.event);
    return true;
}

Event Run::Inside::event_of_part(const ActorState& actor, const PartState& part) const
{
    Event out;
    out.t = now;
    out.actor = actor.spec.name;
    out.thread = part.thread;
    out.step = part.instruction->step;
    out.wrong = part.instruction->wrong;
    return out;
}

Event Run::Inside::event_of_call(const ActorState& actor, PartState& part, const std::string& command,
                                 const ActorReply& reply) const
{
    part.asked += statement_of(command) == "lock.acquire" ? 1 : 0;
    const CommandResult answer = read_reply(reply, stage->id());
    Event out = event_of_part(actor, part);
    out.command = command;
    out.statement = statement_of(command);
    out.result = answer.result;
    out.status = answer.status;
    out.values = answer.values;
    out.sent = answer.sent;
    out.event = event_word(out);
    return out;
}

// Builds the event that a part reports about itself.
Event Run::Inside::event_told(const ActorState& actor, const PartState& part, Json answered) const
{
    Event out = event_of_part(actor, part);
    out.event = text_at(answered, "event");
    for (const char* key : {"v", "type", "store_us", "event", "part"})
        answered.erase(key);
    out.values = flat(answered);
    return out;
}

// Notes whether the part's object has ended, and whether it requests its program.
void Run::Inside::part_stands(ActorState& actor, const Json& answered)
{
    for (const auto& part : actor.parts) {
        if (part->id != whole_at(answered, "id", 0))
            continue;
        part->ended = truth_at(answered, "ended");
        if (const auto wants = answered.find("wants"); wants != answered.end() && wants->is_object() && !part->wants)
            begin_job(actor, *part, flat(*wants));
    }
}

// In the order of lines: statements and lines of a call, then the call itself; events of parts; states of parts.
Answer<Done> Run::Inside::took(ActorState& actor, PartState& asked, const ActorReply& reply, std::vector<RowChange> rows)
{
    std::vector<Event> events;
    std::vector<Json> states;
    ActorReply answered;
    for (const std::string& line : reply.lines) {
        Json json = read_json<Json>(line);
        const std::string type = type_of(json);
        if (type == "call") {
            answered.status = static_cast<int>(whole_at(json, "status", 0));
            PartState& part = part_of(actor, whole_at(json, "part", 0), asked);
            Event event = event_of_call(actor, part, text_at(json, "command"), std::exchange(answered, {}));
            if (name_event_of_part(actor, part, event))
                events.push_back(std::move(event));
        } else if (type == "told") {
            PartState& part = part_of(actor, whole_at(json, "part", 0), asked);
            Event event = event_told(actor, part, std::move(json));
            if (event.event == "lost")
                (*part.variables)["lost"] = true;
            if (name_event_of_part(actor, part, event))
                events.push_back(std::move(event));
        } else if (type == "part") {
            states.push_back(std::move(json));
        } else if (type == "turns") {
            const auto next = whole_at(json, "next_us", -1);
            actor.parts_wake = next < 0 ? std::nullopt : std::optional(Duration{next});
            actor.parts_listen = texts_at(json, "listens");
        } else if (type == "error" && reply.status != 0) {
            return at_line(*asked.instruction, asked.instruction->commands.front() + ": " + text_at(json, "message"));
        } else if (type != "event") {
            answered.lines.push_back(line);
        }
    }
    // Statements outside any call, such as the announcement of a wait.
    if (const CommandResult rest = read_reply(answered, stage->id()); !events.empty())
        events.back().sent.insert(events.back().sent.end(), rest.sent.begin(), rest.sent.end());
    const auto last = std::find_if(events.rbegin(), events.rend(), [](const Event& one) { return !one.command.empty(); });
    if (last != events.rend())
        last->rows = std::move(rows);
    for (Event& event : events)
        emit(std::move(event));
    for (const Json& state : states)
        part_stands(actor, state);
    return Done{};
}

// Starts the part's program from its beginning, with the values that the part passes.
void Run::Inside::begin_job(ActorState& actor, PartState& part, const Fields& values)
{
    for (const auto& [name, value] : values)
        (*part.variables)[name] = value;
    (*part.variables)["status"] = std::int64_t{0};
    (*part.variables)["lost"] = false;
    part.wants = true;
    const Program& program = lesson.programs.at(part.instruction->actor);
    if (part.job == nullptr) {
        const int number = static_cast<int>(actor.threads.size());
        actor.threads.push_back(std::make_unique<ProgramThread>(
            ProgramThread{number, part.instruction->name, Player(program), part.variables, now, {}, {}, 0, false, true}));
        part.job = actor.threads.back().get();
        return;
    }
    part.job->player = Player(program);
    part.job->ready = now;
    part.job->ended = false;
}

// Delivers the store's hint of a released lock to its waiters. The seed decides which of several retries first.
Answer<Done> Run::Inside::let_hear()
{
    for (const std::string& lock : std::exchange(given_back, {})) {
        std::vector<ActorState*> listening;
        for (const auto& actor : actors)
            if (actor->parts_listen.contains(lock) && !actor->dead && !actor->frozen && !actor->busy && !actor->cut_off)
                listening.push_back(actor.get());
        while (!listening.empty()) {
            const auto which = static_cast<std::ptrdiff_t>(pick_of(listening.size()));
            ActorState& actor = *listening[static_cast<std::size_t>(which)];
            listening.erase(listening.begin() + which);
            if (auto answered = let_hear(actor, lock); !answered)
                return answered;
        }
    }
    given_back.clear();
    return Done{};
}

Answer<Done> Run::Inside::let_hear(ActorState& actor, const std::string& lock)
{
    const auto part = std::find_if(actor.parts.begin(), actor.parts.end(), [](const auto& one) { return !one->ended; });
    if (part == actor.parts.end())
        return Done{};
    const auto within = actor.is_joined() ? joined_hears_within_ms : hear_within_ms;
    return tell_part(actor, **part, "hear " + std::to_string(within) + " " + shell_word(lock));
}

} // namespace lockdesk::scenarios
