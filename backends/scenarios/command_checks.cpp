// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/command_checks.h"

#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/scenarios/lesson_verbs.h"
#include "backends/scenarios/player.h"
#include "backends/scenarios/shown_rows.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockdesk::scenarios {

namespace {

constexpr int most_steps = 30'000;
constexpr Duration shortest_round = std::chrono::milliseconds{1};

using Names = std::set<std::string, std::less<>>;

// Adds all names that a program may set while it runs.
void add_assigned(const Program& program, Names& names)
{
    for (const Instruction& one : program) {
        for (const auto* assignments : {&one.save, &one.set})
            for (const auto& [name, value] : *assignments)
                names.insert(name);
        if (!one.variable.empty())
            names.insert(one.variable);
        if (one.kind == Instruction::Kind::engine) // values that a part passes to its program
            for (const char* name : {"owner", "token", "message", "row_token", "payload", "lost", "asked"})
                names.insert(name);
        add_assigned(one.body, names);
        add_assigned(one.otherwise, names);
    }
}

// Replaces each ${...} by the result of `inside`.
template <class Inside> std::string filled(std::string_view text, Inside&& inside)
{
    std::string out;
    for (auto begin = text.find("${"); begin != std::string_view::npos; begin = text.find("${")) {
        const auto end = text.find('}', begin);
        out += text.substr(0, begin);
        out += inside(text.substr(begin + 2, end - begin - 2));
        text.remove_prefix(std::min(end, text.size() - 1) + 1);
    }
    return out += text;
}

class CommandChecks
{
public:
    CommandChecks(const Lesson& lesson, const CommandCheck& check, Mistakes& mistakes)
        : m_lesson(lesson), m_check(check), m_mistakes(mistakes)
    {
        add_assigned(lesson.setup, m_in_the_run);
        for (const auto& [name, program] : lesson.programs)
            add_assigned(program, m_in_the_run);
        for (const char* name : {"awaited", "index"})
            m_in_the_run.insert(name);
        add_names(lesson.set);
        for (const Variant& one : lesson.variants)
            add_names(one.set);
        for (const ActorSpec& one : lesson.actors)
            add_names(one.set);
        if (lesson.joinable)
            add_names(lesson.joinable->set);
    }

    void all()
    {
        for (const Variant& variant : m_lesson.variants) {
            m_variant = &variant;
            m_reached.clear();
            as(ActorSpec{"setup", "setup", {}, {}, 1, {}, {}}, m_lesson.setup);
            for (const ActorSpec& actor : m_lesson.actors)
                if (is_meant(actor.only, variant.name))
                    as(actor, actor.program);
            if (m_lesson.joinable)
                as(*m_lesson.joinable, m_lesson.joinable->program);
            for (const auto& [name, program] : m_lesson.programs)
                if (!m_reached.contains(name))
                    as_anybody(program);
        }
    }

private:
    void add_names(const std::map<std::string, std::string>& set)
    {
        for (const auto& [name, value] : set)
            m_somewhere.insert(name);
    }

    void as(const ActorSpec& actor, const Program& program)
    {
        begin(actor);
        look(program);
    }

    void as(const ActorSpec& actor, const std::string& program)
    {
        begin(actor);
        look(program);
    }

    void begin(const ActorSpec& actor)
    {
        m_actor = &actor;
        m_begun.clear();
        m_parts = 0;
    }

    // For a program that no actor starts in this variant: its variables are unknown.
    void as_anybody(const Program& program)
    {
        const ActorSpec anybody{"anybody", {}, {}, {}, 1, {}, {}};
        as(anybody, program);
    }

    void look(const std::string& program)
    {
        const auto found = m_lesson.programs.find(program);
        if (found == m_lesson.programs.end() || !m_begun.insert(program).second)
            return;
        m_reached.insert(program);
        look(found->second);
    }

    void look(const Program& program)
    {
        for (const Instruction& one : program) {
            // Counts every actor's steps in every variant: a file of a hundred kilobytes may have millions.
            if (++m_steps > most_steps)
                return m_steps == most_steps + 1
                           ? m_mistakes.add({one.line, "the lesson is too large: its actors have more than "
                                                           + std::to_string(most_steps) + " steps in all variants"})
                           : void();
            if (!is_meant(one.only, m_variant->name))
                continue;
            if (one.kind == Instruction::Kind::run || one.kind == Instruction::Kind::engine)
                look(one);
            look_at_time(one);
            if (one.kind == Instruction::Kind::engine)
                count_part(one);
            if (one.kind == Instruction::Kind::repeat)
                look_at_loop(one);
            if (one.kind == Instruction::Kind::start || one.kind == Instruction::Kind::engine)
                look(one.actor);
            look(one.body);
            look(one.otherwise);
        }
    }

    // A time known only during a run is checked by the actor.
    void look_at_time(const Instruction& one)
    {
        const auto time = one.time ? constant(*one.time, one.line) : std::nullopt;
        if (time && span(*time).value_or(Duration{0}) > longest_lesson)
            m_mistakes.add({one.line, "'" + one.time->text() + "': a lesson takes no longer than a year"});
    }

    void count_part(const Instruction& part)
    {
        const std::int64_t before = std::exchange(m_parts, m_parts + m_actor->count);
        if (before <= most_parts_of_an_actor && m_parts > most_parts_of_an_actor)
            m_mistakes.add({part.line, "the engine plays at most " + std::to_string(most_parts_of_an_actor)
                                           + " parts of an actor; '" + m_actor->name + "' has more"});
    }

