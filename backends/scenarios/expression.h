// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/value.h"

#include <memory>

namespace lockdesk::scenarios {

/// `token >= 17 and not (result == 'busy' or holder.owner == me)`: names, whole and decimal numbers, durations (`30s`, in
/// microseconds), 'texts', true, false, null, + - * / %, == != < <= > >=, and, or, not, parentheses, and the functions
/// `min(a, b)`, `max(a, b)`, `text(a)`, `contains(text, part)`, `whole(text)`, `span(microseconds)` (a duration as the command
/// line reads it) and `datetime(microseconds)` (UTC, whole seconds, as `2026-01-05 00:01:00`). + joins texts. A text with a
/// duration counts as one. Unknown names are null.
class Expression
{
public:
    using LookUp = std::function<Value(std::string_view)>;

    /// Returns a usage failure with the defect and its place.
    static Answer<Expression> parse(std::string_view text);
    [[nodiscard]] Value value(const LookUp& look_up) const;
    [[nodiscard]] bool holds(const LookUp& look_up) const;
    [[nodiscard]] const std::string& text() const { return m_text; }

    struct Node;

private:
    std::string m_text;
    std::shared_ptr<const Node> m_root; ///< never modified
};

/// Returns false for false, 0, null and the empty text.
bool is_true(const Value& value);

} // namespace lockdesk::scenarios
