// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/lesson_names.h"

#include "backends/json/json.h"
#include "backends/scenarios/event_filter.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

bool fits_one(const std::string& pattern, const std::vector<std::string>& names)
{
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return pattern.ends_with('*') ? name.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1))
                                      : name == pattern;
    });
}

} // namespace

LessonNames::LessonNames(const Lesson& lesson) : m_actors{"you", "lesson"}, m_anybody(lesson.joinable.has_value())
{
    for (const ActorSpec& actor : lesson.actors)
        m_actors.push_back(actor.name);
    for (const FaultSpec& fault : lesson.faults)
        m_actors.push_back(fault.by);
    for (const auto& [name, program] : lesson.programs)
        add_steps(program);
    add_steps(lesson.setup);
}

void LessonNames::add_steps(const Program& program)
{
    for (const Instruction& one : program) {
        if (!one.step.empty())
            m_steps.push_back(one.step);
        add_steps(one.body);
        add_steps(one.otherwise);
    }
}

std::optional<std::string> LessonNames::unknown(const Json& filter) const
{
    if (!filter.is_object())
        return std::nullopt;
    for (const auto& [key, names] : {std::pair{"actor", &m_actors}, {"step", &m_steps}}) {
        const auto given = filter.find(key);
        if (given == filter.end() || (names == &m_actors && m_anybody))
            continue;
        for (const std::string& pattern : texts_of(*given, key))
            if (!fits_one(pattern, *names))
                return std::string("there is no ") + key + " '" + pattern + "'";
    }
    return std::nullopt;
}

void LessonNames::check_filter(const YAML::Node& filter, const std::string& where, Mistakes& mistakes) const
{
    if (!filter.IsDefined())
        return;
    if (const auto wrong = unknown(json(filter)))
        mistakes.add({line_of(filter), where + ": " + *wrong});
}

void LessonNames::check_rule(const YAML::Node& rule, Mistakes& mistakes) const
{
    for (const char* key : {"of", "begin", "end", "from", "to", "start", "done"})
        check_filter(rule[key], "rule '" + rule["name"].Scalar() + "': " + key, mistakes);
}

void LessonNames::check_counts(const YAML::Node& counts, Mistakes& mistakes) const
{
    for (const auto& [name, filter] : entries(counts, "counts"))
        check_filter(filter, "count '" + name.Scalar() + "'", mistakes);
}

void check_needs(const YAML::Node& node, const std::vector<std::string>& needs)
{
    const auto& words = need_words();
    for (const std::string& need : needs)
        for (std::size_t begin = 0; begin <= need.size();) {
            const auto end = std::min(need.find('|', begin), need.size());
            const std::string word = need.substr(begin, end - begin);
            if (std::find(words.begin(), words.end(), word) == words.end())
                mistake(node, "needs: no store can do '" + word + "'; there are: " + listed(words));
            begin = end + 1;
        }
}

} // namespace lockdesk::scenarios
