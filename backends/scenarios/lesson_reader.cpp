// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/event_filter.h"
#include "backends/scenarios/lesson.h"
#include "backends/scenarios/lesson_names.h"
#include "backends/scenarios/program_reader.h"
#include "backends/scenarios/rules.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

// Names that are looked up when the whole file is read.
struct Wanted
{
    YAML::Node node;
    std::string what, name;
};

class LessonReader
{
public:
    Lesson read(const YAML::Node& root)
    {
        MapReader reader(root, "the lesson");
        head(reader);
        for (const auto& [name, program] : optional_entries(reader, "programs"))
            m_out.programs[name.Scalar()] = read_program(program, name.Scalar());
        if (const auto setup = reader.get("setup"); setup.IsDefined())
            m_out.setup = read_program(setup, "setup");
        for (const auto& one : optional_list(reader, "actors"))
            m_out.actors.push_back(actor(one));
        if (const auto joinable = reader.get("joinable"); joinable.IsDefined())
            m_out.joinable = joining(joinable);
        for (const auto& one : list(reader.need("variants"), "variants"))
            add_variant(one);
        for (const auto& one : optional_list(reader, "lanes"))
            m_out.lanes.push_back(lane(one));
        for (const auto& one : optional_list(reader, "faults"))
            m_out.faults.push_back(fault(one));
        for (const auto& one : optional_list(reader, "questions"))
            m_out.questions.push_back(question(one));
        for (const auto& one : optional_list(reader, "contrasts"))
            m_out.contrasts.push_back(contrast(one));
        verdict(reader);
        reader.end();
        check(root);
        return std::move(m_out);
    }

private:
    static YAML::Node empty_list() { return YAML::Node(YAML::NodeType::Sequence); }

    static YAML::Node optional_list(MapReader& reader, const char* key)
    {
        const auto found = reader.get(key);
        return found.IsDefined() ? list(found, key) : empty_list();
    }

    static std::vector<std::pair<YAML::Node, YAML::Node>> optional_entries(MapReader& reader, const char* key)
    {
        const auto found = reader.get(key);
        return found.IsDefined() ? entries(found, key) : std::vector<std::pair<YAML::Node, YAML::Node>>{};
    }

    static std::map<std::string, std::string> variables(MapReader& reader)
    {
        std::map<std::string, std::string> out;
        for (const auto& [name, value] : optional_entries(reader, "set"))
            out[name.Scalar()] = scalar(value, "set " + name.Scalar());
        return out;
    }

    std::vector<std::string> only(MapReader& reader)
    {
        const auto node = reader.get("only");
        if (!node.IsDefined())
            return {};
        auto out = scalars(node, "only");
        for (const std::string& name : out)
            m_wanted.push_back({node, "variant", name});
        return out;
    }

