// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/foreign_time.h"
#include "backends/json/json.h"
#include "backends/scenarios/event.h"
#include "backends/scenarios/sent_json.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

struct BadLine
{
    std::string what;
};

template <class T> T get(const Json& json, const char* key)
{
    const auto found = json.find(key);
    if (found == json.end())
        throw BadLine{std::string("it lacks \"") + key + "\""};
    if constexpr (std::is_same_v<T, std::string>) {
        if (!found->is_string())
            throw BadLine{std::string("\"") + key + "\" is not a text"};
    } else if constexpr (std::is_same_v<T, bool>) {
        if (!found->is_boolean())
            throw BadLine{std::string("\"") + key + "\" is neither true nor false"};
    } else if (!found->is_number_integer()) {
        throw BadLine{std::string("\"") + key + "\" is not a whole number"};
    }
    return found->get<T>();
}

template <class T> T get_or(const Json& json, const char* key, T otherwise)
{
    const auto found = json.find(key);
    return found == json.end() || found->is_null() ? otherwise : get<T>(json, key);
}

Json object(std::string_view line)
{
    Json json = read_json<Json>(line);
    if (!json.is_object())
        throw BadLine{"it is cut or broken: not a JSON object"};
    if (get<std::int64_t>(json, "v") != 1)
        throw BadLine{"it is of another version"};
    return json;
}

const Json& array(const Json& json, const char* key)
{
    static const Json none = Json::array();
    const auto found = json.find(key);
    if (found == json.end())
        return none;
    if (!found->is_array())
        throw BadLine{std::string("\"") + key + "\" is not a list"};
    return *found;
}

std::string json_text(const Json& json, const char* key, const char* otherwise)
{
    const auto found = json.find(key);
    return found == json.end() ? otherwise : dump(*found);
}

Text text_in(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found == json.end() ? Text{} : text_of_json(*found);
}

Json parsed(const std::string& text, const char* otherwise)
{
    return read_json<Json>(text.empty() ? otherwise : text);
}

Json choice_json(const Choice& choice)
{
    Json out;
    out["t_us"] = to_us(choice.t);
    out["after"] = choice.after;
    out["fault"] = choice.fault;
    out["actor"] = choice.actor;
    out["amount"] = choice.amount;
    return out;
}

Choice choice_of(const Json& json)
{
    return {foreign_span(get<std::int64_t>(json, "t_us")), get_or<int>(json, "after", 0), get<std::string>(json, "fault"),
            get<std::string>(json, "actor"), get_or<std::int64_t>(json, "amount", 0)};
}

LaneSpec lane_of(const Json& json)
{
    return {get<std::string>(json, "id"), get<std::string>(json, "kind"), get<std::string>(json, "key"),
            text_in(json, "title"), text_in(json, "subtitle")};
}

Json lane_json(const LaneSpec& lane)
{
    Json out;
    out["id"] = lane.id;
    out["kind"] = lane.kind;
    out["key"] = lane.key;
    out["title"] = to_json(lane.title);
    out["subtitle"] = to_json(lane.subtitle);
    return out;
}

Json row_json(const RowChange& row)
{
    Json out;
    out["entity"] = row.entity;
    out["key"] = row.key;
    out["before"] = row.before ? to_json(*row.before) : Json(nullptr);
    out["after"] = row.after ? to_json(*row.after) : Json(nullptr);
    return out;
}

std::optional<Fields> fields_at(const Json& json, const char* key)
{
    const auto found = json.find(key);
    if (found == json.end() || found->is_null())
        return std::nullopt;
    if (!found->is_object())
        throw BadLine{std::string("\"") + key + "\" is not an object"};
    return flat(*found);
}

Header header_of(std::string_view line)
{
    const Json json = object(line);
    if (get<std::string>(json, "type") != "scenario")
        throw BadLine{"it does not begin a lesson's run"};
    Header out;
    out.base = foreign_time(get<std::int64_t>(json, "store_us"));
    out.id = get<std::string>(json, "id");
    out.number = get_or<int>(json, "number", 0);
    out.variant = get<std::string>(json, "variant");
    out.expected = get<bool>(json, "expected");
    out.seed = static_cast<std::uint64_t>(get<std::int64_t>(json, "seed"));
    out.store = get<std::string>(json, "store");
    out.length = foreign_span(get_or<std::int64_t>(json, "length_us", 0));
    for (const Json& one : array(json, "actors"))
        out.actors.push_back({get<std::string>(one, "name"), get<std::string>(one, "kind"), get<std::string>(one, "owner")});
    for (const Json& one : array(json, "lanes"))
        out.lanes.push_back(lane_of(one));
    for (const Json& one : array(json, "faults"))
        out.faults.push_back(choice_of(one));
    if (!json.contains("rules")) // without rules every run would pass
        throw BadLine{"it lacks \"rules\""};
    out.rules = dump(array(json, "rules"));
    out.counts = json_text(json, "counts", "{}");
    out.sentence = json_text(json, "sentence", "{}");
    out.raw = line;
    return out;
}

