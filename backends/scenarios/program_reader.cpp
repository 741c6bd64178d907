// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/program_reader.h"

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

std::vector<std::pair<std::string, Expression>> assignments(const YAML::Node& node, const std::string& what)
{
    std::vector<std::pair<std::string, Expression>> out;
    if (node.IsDefined())
        for (const auto& [name, value] : entries(node, what))
            out.emplace_back(name.Scalar(), expression(value, what + " " + name.Scalar()));
    return out;
}

class ProgramReader
{
public:
    explicit ProgramReader(std::string name) : m_name(std::move(name)) {}

    Program body(const YAML::Node& node, const std::string& what)
    {
        if (++m_depth > deepest)
            mistake(node, "this is nested too deep");
        Program out;
        for (const auto& one : list(node, what))
            instruction(one, out);
        --m_depth;
        return out;
    }

private:
    // `at` and `after` before a step are instructions of their own.
    void instruction(const YAML::Node& node, Program& out)
    {
        MapReader reader(node, "a step of '" + m_name + "'");
        Instruction made;
        made.line = line_of(node);
        if (const auto only = reader.get("only"); only.IsDefined())
            made.only = scalars(only, "only");
        if (const auto when = reader.get("when"); when.IsDefined())
            made.when = expression(when, "when");
        Instruction before = made;
        bool has_before = false;
        for (const auto& [key, kind] : {std::pair{"at", Kind::at}, {"after", Kind::sleep}})
            if (const auto time = reader.get(key); time.IsDefined()) {
                before.kind = kind;
                before.time = expression(time, key);
                has_before = true;
            }
        const bool has_main = main(reader, made);
        reader.end();
        if (!has_before && !has_main)
            mistake(node, "what is to be done? Write one of: run, sql, note, at, after, sleep, repeat, for, if, set, start, "
                          "cancel, leave, end, await, or a fault");
        if (has_before)
            out.push_back(std::move(before));
        if (has_main)
            out.push_back(std::move(made));
    }

    bool main(MapReader& reader, Instruction& out)
    {
        const std::vector<std::pair<const char*, void (ProgramReader::*)(MapReader&, const YAML::Node&, Instruction&)>> kinds{
            {"run", &ProgramReader::run},     {"sql", &ProgramReader::sql},   {"note", &ProgramReader::note},
            {"sleep", &ProgramReader::sleep}, {"repeat", &ProgramReader::repeat}, {"for", &ProgramReader::each},
            {"if", &ProgramReader::branch},   {"set", &ProgramReader::set},   {"start", &ProgramReader::start},
            {"cancel", &ProgramReader::cancel}, {"leave", &ProgramReader::leave}, {"end", &ProgramReader::end},
            {"await", &ProgramReader::await}};
        bool found = false;
        for (const auto& [key, read] : kinds) {
            const YAML::Node node = reader.get(key);
            if (!node.IsDefined())
                continue;
            if (found)
                mistake(reader.node(), std::string("a step does one thing; here is '") + key + "' too");
            found = true;
            (this->*read)(reader, node, out);
        }
        if (const auto fault = read_fault(reader)) {
            if (found)
                mistake(reader.node(), "a step does one thing; here is a fault too");
            out.kind = Kind::fault;
            out.name = fault->first;
            out.actor = fault->second;
            out.amount = read_amount(reader);
            common(reader, out);
            return true;
        }
        return found;
    }

    void run(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::run;
        for (const auto& one : node.IsSequence() ? std::vector<YAML::Node>(node.begin(), node.end()) : std::vector{node}) {
            out.commands.push_back(filled_text(one, "run"));
            if (out.commands.back().find('\n') != std::string::npos)
                mistake(one, "a command stands on one line");
        }
        asked(reader, out);
    }

    void sql(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::run;
        out.sql = filled_text(node, "sql");
        asked(reader, out);
    }

    // What every step that asks the store may have.
    void asked(MapReader& reader, Instruction& out)
    {
        if (const auto input = reader.get("input"); input.IsDefined())
            out.input = filled_text(input, "input");
        out.save = assignments(reader.get("save"), "save");
        if (const auto rows = reader.get("show"); rows.IsDefined())
            for (const std::string& row : scalars(rows, "show"))
                out.show.push_back(shown(rows, row));
        for (const auto& [key, flag] : {std::pair{"each", &out.each}, {"may_block", &out.may_block}})
            if (const auto set = reader.get(key); set.IsDefined())
                *flag = truth(set, key);
        if (const auto silent = reader.get("silent"); silent.IsDefined()) {
            if (const std::string word = scalar(silent, "silent"); word == "true" || word == "false")
                out.silent = word == "true";
            else
                out.silent_if = expression(silent, "silent");
        }
        common(reader, out);
    }

