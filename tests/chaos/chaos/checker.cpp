// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/checker.h"

#include <algorithm>
#include <set>

namespace lockdesk::chaos {

namespace {

using What = Event::What;
using Result = Event::Result;

class Checker
{
public:
    Checker(const std::vector<Event>& history, const FinalState& state) : m_state(state)
    {
        for (const Event& e : history)
            m_events[e.what].push_back(&e);
    }

    Verdict run()
    {
        owners(What::granted, "lock");
        owners(What::claimed, "task");
        owners(What::write, "resource");
        rising(What::granted, true, "was granted after token");
        rising(What::claimed, true, "was claimed after token");
        rising(What::write, false, "was admitted after token");
        trusted();
        counters();
        tasks();
        messages();
        draw();
        trouble();
        for (const Event* e : m_events[What::write]) {
            m_verdict.writes += e->result == Result::done || e->result == Result::refused ? 1 : 0;
            m_verdict.refused += e->result == Result::refused ? 1 : 0;
            m_verdict.in_doubt += e->result == Result::in_doubt ? 1 : 0;
        }
        return std::move(m_verdict);
    }

private:
    using Key = std::pair<std::string, std::int64_t>;

    void broken(std::string text)
    {
        if (m_verdict.violations.size() < 100)
            m_verdict.violations.push_back(std::move(text));
    }

    static std::string about(const Event& e) { return e.subject + ": token " + std::to_string(e.token) + " of " + e.owner; }

    // A token belongs to one owner.
    void owners(What what, const char* kind)
    {
        std::map<Key, std::string> seen;
        for (const Event* e : m_events[what]) {
            if (e->result != Result::done)
                continue;
            const auto& first = seen.try_emplace({e->subject, e->token}, e->owner).first->second;
            if (first != e->owner)
                broken(std::string("two owners of one token of a ") + kind + ": " + about(*e) + " and " + first);
        }
    }

    // An event that ended before another began precedes it. Overlapping events may be in either order.
    void rising(What what, bool strictly, const char* words)
    {
        std::map<std::string, std::vector<const Event*>> by_subject;
        for (const Event* e : m_events[what])
            if (e->result == Result::done)
                by_subject[e->subject].push_back(e);
        for (auto& [subject, begins] : by_subject) {
            auto ends = begins;
            std::sort(begins.begin(), begins.end(), [](auto* a, auto* b) { return a->begin < b->begin; });
            std::sort(ends.begin(), ends.end(), [](auto* a, auto* b) { return a->end < b->end; });
            auto ended = ends.begin();
            const Event* top = nullptr;
            for (const Event* e : begins) {
                for (; ended != ends.end() && (*ended)->end < e->begin; ++ended)
                    if (top == nullptr || (*ended)->token > top->token)
                        top = *ended;
                const bool again = strictly && top != nullptr && top->token == e->token && top->owner != e->owner;
                if (top != nullptr && (e->token < top->token || again))
                    broken(about(*e) + " " + words + " " + std::to_string(top->token) + " of " + top->owner);
            }
        }
    }

    // Nobody else may trust a lock between the first and the last moment at which a holder did.
    void trusted()
    {
        struct Holder
        {
            const Event* first = nullptr;
            const Event* last = nullptr;
        };
        std::map<std::string, std::map<std::string, Holder>> by_subject;
        for (const Event* e : m_events[What::trusted]) {
            ++m_verdict.trusted;
            Holder& holder = by_subject[e->subject][e->owner];
            if (holder.first == nullptr || e->begin < holder.first->begin)
                holder.first = e;
            if (holder.last == nullptr || e->begin > holder.last->begin)
                holder.last = e;
        }
        for (const auto& [subject, owners] : by_subject) {
            std::vector<Holder> holders;
            for (const auto& [owner, holder] : owners)
                holders.push_back(holder);
            std::sort(holders.begin(), holders.end(),
                      [](const Holder& a, const Holder& b) { return a.first->begin < b.first->begin; });
            const Event* latest = nullptr;
            for (const Holder& h : holders) {
                if (latest != nullptr && h.first->begin <= latest->begin)
                    broken("two holders at once of " + subject + ": " + latest->owner + " and " + h.first->owner);
                if (latest == nullptr || h.last->begin > latest->begin)
                    latest = h.last;
            }
        }
    }

