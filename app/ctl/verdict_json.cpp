// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/verdict_json.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace lockdesk::ctl {

std::string language()
{
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); value != nullptr && *value != '\0')
            return std::string_view(value).starts_with("ko") ? "ko" : "en";
    return "en";
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
    std::string human = name.scenario.empty() ? std::string() : name.scenario + " " + name.variant + ": ";
    human += verdict.ok ? "right" : "wrong";
    if (verdict.ok != verdict.expected)
        human += verdict.expected ? " (it should be right)" : " (it should be wrong)";
    if (verdict.first_bad)
        human += ", line " + std::to_string(*verdict.first_bad) + (verdict.step.empty() ? "" : ", step " + verdict.step) + ", rule "
            + verdict.rule + ": " + verdict.rule_text.in(spoken);
    if (!verdict.sentence.empty())
        human += "\n" + verdict.sentence.in(spoken);
    context.out().emit(line, human);
}

} // namespace lockdesk::ctl
