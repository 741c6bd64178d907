// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/value.h"

#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/scenarios/expression.h"
#include "backends/scenarios/json.h"

namespace lockdesk::scenarios {

namespace {

void flatten(const Json& json, const std::string& name, Fields& out)
{
    const auto below = [&](const std::string& key) { return name.empty() ? key : name + "." + key; };
    if (json.is_object()) {
        for (const auto& [key, one] : json.items())
            flatten(one, below(key), out);
    } else if (json.is_array()) {
        out[below("count")] = static_cast<std::int64_t>(json.size());
        for (std::size_t i = 0; i < json.size(); ++i)
            flatten(json[i], below(std::to_string(i)), out);
    } else if (!json.is_null()) {
        out[name] = value_of(json);
    }
}

} // namespace

Value value_of(const Json& json)
{
    if (json.is_boolean())
        return json.get<bool>();
    if (json.is_number_integer())
        return json.get<std::int64_t>();
    if (json.is_number())
        return json.get<double>();
    if (json.is_string())
        return json.get<std::string>();
    return {};
}

Json to_json(const Value& value)
{
    return std::visit(
        [](const auto& one) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(one)>, std::monostate>)
                return nullptr;
            else
                return one;
        },
        value);
}

Json to_json(const Fields& fields)
{
    Json out = Json::object();
    for (const auto& [key, value] : fields)
        out[key] = to_json(value);
    return out;
}

std::string text_at(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string dump(const Json& json) { return json_line(json); }

std::string text_of(const Value& value)
{
    if (std::holds_alternative<std::monostate>(value))
        return {};
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : dump(to_json(value));
}

std::string json_of(const Value& value) { return dump(to_json(value)); }

std::string json_of(const Fields& fields) { return dump(to_json(fields)); }

Value field(const Fields& fields, std::string_view key)
{
    const auto found = fields.find(key);
    return found == fields.end() ? Value{} : found->second;
}

Fields flat(const Json& object)
{
    Fields out;
    flatten(object, {}, out);
    return out;
}

Answer<Fields> fields_of_json(std::string_view object)
{
    const Json json = read_json<Json>(object);
    if (!json.is_object())
        return Failure::usage("this is not a JSON object");
    return flat(json);
}

Text text_of_json(const Json& json)
{
    std::map<std::string, std::string, std::less<>> all;
    if (json.is_string()) // one text for all languages
        all["en"] = json.get<std::string>();
    if (json.is_object())
        for (const auto& [language, one] : json.items())
            if (one.is_string())
                all[language] = one.get<std::string>();
    return Text(std::move(all));
}

Json to_json(const Text& text)
{
    Json out = Json::object();
    for (const auto& [language, one] : text.all())
        out[language] = one;
    return out;
}

const std::string& Text::in(std::string_view language) const
{
    static const std::string none;
    auto found = m_by_language.find(language);
    if (found == m_by_language.end())
        found = m_by_language.find("en");
    return found == m_by_language.end() ? none : found->second;
}

// A loop that fills a text with itself would exhaust memory in forty rounds.
constexpr std::size_t longest_filling = 256 * 1024;

std::string fill_in(std::string_view text, const std::function<Value(std::string_view)>& look_up)
{
    std::string out;
    for (;;) {
        const auto begin = text.find("${");
        out += text.substr(0, begin);
        if (begin == std::string_view::npos)
            return out;
        const auto end = text.find('}', begin);
        if (end == std::string_view::npos)
            return out += text.substr(begin);
        if (const auto inside = Expression::parse(text.substr(begin + 2, end - begin - 2)))
            out += text_of(inside->value(look_up));
        if (out.size() > longest_filling)
            return out.substr(0, longest_filling);
        text.remove_prefix(end + 1);
    }
}

} // namespace lockdesk::scenarios
