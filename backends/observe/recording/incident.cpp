// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/incident.h"

#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/observe/recording/report_json.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace lockdesk {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* left_out = "left out";

std::size_t rows_of(const Update& update)
{
    return update.locks.size() + update.tasks.size() + update.messages.size() + update.workers.size() + update.events.size();
}

template <class Row> void put(RowMap<Row>& into, const Rows<Row>& rows)
{
    for (const auto& row : rows)
        into.put(row);
}

template <class Row> void add_all(Rows<Row>& to, const RowMap<Row>& rows)
{
    to.reserve(rows.size());
    for (const auto& [key, row] : rows)
        to.push_back(row);
}

template <class T> void keep(std::shared_ptr<const T>& to, const std::shared_ptr<const T>& from)
{
    if (from)
        to = from;
}

template <class T> void keep(std::optional<T>& to, const std::optional<T>& from)
{
    if (from)
        to = from;
}

template <class Text> void hide(Text& text)
{
    if (!text.empty())
        text = left_out;
}

LockRow clean(LockRow row)
{
    row.raw.clear();
    row.reason = masked(std::move(row.reason));
    if (row.session) {
        LockSession session = *row.session;
        hide(session.last_statement);
        row.session = std::move(session);
    }
    return row;
}

TaskRow clean(TaskRow row)
{
    row.raw.clear();
    row.payload = "\"left out\"";
    hide(row.last_error);
    return row;
}

MessageRow clean(MessageRow row)
{
    row.raw.clear();
    row.payload = "\"left out\"";
    hide(row.last_error);
    return row;
}

WorkerRow clean(WorkerRow row)
{
    row.raw.clear();
    row.kinds = masked(std::move(row.kinds));
    row.doing = masked(std::move(row.doing));
    return row;
}

void clean_evidence(Json& value)
{
    static constexpr std::array<std::string_view, 5> secret{"payload", "raw", "last_error", "last_statement", "value"};
    if (value.is_array())
        for (Json& one : value)
            clean_evidence(one);
    if (value.is_string())
        value = masked(value.get<std::string>());
    if (!value.is_object())
        return;
    for (auto& [key, one] : value.items())
        if (std::find(secret.begin(), secret.end(), key) != secret.end())
            one = one.is_null() ? Json(nullptr) : Json(left_out);
        else
            clean_evidence(one);
}

AuditRow clean(AuditRow row)
{
    Json evidence = read_json<Json>(row.evidence);
    clean_evidence(evidence);
    row.evidence = evidence.is_discarded() ? "null" : evidence.dump(-1, ' ', false, Json::error_handler_t::replace);
    row.command = masked(std::move(row.command));
    row.reason = masked(std::move(row.reason));
    return row;
}

Event clean(Event event)
{
    const bool error = event.kind == EventKind::failed || event.kind == EventKind::dead || event.kind == EventKind::retry;
    if (error)
        hide(event.detail);
    else
        event.detail = masked(std::move(event.detail));
    return event;
}

Finding clean(Finding finding)
{
    for (Saying& saying : finding.evidence)
        for (SayingValue& value : saying.values)
            if (value.type == SayingValue::Type::text && (saying.code == SayingCode::last_error || saying.code == SayingCode::foreign_text))
                hide(value.text);
            else
                value.text = masked(std::move(value.text));
    return finding;
}

template <class Row> void clean_rows(Rows<Row>& rows)
{
    for (auto& row : rows)
        row = std::make_shared<const Row>(clean(*row));
}

template <class List> void clean_list(std::shared_ptr<const List>& list)
{
    if (!list)
        return;
    std::vector<typename List::value_type> out;
    for (const auto& one : *list)
        out.push_back(clean(one));
    list = std::make_shared<const List>(std::move(out));
}

/// The newest report; without one, what the capabilities say.
StoreReport newest_report(const std::vector<UpdatePtr>& updates)
{
    for (auto update = updates.rbegin(); update != updates.rend(); ++update)
        if ((*update)->report)
            return *(*update)->report;
    const Update& last = *updates.back();
    StoreReport out;
    if (last.capabilities)
        out.can = *last.capabilities;
    out.clock_offset = last.clock.offset;
    out.clock_uncertainty = last.clock.uncertainty;
    return out;
}

Json facts_of(const std::vector<UpdatePtr>& updates)
{
    const Update& last = *updates.back();
    Json facts;
    facts["left_out"] = bundle_policy;
    facts["health"] = word(last.health.state);
    facts["cause"] = to_valid_utf8(masked(last.health.cause));
    facts["poll_rows"] = last.cost.rows;
    facts["poll_busy_us"] = to_us(last.cost.busy);
    facts["poll_share"] = last.cost.share;
    add_report(facts, newest_report(updates));
    return facts;
}

template <class Row> void leave_out(Rows<Row>& rows, const Update& update, Entity entity)
{
    const auto came = update.came.find(entity);
    if (came == update.came.end())
        return;
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(came->second.first);
    rows.erase(first, first + static_cast<std::ptrdiff_t>(came->second.second));
    rows.shrink_to_fit(); // a search brings twenty thousand with each full poll
}

} // namespace

void FlightRecorder::take(const UpdatePtr& update, SteadyPoint steady)
{
    if (update->partial)
        return;
    if (update->rewind)
        *this = {};
    auto copy = std::make_shared<Update>(*update);
    leave_out(copy->locks, *update, Entity::lock);
    leave_out(copy->tasks, *update, Entity::task);
    leave_out(copy->messages, *update, Entity::message);
    copy->came.clear();
    copy->found.clear(); // what a search found is not recorded
    copy->clock.store = update->clock.known ? update->clock.at_steady(steady) : update->clock.store;
    copy->clock.at = steady;
    copy->clock.rate = 0; // it stands still: the recorder reads it later
    m_rows += rows_of(*copy);
    m_recent.push_back(std::move(copy));
    const TimePoint now = m_recent.back()->clock.store;
    while (m_recent.size() > 1 && (m_rows > most_rows || m_recent.front()->clock.store < now - span)) {
        m_rows -= rows_of(*m_recent.front());
        fold(*m_recent.front());
        m_recent.pop_front();
    }
    if (update->findings && update->findings->size() > 1)
        thin_findings();
}

