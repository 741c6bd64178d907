// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/findings_lines.h"

#include "backends/engine/text/command_line.h"
#include "backends/json/json.h"

#include <algorithm>

namespace lockdesk::ctl {

namespace {

bool same_subject(const Finding& a, const Finding& b) { return a.kind == b.kind && a.entity == b.entity && a.key == b.key; }

// The command to run next. A forced verb needs values from its output.
std::string advice_of(const Finding& finding)
{
    if (finding.kind == FindingKind::store_silent)
        return {};
    if (finding.kind == FindingKind::wait_cycle)
        return CommandLine("waits").text();
    if (finding.kind == FindingKind::weak_store)
        return CommandLine("capabilities").text();
    if (finding.key == "clock" && finding.kind == FindingKind::clock_doubt)
        return CommandLine("clock").text();
    const bool one = finding.count == 1;
    const bool dead = finding.next == NextStep::retry_dead;
    switch (finding.entity) {
    case Entity::lock: return CommandLine("lock show").positional(finding.key).text();
    case Entity::task:
        return one ? CommandLine("task show").positional(finding.key).text() : CommandLine("list tasks").text();
    case Entity::message:
        return dead && one && !finding.rows.empty()
                   ? CommandLine("outbox retry-dead").positional(finding.rows.front().key).text()
                   : CommandLine(dead ? "list outbox state:dead" : "outbox backlog").text();
    case Entity::worker: return CommandLine("list workers").text();
    default: return {};
    }
}

Json finding_line(const Finding& finding, std::optional<TimePoint> now)
{
    Json line = Output::line("finding", now);
    line["severity"] = word(finding.severity);
    line["what"] = word(finding.kind);
    line["entity"] = word(finding.entity);
    line["subject"] = finding.key;
    line["evidence"] = english_evidence(finding.evidence, now.value_or(TimePoint{}));
    line["advice"] = text_or_null(advice_of(finding));
    line["since_us"] = to_us(finding.since);
    line["count"] = finding.count;
    line["rows"] = Json::array();
    for (const ProvingRow& row : finding.rows)
        line["rows"].push_back({{"entity", word(row.entity)}, {"key", row.key}});
    return line;
}

std::string human_line(const Json& line)
{
    std::string out = line["severity"].get<std::string>() + ": " + line["subject"].get<std::string>() + ": "
                      + line["what"].get<std::string>();
    if (const auto evidence = line["evidence"].get<std::string>(); !evidence.empty())
        out += ": " + evidence;
    if (line["advice"].is_string())
        out += ". See: " + line["advice"].get<std::string>();
    return out;
}

} // namespace

bool FindingsPrinter::print(const Update& update, bool settled)
{
    m_complete = m_complete || update.snapshot || update.health.state == HealthState::stale;
    if (!m_complete || !update.findings || !settled)
        return false;
    const auto now = update.clock.known ? std::optional(update.clock.store) : std::nullopt;
    for (const Finding& finding : *update.findings) {
        const auto before =
            std::find_if(m_shown.begin(), m_shown.end(), [&](const Finding& one) { return same_subject(one, finding); });
        if (before != m_shown.end() && before->severity == finding.severity && before->rows == finding.rows)
            continue; // only its times changed
        const Json line = finding_line(finding, now);
        m_out.emit(line, human_line(line));
    }
    for (const Finding& finding : m_shown) {
        const auto& all = *update.findings;
        if (std::any_of(all.begin(), all.end(), [&](const Finding& one) { return same_subject(one, finding); }))
            continue;
        Json line = Output::line("gone", now);
        line["entity"] = "finding";
        line["key"] = finding.key;
        line["what"] = word(finding.kind);
        m_out.emit(line, "over: " + finding.key + ": " + word(finding.kind));
    }
    m_shown = *update.findings;
    return true;
}

} // namespace lockdesk::ctl
