// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/program_reader.h"

#include "backends/json/json.h"
#include "backends/scenarios/event.h"
#include "backends/scenarios/event_filter.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

using Kind = Instruction::Kind;

constexpr int deepest = 20;

void check_word(const YAML::Node& node, const std::string& word)
{
    const auto& words = event_words();
    if (!std::binary_search(words.begin(), words.end(), word))
        mistake(node, "there is no event '" + word + "'; there are: " + listed(words));
}

class ProgramReader
{
public:
    ProgramReader(std::string name, Mistakes& mistakes) : m_name(std::move(name)), m_mistakes(mistakes) {}

    Program body(const YAML::Node& node, const std::string& what)
    {
        Program out;
        m_mistakes.attempt([&] {
            if (m_depth == deepest)
                mistake(node, "this is nested too deep");
            ++m_depth;
            if (node.IsSequence())
                for (const auto& one : node)
                    m_mistakes.attempt([&] { instruction(one, out); });
            --m_depth;
            (void)list(node, what);
        });
        return out;
    }

private:
    // `at` and `after` on a step become instructions of their own.
    void instruction(const YAML::Node& node, Program& out)
    {
        MapReader reader(node, "a step of '" + m_name + "'", m_mistakes);
        Instruction made;
        made.line = line_of(node);
        reader.maybe("only", [&](const auto& only) { made.only = scalars(only, "only"); });
        reader.maybe("when", [&](const auto& when) { made.when = expression(when, "when"); });
        Instruction before = made;
        bool has_before = false;
        for (const auto& [key, kind] : {std::pair{"at", Kind::at}, {"after", Kind::sleep}})
            reader.maybe(key, [&, key = key, kind = kind](const auto& time) {
                has_before = true;
                before.kind = kind;
                before.time = expression(time, key);
            });
        const bool has_main = main(reader, made);
        reader.end();
        if (!has_before && !has_main)
            mistake(node, "what is to be done? Write one of: run, sql, note, at, after, sleep, repeat, for, if, set, start, "
                          "cancel, leave, end, await, engine, stop, or a fault");
        if (has_before)
            out.push_back(std::move(before));
        if (has_main)
            out.push_back(std::move(made));
    }

    bool main(MapReader& reader, Instruction& out)
    {
        const std::vector<std::pair<const char*, void (ProgramReader::*)(MapReader&, const YAML::Node&, Instruction&)>>
            kinds{{"run", &ProgramReader::run},       {"sql", &ProgramReader::sql},       {"note", &ProgramReader::note},
                  {"sleep", &ProgramReader::sleep},   {"repeat", &ProgramReader::repeat}, {"for", &ProgramReader::each},
                  {"if", &ProgramReader::branch},     {"set", &ProgramReader::set},       {"start", &ProgramReader::start},
                  {"cancel", &ProgramReader::cancel}, {"leave", &ProgramReader::leave},   {"end", &ProgramReader::end},
                  {"await", &ProgramReader::await},   {"engine", &ProgramReader::engine}, {"stop", &ProgramReader::stop}};
        bool found = false;
        for (const auto& [key, read] : kinds)
            reader.maybe(key, [&, key = key, read = read](const auto& node) {
                if (found)
                    mistake(reader.node(), std::string("a step does one thing; here is '") + key + "' too");
                found = true;
                (this->*read)(reader, node, out);
            });
        m_mistakes.attempt([&] {
            const auto fault = read_fault(reader);
            if (fault && found)
                mistake(reader.node(), "a step does one thing; here is a fault too");
            if (!fault)
                return;
            found = true;
            out.kind = Kind::fault;
            out.name = fault->first;
            out.actor = fault->second;
            m_mistakes.attempt([&] { out.amount = read_amount(reader); });
            common(reader, out);
        });
        return found;
    }

    std::vector<std::pair<std::string, Expression>> assignments(const YAML::Node& node, const std::string& what)
    {
        std::vector<std::pair<std::string, Expression>> out;
        for (const auto& [name, value] : entries(node, what))
            m_mistakes.attempt([&] { out.emplace_back(name.Scalar(), expression(value, what + " " + name.Scalar())); });
        return out;
    }

    void run(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::run;
        for (const auto& one : node.IsSequence() ? std::vector<YAML::Node>(node.begin(), node.end()) : std::vector{node})
            m_mistakes.attempt([&] {
                const std::string command = filled_text(one, "run");
                if (command.find('\n') != std::string::npos)
                    mistake(one, "a command stands on one line");
                out.commands.push_back(command);
                out.command_lines.push_back(line_of(one));
            });
        asked(reader, out);
    }

