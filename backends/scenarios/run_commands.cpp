// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/command_line.h"
#include "backends/scenarios/describe.h"
#include "backends/scenarios/run_inside.h"

#include <algorithm>
#include <csignal>

namespace lockdesk::scenarios {

namespace {

constexpr auto blocked_after = std::chrono::milliseconds{300};
// Ample: an actor reports it a tenth of a second after the start; on another computer with a sign of life, once a second.
constexpr auto statement_told_within = std::chrono::seconds{10};
constexpr auto joined_tells_within = std::chrono::seconds{5};
constexpr auto command_answer_within = std::chrono::seconds{60};

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> out;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        out.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return out;
}

std::string on_one_line(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    while (text.ends_with(' '))
        text.pop_back();
    return text;
}

// Whether a statement that leaves its transaction open released no lock for which others may wait.
bool keeps_all_locks(const std::string& sql, bool was_open)
{
    std::string word = sql.substr(0, std::min(sql.find(' '), sql.size()));
    std::transform(word.begin(), word.end(), word.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    for (const char* changes_or_reads : {"SELECT", "INSERT", "UPDATE", "DELETE"})
        if (word == changes_or_reads)
            return true;
    return word == "BEGIN" && !was_open;
}

std::string joined(const std::vector<std::string>& commands, std::size_t count)
{
    std::string out;
    for (std::size_t i = 0; i < count; ++i)
        out += (i == 0 ? "" : " && ") + commands[i];
    return out;
}

} // namespace

Failure Run::Inside::at_line(const Instruction& instruction, const std::string& what) const
{
    const std::string file = lesson.file.empty() ? "Lesson '" + lesson.id + "'" : lesson.file.string();
    return Failure::usage(file + ": line " + std::to_string(instruction.line) + ": " + what);
}

Value Run::Inside::variable(const ActorState& actor, const ProgramThread& thread, std::string_view name) const
{
    if (const auto found = thread.variables->find(name); found != thread.variables->end())
        return found->second;
    if (const auto found = actor.own.find(name); found != actor.own.end())
        return found->second;
    for (const auto* set : {&variant->set, &lesson.set})
        if (const auto found = set->find(std::string(name)); found != set->end())
            return as_written(found->second);
    if (name == "me")
        return actor.spec.count > 1 ? actor.owner + "-" + std::to_string(thread.number + 1) : actor.owner;
    if (name == "actor")
        return actor.spec.name;
    if (name == "t")
        return to_us(now);
    if (name == "now")
        return to_us(add(lesson_base, now));
    if (name == "my_clock")
        return to_us(add(lesson_base, now) + actor.skew);
    if (name == "variant")
        return variant->name;
    if (name == "store")
        return store_kind;
    return {};
}

Expression::LookUp Run::Inside::look_up_of(const ActorState& actor, const ProgramThread& thread) const
{
    return [this, &actor, &thread](std::string_view name) { return variable(actor, thread, name); };
}

Answer<Done> Run::Inside::begin(ActorState& actor, ProgramThread& thread, const Instruction& instruction)
{
    const auto look_up = look_up_of(actor, thread);
    Pending pending;
    pending.instruction = &instruction;
    if (!instruction.sql.empty()) {
        pending.sql = on_one_line(fill_in(instruction.sql, look_up));
        pending.commands.push_back("sql " + shell_word(pending.sql));
    }
    for (const std::string& command : instruction.commands) {
        std::string filled = fill_in(command, look_up);
        // A line end in a value from the store would begin another command.
        if (filled.find_first_of("\n\r") != std::string::npos)
            return at_line(instruction, "a value in '" + command + "' has a line end in it; a command stands on one line");
        const std::string statement = statement_of(filled);
        const bool claims = statement == "task.claim" || statement == "outbox.claim";
        if (claims && filled.find("--claim-id") == std::string::npos)
            filled += " --claim-id " + actor.ids.hex(16); // a generated id would differ from run to run
        if (statement == "lock.acquire" && filled.find("--request") == std::string::npos)
            filled += " --request " + actor.ids.hex(16);
        pending.commands.push_back(std::move(filled));
    }
    pending.input = lines_of(fill_in(instruction.input, look_up));
    for (const ShownRow& row : instruction.show)
        pending.rows.push_back({row.entity, fill_in(row.key, look_up), {}, {}});
    if (auto looked = look_at_rows(pending, look_up, false); !looked)
        return looked;
    const bool lost = actor.lost_transaction && !actor.cut_off && !pending.sql.empty() && !begins_transaction(pending.sql);
    thread.pending = std::move(pending);
    return lost ? came(actor, thread, lost_transaction_reply()) : proceed(actor, thread);
}

Answer<Done> Run::Inside::look_at_rows(Pending& pending, const Expression::LookUp&, bool after)
{
    for (RowChange& row : pending.rows) {
        auto found = stage->row({row.entity, row.key});
        if (!found)
            return found.failure();
        (after ? row.after : row.before) = std::move(*found);
    }
    return Done{};
}

// Sends the next command and waits for its reply, or, if it may wait inside the store, only until that is visible.
Answer<Done> Run::Inside::proceed(ActorState& actor, ProgramThread& thread)
{
    Pending& pending = *thread.pending;
    actor.busy = true;
    thread.order = ++commands;
    const auto sent = actor.link->send(pending.commands[pending.sent++], pending.input);
    if (!sent)
        return lost(actor, sent.failure().message);
    const bool may_block = pending.instruction->may_block;
    const Duration patience = may_block ? Duration{blocked_after} : Duration{command_answer_within};
    auto reply = actor.link->receive(std::chrono::steady_clock::now() + patience);
    if (!reply)
        return lost(actor, reply.failure().message);
    if (*reply)
        return came(actor, thread, std::move(**reply));
    if (!may_block)
        return lost(actor, "no answer for a minute");
    if (statement_of(pending.commands[pending.sent - 1]) == "sql") {
        reply = reply_or_statement(actor);
        if (!reply)
            return lost(actor, reply.failure().message);
        if (*reply)
            return came(actor, thread, std::move(**reply));
    }
    tell_waits(actor, thread);
    return Done{};
}

// Waits until the actor reports the statement of an `sql`, so that a slow machine writes the same file. A joined actor that
// fails to do so once may be of an older version, or malicious; the class does not wait for it again.
Answer<std::optional<ActorReply>> Run::Inside::reply_or_statement(ActorState& actor)
{
    const auto patience = actor.is_joined() ? joined_tells_within : statement_told_within;
    const auto told_by = std::chrono::steady_clock::now() + patience;
    while (!actor.tells_no_statement && !has_told_statement(actor)) {
        auto reply = actor.link->receive(std::chrono::steady_clock::now() + std::chrono::milliseconds{20});
        if (!reply || *reply)
            return reply;
        if (std::chrono::steady_clock::now() < told_by)
            continue;
        actor.tells_no_statement = actor.is_joined();
        break;
    }
    return std::optional<ActorReply>();
}

// Auxiliary statements, such as SQLite's read of the names in use, precede it and do not count.
bool Run::Inside::has_told_statement(const ActorState& actor) const
{
    const auto sent = read_reply({0, actor.link->so_far()}, stage->id()).sent;
    return std::any_of(sent.begin(), sent.end(), [](const SentStatement& one) { return !one.aside; });
}

void Run::Inside::tell_waits(ActorState& actor, ProgramThread& thread)
{
    Pending& pending = *thread.pending;
    if (pending.waits)
        return;
    pending.waits = true;
    Event event = blank(actor, thread, *pending.instruction);
    event.event = "waits";
    event.named = true;
    event.command = joined(pending.commands, pending.sent);
    event.statement = statement_of(pending.commands[pending.sent - 1]);
    event.sql = pending.sql;
    auto replies = pending.replies;
    replies.push_back({0, actor.link->so_far()});
    for (const ActorReply& reply : replies) {
        auto sent = read_reply(reply, stage->id()).sent;
        event.sent.insert(event.sent.end(), sent.begin(), sent.end());
    }
    for (const auto& [name, value] : pending.instruction->with) // values known before the reply
        if (Value known = value.value(look_up_of(actor, thread)); !std::holds_alternative<std::monostate>(known))
            event.values[name] = std::move(known);
    emit(std::move(event));
    others_may_go_on = false; // those that it released have replied by now
}

Answer<Done> Run::Inside::came(ActorState& actor, ProgramThread& thread, ActorReply reply)
{
    Pending& pending = *thread.pending;
    pending.replies.push_back(std::move(reply));
    if (pending.replies.back().status == 0 && pending.sent < pending.commands.size())
        return proceed(actor, thread);
    actor.busy = false;
    auto done = complete(actor, thread);
    thread.pending.reset();
    thread.ready = now;
    if (actor.freeze_later) {
        actor.freeze_later = false;
        actor.frozen = true;
        (void)actor.link->signal(SIGSTOP);
    }
    return done;
}

// Notes whether a transaction is open, and whether waiters for its locks may continue.
void Run::Inside::note_locks(ActorState& actor, const Pending& pending, const CommandResult& answer)
{
    bool gave_back_nothing = false;
    if (const Value open = field(answer.values, "in_transaction"); std::holds_alternative<bool>(open)) {
        const bool is_open = std::get<bool>(open);
        gave_back_nothing = is_open && !pending.instruction->may_block && keeps_all_locks(pending.sql, actor.in_transaction);
        actor.in_transaction = is_open;
    }
    if (begins_transaction(pending.sql))
        actor.lost_transaction = answer.status != 0;
    else if (const std::string verb = sql_verb(pending.sql); verb == "COMMIT" || verb == "ROLLBACK")
        actor.lost_transaction = actor.lost_transaction && actor.cut_off;
    others_may_go_on = others_may_go_on || !gave_back_nothing;
}

// Emits the event of a step, from the replies to all of its commands.
Answer<Done> Run::Inside::complete(ActorState& actor, ProgramThread& thread)
{
    Pending& pending = *thread.pending;
    const Instruction& instruction = *pending.instruction;
    Event event = blank(actor, thread, instruction);
    CommandResult answer;
    for (const ActorReply& reply : pending.replies) {
        answer = read_reply(reply, stage->id());
        for (const auto& [key, value] : answer.values)
            event.values[key] = value;
        event.sent.insert(event.sent.end(), answer.sent.begin(), answer.sent.end());
    }
    note_locks(actor, pending, answer);
    if (answer.result.empty())
        event.values.erase("result");
    // Skips a step that lacks the result of an earlier one because of a fault by hand.
    if (answer.error_kind == "usage" && disturbed)
        return Done{};
    if (answer.error_kind == "usage" || answer.error_kind == "internal" || answer.error_kind == "unsupported")
        return at_line(instruction, pending.commands[pending.replies.size() - 1] + ": " + answer.message);
    event.command = joined(pending.commands, pending.replies.size());
    event.statement = statement_of(pending.commands[pending.replies.size() - 1]);
    event.sql = pending.sql;
    event.result = answer.result;
    event.status = answer.status;
    if (auto looked = look_at_rows(pending, look_up_of(actor, thread), true); !looked)
        return looked;
    event.rows = pending.rows;
    const Expression::LookUp over = [&](std::string_view name) {
        Value own = look_up(event, name);
        const bool general = name == "actor" || name == "t" || name == "event" || name == "step";
        return std::holds_alternative<std::monostate>(own) || general ? variable(actor, thread, name) : own;
    };
    for (const auto& [name, value] : instruction.save)
        (*thread.variables)[name] = value.value(over);
    if (instruction.silent || (instruction.silent_if && instruction.silent_if->holds(over)))
        return Done{};
    if (instruction.each && !answer.each.empty()) {
        for (const Fields& line : answer.each) {
            Event one = event;
            one.values = line;
            one.result = text_of(field(line, "result"));
            const Expression::LookUp of_line = [&](std::string_view name) { return look_up(one, name); };
            name_event(one, instruction, of_line);
            emit(std::move(one));
            event.sent.clear(); // attached to the first event only
        }
        return Done{};
    }
    Fields with;
    for (const auto& [name, value] : instruction.with)
        with[name] = value.value(over);
    for (auto& [name, value] : with)
        event.values[name] = std::move(value);
    name_event(event, instruction, over);
    emit(std::move(event));
    return Done{};
}

void Run::Inside::name_event(Event& event, const Instruction& instruction, const Expression::LookUp& over) const
{
    const std::string plain = event_word(event);
    event.event = plain;
    for (const auto& [word, condition] : instruction.events)
        if (!condition || condition->holds(over)) {
            event.event = word;
            break;
        }
    event.named = event.event != plain;
}

Event Run::Inside::blank(const ActorState& actor, const ProgramThread& thread, const Instruction& instruction) const
{
    Event out;
    out.t = now;
    out.actor = actor.spec.name;
    out.thread = thread.number;
    out.step = instruction.step;
    out.wrong = instruction.wrong;
    out.quiet = instruction.quiet;
    return out;
}

void Run::Inside::note(ActorState& actor, ProgramThread& thread, const Instruction& instruction)
{
    Event event = blank(actor, thread, instruction);
    for (const auto& [name, value] : instruction.with)
        event.values[name] = value.value(look_up_of(actor, thread));
    name_event(event, instruction, look_up_of(actor, thread));
    event.named = false; // there is no reply to derive the word from
    emit(std::move(event));
}

void Run::Inside::emit(Event event)
{
    told_that_it_stands = false;
    disturbed = disturbed || event.by_hand || event.event == "gone";
    event.line = playback->size() + 2;
    event.raw = chain.closed(line_of(event, lesson_base));
    if (event.result == "released")
        given_back.insert(text_of(field(event.values, "name")));
    playback->append(event);
    wake_awaiting(event);
}

void Run::Inside::wake_awaiting(const Event& event)
{
    for (const auto& actor : actors)
        for (const auto& thread : actor->threads) {
            if (!thread->awaiting || !thread->awaiting->filter.matches(event))
                continue;
            for (const auto& [name, value] : thread->awaiting->instruction->save)
                (*thread->variables)[name] = value.value([&](std::string_view key) { return look_up(event, key); });
            (*thread->variables)["awaited"] = true;
            thread->awaiting.reset();
            thread->ready = now;
        }
}

// The actor is gone. The lesson continues without it.
Answer<Done> Run::Inside::lost(ActorState& actor, const std::string& why)
{
    if (interrupted)
        return Failure::unavailable("The lesson was stopped.");
    actor.dead = true;
    actor.busy = false;
    others_may_go_on = true;
    for (const auto& thread : actor.threads) {
        thread->ended = true;
        thread->pending.reset();
    }
    if (!playback)
        return Failure::unavailable("The worker for the setup is gone: " + why);
    Event event;
    event.t = now;
    event.actor = actor.spec.name;
    event.event = "gone";
    emit(std::move(event));
    return Done{};
}

} // namespace lockdesk::scenarios
