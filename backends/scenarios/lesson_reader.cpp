// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/scenarios/command_checks.h"
#include "backends/scenarios/event_filter.h"
#include "backends/scenarios/lesson.h"
#include "backends/scenarios/lesson_names.h"
#include "backends/scenarios/program_reader.h"
#include "backends/scenarios/rules.h"
#include "backends/scenarios/step_checks.h"
#include "backends/scenarios/yaml_budget.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

constexpr std::size_t most_lesson_actors = 50;

// A name to resolve once the whole file is read.
struct Wanted
{
    YAML::Node node;
    std::string what, name;
};

class LessonReader
{
public:
    LessonReader(Mistakes& mistakes, const CommandCheck& check) : m_mistakes(mistakes), m_check(check) {}

    Lesson read(const YAML::Node& root)
    {
        MapReader reader(root, "the lesson", m_mistakes);
        head(reader);
        for (const auto& [name, program] : optional_entries(reader, "programs"))
            m_out.programs[name.Scalar()] = read_program(program, name.Scalar(), m_mistakes);
        reader.maybe("setup", [&](const auto& node) { m_out.setup = read_program(node, "setup", m_mistakes); });
        each(reader, "actors", [&](const auto& one) { add_actor(one); });
        reader.maybe("joinable", [&](const auto& node) { joining(node); });
        reader.must("variants", [&](const auto& node) {
            for (const auto& one : list(node, "variants"))
                m_mistakes.attempt([&] { add_variant(one); });
        });
        each(reader, "lanes", [&](const auto& one) { add_lane(one); });
        each(reader, "faults", [&](const auto& one) { add_fault(one); });
        each(reader, "questions", [&](const auto& one) { add_question(one); });
        each(reader, "contrasts", [&](const auto& one) { add_contrast(one); });
        verdict(reader);
        reader.end();
        check(root);
        return std::move(m_out);
    }

private:
    template <class Read> void each(MapReader& reader, const char* key, Read&& read)
    {
        reader.maybe(key, [&](const auto& node) {
            for (const auto& one : list(node, key))
                m_mistakes.attempt([&] { read(one); });
        });
    }

    std::vector<std::pair<YAML::Node, YAML::Node>> optional_entries(MapReader& reader, const char* key)
    {
        std::vector<std::pair<YAML::Node, YAML::Node>> out;
        reader.maybe(key, [&](const auto& node) { out = entries(node, key); });
        return out;
    }

    std::map<std::string, std::string> variables(MapReader& reader)
    {
        std::map<std::string, std::string> out;
        for (const auto& [name, value] : optional_entries(reader, "set"))
            m_mistakes.attempt([&] { out[name.Scalar()] = scalar(value, "set " + name.Scalar()); });
        return out;
    }

    std::vector<std::string> only(MapReader& reader)
    {
        std::vector<std::string> out;
        reader.maybe("only", [&](const auto& node) {
            out = scalars(node, "only");
            for (const std::string& name : out)
                m_wanted.push_back({node, "variant", name});
        });
        return out;
    }

    // Registers a name that the lesson must define.
    std::string wanted(const YAML::Node& node, const std::string& key, const std::string& what)
    {
        m_wanted.push_back({node, what, scalar(node, key)});
        return node.Scalar();
    }

