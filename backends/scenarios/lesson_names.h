// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/lesson.h"
#include "backends/scenarios/yaml_reader.h"

namespace lockdesk::scenarios {

/// Finds unknown actors and steps in filters, which would otherwise wait forever, while a lesson is read.
class LessonNames
{
public:
    explicit LessonNames(const Lesson& lesson);

    /// Returns, as a sentence, the actors and steps of a filter that the lesson lacks; nullopt: none.
    [[nodiscard]] std::optional<std::string> unknown(const Json& filter) const;
    /// Checks a rule, or the counts, with such a filter.
    void check_rule(const YAML::Node& rule, Mistakes& mistakes) const;
    void check_counts(const YAML::Node& counts, Mistakes& mistakes) const;

private:
    void check_filter(const YAML::Node& filter, const std::string& where, Mistakes& mistakes) const;
    void add_steps(const Program& program);

    std::vector<std::string> m_actors, m_steps;
    bool m_anybody; ///< others may join under names of their own
};

/// Throws Mistake for a need that no store can meet.
void check_needs(const YAML::Node& node, const std::vector<std::string>& needs);

} // namespace lockdesk::scenarios