Event event_of(std::string_view line, int number)
{
    const Json json = object(line);
    if (get<std::string>(json, "type") != "event")
        throw BadLine{"it is not an event"};
    if (const auto written = get<std::int64_t>(json, "n"); written != number)
        throw BadLine{"it says that it is line " + std::to_string(written) + ": a line is missing or was added"};
    Event out;
    out.line = number;
    out.t = foreign_span(get<std::int64_t>(json, "t_us"));
    out.actor = get<std::string>(json, "actor");
    out.thread = get_or<int>(json, "thread", 0);
    out.event = get<std::string>(json, "event");
    const auto& words = event_words();
    if (!std::binary_search(words.begin(), words.end(), out.event))
        throw BadLine{"there is no event '" + out.event + "'"};
    out.step = get_or<std::string>(json, "step", "");
    out.wrong = get_or(json, "wrong", false);
    out.quiet = get_or(json, "quiet", false);
    out.by_hand = get_or(json, "by_hand", false);
    out.named = get_or(json, "named", false);
    out.command = get_or<std::string>(json, "command", "");
    out.statement = get_or<std::string>(json, "statement", "");
    out.sql = get_or<std::string>(json, "sql", "");
    out.result = get_or<std::string>(json, "result", "");
    out.status = get_or(json, "status", 0);
    out.values = fields_at(json, "values").value_or(Fields{});
    for (const Json& row : array(json, "rows"))
        out.rows.push_back({get<std::string>(row, "entity"), get<std::string>(row, "key"), fields_at(row, "before"),
                            fields_at(row, "after")});
    for (const Json& sent : array(json, "sent"))
        out.sent.push_back(sent_of_json(sent));
    out.raw = line;
    return out;
}

Json text_or_nothing(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

} // namespace

std::string line_of(const Header& header)
{
    Json out;
    out["v"] = 1;
    out["type"] = "scenario";
    out["store_us"] = to_us(header.base);
    out["id"] = header.id;
    out["number"] = header.number;
    out["variant"] = header.variant;
    out["expected"] = header.expected;
    out["seed"] = static_cast<std::int64_t>(header.seed);
    out["store"] = header.store;
    out["length_us"] = to_us(header.length);
    out["actors"] = Json::array();
    for (const ActorInfo& actor : header.actors)
        out["actors"].push_back(Json({{"name", actor.name}, {"kind", actor.kind}, {"owner", actor.owner}}));
    out["lanes"] = Json::array();
    for (const LaneSpec& lane : header.lanes)
        out["lanes"].push_back(lane_json(lane));
    out["faults"] = Json::array();
    for (const Choice& choice : header.faults)
        out["faults"].push_back(choice_json(choice));
    out["rules"] = parsed(header.rules, "[]");
    out["counts"] = parsed(header.counts, "{}");
    out["sentence"] = parsed(header.sentence, "{}");
    return dump(out);
}

std::string line_of(const Event& event, TimePoint base)
{
    Json out;
    out["v"] = 1;
    out["type"] = "event";
    out["store_us"] = to_us(add(base, event.t));
    out["n"] = event.line;
    out["t_us"] = to_us(event.t);
    out["actor"] = event.actor;
    out["thread"] = event.thread;
    out["event"] = event.event;
    out["step"] = text_or_nothing(event.step);
    out["wrong"] = event.wrong;
    for (const auto& [key, set] : {std::pair{"quiet", event.quiet}, {"by_hand", event.by_hand}, {"named", event.named}})
        if (set)
            out[key] = true;
    out["command"] = text_or_nothing(event.command);
    out["statement"] = text_or_nothing(event.statement);
    if (!event.sql.empty())
        out["sql"] = event.sql;
    out["result"] = text_or_nothing(event.result);
    out["status"] = event.status;
    out["values"] = to_json(event.values);
    out["rows"] = Json::array();
    for (const RowChange& row : event.rows)
        out["rows"].push_back(row_json(row));
    if (!event.sent.empty())
        out["sent"] = Json::array();
    for (const SentStatement& sent : event.sent)
        out["sent"].push_back(to_json(sent));
    return dump(out);
}

Answer<Header> parse_header(std::string_view line)
{
    try {
        return header_of(line);
    } catch (const BadLine& wrong) {
        return Failure::usage(wrong.what);
    }
}

Answer<Event> parse_event(std::string_view line, int number)
{
    try {
        return event_of(line, number);
    } catch (const BadLine& wrong) {
        return Failure::usage(wrong.what);
    }
}

} // namespace lockdesk::scenarios
