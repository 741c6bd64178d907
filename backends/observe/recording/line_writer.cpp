// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/line_writer.h"

#include "backends/engine/text/text.h"
#include "backends/json/json.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace lockdesk {

namespace {

using Json = RowJson;

int state_number(const LockRow& row, TimePoint now) { return static_cast<int>(lock_state(row, now)); }
int state_number(const TaskRow& row, TimePoint now) { return static_cast<int>(task_state(row, now)); }
int state_number(const MessageRow& row, TimePoint) { return static_cast<int>(row.state); }
int state_number(const WorkerRow& row, TimePoint now) { return static_cast<int>(worker_health(row, now)); }

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

double rounded(double value, double to) { return static_cast<double>(static_cast<std::int64_t>(value * to + 0.5)) / to; }

Json backlog_json(const Backlog& backlog)
{
    return {{"pending", backlog.pending},
            {"sending", backlog.sending},
            {"oldest_us", us_or_null(backlog.oldest)},
            {"in_rate", backlog.in_rate},
            {"out_rate", backlog.out_rate},
            {"dead", backlog.dead},
            {"next_due_us", us_or_null(backlog.next_due)},
            {"capped", backlog.capped}};
}

Json can_json(const Capabilities& can)
{
    return {{"resolution_us", to_us(can.resolution)},
            {"fence", can.fence == FenceStrength::none   ? "none"
                      : can.fence == FenceStrength::weak ? "weak"
                                                         : "strict"},
            {"durable_tokens", can.durable_tokens},
            {"waiters", can.waiters},
            {"hints", can.hints},
            {"session_locks", can.session_locks},
            {"tasks", can.tasks},
            {"outbox", can.outbox},
            {"workers", can.workers},
            {"audit", can.audit}};
}

constexpr std::array every_entity{Entity::lock,   Entity::task,    Entity::message, Entity::worker,
                                  Entity::waiter, Entity::refusal, Entity::audit};

} // namespace

Entities recorded_entities(std::string_view what)
{
    if (what == "locks")
        return Entity::lock | Entity::waiter | Entity::refusal | Entity::audit;
    if (what == "tasks")
        return Entity::task | Entity::audit;
    if (what == "outbox")
        return Entity::message | Entity::audit;
    if (what == "workers")
        return Entity::worker | Entity::refusal;
    return Entities::all();
}

LineWriter::LineWriter(const RecordingHeader& header) : m_header(header), m_now(header.begun) {}

void LineWriter::add(const Json& line)
{
    m_out += m_sum.closed(json_text(line));
    m_out += '\n';
    ++m_lines;
}

std::string LineWriter::begin()
{
    Json line = json_line("recording", std::nullopt);
    line["store"] = m_header.capabilities.store;
    line["version"] = to_valid_utf8(m_header.capabilities.version);
    line["source"] = to_valid_utf8(m_header.capabilities.source);
    line["what"] = m_header.what;
    line["name"] = text_or_null(m_header.name);
    line["environment"] = text_or_null(m_header.environment);
    line["tokens"] = m_header.has_tokens;
    line["begun_us"] = to_us(m_header.begun);
    line["sums"] = true;
    line["can"] = can_json(m_header.capabilities);
    if (!m_header.facts.empty())
        line["facts"] = read_json<Json>(m_header.facts);
    m_out.clear();
    add(line);
    return std::move(m_out);
}

std::string LineWriter::lines(const Update& update, SteadyPoint steady)
{
    m_out.clear();
    if (update.clock.known)
        m_now = update.clock.at_steady(steady);
    if (!health(update) || !update.clock.known)
        return std::move(m_out);
    if (update.snapshot) {
        forget_missing(update.locks, m_locks, Entity::lock);
        forget_missing(update.tasks, m_tasks, Entity::task);
        forget_missing(update.messages, m_messages, Entity::message);
        forget_missing(update.workers, m_workers, Entity::worker);
    }
    const bool tick = update.summary.has_value();
    rows(update.locks, m_locks, Entity::lock, tick);
    rows(update.tasks, m_tasks, Entity::task, tick);
    rows(update.messages, m_messages, Entity::message, tick);
    rows(update.workers, m_workers, Entity::worker, tick);
    for (const GoneRow& row : update.gone) // after the rows: a row that came and went is in both
        forget(row);
    if (update.waiters)
        waiters(*update.waiters);
    if (update.refusals)
        refusals(*update.refusals);
    if (update.audit)
        audit(*update.audit);
    events(update);
    if (update.findings)
        findings(*update.findings);
    numbers(update);
    poll(update);
    return std::move(m_out);
}