    void counters()
    {
        std::map<std::string, std::int64_t> begun, done, refused;
        for (const Event* e : m_events[What::increment]) {
            begun[e->subject] += e->result == Result::begun ? 1 : 0;
            done[e->subject] += e->result == Result::done ? 1 : 0;
            refused[e->subject] += e->result == Result::refused ? 1 : 0;
        }
        for (const auto& [subject, n] : begun) {
            const auto it = m_state.counters.find(subject);
            const std::int64_t value = it == m_state.counters.end() ? 0 : it->second;
            m_verdict.increments += done[subject];
            if (value < done[subject] || value > n - refused[subject])
                broken("lost update: the counter of " + subject + " is " + std::to_string(value) + " after "
                       + std::to_string(done[subject]) + " acknowledged increments of " + std::to_string(n) + " begun and "
                       + std::to_string(refused[subject]) + " refused");
        }
    }

    void tasks()
    {
        std::set<std::pair<std::string, std::string>> steps;
        for (const Event* e : m_events[What::advance]) {
            if (e->result != Result::done)
                continue;
            ++m_verdict.advances;
            if (!steps.insert({e->subject, e->detail}).second)
                broken("done twice: task " + e->subject + " from " + e->detail);
        }
        for (const auto& id : m_state.all_tasks) {
            const auto it = m_state.tasks.find(id);
            if (it == m_state.tasks.end())
                broken("lost task: " + id + " is gone");
            else if (it->second != m_state.last_phase)
                broken("lost task: " + id + " is still in " + it->second);
        }
    }

    void messages()
    {
        std::set<std::string> begun, delivered;
        std::set<Key> under_claims;
        for (const Event* e : m_events[What::delivered]) {
            delivered.insert(e->subject);
            if (!under_claims.insert({e->subject, e->token}).second)
                broken("delivered twice under one claim: " + about(*e));
        }
        m_verdict.deliveries = static_cast<std::int64_t>(m_events[What::delivered].size());
        for (const Event* e : m_events[What::add]) {
            begun.insert(e->subject);
            if (e->result != Result::done)
                continue;
            ++m_verdict.messages;
            const auto it = m_state.messages.find(e->subject);
            if (it == m_state.messages.end())
                broken("lost message: " + e->subject + " was added and is gone");
            else if (it->second != "dead" && !delivered.contains(e->subject))
                broken("lost message: " + e->subject + " was added and never delivered and is " + it->second);
        }
        for (const auto& [id, state] : m_state.messages)
            if (state != "sent" && state != "dead")
                broken("lost message: " + id + " is still " + state);
        for (const auto& id : delivered)
            if (!begun.contains(id))
                broken("invented message: " + id);
    }

    void draw()
    {
        std::map<std::string, std::int64_t> numbers;
        std::int64_t expected = 0;
        for (const auto& one : m_state.drawn) {
            const auto what = one.person + " has the number " + std::to_string(one.seq);
            ++expected;
            if (one.seq != expected)
                broken("draw: " + what + " where " + std::to_string(expected) + " should be");
            if (one.rank != one.seq)
                broken("draw: " + what + " and " + (one.rank ? "the rank " + std::to_string(*one.rank) : "no rank"));
            if (!numbers.emplace(one.person, one.seq).second)
                broken("draw: " + one.person + " is in it twice");
            m_verdict.ranked += one.rank ? 1 : 0;
        }
        if (expected > m_state.places)
            broken("draw: " + std::to_string(expected) + " people on " + std::to_string(m_state.places) + " places");
        for (const Event* e : m_events[What::applied]) {
            if (e->result == Result::refused && expected < m_state.places)
                broken("draw: closed to " + e->subject + " with " + std::to_string(expected) + " people on "
                       + std::to_string(m_state.places) + " places");
            const auto it = numbers.find(e->subject);
            if (e->result == Result::done && (it == numbers.end() || it->second != e->token))
                broken("draw: the application of " + e->subject + " with the number " + std::to_string(e->token)
                       + " was lost");
        }
    }

    void trouble()
    {
        for (const Event* e : m_events[What::trouble]) {
            ++m_verdict.trouble[e->detail];
            if (e->detail != "unavailable" && e->detail != "in_doubt")
                broken("a failure that no fault explains: " + e->detail + " in " + e->subject);
        }
    }

    const FinalState& m_state;
    std::map<What, std::vector<const Event*>> m_events;
    Verdict m_verdict;
};

} // namespace

Verdict check(const std::vector<Event>& history, const FinalState& state) { return Checker(history, state).run(); }

} // namespace lockdesk::chaos