    static ShownRow shown(const YAML::Node& node, const std::string& row)
    {
        const auto blank = row.find(' ');
        const std::vector<std::string> entities{"lock", "record", "fence", "task", "message", "draw", "row"};
        if (blank == std::string::npos || std::find(entities.begin(), entities.end(), row.substr(0, blank)) == entities.end())
            mistake(node, "show: write an entity and its key, as 'record ledger'; entities: " + listed(entities));
        return {row.substr(0, blank), row.substr(blank + 1)};
    }

    // What every step that makes an event may have.
    void common(MapReader& reader, Instruction& out)
    {
        const auto step = reader.get("step");
        out.step = step.IsDefined() ? scalar(step, "step") : m_name + "." + std::to_string(++m_steps);
        out.with = assignments(reader.get("with"), "with");
        events(reader.get("event"), out);
        if (const auto say = reader.get("say"); say.IsDefined())
            says(say, out);
        if (const auto why = reader.get("why"); why.IsDefined())
            out.why = text(why, "why");
        for (const auto& [key, flag] : {std::pair{"wrong", &out.wrong}, {"quiet", &out.quiet}})
            if (const auto set = reader.get(key); set.IsDefined())
                *flag = truth(set, key);
    }

    static void events(const YAML::Node& node, Instruction& out)
    {
        if (!node.IsDefined())
            return;
        if (node.IsScalar()) {
            check_word(node, node.Scalar());
            out.events.emplace_back(node.Scalar(), std::nullopt);
            return;
        }
        for (const auto& [word, condition] : entries(node, "event")) {
            check_word(word, word.Scalar());
            out.events.emplace_back(word.Scalar(), expression(condition, "event " + word.Scalar()));
        }
    }

    static void says(const YAML::Node& node, Instruction& out)
    {
        const bool one = node.IsScalar() || node["en"].IsDefined() || node["ko"].IsDefined();
        if (one) {
            out.say[""] = text(node, "say");
            return;
        }
        for (const auto& [word, said] : entries(node, "say")) {
            check_word(word, word.Scalar());
            out.say[word.Scalar()] = text(said, "say " + word.Scalar());
        }
    }

    void note(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::note;
        out.say[""] = text(node, "note");
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
        if (scalar(node, "repeat") != "forever")
            out.times = expression(node, "repeat");
        loop(reader, out);
    }

    void each(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::repeat;
        out.variable = scalar(node, "for");
        out.items = scalars(reader.need("in"), "in");
        loop(reader, out);
    }

    void loop(MapReader& reader, Instruction& out)
    {
        if (const auto every = reader.get("every"); every.IsDefined())
            out.time = expression(every, "every");
        for (const char* key : {"while", "until"})
            if (const auto condition = reader.get(key); condition.IsDefined()) {
                out.condition = expression(condition, key);
                out.until = std::string_view(key) == "until";
            }
        out.body = body(reader.need("do"), "do");
    }

    void branch(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::branch;
        out.condition = expression(node, "if");
        out.body = body(reader.need("then"), "then");
        if (const auto otherwise = reader.get("else"); otherwise.IsDefined())
            out.otherwise = body(otherwise, "else");
    }

    void set(MapReader&, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::set;
        out.set = assignments(node, "set");
    }

    void start(MapReader& reader, const YAML::Node& node, Instruction& out)
    {
        out.kind = Kind::start;
        out.actor = scalar(node, "start"); // the program
        const auto name = reader.get("as");
        out.name = name.IsDefined() ? scalar(name, "as") : out.actor;
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
        const Json filter = json(node);
        try {
            (void)EventFilter::read(filter);
        } catch (const BadRule& bad) {
            mistake(node, "await: " + bad.what);
        }
        out.awaited = dump(filter);
        if (const auto most = reader.get("at_most"); most.IsDefined())
            out.time = expression(most, "at_most");
        out.save = assignments(reader.get("save"), "save");
    }

    std::string m_name;
    int m_steps = 0;
    int m_depth = 0;
};

} // namespace

Program read_program(const YAML::Node& node, const std::string& name)
{
    return ProgramReader(name).body(node, "program '" + name + "'");
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