std::string LineWriter::end()
{
    m_out.clear();
    Json line = json_line("end", m_now);
    line["rows"] = m_locks.size() + m_tasks.size() + m_messages.size() + m_workers.size();
    line["truncated"] = false;
    line["about"] = nullptr;
    line["lines"] = m_lines + 1;
    add(line);
    return std::move(m_out);
}

template <class Row> void LineWriter::row(const Row& row)
{
    if constexpr (std::is_same_v<Row, LockRow>) {
        Json line = row_json(row, m_now, m_header.has_tokens);
        line["key"] = key_of(row);
        if (Json more = unsaid(row); !more.is_null())
            line["unsaid"] = std::move(more);
        add(line);
    } else {
        add(row_json(row, m_now));
    }
}

template <class Row> void LineWriter::rows(const Rows<Row>& changed, SeenRows<Row>& seen, Entity entity, bool tick)
{
    if (!m_header.entities.has(entity))
        return;
    for (const auto& each : changed) {
        seen[key_of(*each)] = {each, state_number(*each, m_now)};
        row(*each);
    }
    if (!tick)
        return;
    // The passage of time may have changed a state.
    for (auto& [key, slot] : seen) {
        const int state = state_number(*slot.row, m_now);
        if (state == slot.state)
            continue;
        slot.state = state;
        row(*slot.row);
    }
}

template <class Row> void LineWriter::forget_missing(const Rows<Row>& all, SeenRows<Row>& seen, Entity entity)
{
    if (seen.empty())
        return;
    std::unordered_set<std::string> keys;
    for (const auto& each : all)
        keys.insert(key_of(*each));
    for (auto it = seen.begin(); it != seen.end();) {
        if (keys.contains(it->first)) {
            ++it;
            continue;
        }
        gone(entity, it->first);
        it = seen.erase(it);
    }
}

void LineWriter::forget(const GoneRow& row)
{
    switch (row.entity) {
    case Entity::lock: m_locks.erase(row.key); break;
    case Entity::task: m_tasks.erase(row.key); break;
    case Entity::message: m_messages.erase(row.key); break;
    case Entity::worker: m_workers.erase(row.key); break;
    case Entity::waiter:
    case Entity::refusal:
    case Entity::audit: return; // written as complete lists
    }
    gone(row.entity, row.key);
}

void LineWriter::gone(Entity entity, const std::string& key)
{
    if (!m_header.entities.has(entity))
        return;
    Json line = json_line("gone", m_now);
    line["entity"] = word(entity);
    line["key"] = key;
    add(line);
}

void LineWriter::waiters(const std::vector<WaiterRow>& all)
{
    std::map<std::string, WaiterRow> now;
    for (const WaiterRow& waiter : all)
        now.emplace(waiter.name + '\n' + waiter.owner, waiter);
    for (const auto& [key, waiter] : m_waiters)
        if (!now.contains(key))
            gone(Entity::waiter, key);
    for (const auto& [key, waiter] : now) {
        const auto before = m_waiters.find(key);
        if (m_header.entities.has(Entity::waiter) && (before == m_waiters.end() || !(before->second == waiter)))
            add(row_json(waiter, m_now));
    }
    m_waiters = std::move(now);
}

void LineWriter::refusals(const std::vector<FenceRow>& all)
{
    for (auto row = all.rbegin(); row != all.rend(); ++row)
        if (m_header.entities.has(Entity::refusal)
            && std::find(m_refusals.begin(), m_refusals.end(), *row) == m_refusals.end())
            add(row_json(*row, m_now));
    m_refusals = all;
}

