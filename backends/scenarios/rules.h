// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/event.h"

#include <memory>

namespace lockdesk::scenarios {

/// The result of a run. Computed from the event file alone.
struct Verdict
{
    bool ok = true;               ///< every rule holds
    bool expected = true;         ///< the lesson's expectation for this variant
    std::string rule;             ///< name of the broken rule with the first wrong line; empty when ok
    Text rule_text;               ///< text of that rule
    std::optional<int> first_bad; ///< line of the event file
    bool safety_only = false;     ///< after a fault by hand, or once an actor has left, only harm counts
    std::string step;             ///< of that line
    std::map<std::string, std::int64_t> counts;
    Text sentence; ///< the numbers in a sentence: "3 writes: 2 admitted, 1 stale write refused"
};

/// Checks a run event by event. A value: copies are independent.
class Judge
{
public:
    /// Returns a usage failure for an invalid rule (a file made by hand).
    static Answer<Judge> make(const Header& header);
    Judge(const Judge&);
    Judge& operator=(const Judge&);
    Judge(Judge&&) noexcept;
    Judge& operator=(Judge&&) noexcept;
    ~Judge();

    void add(const Event& event);
    /// Returns the violations so far; events still missing are none.
    [[nodiscard]] Verdict so_far() const;
    /// Returns the verdict as if the run ended here: missing events are violations at the last line.
    [[nodiscard]] Verdict at_end() const;

private:
    struct State;
    explicit Judge(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

Answer<Verdict> verify(const EventFile& file);

/// Verifies a lesson's run by its rules, or a recording of `watch` by general ones (tokens only grow, one holder at a time,
/// nothing admitted below the largest token). A run with a broken line chain is wrong at the first such line. A usage
/// failure gives the line that is cut or invalid, or after which the end is missing.
Answer<Verdict> verify_text(std::string_view text);

/// Returns nullopt when the JSON of a rule, or of the counts, is valid; else the defect. For reading lessons.
std::optional<std::string> rule_defect(std::string_view json);
std::optional<std::string> counts_defect(std::string_view json);

} // namespace lockdesk::scenarios