    // Reports a loop without end in which no time passes. Variables count if the lesson sets them from the start.
    void look_at_loop(const Instruction& loop)
    {
        if (loop.times || !loop.items.empty())
            return;
        const auto every = loop.time ? constant(*loop.time, loop.line) : std::nullopt;
        const Duration shortest = std::max(shortest_round, m_lesson.length / 100'000);
        if (every && span(*every).value_or(Duration{0}) < shortest)
            return m_mistakes.add({loop.line, "this loop never ends: 'every' must be " + duration_text(shortest)
                                                  + " or longer, not '" + loop.time->text() + "'"});
        const auto condition = loop.condition ? constant(*loop.condition, loop.line) : std::optional(Value{!loop.until});
        const bool goes_on = condition && is_true(*condition) != loop.until;
        if (goes_on && !loop.time && !passes_or_ends(loop.body))
            m_mistakes.add(
                {loop.line, "this loop never ends: give it 'every', 'while' or 'until', or a step that takes time"});
    }

    // The value if it is the same throughout; nullopt: it depends on the run.
    std::optional<Value> constant(const Expression& expression, int line)
    {
        bool unknown = false;
        Value value = expression.value([&](std::string_view name) {
            unknown = unknown || name == "t" || name == "now" || name == "my_clock";
            return variable(name, line, unknown);
        });
        return unknown ? std::nullopt : std::optional(std::move(value));
    }

    static bool passes_or_ends(const Program& program)
    {
        using Kind = Instruction::Kind;
        return std::any_of(program.begin(), program.end(), [](const Instruction& one) {
            return one.kind == Kind::at || one.kind == Kind::sleep || one.kind == Kind::leave || one.kind == Kind::end
                   || one.kind == Kind::await || (one.kind == Kind::repeat && one.time) || passes_or_ends(one.body)
                   || passes_or_ends(one.otherwise);
        });
    }

    void judge(const std::string& whose, const std::string& command, const std::string& input, int line)
    {
        if (!m_check || !m_looked.insert(std::to_string(line) + " " + command + "\n" + input).second)
            return;
        if (auto wrong = m_check(command, input)) {
            for (std::size_t at = 0; (at = wrong->find(unknown_value, at)) != std::string::npos;)
                wrong->replace(at, unknown_value.size(), "${...}"); // a value of the run stands here
            m_mistakes.add({line, whose + ": " + *wrong});
        }
    }

    void look(const Instruction& step)
    {
        if (!step.sql.empty())
            judge("sql", "sql " + shell_word(fill(step.sql, step.line)), {}, step.line);
        for (const ShownRow& row : step.show) {
            const std::string key = fill(row.key, step.line);
            if (row.entity == "row" && key.find(unknown_value) == std::string::npos)
                judge("show", "sql " + shell_word(row_statement(key)), {}, step.line);
        }
        const std::string input = fill(step.input, step.line);
        for (std::size_t i = 0; i < step.commands.size(); ++i) {
            const std::string before = step.kind == Instruction::Kind::engine ? "engine " : "";
            const std::string command = fill(step.commands[i], step.command_lines[i]);
            judge(step.commands[i], before + command, input, step.command_lines[i]);
            if (step.kind == Instruction::Kind::engine)
                check_redlock(command, step.command_lines[i]);
        }
    }

    // Without the need the lesson would begin where no servers are, and stop at this step.
    void check_redlock(const std::string& part, int line)
    {
        const bool takes_it =
            part.find("--guard redlock") != std::string::npos || part.find("--guard=redlock") != std::string::npos;
        if (takes_it && !needs_redlock(m_lesson, *m_variant))
            m_mistakes.add({line, "the guard redlock takes several Redis servers: write needs: [redlock] in the lesson or in variant '"
                                      + m_variant->name + "'"});
    }

    std::string fill(std::string_view text, int line)
    {
        return filled(text, [&](std::string_view inside) {
            bool unknown = false;
            const auto expression = Expression::parse(inside);
            if (!expression)
                return std::string(unknown_value); // reported when the text was read
            const Value value = expression->value([&](std::string_view name) { return variable(name, line, unknown); });
            return unknown ? std::string(unknown_value) : text_of(value);
        });
    }

    // Looks variables up like a run; one known only during the run makes the whole expression unknown.
    Value variable(std::string_view name, int line, bool& unknown)
    {
        const std::string key(name);
        if (!m_in_the_run.contains(name)) {
            for (const auto* set : {&m_actor->set, &m_variant->set, &m_lesson.set})
                if (const auto found = set->find(key); found != set->end())
                    return as_written(found->second);
            if (name == "me")
                return m_actor->name + "/1000/0123456789abcdef";
            if (name == "actor")
                return m_actor->name;
            if (name == "variant")
                return m_variant->name;
            if (name == "t")
                return std::int64_t{0};
            if (name == "now" || name == "my_clock")
                return to_us(lesson_base);
        }
        unknown = true;
        if (!m_in_the_run.contains(name) && !m_somewhere.contains(name) && name != "store")
            m_mistakes.add({line, "nobody sets '" + key + "'"});
        return {};
    }

    const Lesson& m_lesson;
    const CommandCheck& m_check;
    Mistakes& m_mistakes;
    Names m_in_the_run; ///< variables that programs set
    Names m_somewhere;  ///< variables set from the start, in some variant or for some actor
    Names m_reached, m_begun;
    std::set<std::string> m_looked;
    int m_steps = 0;
    std::int64_t m_parts = 0; ///< number of this actor's parts in this variant
    const Variant* m_variant = nullptr;
    const ActorSpec* m_actor = nullptr;
};

} // namespace

void check_commands(const Lesson& lesson, const CommandCheck& check, Mistakes& mistakes)
{
    CommandChecks(lesson, check, mistakes).all();
}

} // namespace lockdesk::scenarios
