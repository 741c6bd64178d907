// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/lesson.h"
#include "backends/scenarios/yaml_reader.h"

namespace lockdesk::scenarios {

/// Filters would wait for ever for an actor or a step that nobody is; these say so while the lesson is read.
class LessonNames
{
public:
    explicit LessonNames(const Lesson& lesson);

    /// What of a filter's actors and steps the lesson does not have, as a sentence; nothing: all are there.
    [[nodiscard]] std::optional<std::string> unknown(const Json& filter) const;
    /// A rule, or the counts, with such a filter.
    void check_rule(const YAML::Node& rule, Mistakes& mistakes) const;
    void check_counts(const YAML::Node& counts, Mistakes& mistakes) const;

private:
    void check_filter(const YAML::Node& filter, const std::string& where, Mistakes& mistakes) const;
    void add_steps(const Program& program);

    std::vector<std::string> m_actors, m_steps;
    bool m_anybody; ///< others may join under a name of their own
};

/// Throws Mistake: a need that no store can meet.
void check_needs(const YAML::Node& node, const std::vector<std::string>& needs);

} // namespace lockdesk::scenarios
