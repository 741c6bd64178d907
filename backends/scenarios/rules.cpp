// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/rules.h"

#include "backends/engine/text/grouped.h"
#include "backends/json/json.h"
#include "backends/scenarios/checks.h"
#include "backends/scenarios/describe.h"

#include <algorithm>
#include <set>

namespace lockdesk::scenarios {

// A displayed number: the count of events, or the sum of `take` over them, or with `per` the count of distinct values. With
// `older_than` only events count whose token is smaller than one of an earlier event of that filter.
struct ShownNumber
{
    EventFilter of;
    std::optional<Expression> take, per;
    std::optional<EventFilter> older_than;
    std::int64_t value = 0;
    std::int64_t newest = 0; ///< largest token of `older_than`
    std::set<std::string> seen{};

    void add(const Event& event)
    {
        const Value token = field(event.values, "token");
        const auto* mine = std::get_if<std::int64_t>(&token);
        if (older_than && mine != nullptr && older_than->matches(event))
            newest = std::max(newest, *mine);
        if (!of.matches(event) || (older_than && (mine == nullptr || *mine >= newest)))
            return;
        if (per)
            value += seen.insert(json_of(of_event(*per, event))).second ? 1 : 0;
        else if (take) {
            const Value taken = of_event(*take, event);
            const auto* number = std::get_if<std::int64_t>(&taken);
            value += number != nullptr ? *number : 0;
        } else {
            ++value;
        }
    }
};

namespace {

ShownNumber read_number(const Json& json)
{
    ShownNumber out{EventFilter::read(json, {"take", "per", "older_than"}), std::nullopt, std::nullopt, std::nullopt};
    if (!json.is_object())
        return out;
    if (const auto take = json.find("take"); take != json.end())
        out.take = expression_of(*take, "take");
    if (const auto per = json.find("per"); per != json.end())
        out.per = expression_of(*per, "per");
    if (const auto older = json.find("older_than"); older != json.end())
        out.older_than = EventFilter::read(*older);
    return out;
}

std::map<std::string, ShownNumber> read_numbers(const std::string& text)
{
    const Json json = read_json<Json>(text.empty() ? "{}" : text);
    if (!json.is_object())
        throw BadRule{"counts are names with the events that they count"};
    std::map<std::string, ShownNumber> out;
    for (const auto& [name, one] : json.items()) {
        try {
            out.emplace(name, read_number(one));
        } catch (const BadRule& bad) {
            throw BadRule{"count '" + name + "': " + bad.what};
        }
    }
    return out;
}

} // namespace

struct Judge::State
{
    std::vector<std::unique_ptr<Check>> checks;
    std::map<std::string, ShownNumber> numbers;
    Text sentence;
    bool expected = true;
    std::vector<std::string> steps; ///< by line, from line 2
    std::optional<int> disturbed;   ///< line from which on the run differs from the lesson's own
    std::set<std::string> cut_off;  ///< actors cut off by hand

    State() = default;
    State(const State& other)
        : numbers(other.numbers), sentence(other.sentence), expected(other.expected), steps(other.steps),
          disturbed(other.disturbed), cut_off(other.cut_off)
    {
        for (const auto& check : other.checks)
            checks.push_back(check->clone());
    }

