// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/yaml_budget.h"

#include "backends/engine/text/plain_file.h"
#include "backends/scenarios/yaml_reader.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <unordered_map>
#include <utility>

namespace lockdesk::scenarios {

namespace {

// Counts the nodes that a text would expand to. An alias counts as its anchor, whose size is known once that has ended.
class NodeBudget final : public YAML::EventHandler
{
public:
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { leaf(mark, anchor); }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string&) override
    {
        leaf(mark, anchor);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        const auto known = m_sizes.find(anchor);
        if (known == m_sizes.end())
            throw Mistake{mark.line + 1, "this stands for something that contains it"};
        count(mark, known->second);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        enter(mark, anchor);
    }
    void OnSequenceEnd() override { leave(); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        enter(mark, anchor);
    }
    void OnMapEnd() override { leave(); }

private:
    struct Open
    {
        YAML::anchor_t anchor;
        std::size_t before;
    };

    void count(const YAML::Mark& mark, std::size_t nodes)
    {
        m_nodes += nodes;
        if (m_nodes > most_lesson_nodes)
            throw Mistake{mark.line + 1, "the lesson is too large: more than " + std::to_string(most_lesson_nodes)
                                             + " values, with what its aliases stand for"};
    }
    void leaf(const YAML::Mark& mark, YAML::anchor_t anchor)
    {
        if (anchor != 0)
            m_sizes[anchor] = 1;
        count(mark, 1);
    }
    void enter(const YAML::Mark& mark, YAML::anchor_t anchor)
    {
        if (m_open.size() == most_lesson_depth)
            throw Mistake{mark.line + 1, "this is nested too deep"};
        m_open.push_back({anchor, m_nodes});
        count(mark, 1);
    }
    void leave()
    {
        if (m_open.back().anchor != 0)
            m_sizes[m_open.back().anchor] = m_nodes - m_open.back().before;
        m_open.pop_back();
    }

    std::size_t m_nodes = 0;
    std::vector<Open> m_open;
    std::unordered_map<YAML::anchor_t, std::size_t> m_sizes; ///< by anchor, of nodes that have ended
};

} // namespace

void check_yaml_budget(const std::string& text)
{
    if (text.size() > most_lesson_bytes)
        throw Mistake{1, "the lesson is too large: more than " + std::to_string(most_lesson_bytes / 1024) + " KiB"};
    std::istringstream in(text);
    YAML::Parser parser(in);
    NodeBudget budget;
    (void)parser.HandleNextDocument(budget);
}

Answer<std::string> read_lesson_text(const std::filesystem::path& file)
{
    auto text = read_plain_file(file, most_lesson_bytes);
    return text ? std::move(text) : Failure::usage(file.string() + ": line 1: " + text.failure().message);
}

} // namespace lockdesk::scenarios
