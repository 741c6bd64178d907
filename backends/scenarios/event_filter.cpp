// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/event_filter.h"

#include "backends/engine/text/text.h"
#include "backends/json/json.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

bool fits(const std::vector<std::string>& patterns, const std::string& text)
{
    return patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [&](const std::string& one) {
               return one.ends_with('*') ? text.starts_with(std::string_view(one).substr(0, one.size() - 1)) : one == text;
           });
}

bool has(const std::vector<std::string>& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

std::string listed(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& word : words)
        out += (out.empty() ? "" : ", ") + word;
    return out;
}

Expression expression_of(const Json& json, const std::string& what)
{
    const std::string text = json.is_string() ? json.get<std::string>() : json.is_primitive() ? dump(json) : std::string();
    auto parsed = Expression::parse(text);
    if (!parsed)
        throw BadRule{what + ": " + parsed.failure().message};
    return std::move(parsed).value();
}

std::vector<std::string> texts_of(const Json& json, const std::string& what)
{
    std::vector<std::string> out;
    for (const Json& one : json.is_array() ? json : Json::array({json})) {
        if (!one.is_string())
            throw BadRule{what + " is not a text or a list of texts"};
        out.push_back(one.get<std::string>());
    }
    return out;
}

Duration duration_of(const Json& json, const std::string& what)
{
    if (json.is_number_integer())
        return Duration{json.get<std::int64_t>()};
    const auto parsed = parse_duration(json.is_string() ? json.get<std::string>() : dump(json));
    if (!parsed)
        throw BadRule{what + ": " + parsed.failure().message};
    return *parsed;
}

EventFilter EventFilter::read(const Json& json, const std::vector<std::string>& more)
{
    EventFilter out;
    if (json.is_string() || json.is_array()) {
        out.m_events = texts_of(json, "the event");
    } else if (!json.is_object()) {
        throw BadRule{"which events are meant? Write a word, or keys: event, actor, step, wrong, where"};
    } else {
        for (const auto& [key, value] : json.items()) {
            if (key == "event")
                out.m_events = texts_of(value, key);
            else if (key == "actor")
                out.m_actors = texts_of(value, key);
            else if (key == "step")
                out.m_steps = texts_of(value, key);
            else if (key == "wrong" && value.is_boolean())
                out.m_wrong = value.get<bool>();
            else if (key == "where")
                out.m_where = expression_of(value, key);
            else if (!has(more, key))
                throw BadRule{"unknown key '" + key + "'; known here: event, actor, step, wrong, where"
                              + (more.empty() ? "" : ", " + listed(more))};
        }
    }
    for (const std::string& word : out.m_events)
        if (!has(event_words(), word))
            throw BadRule{"there is no event '" + word + "'; there are: " + listed(event_words())};
    return out;
}

bool EventFilter::matches(const Event& event) const
{
    if (!m_events.empty() && !has(m_events, event.event))
        return false;
    if (!fits(m_actors, event.actor) || !fits(m_steps, event.step) || (m_wrong && *m_wrong != event.wrong))
        return false;
    return !m_where || m_where->holds([&](std::string_view name) { return look_up(event, name); });
}

Value of_event(const Expression& expression, const Event& event)
{
    return expression.value([&](std::string_view name) { return look_up(event, name); });
}

} // namespace lockdesk::scenarios
