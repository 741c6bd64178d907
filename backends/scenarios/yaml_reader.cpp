// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/yaml_reader.h"

#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/scenarios/event_filter.h"
#include "backends/scenarios/lesson_verbs.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace lockdesk::scenarios {

namespace {

void check_filling(const YAML::Node& node, const std::string& text, const std::string& what)
{
    for (auto begin = text.find("${"); begin != std::string::npos; begin = text.find("${", begin + 2)) {
        const auto end = text.find('}', begin);
        if (end == std::string::npos)
            mistake(node, what + ": a ${ has no }");
        const auto inside = Expression::parse(text.substr(begin + 2, end - begin - 2));
        if (!inside)
            mistake(node, what + ": " + inside.failure().message);
    }
}

bool is_plain(const YAML::Node& node) { return node.Tag() != "!"; } // without quotes

} // namespace

std::vector<Mistake> Mistakes::sorted() const
{
    std::vector<Mistake> out;
    for (const Mistake& one : m_all)
        if (std::none_of(out.begin(), out.end(),
                         [&](const Mistake& known) { return known.line == one.line && known.what == one.what; }))
            out.push_back(one);
    std::stable_sort(out.begin(), out.end(), [](const Mistake& a, const Mistake& b) { return a.line < b.line; });
    return out;
}

int line_of(const YAML::Node& node) { return node.Mark().line + 1; }

void mistake(const YAML::Node& node, const std::string& what) { throw Mistake{line_of(node), what}; }

std::string scalar(const YAML::Node& node, const std::string& what)
{
    if (!node.IsScalar() || node.Scalar().empty())
        mistake(node, what + " must be a text");
    if (!is_utf8(node.Scalar()))
        mistake(node, what + " is not UTF-8");
    return node.Scalar();
}

std::vector<std::string> scalars(const YAML::Node& node, const std::string& what)
{
    std::vector<std::string> out;
    if (!node.IsSequence())
        return {scalar(node, what)};
    for (const auto& one : node)
        out.push_back(scalar(one, what));
    return out;
}

std::int64_t whole(const YAML::Node& node, const std::string& what)
{
    const std::string text = scalar(node, what);
    std::int64_t out = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size())
        mistake(node, what + " must be a whole number, not '" + text + "'");
    return out;
}

Duration duration(const YAML::Node& node, const std::string& what)
{
    const auto out = parse_duration(scalar(node, what));
    if (!out)
        mistake(node, what + ": " + out.failure().message);
    return *out;
}

Duration lesson_time(const YAML::Node& node, const std::string& what)
{
    const Duration out = duration(node, what);
    if (out > longest_lesson)
        mistake(node, what + ": a lesson takes no longer than a year");
    return out;
}

bool truth(const YAML::Node& node, const std::string& what)
{
    const std::string text = scalar(node, what);
    if (text != "true" && text != "false")
        mistake(node, what + " must be true or false, not '" + text + "'");
    return text == "true";
}

Expression expression(const YAML::Node& node, const std::string& what)
{
    auto out = Expression::parse(scalar(node, what));
    if (!out)
        mistake(node, what + ": " + out.failure().message);
    return std::move(out).value();
}

Text text(const YAML::Node& node, const std::string& what)
{
    std::map<std::string, std::string, std::less<>> out;
    if (node.IsScalar()) {
        out["en"] = filled_text(node, what);
        return Text(std::move(out));
    }
    for (const auto& [language, one] : entries(node, what)) {
        if (language.Scalar() != "en" && language.Scalar() != "ko")
            mistake(language, what + ": there are the languages en and ko, not '" + language.Scalar()
                                  + "' (a text with a comma needs quotes in { })");
        out[language.Scalar()] = filled_text(one, what);
    }
    for (const char* language : {"en", "ko"})
        if (!out.contains(language))
            mistake(node, what + " lacks the language " + language);
    return Text(std::move(out));
}

std::string filled_text(const YAML::Node& node, const std::string& what)
{
    std::string out = scalar(node, what);
    check_filling(node, out, what);
    return out;
}

Json json(const YAML::Node& node)
{
    if (node.IsMap()) {
        Json out = Json::object();
        for (const auto& [key, value] : entries(node, "this"))
            out[key.Scalar()] = json(value);
        return out;
    }
    if (node.IsSequence()) {
        Json out = Json::array();
        for (const auto& one : node)
            out.push_back(json(one));
        return out;
    }
    if (!node.IsScalar())
        return nullptr;
    const std::string& text = node.Scalar();
    if (is_plain(node)) {
        const Json parsed = read_json<Json>(text);
        if (parsed.is_number() || parsed.is_boolean() || parsed.is_null())
            return parsed;
    }
    return text;
}

const YAML::Node& list(const YAML::Node& node, const std::string& what)
{
    if (!node.IsSequence())
        mistake(node, what + " must be a list (lines that begin with -)");
    return node;
}

std::vector<std::pair<YAML::Node, YAML::Node>> entries(const YAML::Node& node, const std::string& what)
{
    if (!node.IsMap())
        mistake(node, what + " must have keys with values");
    std::vector<std::pair<YAML::Node, YAML::Node>> out;
    std::set<std::string> seen;
    for (const auto& one : node) {
        const std::string key = scalar(one.first, "a key of " + what);
        if (!seen.insert(key).second)
            mistake(one.first, "'" + key + "' is there twice in " + what);
        out.emplace_back(one.first, one.second);
    }
    return out;
}

MapReader::MapReader(const YAML::Node& node, std::string what, Mistakes& mistakes)
    : m_node(node), m_what(std::move(what)), m_mistakes(mistakes)
{
    if (!node.IsMap())
        mistake(node, m_what + " must have keys with values");
    m_mistakes.attempt([this] { m_entries = entries(m_node, m_what); });
    if (m_entries.empty()) // with a mistake in its keys the others are still read
        for (const auto& one : m_node)
            m_entries.emplace_back(one.first, one.second);
}

YAML::Node MapReader::get(const char* key)
{
    m_known.emplace_back(key);
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [key](const auto& one) { return one.first.Scalar() == key; });
    return found == m_entries.end() ? YAML::Node(YAML::NodeType::Undefined) : found->second;
}

YAML::Node MapReader::need(const char* key)
{
    const YAML::Node found = get(key);
    if (!found.IsDefined())
        mistake(m_node, m_what + " lacks '" + key + "'");
    return found;
}

void MapReader::end() const
{
    for (const auto& one : m_node) {
        const std::string key = one.first.IsScalar() ? one.first.Scalar() : std::string();
        if (std::find(m_known.begin(), m_known.end(), key) != m_known.end())
            continue;
        m_mistakes.add({line_of(one.first), "unknown key '" + key + "' in " + m_what + "; known here: " + listed(m_known)});
    }
}

} // namespace lockdesk::scenarios
