// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/one_holder.h"

#include "backends/scenarios/cloned_check.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockdesk::scenarios {

namespace {

class OneHolder final : public Cloned<OneHolder, Breaking::does_harm>
{
public:
    explicit OneHolder(RuleReader& rule)
        : m_begin(rule.filter_or("begin", "acquired")), m_end(rule.filter_or("end", "released")),
          m_per(rule.maybe_expression("per")), m_lease(rule.flag("lease")), m_reentrant(rule.flag("reentrant"))
    {
    }

    void add(const Event& event) override
    {
        if (fault(event))
            return;
        auto& inside = m_inside[m_per ? text_of(of_event(*m_per, event)) : text_of(look_up(event, "name"))];
        const std::string who = event.actor + '/' + (m_reentrant ? std::string() : std::to_string(event.thread));
        if (m_end.matches(event)) {
            if (const auto held = inside.find(who); held != inside.end() && --held->second.holds == 0)
                inside.erase(held);
        } else if (m_begin.matches(event)) {
            for (const auto& [holder, held] : inside)
                if (holder != who && is_at_work(holder, held.until, event))
                    wrong(event);
            Held& mine = inside[who];
            mine.until = whole_value(look_up(event, "expires_us")) - to_us(lesson_base);
            mine.holds = m_reentrant ? mine.holds + 1 : 1;
        }
    }

private:
    struct Held
    {
        std::int64_t until = 0; ///< end of the lease
        int holds = 0;          ///< of one actor in several threads, if the rule is reentrant
    };
    using Inside = std::map<std::string, Held>; ///< by thread, or by actor

    static std::string actor_of(const std::string& who) { return who.substr(0, who.rfind('/')); }
    [[nodiscard]] bool is_at_work(const std::string& who, std::int64_t until, const Event& event) const
    {
        return !m_still.contains(actor_of(who)) && (!m_lease || until > to_us(event.t));
    }

    // A dead or frozen actor does not work, whatever it holds. A thawed one continues, even if another began meanwhile.
    bool fault(const Event& event)
    {
        const std::string target = event.event == "gone" ? event.actor : text_of(look_up(event, "target"));
        if (event.event == "crashed" || event.event == "gone") {
            for (auto& [key, inside] : m_inside)
                std::erase_if(inside, [&](const auto& one) { return actor_of(one.first) == target; });
        } else if (event.event == "frozen" || event.event == "hung") {
            m_still.insert(target);
        } else if (event.event == "thawed") {
            m_still.erase(target);
            for (const auto& [key, inside] : m_inside)
                if (has_two_at_work(inside, target, event))
                    wrong(event);
        } else {
            return false;
        }
        return true;
    }
    [[nodiscard]] bool has_two_at_work(const Inside& inside, const std::string& actor, const Event& event) const
    {
        const auto works = [&](bool is_he) {
            return std::any_of(inside.begin(), inside.end(), [&](const auto& one) {
                return (actor_of(one.first) == actor) == is_he && is_at_work(one.first, one.second.until, event);
            });
        };
        return works(true) && works(false);
    }

    EventFilter m_begin, m_end;
    std::set<std::string> m_still; ///< frozen and hung actors
    std::optional<Expression> m_per;
    bool m_lease, m_reentrant;
    std::map<std::string, Inside> m_inside; // by key
};

} // namespace

std::unique_ptr<Check> make_one_holder(RuleReader& rule) { return std::make_unique<OneHolder>(rule); }

} // namespace lockdesk::scenarios
