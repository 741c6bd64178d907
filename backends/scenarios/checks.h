// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/event_filter.h"

#include <memory>

namespace lockdesk::scenarios {

/// One rule at work. Remembers the first line that broke it.
class Check
{
public:
    virtual ~Check() = default;
    [[nodiscard]] virtual std::unique_ptr<Check> clone() const = 0;
    virtual void add(const Event& event) = 0;
    /// What is missing when the run ends at line `last` is as bad as a wrong step: the line to name.
    [[nodiscard]] virtual std::optional<int> lacks(int last) const { return (void)last, std::nullopt; }
    /// False: what it is about was not looked at yet, so that `lacks` rests on nothing that was observed.
    [[nodiscard]] virtual bool was_seen() const { return true; }
    [[nodiscard]] std::optional<int> bad() const { return m_bad; }
    /// The first line that did harm, whatever else somebody did to the run by hand.
    [[nodiscard]] std::optional<int> harm() const { return m_harm; }

    std::string name;
    Text text;
    /// Breaking it does harm, under any fault. Else it says how this very run goes, which it need not after a fault by hand.
    bool safety = false;
    /// Judged wholly, also after a fault by hand.
    bool in_any_case = false;

protected:
    Check() = default;
    explicit Check(bool is_safety) : safety(is_safety) {}
    Check(const Check&) = default;
    void wrong(const Event& event) { wrong_at(event.line); }
    void wrong_at(int line)
    {
        late_at(line);
        if (!m_harm && safety)
            m_harm = line;
    }
    /// Wrong, and yet no harm: too late, too few.
    void late(const Event& event) { late_at(event.line); }
    static std::optional<int> at(int line, bool missing) { return missing ? std::optional(line) : std::nullopt; }

private:
    void late_at(int line)
    {
        if (!m_bad)
            m_bad = line;
    }

    std::optional<int> m_bad, m_harm;
};

/// Throws BadRule.
std::unique_ptr<Check> make_check(const Json& rule);
/// Those that hold for every run: time does not go back, a line agrees with itself, the end is there.
std::vector<std::unique_ptr<Check>> general_checks();
/// Every kind of rule.
const std::vector<std::string>& rule_kinds();

} // namespace lockdesk::scenarios
