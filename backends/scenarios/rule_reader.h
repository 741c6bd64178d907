// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/event_filter.h"

namespace lockdesk::scenarios {

/// A rule judges only after this many such events: `{event: claimed, take: lines.count, at_least: 18}`.
struct Enough
{
    EventFilter of;
    std::optional<Expression> take;
    std::int64_t at_least = 1;
    std::int64_t count = 0;

    void add(const Event& event);
    [[nodiscard]] bool reached() const { return count >= at_least; }
};

/// Reads one rule; getters throw BadRule for a key that is missing or has the wrong type. `end` reports unknown keys.
class RuleReader
{
public:
    explicit RuleReader(const Json& rule);
    std::string text(const char* key);
    std::string text_or(const char* key, const char* otherwise);
    Text texts(const char* key);
    bool flag(const char* key);
    std::optional<bool> maybe_flag(const char* key);
    std::int64_t whole(const char* key);
    std::optional<std::int64_t> maybe_whole(const char* key);
    std::optional<Duration> maybe_duration(const char* key);
    std::vector<Duration> durations(const char* key);
    EventFilter filter(const char* key);
    EventFilter filter_or(const char* key, const char* event);
    std::optional<EventFilter> maybe_filter(const char* key);
    std::optional<Enough> maybe_enough(const char* key);
    Expression expression_or(const char* key, const char* otherwise);
    std::optional<Expression> maybe_expression(const char* key);
    std::vector<Expression> expressions(const char* key);
    Value value(const char* key);
    [[noreturn]] void fail(const std::string& what) const;
    void end() const;

private:
    const Json* find(const char* key);
    const Json& need(const char* key);

    const Json& m_rule;
    std::string m_name;
    std::vector<std::string> m_asked;
};

/// Joins several values into one text.
std::string key_of(const std::vector<Expression>& parts, const Event& event);

} // namespace lockdesk::scenarios
