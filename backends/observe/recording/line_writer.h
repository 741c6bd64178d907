// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/recording/line_sum.h"
#include "backends/observe/recording/recording.h"
#include "backends/observe/recording/row_json.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace lockdesk {

/// Turns updates into the lines of a recording. Writes a row when it is new, has changed, or has changed its state with the
/// passage of time. One thread.
class LineWriter
{
public:
    explicit LineWriter(const RecordingHeader& header);
    /// Returns the first line.
    std::string begin();
    /// Returns the lines of an update; `steady`: when it was published.
    std::string lines(const Update& update, SteadyPoint steady);
    std::string end();
    [[nodiscard]] std::int64_t count() const { return m_lines; }

private:
    template <class Row> struct Seen
    {
        RowPtr<Row> row;
        int state = 0;
    };
    template <class Row> using SeenRows = std::unordered_map<std::string, Seen<Row>>;

    void add(const RowJson& line);
    template <class Row> void rows(const Rows<Row>& changed, SeenRows<Row>& seen, Entity entity, bool tick);
    template <class Row> void row(const Row& row);
    template <class Row> void forget_missing(const Rows<Row>& all, SeenRows<Row>& seen, Entity entity);
    void forget(const GoneRow& row);
    void gone(Entity entity, const std::string& key);
    void waiters(const std::vector<WaiterRow>& all);
    void refusals(const std::vector<FenceRow>& all);
    void audit(const std::vector<AuditRow>& all);
    void events(const Update& update);
    void numbers(const Update& update);
    void findings(const Findings& all);
    void poll(const Update& update);
    bool health(const Update& update);

    const RecordingHeader m_header;
    LineSum m_sum;
    std::string m_out;
    std::int64_t m_lines = 0;
    TimePoint m_now{};
    SeenRows<LockRow> m_locks;
    SeenRows<TaskRow> m_tasks;
    SeenRows<MessageRow> m_messages;
    SeenRows<WorkerRow> m_workers;
    std::map<std::string, WaiterRow> m_waiters;
    std::vector<FenceRow> m_refusals;
    std::set<std::int64_t> m_audit;
    Findings m_findings;
    std::optional<Backlog> m_backlog;
    std::string m_numbers; ///< last written
    bool m_stale = false;
    std::string m_cause;
};

} // namespace lockdesk
