// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/playback.h"

#include "backends/engine/text.h"
#include "backends/scenarios/json.h"
#include "backends/scenarios/lanes.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

constexpr int judge_every = 1024;

Json verdict_json(const Verdict& verdict)
{
    Json out;
    out["ok"] = verdict.ok;
    out["rule"] = verdict.rule;
    out["first_bad"] = verdict.first_bad.value_or(0);
    out["counts"] = verdict.counts;
    return out;
}

Json lane_json(const Lane& lane)
{
    Json out;
    out["id"] = lane.spec.id;
    out["spans"] = Json::array();
    for (const Span& span : lane.spans)
        out["spans"].push_back({static_cast<int>(span.kind), to_us(span.from), to_us(span.until), span.open, span.label, span.word,
                                span.by_hand, span.line});
    out["marks"] = Json::array();
    for (const Mark& mark : lane.marks)
        out["marks"].push_back({to_us(mark.t), mark.event, static_cast<int>(mark.tone), mark.number, mark.line});
    return out;
}

} // namespace

Playback::Playback(EventFile file, Judge judge) : m_file(std::move(file)), m_judges{std::move(judge)} {}

Answer<Playback> Playback::open(EventFile file)
{
    auto judge = Judge::make(file.header);
    if (!judge)
        return judge.failure();
    std::vector<Event> events = std::move(file.events);
    file.events.clear();
    Playback out(std::move(file), std::move(judge).value());
    for (Event& event : events)
        out.append(std::move(event));
    return out;
}

void Playback::append(Event event)
{
    const auto n = static_cast<std::size_t>(size());
    if (n > 0 && n % judge_every == 0) {
        Judge judge = m_judges.back();
        for (std::size_t i = n - judge_every; i < n; ++i)
            judge.add(m_file.events[i]);
        m_judges.push_back(std::move(judge));
    }
    m_file.events.push_back(std::move(event));
}

State Playback::state(int n, std::optional<Duration> clock) const
{
    State out;
    out.events = std::clamp(n, 0, size());
    LaneBook lanes(m_file.header);
    for (int i = 0; i < out.events; ++i) {
        const Event& event = m_file.events[static_cast<std::size_t>(i)];
        lanes.add(event);
        out.clock = event.t;
        for (const RowChange& row : event.rows) {
            if (row.after)
                out.rows[{row.entity, row.key}] = *row.after;
            else
                out.rows.erase({row.entity, row.key});
        }
    }
    if (clock)
        out.clock = std::max(out.clock, *clock);
    out.lanes = lanes.lanes(out.clock);
    out.verdict = verdict(out.events);
    return out;
}

Verdict Playback::verdict(int n) const
{
    const auto events = static_cast<std::size_t>(std::clamp(n, 0, size()));
    const auto near = std::min(events / judge_every, m_judges.size() - 1);
    Judge judge = m_judges[near];
    for (auto i = near * judge_every; i < events; ++i)
        judge.add(m_file.events[i]);
    const bool ended = events > 0 && m_file.events[events - 1].event == "finished";
    return ended ? judge.at_end() : judge.so_far();
}

std::string Playback::state_hash(int n) const
{
    const State at = state(n);
    Json out;
    out["events"] = at.events;
    out["clock"] = to_us(at.clock);
    out["lanes"] = Json::array();
    for (const Lane& lane : at.lanes)
        out["lanes"].push_back(lane_json(lane));
    out["rows"] = Json::array();
    for (const auto& [row, fields] : at.rows)
        out["rows"].push_back({row.first, row.second, to_json(fields)});
    out["verdict"] = verdict_json(at.verdict);
    const auto digest = sha256(dump(out));
    return hex(digest.data(), digest.size());
}

} // namespace lockdesk::scenarios