    void head(MapReader& reader)
    {
        const YAML::Node id = reader.need("lesson");
        m_out.id = scalar(id, "lesson");
        if (m_out.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
            mistake(id, "the lesson's id has small letters, digits and - only");
        if (const auto number = reader.get("number"); number.IsDefined())
            m_out.number = static_cast<int>(whole(number, "number"));
        m_out.title = text(reader.need("title"), "title");
        m_out.summary = text(reader.need("summary"), "summary");
        if (const auto story = reader.get("story"); story.IsDefined())
            m_out.story = text(story, "story");
        m_out.needs = needs(reader);
        const YAML::Node length = reader.need("length");
        m_out.length = duration(length, "length");
        if (m_out.length <= Duration{0})
            mistake(length, "length: a lesson takes some time");
        m_out.set = variables(reader);
    }

    static std::vector<std::string> needs(MapReader& reader)
    {
        const auto node = reader.get("needs");
        if (!node.IsDefined())
            return {};
        auto out = scalars(node, "needs");
        check_needs(node, out);
        return out;
    }

    ActorSpec joining(const YAML::Node& node)
    {
        MapReader reader(node, "joinable");
        ActorSpec out;
        common(reader, out);
        reader.end();
        return out;
    }

    ActorSpec actor(const YAML::Node& node)
    {
        MapReader reader(node, "an actor");
        ActorSpec out;
        const YAML::Node name = reader.need("name");
        out.name = scalar(name, "name");
        const bool taken = std::any_of(m_out.actors.begin(), m_out.actors.end(), [&](const auto& a) { return a.name == out.name; });
        if (taken || out.name == "you")
            mistake(name, taken ? "there is an actor '" + out.name + "' already" : "'you' is whoever acts by hand");
        common(reader, out);
        if (const auto title = reader.get("title"); title.IsDefined())
            out.title = text(title, "title");
        if (const auto count = reader.get("count"); count.IsDefined())
            out.count = whole(count, "count");
        if (out.count < 1 || out.count > 10'000)
            mistake(node, "count must be 1 to 10000");
        out.only = only(reader);
        reader.end();
        return out;
    }

    void common(MapReader& reader, ActorSpec& out)
    {
        const auto kind = reader.get("kind");
        out.kind = kind.IsDefined() ? scalar(kind, "kind") : "pod";
        const YAML::Node program = reader.need("program");
        out.program = scalar(program, "program");
        m_wanted.push_back({program, "program", out.program});
        out.set = variables(reader);
    }

    void add_variant(const YAML::Node& node)
    {
        MapReader reader(node, "a variant");
        Variant out;
        const YAML::Node name = reader.need("name");
        out.name = scalar(name, "name");
        if (m_out.variant(out.name) != nullptr)
            mistake(name, "there is a variant '" + out.name + "' already");
        out.title = text(reader.need("title"), "title");
        out.expected = truth(reader.need("expected"), "expected");
        if (const auto shows = reader.get("shows"); shows.IsDefined())
            out.shows = text(shows, "shows");
        out.needs = needs(reader);
        if (const auto length = reader.get("length"); length.IsDefined())
            out.length = duration(length, "length");
        out.set = variables(reader);
        reader.end();
        m_out.variants.push_back(std::move(out));
    }

    LaneSpec lane(const YAML::Node& node)
    {
        MapReader reader(node, "a lane");
        LaneSpec out;
        for (const char* kind : {"actor", "lock", "fence", "record", "task", "outbox", "draw", "row"}) {
            const auto key = reader.get(kind);
            if (!key.IsDefined())
                continue;
            out.kind = kind;
            out.key = scalar(key, kind);
            out.id = out.kind == "actor" ? out.key : out.kind + " " + out.key;
            if (out.kind == "actor")
                m_wanted.push_back({key, "actor", out.key});
        }
        if (out.kind.empty())
            mistake(node, "a lane of what? Write actor, lock, fence, record, task, outbox, draw or row");
        if (const auto title = reader.get("title"); title.IsDefined())
            out.title = text(title, "title");
        if (const auto subtitle = reader.get("subtitle"); subtitle.IsDefined())
            out.subtitle = text(subtitle, "subtitle");
        out.only = only(reader);
        reader.end();
        return out;
    }

    FaultSpec fault(const YAML::Node& node)
    {
        MapReader reader(node, "a fault");
        FaultSpec out;
        out.at = duration(reader.need("at"), "at");
        const auto what = read_fault(reader);
        if (!what)
            mistake(node, "which fault? Write crash, freeze, thaw, slow, hang, cut-off, reconnect or skew with an actor");
        out.fault = what->first;
        out.actor = what->second;
        m_wanted.push_back({node, "actor", out.actor});
        out.amount = read_amount(reader);
        if (const auto by = reader.get("by"); by.IsDefined())
            out.by = scalar(by, "by");
        out.only = only(reader);
        reader.end();
        return out;
    }

    Question question(const YAML::Node& node)
    {
        MapReader reader(node, "a question");
        Question out;
        for (const auto& [key, place] : {std::pair{"before", &out.before}, {"after", &out.after}})
            if (const auto step = reader.get(key); step.IsDefined()) {
                *place = scalar(step, key);
                m_wanted.push_back({step, "step", *place});
            }
        out.ask = text(reader.need("ask"), "ask");
        out.answer = text(reader.need("answer"), "answer");
        for (const auto& choice : optional_list(reader, "choices"))
            out.choices.push_back(text(choice, "a choice"));
        if (const auto right = reader.get("right"); right.IsDefined()) {
            const std::int64_t number = whole(right, "right");
            if (number < 1 || number > static_cast<std::int64_t>(out.choices.size()))
                mistake(right, "right is the number of a choice, from 1");
            out.right = static_cast<std::size_t>(number - 1);
        }
        out.only = only(reader);
        reader.end();
        return out;
    }

    Contrast contrast(const YAML::Node& node)
    {
        MapReader reader(node, "a contrast");
        Contrast out;
        const YAML::Node step = reader.need("step"), other = reader.need("variant");
        out.step = scalar(step, "step");
        m_wanted.push_back({step, "step", out.step});
        out.variant = scalar(other, "variant");
        m_wanted.push_back({other, "variant", out.variant});
        if (const auto bad = reader.get("bad"); bad.IsDefined())
            out.bad = truth(bad, "bad");
        out.text = text(reader.need("text"), "text");
        out.only = only(reader);
        reader.end();
        return out;
    }

    void verdict(MapReader& reader)
    {
        Json rules = Json::array();
        const LessonNames names(m_out);
        for (const auto& one : list(reader.need("rules"), "rules")) {
            MapReader rule(one, "a rule");
            (void)only(rule);
            (void)text(rule.need("text"), "text");
            rules.push_back(json(one));
            if (const auto bad = rule_defect(dump(rules.back())))
                mistake(one, *bad);
            names.check_rule(one);
        }
        m_out.rules = dump(rules);
        const auto counts = reader.get("counts");
        m_out.counts = counts.IsDefined() ? dump(json(counts)) : "{}";
        if (counts.IsDefined()) {
            if (const auto bad = counts_defect(m_out.counts))
                mistake(counts, *bad);
            names.check_counts(counts);
        }
        if (const auto sentence = reader.get("sentence"); sentence.IsDefined())
            m_out.sentence = text(sentence, "sentence");
    }

    void check_program(const YAML::Node& root, const Program& program)
    {
        for (const Instruction& one : program) {
            const auto fail = [&](const std::string& what) { throw Mistake{one.line, what}; };
            for (const std::string& name : one.only)
                if (m_out.variant(name) == nullptr)
                    fail("there is no variant '" + name + "'");
            if (one.kind == Instruction::Kind::start && !m_out.programs.contains(one.actor))
                fail("there is no program '" + one.actor + "'");
            if (one.kind == Instruction::Kind::fault && !known("actor", one.actor))
                fail("there is no actor '" + one.actor + "'");
            if (one.kind == Instruction::Kind::await)
                if (const auto bad = LessonNames(m_out).unknown(Json::parse(one.awaited, nullptr, false)))
                    fail("await: " + *bad);
            check_program(root, one.body);
            check_program(root, one.otherwise);
        }
    }

    [[nodiscard]] bool known(const std::string& what, const std::string& name) const
    {
        if (what == "variant")
            return m_out.variant(name) != nullptr;
        if (what == "program")
            return m_out.programs.contains(name);
        if (what == "step")
            return m_out.step(name) != nullptr;
        return std::any_of(m_out.actors.begin(), m_out.actors.end(), [&](const ActorSpec& a) { return a.name == name; });
    }

    void check(const YAML::Node& root)
    {
        if (m_out.variants.empty())
            mistake(root, "a lesson has at least one variant");
        for (const Wanted& one : m_wanted)
            if (!known(one.what, one.name))
                mistake(one.node, "there is no " + one.what + " '" + one.name + "'");
        check_program(root, m_out.setup);
        for (const auto& [name, program] : m_out.programs)
            check_program(root, program);
        if (m_out.actors.empty())
            mistake(root, "a lesson has at least one actor");
        if (m_out.lanes.empty())
            for (const ActorSpec& one : m_out.actors)
                m_out.lanes.push_back({one.name, "actor", one.name, one.title, {}});
    }

    Lesson m_out;
    std::vector<Wanted> m_wanted;
};

Failure at_line(const std::filesystem::path& file, int line, const std::string& what)
{
    return usage_failure((file.empty() ? std::string() : file.string() + ": ") + "line " + std::to_string(line) + ": " + what);
}

} // namespace

Answer<Lesson> parse_lesson(std::string_view text, const std::filesystem::path& file)
{
    try {
        const YAML::Node root = YAML::Load(std::string(text));
        if (!root.IsMap())
            return at_line(file, 1, "this is no lesson: it must begin with keys such as lesson, title, actors");
        Lesson out = LessonReader().read(root);
        out.file = file;
        return out;
    } catch (const Mistake& wrong) {
        return at_line(file, wrong.line, wrong.what);
    } catch (const YAML::Exception& wrong) {
        return at_line(file, wrong.mark.line + 1, wrong.msg);
    }
}

} // namespace lockdesk::scenarios
