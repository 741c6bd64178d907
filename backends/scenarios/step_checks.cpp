// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/step_checks.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace lockdesk::scenarios {

namespace {

bool same_texts(const std::map<std::string, Text>& one, const std::map<std::string, Text>& other)
{
    return one.size() == other.size() && std::equal(one.begin(), one.end(), other.begin(), [](const auto& a, const auto& b) {
               return a.first == b.first && a.second.all() == b.second.all();
           });
}

bool say_the_same(const Instruction& one, const Instruction& other)
{
    return same_texts(one.say, other.say) && same_texts(one.why, other.why);
}

// Checks each step once, for any number of variants: a file of a hundred kilobytes may have thousands of both.
class StepChecks
{
public:
    explicit StepChecks(Mistakes& mistakes) : m_mistakes(mistakes) {}

    /// `only`: variants of the enclosing program.
    void look(const Program& program, const std::vector<std::string>& only)
    {
        for (const Instruction& one : program) {
            const auto meant = both(only, one.only);
            if (!meant)
                continue;
            if (!one.step.empty())
                compare(one, *meant);
            look(one.body, *meant);
            look(one.otherwise, *meant);
        }
    }

private:
    struct Said
    {
        const Instruction* in_all = nullptr;
        std::map<std::string, const Instruction*> in_variant;
        bool reported = false;
    };

    // Nullopt: in no variant.
    static std::optional<std::vector<std::string>> both(const std::vector<std::string>& outer,
                                                        const std::vector<std::string>& inner)
    {
        if (outer.empty() || inner.empty())
            return outer.empty() ? inner : outer;
        const std::set<std::string> known(outer.begin(), outer.end());
        std::vector<std::string> out;
        std::copy_if(inner.begin(), inner.end(), std::back_inserter(out),
                     [&](const std::string& name) { return known.contains(name); });
        return out.empty() ? std::nullopt : std::optional(std::move(out));
    }

    void compare(const Instruction& one, const std::vector<std::string>& only)
    {
        Said& said = m_steps[one.step];
        if (said.in_all != nullptr)
            differs(one, *said.in_all, said);
        if (only.empty() && said.in_all == nullptr) {
            for (const auto& [variant, other] : said.in_variant)
                differs(one, *other, said);
            said.in_all = &one;
        }
        for (const std::string& variant : only)
            if (const auto [place, fresh] = said.in_variant.try_emplace(variant, &one); !fresh)
                differs(one, *place->second, said);
    }

    void differs(const Instruction& one, const Instruction& other, Said& said)
    {
        if (said.reported || say_the_same(one, other))
            return;
        said.reported = true;
        m_mistakes.add({one.line, "the step '" + one.step + "' says something else here than in line "
                                      + std::to_string(other.line)
                                      + ", in the same variant: give one of them another name"});
    }

    Mistakes& m_mistakes;
    std::map<std::string, Said> m_steps;
};

} // namespace

void check_steps(const Lesson& lesson, Mistakes& mistakes)
{
    StepChecks checks(mistakes);
    for (const auto& [name, program] : lesson.programs)
        checks.look(program, {});
}

} // namespace lockdesk::scenarios