void LineWriter::audit(const std::vector<AuditRow>& all)
{
    for (auto row = all.rbegin(); row != all.rend(); ++row)
        if (m_header.entities.has(Entity::audit) && m_audit.insert(row->seq).second)
            add(row_json(*row, m_now));
}

void LineWriter::events(const Update& update)
{
    for (const Event& event : update.events) {
        if (!m_header.entities.has(event.entity))
            continue;
        add(event_json(event, m_now));
    }
}

void LineWriter::findings(const Findings& all)
{
    if (all == m_findings)
        return;
    m_findings = all;
    Json list = Json::array();
    for (const Finding& finding : all) {
        Json rows = Json::array();
        for (const ProvingRow& proof : finding.rows)
            rows.push_back({word(proof.entity), to_valid_utf8(proof.key)});
        list.push_back({{"kind", static_cast<int>(finding.kind)},
                        {"what", word(finding.kind)},
                        {"severity", static_cast<int>(finding.severity)},
                        {"entity", word(finding.entity)},
                        {"key", to_valid_utf8(finding.key)},
                        {"evidence", to_valid_utf8(english_evidence(finding.evidence, m_now))},
                        {"says", sayings_json(finding.evidence)},
                        {"since_us", to_us(finding.since)},
                        {"next", static_cast<int>(finding.next)},
                        {"rows", rows},
                        {"count", finding.count}});
    }
    Json line = json_line("findings", m_now);
    line["findings"] = std::move(list);
    add(line);
}

void LineWriter::numbers(const Update& update)
{
    if (update.backlog)
        m_backlog = update.backlog;
    if (!update.rates)
        return;
    Json said = Json::object();
    said["backlog"] = m_backlog ? backlog_json(*m_backlog) : Json(nullptr);
    const Rates& rates = *update.rates;
    said["rates"] = {{"acquired", number_or_null(rates.acquired)},
                     {"expired", number_or_null(rates.expired)},
                     {"claimed", number_or_null(rates.claimed)},
                     {"done", number_or_null(rates.done)},
                     {"in", number_or_null(rates.in)},
                     {"out", number_or_null(rates.out)}};
    said["truncated"] = Json::array();
    for (const Entity entity : every_entity)
        if (update.truncated.has(entity))
            said["truncated"].push_back(word(entity));
    said["about"] = Json::object();
    for (const auto& [entity, about] : update.about)
        said["about"][word(entity)] = about;
    std::string text = json_text(said);
    if (text == m_numbers)
        return;
    m_numbers = std::move(text);
    Json line = json_line("numbers", m_now);
    line.update(said);
    add(line);
}

void LineWriter::poll(const Update& update)
{
    if (!update.polled)
        return;
    Json line = json_line("poll", m_now);
    line["rows"] = update.cost.rows;
    line["ms"] = rounded(static_cast<double>(update.cost.busy.count()) / 1000, 1000);
    line["share"] = rounded(update.cost.share, 100000);
    line["interval_ms"] = update.cost.interval.count() / 1000;
    line["offset_us"] = to_us(update.clock.offset);
    line["uncertainty_us"] = to_us(update.clock.uncertainty);
    line["hints"] = update.cost.hints;
    line["sandbox"] = update.clock.sandbox;
    add(line);
}

// Returns false when the store did not answer, so that the update contains no rows to write.
bool LineWriter::health(const Update& update)
{
    if (update.health.state == HealthState::live) {
        m_stale = false;
        return true;
    }
    if (update.health.state == HealthState::connecting || (m_stale && m_cause == update.health.cause))
        return false;
    m_stale = true;
    m_cause = update.health.cause;
    Json line = json_line("stale", std::nullopt);
    line["cause"] = to_valid_utf8(update.health.cause);
    line["since_us"] = to_us(update.health.since_wall);
    line["next_try_us"] = us_or_null(update.health.next_try_wall);
    line["at_us"] = to_us(m_now);
    add(line);
    return false;
}

} // namespace lockdesk