    void head(MapReader& reader)
    {
        reader.must("lesson", [&](const auto& id) {
            m_out.id = scalar(id, "lesson");
            if (m_out.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
                mistake(id, "the lesson's id has small letters, digits and - only");
        });
        reader.maybe("number", [&](const auto& node) { m_out.number = static_cast<int>(whole(node, "number")); });
        reader.must("title", [&](const auto& node) { m_out.title = text(node, "title"); });
        reader.must("summary", [&](const auto& node) { m_out.summary = text(node, "summary"); });
        reader.maybe("story", [&](const auto& node) { m_out.story = text(node, "story"); });
        m_out.needs = needs(reader);
        reader.must("length", [&](const auto& node) {
            m_out.length = lesson_time(node, "length");
            if (m_out.length <= Duration{0})
                mistake(node, "length: a lesson takes some time");
        });
        m_out.set = variables(reader);
    }

    static std::vector<std::string> needs(MapReader& reader)
    {
        std::vector<std::string> out;
        reader.maybe("needs", [&](const auto& node) {
            out = scalars(node, "needs");
            check_needs(node, out);
        });
        return out;
    }

    void joining(const YAML::Node& node)
    {
        MapReader reader(node, "joinable", m_mistakes);
        m_out.joinable.emplace();
        common(reader, *m_out.joinable);
        reader.end();
    }

    void add_actor(const YAML::Node& node)
    {
        MapReader reader(node, "an actor", m_mistakes);
        ActorSpec out;
        reader.must("name", [&](const auto& name) {
            out.name = scalar(name, "name");
            if (known("actor", out.name) || out.name == "you")
                mistake(name, out.name == "you" ? "'you' is whoever acts by hand"
                                                : "there is an actor '" + out.name + "' already");
        });
        std::int64_t processes = 0;
        reader.maybe("processes", [&](const auto& many) {
            processes = whole(many, "processes");
            if (processes < 1)
                mistake(many, "processes must be 1 or more");
        });
        const auto room = static_cast<std::int64_t>(most_lesson_actors - m_out.actors.size());
        if (std::max<std::int64_t>(processes, 1) > room)
            mistake(node,
                    "a lesson has at most " + std::to_string(most_lesson_actors) + " actors, each of which is a process");
        common(reader, out);
        reader.maybe("title", [&](const auto& title) { out.title = text(title, "title"); });
        reader.maybe("count", [&](const auto& count) {
            out.count = whole(count, "count");
            if (out.count < 1 || out.count > 10'000)
                mistake(count, "count must be 1 to 10000");
        });
        out.only = only(reader);
        reader.end();
        if (processes == 0)
            return m_out.actors.push_back(std::move(out));
        if (out.set.contains("number"))
            mistake(node, "each of its processes has a 'number' of its own; set another name");
        for (ActorSpec& one : each_of_many(out, processes)) {
            if (known("actor", one.name))
                mistake(node, "there is an actor '" + one.name + "' already");
            m_out.actors.push_back(std::move(one));
        }
    }

    void common(MapReader& reader, ActorSpec& out)
    {
        out.kind = "pod";
        reader.maybe("kind", [&](const auto& kind) { out.kind = scalar(kind, "kind"); });
        reader.must("program", [&](const auto& program) { out.program = wanted(program, "program", "program"); });
        out.set = variables(reader);
    }

    void add_variant(const YAML::Node& node)
    {
        MapReader reader(node, "a variant", m_mistakes);
        Variant out;
        reader.must("name", [&](const auto& name) {
            out.name = scalar(name, "name");
            if (m_out.variant(out.name) != nullptr)
                mistake(name, "there is a variant '" + out.name + "' already");
        });
        reader.must("title", [&](const auto& title) { out.title = text(title, "title"); });
        reader.must("expected", [&](const auto& expected) { out.expected = truth(expected, "expected"); });
        reader.maybe("shows", [&](const auto& shows) { out.shows = text(shows, "shows"); });
        out.needs = needs(reader);
        reader.maybe("length", [&](const auto& length) { out.length = lesson_time(length, "length"); });
        out.set = variables(reader);
        reader.end();
        m_out.variants.push_back(std::move(out));
    }

    void add_lane(const YAML::Node& node)
    {
        MapReader reader(node, "a lane", m_mistakes);
        LaneSpec out;
        for (const char* kind : {"actor", "lock", "fence", "record", "task", "outbox", "draw", "row"})
            reader.maybe(kind, [&](const auto& key) {
                out.kind = kind;
                out.key = out.kind == "actor" ? wanted(key, kind, "actor") : scalar(key, kind);
                out.id = out.kind == "actor" ? out.key : out.kind + " " + out.key;
            });
        if (out.kind.empty())
            m_mistakes.add({line_of(node), "a lane of what? Write actor, lock, fence, record, task, outbox, draw or row"});
        reader.maybe("title", [&](const auto& title) { out.title = text(title, "title"); });
        reader.maybe("subtitle", [&](const auto& subtitle) { out.subtitle = text(subtitle, "subtitle"); });
        out.only = only(reader);
        reader.end();
        m_out.lanes.push_back(std::move(out));
    }

    void add_fault(const YAML::Node& node)
    {
        MapReader reader(node, "a fault", m_mistakes);
        FaultSpec out;
        reader.must("at", [&](const auto& at) { out.at = lesson_time(at, "at"); });
        m_mistakes.attempt([&] {
            const auto what = read_fault(reader);
            if (!what)
                mistake(node,
                        "which fault? Write crash, freeze, thaw, slow, hang, cut-off, reconnect or skew with an actor");
            out.fault = what->first;
            out.actor = what->second;
            if (!out.actor.starts_with(holder_of))
                m_wanted.push_back({node, "actor", out.actor});
        });
        m_mistakes.attempt([&] { out.amount = read_amount(reader); });
        reader.maybe("by", [&](const auto& by) { out.by = scalar(by, "by"); });
        out.only = only(reader);
        reader.end();
        m_out.faults.push_back(std::move(out));
    }

    void add_question(const YAML::Node& node)
    {
        MapReader reader(node, "a question", m_mistakes);
        Question out;
        reader.maybe("before", [&](const auto& step) { out.before = wanted(step, "before", "step"); });
        reader.maybe("after", [&](const auto& step) { out.after = wanted(step, "after", "step"); });
        reader.must("ask", [&](const auto& ask) { out.ask = text(ask, "ask"); });
        reader.must("answer", [&](const auto& answer) { out.answer = text(answer, "answer"); });
        each(reader, "choices", [&](const auto& choice) { out.choices.push_back(text(choice, "a choice")); });
        reader.maybe("right", [&](const auto& right) {
            const std::int64_t number = whole(right, "right");
            if (number < 1 || number > static_cast<std::int64_t>(out.choices.size()))
                mistake(right, "right is the number of a choice, from 1");
            out.right = static_cast<std::size_t>(number - 1);
        });
        out.only = only(reader);
        reader.end();
        m_out.questions.push_back(std::move(out));
    }

    void add_contrast(const YAML::Node& node)
    {
        MapReader reader(node, "a contrast", m_mistakes);
        Contrast out;
        reader.must("step", [&](const auto& step) { out.step = wanted(step, "step", "step"); });
        reader.must("variant", [&](const auto& other) { out.variant = wanted(other, "variant", "variant"); });
        reader.maybe("bad", [&](const auto& bad) { out.bad = truth(bad, "bad"); });
        reader.must("text", [&](const auto& said) { out.text = text(said, "text"); });
        out.only = only(reader);
        reader.end();
        m_out.contrasts.push_back(std::move(out));
    }

    void verdict(MapReader& reader)
    {
        Json rules = Json::array();
        const LessonNames names(m_out);
        reader.must("rules", [&](const auto& node) {
            for (const auto& one : list(node, "rules"))
                m_mistakes.attempt([&] { rules.push_back(rule(one, names)); });
        });
        m_out.rules = dump(rules);
        m_out.counts = "{}";
        reader.maybe("counts", [&](const auto& counts) {
            if (const auto bad = counts_defect(dump(json(counts))))
                mistake(counts, *bad);
            m_out.counts = dump(json(counts));
            names.check_counts(counts, m_mistakes);
        });
        reader.maybe("sentence", [&](const auto& sentence) { m_out.sentence = text(sentence, "sentence"); });
    }

    Json rule(const YAML::Node& node, const LessonNames& names)
    {
        MapReader reader(node, "a rule", m_mistakes);
        (void)only(reader);
        reader.maybe("needs", [](const auto& needs) { check_needs(needs, scalars(needs, "needs")); });
        reader.must("text", [](const auto& said) { (void)text(said, "text"); });
        Json out = json(node);
        if (const auto bad = rule_defect(dump(out)))
            mistake(node, *bad);
        names.check_rule(node, m_mistakes);
        return out;
    }

    void check_program(const Program& program, const LessonNames& names)
    {
        for (const Instruction& one : program) {
            const auto tell = [&](const std::string& what) { m_mistakes.add({one.line, what}); };
            for (const std::string& name : one.only)
                if (m_out.variant(name) == nullptr)
                    tell("there is no variant '" + name + "'");
            const bool begins = one.kind == Instruction::Kind::start || one.kind == Instruction::Kind::engine;
            if (begins && !m_out.programs.contains(one.actor))
                tell("there is no program '" + one.actor + "'");
            if (one.kind == Instruction::Kind::fault && !known("actor", one.actor))
                tell("there is no actor '" + one.actor + "'");
            if (one.kind == Instruction::Kind::await)
                if (const auto bad = names.unknown(read_json<Json>(one.awaited)))
                    tell("await: " + *bad);
            check_program(one.body, names);
            check_program(one.otherwise, names);
        }
    }

    [[nodiscard]] bool known(const std::string& what, const std::string& name) const
    {
        if (what == "variant")
            return m_out.variant(name) != nullptr;
        if (what == "program")
            return m_out.programs.contains(name);
        if (what == "step")
            return m_out.has_step(name);
        return std::any_of(m_out.actors.begin(), m_out.actors.end(), [&](const ActorSpec& a) { return a.name == name; });
    }

    void check(const YAML::Node& root)
    {
        for (const Wanted& one : m_wanted)
            if (!known(one.what, one.name))
                m_mistakes.add({line_of(one.node), "there is no " + one.what + " '" + one.name + "'"});
        const LessonNames names(m_out);
        check_program(m_out.setup, names);
        for (const auto& [name, program] : m_out.programs)
            check_program(program, names);
        if (m_out.variants.empty() && m_mistakes.none())
            mistake(root, "a lesson has at least one variant");
        if (m_out.actors.empty() && m_mistakes.none())
            mistake(root, "a lesson has at least one actor");
        check_commands(m_out, m_check, m_mistakes);
        check_steps(m_out, m_mistakes);
        if (m_out.lanes.empty())
            for (const ActorSpec& one : m_out.actors)
                m_out.lanes.push_back({one.name, "actor", one.name, one.title, {}});
    }

    Mistakes& m_mistakes;
    const CommandCheck& m_check;
    Lesson m_out;
    std::vector<Wanted> m_wanted;
};

std::string at_line(const std::filesystem::path& file, int line, const std::string& what)
{
    // A mistake is one line, whatever the file contains.
    return one_line((file.empty() ? std::string() : file.string() + ": ") + "line " + std::to_string(line) + ": " + what);
}

} // namespace

Answer<Lesson> parse_lesson(std::string_view text, const std::filesystem::path& file, const CommandCheck& check,
                            bool built_in)
{
    Mistakes mistakes;
    Lesson out;
    mistakes.attempt([&] {
        try {
            const std::string all(text);
            if (!built_in)
                check_yaml_budget(all);
            const YAML::Node root = YAML::Load(all);
            if (!root.IsMap())
                throw Mistake{1, "this is no lesson: it must begin with keys such as lesson, title, actors"};
            out = LessonReader(mistakes, check).read(root);
        } catch (const YAML::Exception& wrong) {
            throw Mistake{wrong.mark.line + 1, wrong.msg};
        } catch (const std::exception& wrong) { // no content of a file may end the program
            throw Mistake{1, std::string("it cannot be read: ") + wrong.what()};
        }
    });
    if (!mistakes.none()) {
        std::string all;
        for (const Mistake& one : mistakes.sorted())
            all += (all.empty() ? "" : "\n") + at_line(file, one.line, one.what);
        return Failure::usage(all);
    }
    out.file = file;
    return out;
}

} // namespace lockdesk::scenarios
