// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "backends/observe/update.h"

#include <map>
#include <optional>
#include <span>
#include <string>

namespace lockdesk::ctl {

/// The keys of lists, and `event`.
std::span<const std::string_view> watch_filter_keys();

/// Turns an observer's updates into the lines of `watch`. Prints a row when it is new, has changed, or has another state
/// because time has passed; prints `gone` when it is removed or no longer matches.
class WatchPrinter
{
public:
    WatchPrinter(Output& out, std::string what, Filter filter, std::optional<Filter> fail_on, bool has_tokens);
    /// Prints the update. Returns true once something has matched `fail_on`.
    bool print(const Update& update);

private:
    template <class Row> struct Shown
    {
        RowPtr<Row> row;
        std::string state; ///< as printed; empty: it did not match
    };
    template <class Row> using ShownRows = std::map<std::string, Shown<Row>>;

    template <class Row> void rows(const Rows<Row>& changed, ShownRows<Row>& shown, Entity entity);
    template <class Row> void show(Shown<Row>& shown, Entity entity, bool changed);
    void gone(Entity entity, const std::string& key);
    template <class Row> void forget(ShownRows<Row>& shown, Entity entity, const std::string& key);
    void tell_gone(Entity entity, const std::string& key);
    void events(const Update& update);
    void health(const Update& update);
    void poll(const Update& update);
    [[nodiscard]] bool wants(Entity entity) const;
    [[nodiscard]] bool is_shown(Entity entity, const std::string& key) const;

    Output& m_out;
    const std::string m_what;
    const Filter m_filter;
    const std::optional<Filter> m_fail_on;
    const bool m_has_tokens;
    bool m_failed = false;
    bool m_stale = false;
    std::string m_cause;
    TimePoint m_now{};
    std::optional<TimePoint> m_at;
    ShownRows<LockRow> m_locks;
    ShownRows<TaskRow> m_tasks;
    ShownRows<MessageRow> m_messages;
    ShownRows<WorkerRow> m_workers;
};

} // namespace lockdesk::ctl
