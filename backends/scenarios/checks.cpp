// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/checks.h"

#include "backends/json/json.h"
#include "backends/scenarios/cloned_check.h"
#include "backends/scenarios/one_holder.h"
#include "backends/scenarios/rule_reader.h"

#include <algorithm>
#include <set>

namespace lockdesk::scenarios {

namespace {

// count: the number of events (or, with `take`, the sum over them) is, is at most, or is at least a number.
class Count final : public Cloned<Count, Breaking::is_another_run>
{
public:
    explicit Count(RuleReader& rule) : m_of(rule.filter("of")), m_take(rule.maybe_expression("take"))
    {
        if (const auto is = rule.maybe_whole("is"))
            m_least = m_most = *is;
        if (const auto most = rule.maybe_whole("at_most"))
            m_most = *most;
        if (const auto least = rule.maybe_whole("at_least"))
            m_least = *least;
        if (!m_least && !m_most)
            rule.fail("how many? Give is, at_most or at_least");
        safety = !m_least; // an upper limit
    }
    /// never: no such event; with `after`, none once those have happened. It judges nothing before that.
    Count(EventFilter of, std::optional<Enough> after) : m_of(std::move(of)), m_after(std::move(after)), m_most(0)
    {
        safety = true;
    }

    void add(const Event& event) override
    {
        if (m_after)
            m_after->add(event);
        if (!m_of.matches(event) || (m_after && !m_after->reached()))
            return;
        m_count += m_take ? whole_value(of_event(*m_take, event)) : 1;
        if (m_most && m_count > *m_most)
            wrong(event);
    }
    [[nodiscard]] std::optional<int> lacks(int last) const override { return at(last, m_least && m_count < *m_least); }

private:
    EventFilter m_of;
    std::optional<Enough> m_after;
    std::optional<Expression> m_take;
    std::optional<std::int64_t> m_least, m_most;
    std::int64_t m_count = 0;
};

class AtMostOncePer final : public Cloned<AtMostOncePer, Breaking::does_harm>
{
public:
    explicit AtMostOncePer(RuleReader& rule) : m_of(rule.filter("of")), m_per(rule.expressions("per")) {}

    void add(const Event& event) override
    {
        if (m_of.matches(event) && !m_seen.insert(key_of(m_per, event)).second)
            wrong(event);
    }

private:
    EventFilter m_of;
    std::vector<Expression> m_per;
    std::set<std::string> m_seen;
};

// gap: from each `from` to the first `to` after it takes more than `more_than` and at most `at_most`.
class Gap final : public Cloned<Gap, Breaking::does_harm>
{
public:
    explicit Gap(RuleReader& rule)
        : m_from(rule.filter("from")), m_to(rule.filter("to")), m_same(rule.maybe_expression("same")),
          m_more_than(rule.maybe_duration("more_than")), m_at_least(rule.maybe_duration("at_least")),
          m_at_most(rule.maybe_duration("at_most"))
    {
        if (!m_more_than && !m_at_least && !m_at_most)
            rule.fail("how long? Give more_than, at_least or at_most");
    }

    void add(const Event& event) override
    {
        const std::string key = m_same ? text_of(of_event(*m_same, event)) : std::string();
        if (m_to.matches(event)) {
            if (const auto from = m_open.find(key); from != m_open.end()) {
                const Duration passed = event.t - from->second;
                m_open.erase(from);
                m_measured = true;
                if ((m_more_than && passed <= *m_more_than) || (m_at_least && passed < *m_at_least))
                    wrong(event);
                else if (m_at_most && passed > *m_at_most)
                    late(event);
            }
        }
        if (m_from.matches(event))
            m_open[key] = event.t;
    }
    [[nodiscard]] std::optional<int> lacks(int last) const override { return at(last, !m_measured); }

private:
    EventFilter m_from, m_to;
    std::optional<Expression> m_same;
    std::optional<Duration> m_more_than, m_at_least, m_at_most;
    std::map<std::string, Duration> m_open;
    bool m_measured = false;
};

class Instants final : public Cloned<Instants, Breaking::is_another_run>
{
public:
    explicit Instants(RuleReader& rule) : m_of(rule.filter("of")), m_at(rule.durations("at")) {}

    void add(const Event& event) override
    {
        if (!m_of.matches(event))
            return;
        if (m_seen == m_at.size() || m_at[m_seen] != event.t)
            wrong(event);
        m_seen = std::min(m_seen + 1, m_at.size());
    }
    [[nodiscard]] std::optional<int> lacks(int last) const override { return at(last, m_seen < m_at.size()); }

private:
    EventFilter m_of;
    std::vector<Duration> m_at;
    std::size_t m_seen = 0;
};

// ranks: 1 to N, each once, ordered by `by`.
class Ranks final : public Cloned<Ranks, Breaking::does_harm>
{
public:
    explicit Ranks(RuleReader& rule)
        : m_of(rule.filter("of")), m_rank(rule.expression_or("rank", "rank")), m_by(rule.maybe_expression("by")),
          m_count(rule.whole("count"))
    {
    }