    [[nodiscard]] Verdict verdict(bool ended) const;
    [[nodiscard]] std::optional<int> first_bad(const Check& check, bool ended) const;
    [[nodiscard]] Text said() const;
    bool is_of_a_cut(const Event& event);
};

// Whether the event is an error of an actor cut off by hand. It cannot reach the store, or has lost its transaction, which is no
// violation.
bool Judge::State::is_of_a_cut(const Event& event)
{
    if (event.by_hand && event.event == "cut_off")
        cut_off.insert(text_of(field(event.values, "target")));
    if (event.event == "reconnected")
        cut_off.erase(text_of(field(event.values, "target")));
    const std::string kind = text_of(field(event.values, "kind"));
    return event.event == "error"
           && ((kind == "unavailable" && cut_off.contains(event.actor)) || (kind == lost_transaction_kind && disturbed));
}

Text Judge::State::said() const
{
    std::map<std::string, std::string, std::less<>> out;
    for (const auto& [language, text] : sentence.all())
        out[language] = fill_in(text, [&](std::string_view name) -> Value {
            const auto found = numbers.find(std::string(name));
            return found == numbers.end() ? Value{} : Value{grouped(found->second.value)};
        });
    return Text(std::move(out));
}

// A rule about this run does not apply after somebody has killed or frozen an actor by hand: delays and gaps may result
// from that. Harm remains a violation.
std::optional<int> Judge::State::first_bad(const Check& check, bool ended) const
{
    const auto bad = check.bad();
    if (bad && (!disturbed || *bad < *disturbed))
        return bad;
    if (disturbed && check.harm())
        return check.harm();
    if (!ended || (disturbed && (!check.in_any_case || !check.was_seen())))
        return std::nullopt;
    return check.lacks(static_cast<int>(steps.size()) + 1);
}

Verdict Judge::State::verdict(bool ended) const
{
    Verdict out;
    out.expected = expected;
    out.safety_only = disturbed.has_value();
    for (const auto& check : checks) {
        const auto bad = first_bad(*check, ended);
        if (!bad || (out.first_bad && *out.first_bad <= *bad))
            continue;
        out.ok = false;
        out.first_bad = bad;
        out.rule = check->name;
        out.rule_text = check->text;
        out.step = *bad >= 2 ? steps[static_cast<std::size_t>(*bad - 2)] : std::string();
    }
    for (const auto& [name, number] : numbers)
        out.counts[name] = number.value;
    out.sentence = said();
    return out;
}

Judge::Judge(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Judge::Judge(const Judge& other) : m_state(std::make_unique<State>(*other.m_state)) {}
Judge& Judge::operator=(const Judge& other)
{
    if (this != &other)
        m_state = std::make_unique<State>(*other.m_state);
    return *this;
}
Judge::Judge(Judge&&) noexcept = default;
Judge& Judge::operator=(Judge&&) noexcept = default;
Judge::~Judge() = default;

Answer<Judge> Judge::make(const Header& header)
{
    auto state = std::make_unique<State>();
    try {
        const Json rules = read_json<Json>(header.rules.empty() ? "[]" : header.rules);
        if (!rules.is_array())
            return Failure::usage("the rules are not a list");
        for (const Json& rule : rules)
            state->checks.push_back(make_check(rule));
        state->numbers = read_numbers(header.counts);
    } catch (const BadRule& bad) {
        return Failure::usage(bad.what);
    }
    for (auto& check : general_checks())
        state->checks.push_back(std::move(check));
    state->sentence = text_of_json(read_json<Json>(header.sentence.empty() ? "{}" : header.sentence));
    state->expected = header.expected;
    return Judge(std::move(state));
}

void Judge::add(const Event& event)
{
    m_state->steps.push_back(event.step);
    if (!m_state->disturbed && (event.by_hand || event.event == "gone"))
        m_state->disturbed = event.line;
    const bool of_a_cut = m_state->is_of_a_cut(event);
    for (const auto& check : m_state->checks)
        if (!of_a_cut || check->in_any_case)
            check->add(event);
    for (auto& [name, number] : m_state->numbers)
        number.add(event);
}

Verdict Judge::so_far() const { return m_state->verdict(false); }
Verdict Judge::at_end() const { return m_state->verdict(true); }

Answer<Verdict> verify(const EventFile& file)
{
    auto judge = Judge::make(file.header);
    if (!judge)
        return Failure::usage("line 1: " + judge.failure().message);
    for (const Event& event : file.events)
        judge->add(event);
    return judge->at_end();
}

std::optional<std::string> rule_defect(std::string_view json)
{
    try {
        (void)make_check(read_json<Json>(json));
        return std::nullopt;
    } catch (const BadRule& bad) {
        return bad.what;
    }
}

std::optional<std::string> counts_defect(std::string_view json)
{
    try {
        (void)read_numbers(std::string(json));
        return std::nullopt;
    } catch (const BadRule& bad) {
        return bad.what;
    }
}

} // namespace lockdesk::scenarios
