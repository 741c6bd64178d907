// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/playback.h"

#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/scenarios/json.h"
#include "backends/scenarios/lanes.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

constexpr int foothold_every = 1024;

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
        out["spans"].push_back({static_cast<int>(span.kind), to_us(span.from), to_us(span.until), span.open, span.label,
                                span.word, span.by_hand, span.line});
    out["marks"] = Json::array();
    for (const Mark& mark : lane.marks)
        out["marks"].push_back({to_us(mark.t), mark.event, static_cast<int>(mark.tone), mark.number, mark.verb, mark.line});
    return out;
}

} // namespace

struct Playback::Walk
{
    void add(const Event& event);
    [[nodiscard]] Verdict verdict() const { return ended ? judge.at_end() : judge.so_far(); }

    LaneBook lanes;
    Judge judge;
    std::map<std::pair<std::string, std::string>, Fields> rows = {};
    int events = 0;
    Duration clock{0};
    bool ended = false;
};

void Playback::Walk::add(const Event& event)
{
    lanes.add(event);
    judge.add(event);
    for (const RowChange& row : event.rows) {
        if (row.after)
            rows[{row.entity, row.key}] = *row.after;
        else
            rows.erase({row.entity, row.key});
    }
    ++events;
    clock = event.t;
    ended = event.event == "finished";
}

Playback::Playback(EventFile file, Judge judge) : m_file(std::move(file))
{
    m_footholds.push_back(std::make_unique<const Walk>(Walk{LaneBook(m_file.header), std::move(judge)}));
}

Playback::Playback(Playback&&) noexcept = default;
Playback& Playback::operator=(Playback&&) noexcept = default;
Playback::~Playback() = default;

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
    const int n = size();
    if (n > 0 && n % foothold_every == 0)
        m_footholds.push_back(std::make_unique<const Walk>(walk(n)));
    m_file.events.push_back(std::move(event));
}

Playback::Walk& Playback::walk(int n) const
{
    const auto near = std::min(static_cast<std::size_t>(n / foothold_every), m_footholds.size() - 1);
    if (!m_walk || m_walk->events > n || m_walk->events < m_footholds[near]->events)
        m_walk = std::make_unique<Walk>(*m_footholds[near]);
    while (m_walk->events < n)
        m_walk->add(m_file.events[static_cast<std::size_t>(m_walk->events)]);
    return *m_walk;
}

State Playback::state(int n, std::optional<Duration> clock) const
{
    const Walk& at = walk(std::clamp(n, 0, size()));
    State out;
    out.events = at.events;
    out.clock = clock ? std::max(at.clock, *clock) : at.clock;
    out.lanes = at.lanes.lanes(out.clock);
    out.rows = at.rows;
    out.verdict = at.verdict();
    return out;
}

Verdict Playback::verdict(int n) const { return walk(std::clamp(n, 0, size())).verdict(); }

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
