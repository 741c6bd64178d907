// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/event.h"

#include <memory>

namespace lockdesk::scenarios {

/// What a run comes to. Computed from the event file alone.
struct Verdict
{
    bool ok = true;               ///< every rule holds
    bool expected = true;         ///< what the lesson says of this variant
    std::string rule;             ///< name of the broken rule with the first wrong line; empty when ok
    Text rule_text;               ///< what that rule says
    std::optional<int> first_bad; ///< line of the event file
    bool safety_only = false;     ///< somebody did a fault by hand, or an actor has left: from there on only harm counts
    std::string step;             ///< of that line
    std::map<std::string, std::int64_t> counts;
    Text sentence; ///< the numbers said: "3 writes: 2 admitted, 1 stale write refused"
};

/// Follows a run event by event. A value: a copy goes its own way.
class Judge
{
public:
    /// Usage failure: a rule that is none (a file made by hand).
    static Answer<Judge> make(const Header& header);
    Judge(const Judge&);
    Judge& operator=(const Judge&);
    Judge(Judge&&) noexcept;
    Judge& operator=(Judge&&) noexcept;
    ~Judge();

    void add(const Event& event);
    /// What is wrong so far; what is merely not there yet is not.
    [[nodiscard]] Verdict so_far() const;
    /// As if the run ended here: what is missing is wrong at the last line.
    [[nodiscard]] Verdict at_end() const;

private:
    struct State;
    explicit Judge(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

Answer<Verdict> verify(const EventFile& file);

/// A lesson's run, or a recording of `watch`: that one by general rules (tokens only grow, one holder at a time, nothing
/// admitted below the largest token). A run whose lines do not go on from one another is wrong at the first such line. Usage
/// failure names the line that is cut or broken, or after which the end is missing.
Answer<Verdict> verify_text(std::string_view text);

/// Null when the JSON of a rule, or of the counts, is right; else what is wrong with it. For reading lessons.
std::optional<std::string> rule_defect(std::string_view json);
std::optional<std::string> counts_defect(std::string_view json);

} // namespace lockdesk::scenarios
