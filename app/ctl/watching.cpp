// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/watching.h"

#include "app/ctl/row_json.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"

#include <algorithm>
#include <array>

namespace lockdesk::ctl {

namespace {

constexpr std::array<std::string_view, 9> keys{"name", "id", "owner", "state", "kind", "phase", "topic", "claim", "event"};

template <class Row> bool matches(const Filter& filter, const Row& row, TimePoint now)
{
    return filter.matches([&](std::string_view key) { return filter_field(row, now, key); });
}

bool matches(const Filter& filter, const lockdesk::Event& event)
{
    return filter.matches([&](std::string_view key) -> std::optional<std::string> {
        if (key == "event")
            return word(event.kind);
        if (key == "name" || key == "id")
            return event.key;
        if (key == "owner")
            return event.actor;
        return std::nullopt;
    });
}

// The expression selects events only when it names one.
bool names_event(const Filter& filter)
{
    return std::any_of(filter.terms().begin(), filter.terms().end(),
                       [](const FilterTerm& term) { return term.key == "event"; });
}

template <class Row> std::string state_of(const Row& row, TimePoint now)
{
    return filter_field(row, now, "state").value_or("");
}

double rounded(double value, double to) { return static_cast<double>(static_cast<std::int64_t>(value * to + 0.5)) / to; }

} // namespace

std::span<const std::string_view> watch_filter_keys() { return keys; }

WatchPrinter::WatchPrinter(Output& out, std::string what, Filter filter, std::optional<Filter> fail_on, bool has_tokens)
    : m_out(out), m_what(std::move(what)), m_filter(std::move(filter)), m_fail_on(std::move(fail_on)),
      m_has_tokens(has_tokens)
{
}

bool WatchPrinter::wants(Entity entity) const
{
    if (m_what == "all")
        return true;
    return (m_what == "locks" && entity == Entity::lock) || (m_what == "tasks" && entity == Entity::task)
           || (m_what == "outbox" && entity == Entity::message) || (m_what == "workers" && entity == Entity::worker);
}

bool WatchPrinter::print(const Update& update)
{
    health(update);
    if (update.clock.known && update.health.state == HealthState::live) {
        m_now = update.clock.at_steady(std::chrono::steady_clock::now());
        m_at = m_now;
        rows(update.locks, m_locks, Entity::lock);
        rows(update.tasks, m_tasks, Entity::task);
        rows(update.messages, m_messages, Entity::message);
        rows(update.workers, m_workers, Entity::worker);
        for (const GoneRow& row : update.gone) // after the changed rows: a row that appeared and vanished is in both
            gone(row.entity, row.key);
        events(update);
        poll(update);
    }
    m_out.finish();
    return m_failed;
}

template <class Row> void WatchPrinter::rows(const Rows<Row>& changed, ShownRows<Row>& shown, Entity entity)
{
    if (!wants(entity))
        return;
    for (const auto& row : changed) {
        Shown<Row>& slot = shown[key_of(*row)];
        slot.row = row;
        show(slot, entity, true);
    }
    // A state may have changed with time alone.
    for (auto& [key, slot] : shown)
        show(slot, entity, false);
}

template <class Row> void WatchPrinter::show(Shown<Row>& shown, Entity entity, bool changed)
{
    const Row& row = *shown.row;
    std::string state = state_of(row, m_now);
    if (!changed && state == shown.state)
        return;
    if (m_fail_on && !names_event(*m_fail_on) && matches(*m_fail_on, row, m_now))
        m_failed = true;
    if (!matches(m_filter, row, m_now)) {
        if (!shown.state.empty())
            tell_gone(entity, key_of(row));
        shown.state.clear();
        return;
    }
    shown.state = std::move(state);
    if constexpr (std::is_same_v<Row, LockRow>)
        m_out.emit(row_json(row, m_at, m_has_tokens));
    else
        m_out.emit(row_json(row, m_at));
}

template <class Row> void WatchPrinter::forget(ShownRows<Row>& shown, Entity entity, const std::string& key)
{
    const auto found = shown.find(key);
    if (found == shown.end())
        return;
    const bool reported = !found->second.state.empty();
    shown.erase(found);
    if (reported)
        tell_gone(entity, key);
}

void WatchPrinter::tell_gone(Entity entity, const std::string& key)
{
    Json line = Output::line("gone", m_at);
    line["entity"] = word(entity);
    line["key"] = to_valid_utf8(key);
    m_out.emit(line);
}

void WatchPrinter::gone(Entity entity, const std::string& key)
{
    switch (entity) {
    case Entity::lock: forget(m_locks, entity, key); break;
    case Entity::task: forget(m_tasks, entity, key); break;
    case Entity::message: forget(m_messages, entity, key); break;
    case Entity::worker: forget(m_workers, entity, key); break;
    case Entity::waiter:
    case Entity::refusal:
    case Entity::audit: break;
    }
}

bool WatchPrinter::is_shown(Entity entity, const std::string& key) const
{
    const auto in = [&](const auto& shown) {
        const auto found = shown.find(key);
        return found != shown.end() && !found->second.state.empty();
    };
    switch (entity) {
    case Entity::task: return in(m_tasks);
    case Entity::message: return in(m_messages);
    case Entity::worker: return in(m_workers);
    case Entity::lock:
    case Entity::refusal: return in(m_locks);
    case Entity::waiter:
    case Entity::audit: break;
    }
    return false;
}

void WatchPrinter::events(const Update& update)
{
    for (const lockdesk::Event& event : update.events) {
        if (m_fail_on && names_event(*m_fail_on) && matches(*m_fail_on, event))
            m_failed = true;
        const bool side = event.entity == Entity::refusal || event.entity == Entity::audit;
        if (!(wants(event.entity) || side)
            || !(m_filter.empty() || is_shown(event.entity, event.key) || matches(m_filter, event)))
            continue;
        Json line = Output::line("event", m_at);
        line["t_us"] = to_us(event.at);
        line["actor"] = text_or_null(to_valid_utf8(event.actor));
        line["event"] = word(event.kind);
        line["entity"] = word(event.entity);
        line["key"] = to_valid_utf8(event.key);
        line["token"] = event.token.number() == 0 ? Json(nullptr) : Json(event.token.number());
        line["detail"] = text_or_null(to_valid_utf8(event.detail));
        m_out.emit(line, (event.actor.empty() ? "" : event.actor + ": ") + event_text(event));
    }
}

void WatchPrinter::health(const Update& update)
{
    const bool stale = update.health.state == HealthState::stale;
    if (!stale) {
        if (m_stale && update.health.state == HealthState::live) {
            m_stale = false;
            m_out.note("The store answers again.");
        }
        return;
    }
    if (m_stale && m_cause == update.health.cause)
        return;
    m_stale = true;
    m_cause = update.health.cause;
    Json line = Output::line("stale", std::nullopt);
    line["cause"] = to_valid_utf8(update.health.cause);
    line["since_us"] = to_us(update.health.since_wall);
    line["next_try_us"] = us_or_null(update.health.next_try_wall);
    m_out.emit(line, "The store does not answer: " + update.health.cause);
}

void WatchPrinter::poll(const Update& update)
{
    if (!update.polled)
        return;
    Json line = Output::line("poll", m_at);
    line["rows"] = update.cost.rows;
    line["ms"] = rounded(static_cast<double>(update.cost.busy.count()) / 1000, 1000);
    line["share"] = rounded(update.cost.share, 100000);
    line["interval_ms"] = update.cost.interval.count() / 1000;
    line["offset_us"] = to_us(update.clock.offset);
    line["uncertainty_us"] = to_us(update.clock.uncertainty);
    m_out.emit(line, "");
}

} // namespace lockdesk::ctl
