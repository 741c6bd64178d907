// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/event_filter.h"

#include <memory>

namespace lockdesk::scenarios {

/// One rule being checked. Keeps the first line that broke it.
class Check
{
public:
    virtual ~Check() = default;
    [[nodiscard]] virtual std::unique_ptr<Check> clone() const = 0;
    virtual void add(const Event& event) = 0;
    /// Returns the line to report when something is missing at the end of the run, line `last`; else nullopt.
    [[nodiscard]] virtual std::optional<int> lacks(int last) const { return (void)last, std::nullopt; }
    /// Returns false when its subject was not observed yet, so that `lacks` is not based on any observation.
    [[nodiscard]] virtual bool was_seen() const { return true; }
    [[nodiscard]] std::optional<int> bad() const { return m_bad; }
    /// The first line that did harm, regardless of faults by hand.
    [[nodiscard]] std::optional<int> harm() const { return m_harm; }

    std::string name;
    Text text;
    /// Breaking the rule does harm, under any fault. Otherwise it describes this run, which a fault by hand may change.
    bool safety = false;
    /// Checked completely even after a fault by hand.
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
    /// Records a violation without harm: too late, too few.
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
/// The rules that every run must meet: time never goes back, a line is consistent, the run is complete.
std::vector<std::unique_ptr<Check>> general_checks();
/// All kinds of rules.
const std::vector<std::string>& rule_kinds();

} // namespace lockdesk::scenarios
