// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/verdict_json.h"

#include "backends/engine/text/shown_text.h"
#include "backends/json/json.h"

#include <algorithm>
#include <cstdlib>

namespace lockdesk::ctl {

std::string language()
{
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); value != nullptr && *value != '\0')
            return std::string_view(value).starts_with("ko") ? "ko" : "en";
    return "en";
}

namespace {

std::string for_one(const scenarios::Verdict& verdict, const std::string& spoken)
{
    std::string human = verdict.ok ? "right" : "wrong";
    if (verdict.ok != verdict.expected && !verdict.safety_only) // the lesson expects it of its own run
        human += verdict.expected ? " (it should be right)" : " (it should be wrong)";
    if (verdict.first_bad)
        human += ", line " + std::to_string(*verdict.first_bad) + (verdict.step.empty() ? "" : ", step " + verdict.step)
                 + ", rule " + verdict.rule + ": " + verdict.rule_text.in(spoken);
    if (verdict.safety_only)
        human += spoken == "ko" ? " (직접 일으킨 고장 뒤에는 안전만 판정)" : " (after faults by hand only harm is judged)";
    human = shown(human);
    return verdict.sentence.empty() ? human : human + "\n" + shown(verdict.sentence.in(spoken));
}

std::string for_table(const scenarios::Verdict& verdict, const RunName& name, const std::string& spoken)
{
    const auto reached = [](bool ok) { return ok ? "right" : "wrong"; };
    std::string out = run_cell(name) + "expected " + reached(verdict.expected) + "   reached " + reached(verdict.ok)
                      + (verdict.ok == verdict.expected ? "   " : " ! ");
    if (verdict.first_bad)
        out += verdict.rule + ", line " + std::to_string(*verdict.first_bad) + ". ";
    return out + verdict.sentence.in(spoken);
}

} // namespace

std::string run_cell(const RunName& name)
{
    std::string out = name.scenario;
    out.resize(std::max<std::size_t>(out.size() + 1, 21), ' ');
    out += name.variant;
    out.resize(std::max<std::size_t>(out.size() + 1, 42), ' ');
    return out;
}

void print_verdict(Context& context, const scenarios::Verdict& verdict, const RunName& name)
{
    const std::string spoken = language();
    Json line = Output::line("verdict", std::nullopt);
    if (!name.scenario.empty()) {
        line["scenario"] = name.scenario;
        line["variant"] = name.variant;
    }
    line["ok"] = verdict.ok;
    line["expected"] = verdict.expected;
    line["rule"] = text_or_null(verdict.rule);
    line["first_bad"] = verdict.first_bad ? Json(*verdict.first_bad) : Json(nullptr);
    line["counts"] = verdict.counts;
    line["step"] = text_or_null(verdict.step);
    line["says"] = text_or_null(verdict.rule_text.in(spoken));
    line["sentence"] = text_or_null(verdict.sentence.in(spoken));
    line["safety_only"] = verdict.safety_only;
    std::string human = name.scenario.empty() ? for_one(verdict, spoken) : shown(for_table(verdict, name, spoken));
    context.out().emit_lines(line, human);
}

} // namespace lockdesk::ctl