// Consecutive updates share a list that did not change. The newest list always stays.
void FlightRecorder::thin_findings()
{
    std::size_t kept = 0;
    const Findings* last = nullptr;
    for (auto at = m_recent.rbegin(); at != m_recent.rend(); ++at) {
        const auto& list = (*at)->findings;
        if (!list || list.get() == last)
            continue;
        if (last != nullptr && kept + list->size() > most_findings) {
            auto without = std::make_shared<Update>(**at); // others may hold this one
            without->findings.reset();
            *at = std::move(without);
            continue;
        }
        last = list.get();
        kept += list->size();
    }
    if (last != nullptr && m_base.findings && m_base.findings.get() != last && kept + m_base.findings->size() > most_findings)
        m_base.findings.reset();
}

void FlightRecorder::fold(const Update& update)
{
    m_has_base = true;
    if (update.snapshot) // rows that it leaves out are unchanged, or in `gone`
        m_base.covered = update.covered;
    put(m_locks, update.locks);
    put(m_tasks, update.tasks);
    put(m_messages, update.messages);
    put(m_workers, update.workers);
    for (const GoneRow& gone : update.gone)
        switch (gone.entity) {
        case Entity::lock: m_locks.erase(gone.key); break;
        case Entity::task: m_tasks.erase(gone.key); break;
        case Entity::message: m_messages.erase(gone.key); break;
        case Entity::worker: m_workers.erase(gone.key); break;
        default: break;
        }
    m_base.number = update.number;
    m_base.health = update.health;
    m_base.clock = update.clock;
    m_base.cost = update.cost;
    m_base.truncated = update.truncated;
    m_base.about = update.about;
    keep(m_base.capabilities, update.capabilities);
    keep(m_base.report, update.report);
    keep(m_base.waiters, update.waiters);
    keep(m_base.refusals, update.refusals);
    keep(m_base.audit, update.audit);
    keep(m_base.findings, update.findings);
    keep(m_base.phases, update.phases);
    keep(m_base.backlog, update.backlog);
    keep(m_base.summary, update.summary);
    keep(m_base.rates, update.rates);
    keep(m_base.workers_read, update.workers_read);
    keep(m_base.locks_read, update.locks_read);
    keep(m_base.tasks_read, update.tasks_read);
}

std::vector<UpdatePtr> FlightRecorder::updates() const
{
    std::vector<UpdatePtr> out;
    if (m_has_base) {
        auto base = std::make_shared<Update>(m_base);
        base->polled = true;
        base->snapshot = true;
        add_all(base->locks, m_locks);
        add_all(base->tasks, m_tasks);
        add_all(base->messages, m_messages);
        add_all(base->workers, m_workers);
        out.push_back(std::move(base));
    }
    out.insert(out.end(), m_recent.begin(), m_recent.end());
    return out;
}

std::optional<TimePoint> FlightRecorder::newest() const
{
    return m_recent.empty() || !m_recent.back()->clock.known ? std::nullopt : std::optional(m_recent.back()->clock.store);
}

std::string masked(std::string text)
{
    std::size_t at = 0;
    while ((at = text.find("://", at)) != std::string::npos) {
        at += 3;
        const auto end = std::min(text.find_first_of("/ \t\n'\"?#", at), text.size());
        const auto host = text.rfind('@', end == 0 ? 0 : end - 1);
        const auto colon = text.find(':', at);
        if (host != std::string::npos && host > at && host < end && colon < host)
            text.replace(colon + 1, host - colon - 1, "***");
    }
    static constexpr std::array<std::string_view, 5> keys{"password", "passwd", "pwd", "secret", "token="};
    std::string lower = text;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const std::string_view key : keys)
        for (std::size_t found = lower.find(key); found != std::string::npos; found = lower.find(key, found + 1)) {
            auto value = found + key.size();
            if (key.back() != '=') {
                if (value >= text.size() || (text[value] != '=' && text[value] != ':'))
                    continue;
                ++value;
            }
            const auto end = std::min(text.find_first_of("&;, \t\n'\"", value), text.size());
            text.replace(value, end - value, "***");
            lower.replace(value, end - value, "***");
        }
    return text;
}

UpdatePtr without_secrets(const Update& update)
{
    auto out = std::make_shared<Update>(update);
    clean_rows(out->locks);
    clean_rows(out->tasks);
    clean_rows(out->messages);
    clean_rows(out->workers);
    clean_list(out->audit);
    clean_list(out->findings);
    for (Event& event : out->events)
        event = clean(std::move(event));
    out->health.cause = masked(std::move(out->health.cause));
    out->database_waits.reset();
    return out;
}

Answer<Recorder::Progress> write_bundle(const std::string& path, RecordingHeader header, const std::vector<UpdatePtr>& updates)
{
    if (updates.empty())
        return Failure::usage("nothing was observed yet, so there is nothing to save");
    header.facts = facts_of(updates).dump(-1, ' ', false, Json::error_handler_t::replace);
    auto recorder = Recorder::begin(path, std::move(header));
    if (!recorder)
        return recorder.failure();
    for (const UpdatePtr& update : updates)
        (*recorder)->put(without_secrets(*update));
    const auto progress = (*recorder)->close();
    if (progress.failure)
        return *progress.failure;
    return progress;
}

} // namespace lockdesk