    void sql(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::run;
        m_mistakes.attempt([&] { out.sql = filled_text(node, "sql"); });
        asked(reader, out);
    }

    // Reads the keys common to steps that use the store.
    void asked(MapReader& reader, Instruction& out)
    {
        reader.maybe("input", [&](const auto& input) { out.input = filled_text(input, "input"); });
        reader.maybe("save", [&](const auto& save) { out.save = assignments(save, "save"); });
        rows(reader, out);
        for (const auto& [key, flag] : {std::pair{"each", &out.each}, {"may_block", &out.may_block}})
            reader.maybe(key, [key = key, flag = flag](const auto& set) { *flag = truth(set, key); });
        silence(reader, out);
        common(reader, out);
    }

    void silence(MapReader& reader, Instruction& out)
    {
        reader.maybe("silent", [&](const auto& silent) {
            if (const std::string word = scalar(silent, "silent"); word == "true" || word == "false")
                out.silent = word == "true";
            else
                out.silent_if = expression(silent, "silent");
        });
    }

    void rows(MapReader& reader, Instruction& out)
    {
        reader.maybe("show", [&](const auto& rows) {
            for (const std::string& row : scalars(rows, "show"))
                m_mistakes.attempt([&] { out.show.push_back(shown(rows, row)); });
        });
    }

    static ShownRow shown(const YAML::Node& node, const std::string& row)
    {
        const auto blank = row.find(' ');
        const std::vector<std::string> entities{"lock", "record", "fence", "task", "message", "draw", "row"};
        if (blank == std::string::npos
            || std::find(entities.begin(), entities.end(), row.substr(0, blank)) == entities.end())
            mistake(node, "show: write an entity and its key, as 'record ledger'; entities: " + listed(entities));
        return {row.substr(0, blank), row.substr(blank + 1)};
    }

    // Reads the keys common to steps that emit an event.
    void common(MapReader& reader, Instruction& out)
    {
        out.step = m_name + "." + std::to_string(m_steps + 1);
        const auto step = reader.get("step");
        if (step.IsDefined())
            m_mistakes.attempt([&] { out.step = scalar(step, "step"); });
        else
            ++m_steps;
        reader.maybe("with", [&](const auto& with) { out.with = assignments(with, "with"); });
        reader.maybe("event", [&](const auto& event) { events(event, out); });
        reader.maybe("say", [&](const auto& say) { by_word(say, "say", out.say); });
        reader.maybe("why", [&](const auto& why) { by_word(why, "why", out.why); });
        reader.maybe("wrong", [&](const auto& set) { out.wrong = truth(set, "wrong"); });
        reader.maybe("quiet", [&](const auto& set) {
            if (out.kind != Kind::engine || !set.IsSequence())
                return void(out.quiet = truth(set, "quiet"));
            out.quiet_words = scalars(set, "quiet");
            for (const std::string& word : out.quiet_words)
                check_word(set, word);
        });
    }

    void events(const YAML::Node& node, Instruction& out)
    {
        if (node.IsScalar()) {
            check_word(node, node.Scalar());
            out.events.emplace_back(node.Scalar(), std::nullopt);
            return;
        }
        for (const auto& [word, condition] : entries(node, "event"))
            m_mistakes.attempt([&, word = word, condition = condition] {
                check_word(word, word.Scalar());
                out.events.emplace_back(word.Scalar(), expression(condition, "event " + word.Scalar()));
            });
    }

    void by_word(const YAML::Node& node, const std::string& key, std::map<std::string, Text>& out)
    {
        const bool one = node.IsScalar() || node["en"].IsDefined() || node["ko"].IsDefined();
        if (one) {
            out[""] = text(node, key);
            return;
        }
        for (const auto& [word, said] : entries(node, key))
            m_mistakes.attempt([&, word = word, said = said] {
                check_word(word, word.Scalar());
                out[word.Scalar()] = text(said, key + " " + word.Scalar());
            });
    }

    void note(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::note;
        m_mistakes.attempt([&] { out.say[""] = text(node, "note"); });
        common(reader, out);
        if (out.events.empty())
            out.events.emplace_back("note", std::nullopt);
    }

    void sleep(MapReader&, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::sleep;
        out.time = expression(node, "sleep");
    }