    void add(const Event& event) override
    {
        if (!m_of.matches(event))
            return;
        const std::int64_t rank = whole_value(of_event(m_rank, event));
        const std::int64_t by = m_by ? whole_value(of_event(*m_by, event)) : rank;
        const auto [place, fresh] = m_ranks.try_emplace(rank, Ranked{by, event.line, rank > m_largest + 1});
        const bool ordered = (place == m_ranks.begin() || std::prev(place)->second.by < by)
                             && (std::next(place) == m_ranks.end() || by < std::next(place)->second.by);
        if (!fresh && place->second.jumped) // of two with the same rank, the early one is wrong
            wrong_at(place->second.line);
        else if (rank < 1 || rank > m_count || !fresh || !ordered)
            wrong(event);
        m_largest = std::max(m_largest, rank);
    }
    [[nodiscard]] std::optional<int> lacks(int last) const override
    {
        return at(last, static_cast<std::int64_t>(m_ranks.size()) < m_count);
    }

private:
    EventFilter m_of;
    Expression m_rank;
    std::optional<Expression> m_by;
    std::int64_t m_count;
    struct Ranked
    {
        std::int64_t by;
        int line;
        bool jumped; ///< ranks were skipped before it
    };
    std::map<std::int64_t, Ranked> m_ranks;
    std::int64_t m_largest = 0;
};

// last_value: `take` of the last event; or, with `row`, a field of a row as last seen.
class LastValue final : public Cloned<LastValue, Breaking::is_another_run>
{
public:
    explicit LastValue(RuleReader& rule)
        : m_of(rule.maybe_filter("of")), m_row(rule.text_or("row", "")), m_take(rule.expression_or("take", "value")),
          m_is(rule.value("is"))
    {
        if (!m_of && m_row.empty())
            rule.fail("of what? Give of (events) or row (as 'record ledger')");
    }

    void add(const Event& event) override
    {
        if (m_of && !m_of->matches(event))
            return;
        if (m_row.empty())
            return keep(event, of_event(m_take, event));
        for (const RowChange& row : event.rows)
            if (row.entity + " " + row.key == m_row)
                keep(event,
                     m_take.value([&](std::string_view key) { return row.after ? field(*row.after, key) : Value{}; }));
    }
    [[nodiscard]] std::optional<int> lacks(int last) const override
    {
        return at(m_line != 0 ? m_line : last, text_of(m_last) != text_of(m_is));
    }
    [[nodiscard]] bool was_seen() const override { return m_line != 0; }

private:
    void keep(const Event& event, Value value)
    {
        m_last = std::move(value);
        m_line = event.line;
    }

    int m_line = 0;
    std::optional<EventFilter> m_of;
    std::string m_row;
    Expression m_take;
    Value m_is, m_last;
};

// tokens_grow: for one key, no token is smaller than an earlier one.
class TokensGrow final : public Cloned<TokensGrow, Breaking::does_harm>
{
public:
    explicit TokensGrow(RuleReader& rule)
        : m_of(rule.filter_or("of", "admitted")), m_token(rule.expression_or("token", "token")),
          m_per(rule.expression_or("per", "resource"))
    {
    }

    void add(const Event& event) override
    {
        if (!m_of.matches(event))
            return;
        const Value token = of_event(m_token, event);
        if (!std::holds_alternative<std::int64_t>(token))
            return;
        auto& largest = m_largest.try_emplace(text_of(of_event(m_per, event)), 0).first->second;
        if (std::get<std::int64_t>(token) < largest)
            wrong(event);
        largest = std::max(largest, std::get<std::int64_t>(token));
    }

private:
    EventFilter m_of;
    Expression m_token, m_per;
    std::map<std::string, std::int64_t> m_largest;
};

// all_done: every key of a `start` event appears in a later `done` event.
class AllDone final : public Cloned<AllDone, Breaking::is_another_run>
{
public:
    explicit AllDone(RuleReader& rule)
        : m_start(rule.filter("start")), m_done(rule.filter("done")), m_per(rule.expressions("per"))
    {
    }

    void add(const Event& event) override
    {
        if (m_start.matches(event))
            m_open.insert(key_of(m_per, event));
        if (m_done.matches(event))
            m_open.erase(key_of(m_per, event));
    }
    [[nodiscard]] std::optional<int> lacks(int last) const override { return at(last, !m_open.empty()); }

private:
    EventFilter m_start, m_done;
    std::vector<Expression> m_per;
    std::set<std::string> m_open;
};

using MakeCheck = std::unique_ptr<Check> (*)(RuleReader&);

template <class T> std::unique_ptr<Check> made(RuleReader& rule) { return std::make_unique<T>(rule); }

const std::map<std::string, MakeCheck, std::less<>>& makers()
{
    static const std::map<std::string, MakeCheck, std::less<>> all{
        {"count", made<Count>},
        {"never",
         [](RuleReader& rule) -> std::unique_ptr<Check> {
             return std::make_unique<Count>(rule.filter("of"), rule.maybe_enough("after"));
         }},
        {"at_most_once_per", made<AtMostOncePer>},
        {"one_holder", make_one_holder},
        {"gap", made<Gap>},
        {"instants", made<Instants>},
        {"ranks", made<Ranks>},
        {"last_value", made<LastValue>},
        {"tokens_grow", made<TokensGrow>},
        {"all_done", made<AllDone>},
    };
    return all;
}

} // namespace

const std::vector<std::string>& rule_kinds()
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> out;
        for (const auto& [kind, maker] : makers())
            out.push_back(kind);
        return out;
    }();
    return all;
}

std::unique_ptr<Check> make_check(const Json& rule)
{
    RuleReader reader(rule);
    const std::string name = reader.text("name"), kind = reader.text("kind");
    const auto maker = makers().find(kind);
    if (maker == makers().end())
        reader.fail("unknown rule '" + kind + "'; there are: " + listed(rule_kinds()));
    auto check = maker->second(reader);
    check->name = name;
    check->text = reader.texts("text");
    if (const auto safety = reader.maybe_flag("safety"))
        check->safety = check->in_any_case = *safety;
    reader.end();
    return check;
}

} // namespace lockdesk::scenarios
