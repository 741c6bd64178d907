// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/event.h"
#include "backends/scenarios/expression.h"
#include "backends/scenarios/json.h"

namespace lockdesk::scenarios {

/// A defect of a rule, for its author.
struct BadRule
{
    std::string what;
};

/// Selects events: `{event: [admitted, refused], actor: pod-*, step: late.write, wrong: true, where: token > 3}`.
class EventFilter
{
public:
    EventFilter() = default;
    /// Throws BadRule. A bare word is an event; keys in `more` are left to the caller.
    static EventFilter read(const Json& json, const std::vector<std::string>& more = {});
    [[nodiscard]] bool matches(const Event& event) const;

private:
    std::vector<std::string> m_events, m_actors, m_steps;
    std::optional<bool> m_wrong;
    std::optional<Expression> m_where;
};

/// Throws BadRule.
Expression expression_of(const Json& json, const std::string& what);
/// Reads a text or a list of texts. Throws BadRule.
std::vector<std::string> texts_of(const Json& json, const std::string& what);
/// Reads `30s`, or whole microseconds. Throws BadRule.
Duration duration_of(const Json& json, const std::string& what);
Value of_event(const Expression& expression, const Event& event);
/// Formats texts in quotes, for a message.
std::string listed(const std::vector<std::string>& words);

} // namespace lockdesk::scenarios