    void repeat(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::repeat;
        m_mistakes.attempt([&] {
            if (scalar(node, "repeat") != "forever")
                out.times = expression(node, "repeat");
        });
        loop(reader, out);
    }

    void each(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::repeat;
        m_mistakes.attempt([&] { out.variable = scalar(node, "for"); });
        reader.must("in", [&](const auto& items) { out.items = scalars(items, "in"); });
        loop(reader, out);
    }

    void loop(MapReader& reader, Instruction& out)
    {
        reader.maybe("every", [&](const auto& every) { out.time = expression(every, "every"); });
        for (const char* key : {"while", "until"})
            reader.maybe(key, [&](const auto& condition) {
                out.condition = expression(condition, key);
                out.until = std::string_view(key) == "until";
            });
        reader.must("do", [&](const auto& steps) { out.body = body(steps, "do"); });
    }

    void branch(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::branch;
        m_mistakes.attempt([&] { out.condition = expression(node, "if"); });
        reader.must("then", [&](const auto& steps) { out.body = body(steps, "then"); });
        reader.maybe("else", [&](const auto& steps) { out.otherwise = body(steps, "else"); });
    }

    void set(MapReader&, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::set;
        out.set = assignments(node, "set");
    }

    void start(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::start;
        out.actor = scalar(node, "start"); // name of the program
        out.name = out.actor;
        reader.maybe("as", [&](const auto& name) { out.name = scalar(name, "as"); });
    }

    void cancel(MapReader&, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::cancel;
        out.name = scalar(node, "cancel");
    }

    void leave(MapReader&, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::leave;
        if (scalar(node, "leave") != "loop")
            mistake(node, "write: leave: loop");
    }

    void end(MapReader&, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::end;
        if (scalar(node, "end") != "program")
            mistake(node, "write: end: program");
    }

    void await(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::await;
        m_mistakes.attempt([&] {
            const Json filter = json(node);
            try {
                (void)EventFilter::read(filter);
            } catch (const BadRule& bad) {
                mistake(node, "await: " + bad.what);
            }
            out.awaited = dump(filter);
        });
        reader.maybe("at_most", [&](const auto& most) { out.time = expression(most, "at_most"); });
        reader.maybe("save", [&](const auto& save) { out.save = assignments(save, "save"); });
    }

    void engine(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::engine;
        m_mistakes.attempt([&] {
            out.commands.push_back(filled_text(node, "engine"));
            out.command_lines.push_back(line_of(node));
            if (out.commands.front().find('\n') != std::string::npos)
                mistake(node, "a command stands on one line");
        });
        reader.must("do", [&](const auto& program) { out.actor = scalar(program, "do"); });
        out.name = out.actor;
        reader.maybe("as", [&](const auto& name) { out.name = scalar(name, "as"); });
        rows(reader, out);
        silence(reader, out);
        common(reader, out);
    }

    void stop(MapReader&, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::stop;
        out.name = scalar(node, "stop");
    }

    std::string m_name;
    Mistakes& m_mistakes;
    int m_steps = 0;
    int m_depth = 0;
};

} // namespace

Program read_program(const YAML::Node& node, const std::string& name, Mistakes& mistakes)
{
    return ProgramReader(name, mistakes).body(node, "program '" + name + "'");
}

std::optional<std::string> fault_word(const std::string& word)
{
    for (const char* known : {"crash", "freeze", "thaw", "slow", "hang", "reconnect", "skew"})
        if (word == known)
            return word;
    return word == "cut-off" || word == "cut_off" ? std::optional<std::string>("cut_off") : std::nullopt;
}

std::optional<std::pair<std::string, std::string>> read_fault(MapReader& reader)
{
    std::optional<std::pair<std::string, std::string>> out;
    for (const char* word : {"crash", "freeze", "thaw", "slow", "hang", "cut-off", "reconnect", "skew"}) {
        const YAML::Node actor = reader.get(word);
        if (!actor.IsDefined())
            continue;
        if (out)
            mistake(actor, "one fault at a time");
        out = {*fault_word(word), scalar(actor, word)};
    }
    return out;
}

std::int64_t read_amount(MapReader& reader)
{
    if (const auto times = reader.get("times"); times.IsDefined()) {
        const std::int64_t out = whole(times, "times");
        if (out < 1 || out > 1'000'000)
            mistake(times, "times must be 1 to 1000000");
        return out;
    }
    const auto ahead = reader.get("ahead");
    return ahead.IsDefined() ? to_us(duration(ahead, "ahead")) : 0;
}

} // namespace lockdesk::scenarios
