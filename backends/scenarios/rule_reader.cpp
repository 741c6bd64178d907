// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/rule_reader.h"

#include "backends/json/json.h"

#include <algorithm>

namespace lockdesk::scenarios {

RuleReader::RuleReader(const Json& rule) : m_rule(rule), m_asked{"name", "kind", "text", "only", "needs"}
{
    if (!rule.is_object())
        throw BadRule{"a rule has keys: name, kind, text and those of its kind"};
    const auto name = rule.find("name");
    m_name = name != rule.end() && name->is_string() ? name->get<std::string>() : std::string();
}

void RuleReader::fail(const std::string& what) const
{
    throw BadRule{(m_name.empty() ? "a rule" : "rule '" + m_name + "'") + ": " + what};
}

const Json* RuleReader::find(const char* key)
{
    m_asked.emplace_back(key);
    const auto found = m_rule.find(key);
    return found == m_rule.end() ? nullptr : &*found;
}

const Json& RuleReader::need(const char* key)
{
    const Json* found = find(key);
    if (found == nullptr)
        fail(std::string("it needs '") + key + "'");
    return *found;
}

std::string RuleReader::text(const char* key)
{
    const Json& found = need(key);
    if (!found.is_string() || found.get_ref<const std::string&>().empty())
        fail(std::string("'") + key + "' is not a text");
    return found.get<std::string>();
}

std::string RuleReader::text_or(const char* key, const char* otherwise)
{
    return find(key) == nullptr ? otherwise : text(key);
}

Text RuleReader::texts(const char* key)
{
    const Json* found = find(key);
    return found == nullptr ? Text{} : text_of_json(*found);
}

std::optional<bool> RuleReader::maybe_flag(const char* key)
{
    const Json* found = find(key);
    if (found != nullptr && !found->is_boolean())
        fail(std::string("'") + key + "' is neither true nor false");
    return found != nullptr ? std::optional(found->get<bool>()) : std::nullopt;
}

bool RuleReader::flag(const char* key) { return maybe_flag(key).value_or(false); }

std::int64_t RuleReader::whole(const char* key)
{
    const Json& found = need(key);
    if (!found.is_number_integer())
        fail(std::string("'") + key + "' is not a whole number");
    return found.get<std::int64_t>();
}

std::optional<std::int64_t> RuleReader::maybe_whole(const char* key)
{
    return find(key) == nullptr ? std::nullopt : std::optional(whole(key));
}

std::optional<Duration> RuleReader::maybe_duration(const char* key)
{
    const Json* found = find(key);
    return found == nullptr ? std::nullopt : std::optional(duration_of(*found, key));
}

std::vector<Duration> RuleReader::durations(const char* key)
{
    const Json& found = need(key);
    if (!found.is_array())
        fail(std::string("'") + key + "' is not a list");
    std::vector<Duration> out;
    for (const Json& one : found)
        out.push_back(duration_of(one, key));
    return out;
}

EventFilter RuleReader::filter(const char* key)
{
    const Json& found = need(key);
    try {
        return EventFilter::read(found);
    } catch (const BadRule& bad) {
        fail(std::string(key) + ": " + bad.what);
    }
}

EventFilter RuleReader::filter_or(const char* key, const char* event)
{
    return find(key) == nullptr ? EventFilter::read(Json(event)) : filter(key);
}

std::optional<EventFilter> RuleReader::maybe_filter(const char* key)
{
    return find(key) == nullptr ? std::nullopt : std::optional(filter(key));
}

void Enough::add(const Event& event)
{
    if (!of.matches(event))
        return;
    const Value taken = take ? of_event(*take, event) : Value{std::int64_t{1}};
    const auto* number = std::get_if<std::int64_t>(&taken);
    count += number != nullptr ? *number : 0;
}

std::optional<Enough> RuleReader::maybe_enough(const char* key)
{
    const Json* found = find(key);
    if (found == nullptr)
        return std::nullopt;
    Enough out;
    try {
        out.of = EventFilter::read(*found, {"take", "at_least"});
        if (const auto take = found->find("take"); found->is_object() && take != found->end())
            out.take = expression_of(*take, "take");
    } catch (const BadRule& bad) {
        fail(std::string(key) + ": " + bad.what);
    }
    if (!found->is_object())
        return out;
    if (const auto least = found->find("at_least"); least != found->end()) {
        if (!least->is_number_integer() || least->get<std::int64_t>() < 1)
            fail(std::string(key) + ": 'at_least' is not a whole number above 0");
        out.at_least = least->get<std::int64_t>();
    }
    return out;
}

std::optional<Expression> RuleReader::maybe_expression(const char* key)
{
    const Json* found = find(key);
    return found == nullptr ? std::nullopt : std::optional(expression_of(*found, "rule '" + m_name + "': " + key));
}

Expression RuleReader::expression_or(const char* key, const char* otherwise)
{
    const auto found = maybe_expression(key);
    return found ? *found : expression_of(Json(otherwise), key);
}

std::vector<Expression> RuleReader::expressions(const char* key)
{
    std::vector<Expression> out;
    for (const std::string& one : texts_of(need(key), "rule '" + m_name + "': " + key))
        out.push_back(expression_of(Json(one), "rule '" + m_name + "': " + key));
    return out;
}

Value RuleReader::value(const char* key) { return value_of(need(key)); }

void RuleReader::end() const
{
    for (const auto& [key, value] : m_rule.items())
        if (std::find(m_asked.begin(), m_asked.end(), key) == m_asked.end())
            fail("unknown key '" + key + "'; known here: " + listed(m_asked));
}

std::string key_of(const std::vector<Expression>& parts, const Event& event)
{
    std::string out;
    for (const Expression& part : parts)
        out += json_of(of_event(part, event)) + '\n';
    return out;
}

} // namespace lockdesk::scenarios
