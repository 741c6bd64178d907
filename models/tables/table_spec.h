// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/judged.h"
#include "backends/observe/update.h"
#include "models/feed/own_faults.h"
#include "models/tables/moved_rows.h"

#include <QString>
#include <QVariant>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockdesk {

/// A row of any kind with its connection.
struct TableEntry
{
    std::shared_ptr<const void> row;
    int connection = -1;
    template <class Row> [[nodiscard]] const Row& as() const { return *static_cast<const Row*>(row.get()); }
};

/// The instants of the store's clock up to which a connection's rows are known. nullopt: not read yet.
struct RowReads
{
    std::optional<TimePoint> workers, locks, tasks;
    friend bool operator==(const RowReads&, const RowReads&) = default;
};

/// What sorting and filtering use beside the row. A value: it is copied to the worker thread.
struct ConnectionView
{
    std::string name;
    std::string environment;
    std::string source;
    ClockState clock;
    RowReads read; ///< of the rows that were arranged, not of the newest update: a verdict goes with its row
    std::shared_ptr<const OwnFaults> ownFaults; ///< null: none
    bool present = false;
    bool shown = true; ///< chosen in the strip or the sidebar
    bool stale = false;
};
/// Rows of one connection in the order of its store: a window of it. Only these rows are shown.
class RowRanks
{
public:
    RowRanks(int connection, std::shared_ptr<const std::vector<std::string>> keys) : m_connection(connection), m_keys(std::move(keys))
    {
        m_ranks.reserve(m_keys->size());
        for (std::size_t i = 0; i < m_keys->size(); ++i)
            m_ranks.emplace((*m_keys)[i], static_cast<std::int64_t>(i));
    }
    [[nodiscard]] std::optional<std::int64_t> of(int connection, std::string_view key) const
    {
        const auto found = connection == m_connection ? m_ranks.find(key) : m_ranks.end();
        return found == m_ranks.end() ? std::nullopt : std::optional(found->second);
    }

private:
    int m_connection;
    std::shared_ptr<const std::vector<std::string>> m_keys;
    std::unordered_map<std::string_view, std::int64_t> m_ranks; ///< views of m_keys
};
struct TableContext
{
    std::vector<ConnectionView> connections; ///< by connection index
    SteadyPoint steady{};
    std::shared_ptr<const MovedRows> moved; ///< only these rows; null: all
    std::shared_ptr<const RowRanks> ranks{}; ///< their order, whatever the sort column; null: by that
    [[nodiscard]] const ConnectionView& of(const TableEntry& entry) const;
    [[nodiscard]] TimePoint now(const TableEntry& entry) const { return of(entry).clock.at_steady(steady); }
    /// Instants at which to evaluate a lock or a task: a lease that ended after the last read may have been renewed.
    [[nodiscard]] TimePoint judgedLock(const TableEntry& entry) const
    {
        return judged_at(entry.as<LockRow>(), now(entry), of(entry).read.locks);
    }
    [[nodiscard]] TimePoint judgedTask(const TableEntry& entry) const
    {
        return judged_at(entry.as<TaskRow>(), now(entry), of(entry).read.tasks);
    }
    /// Instant at which to evaluate a worker's heartbeat: not after the last read of workers.
    [[nodiscard]] TimePoint judged(const TableEntry& entry) const
    {
        const TimePoint at = now(entry);
        return std::min(at, of(entry).read.workers.value_or(at));
    }
};

/// A cell's sort key. Unknown keys are last in both directions. `text` points into the row or a connection's view.
struct SortKey
{
    enum class Kind : std::uint8_t { number, text, unknown };
    Kind kind = Kind::unknown;
    std::int64_t number = 0;
    std::string_view text;
    static SortKey of(std::int64_t n) { return {Kind::number, n, {}}; }
    static SortKey of(double d) { return {Kind::number, static_cast<std::int64_t>(d * 1000), {}}; }
    static SortKey of(TimePoint t) { return {Kind::number, to_us(t), {}}; }
    static SortKey of(Duration d) { return {Kind::number, to_us(d), {}}; }
    static SortKey of(std::string_view s) { return s.empty() ? SortKey{} : SortKey{Kind::text, 0, s}; }
    template <class T> static SortKey of(const std::optional<T>& value) { return value ? of(*value) : SortKey{}; }
    /// By rank, 0 first, and within a rank by this instant: what is expired, due or silent for longest, or comes next, first.
    static SortKey of_rank(std::int64_t rank, std::optional<TimePoint> at)
    {
        constexpr std::int64_t width = 1'000'000'000'000'000'000 / 16; // ranks up to 15
        const auto ms = at ? to_us(*at) / 1000 : 0;
        return of(rank * width + std::clamp(ms, -width / 2 + 1, width / 2 - 1));
    }
};

/// A row's value for a filter key: a text that lives as long as the row, or a number (durations in microseconds).
struct FieldValue
{
    std::string_view text;
    std::int64_t number = 0;
    bool is_number = false;
    static FieldValue of(std::string_view t) { return {t, 0, false}; }
    static FieldValue of(std::int64_t n) { return {{}, n, true}; }
    static FieldValue of(Duration d) { return {{}, d.count(), true}; }
};

/// Rows that an update adds to or removes from a table.
struct TableDelta
{
    std::vector<TableEntry> upserts;
    std::vector<std::string> gone; ///< keys, of `connection`
    int connection = -1;
    bool replace = false; ///< rows of this connection not listed here are gone
};

enum ColumnFlag : unsigned {
    alignRight = 1, ///< numbers and times
    countsDown = 2, ///< its text changes by itself
    fixedPitch = 4, ///< names, owners, tokens, clocks
    spanOfTime = 8,   ///< its sort keys are microseconds; exported as seconds
    thousandths = 16, ///< of its unit are its sort keys
    sentence = 32,    ///< exported as shown: the sort key is something else
    instants = 64,    ///< are its sort keys; a filter compares how far away they are
    unfiltered = 128, ///< its sort keys are not what is shown
};
struct ColumnSpec
{
    const char* name;   ///< for settings; never translated
    const char* title;  ///< header, translated in the context "tables"
    unsigned flags = 0; ///< ColumnFlag
};

/// Describes the rows of one kind of table. Stateless: used by the GUI thread and a worker thread concurrently.
class TableSpec
{
public:
    virtual ~TableSpec() = default;
    [[nodiscard]] virtual const std::vector<ColumnSpec>& columns() const = 0;
    [[nodiscard]] virtual std::vector<std::string_view> filterKeys() const = 0;
    /// Values of a filter key that come from a list; empty: any.
    [[nodiscard]] virtual std::vector<std::string_view> filterValues(std::string_view key) const
    {
        (void)key;
        return {};
    }
    /// Returns true if rows can be filtered by what the column shows, although no filter key is about it.
    [[nodiscard]] static bool isFilterable(const ColumnSpec& column)
    {
        return (column.flags & (sentence | unfiltered)) == 0;
    }
    /// Returns true if the values of a filter key, or of a filterable column, are numbers or spans of time.
    [[nodiscard]] bool isNumber(std::string_view key) const;
    /// Returns a row's value for a filter key or for the name of a filterable column.
    [[nodiscard]] std::optional<FieldValue> filterValue(const TableEntry& entry, std::string_view key,
                                                        const TableContext& context) const;
    virtual void extract(const Update& update, int connection, TableDelta& delta) const = 0;
    [[nodiscard]] virtual std::string_view key(const TableEntry& entry) const = 0;
    [[nodiscard]] virtual SortKey sortKey(const TableEntry& entry, int column, const TableContext& context) const = 0;
    /// True if the sort key of this column changes without a new row.
    [[nodiscard]] virtual bool movesByItself(int column) const
    {
        (void)column;
        return false;
    }
    [[nodiscard]] virtual std::optional<FieldValue> field(const TableEntry& entry, std::string_view key,
                                                          const TableContext& context) const = 0;
    /// Texts in which a bare word is searched.
    virtual void texts(const TableEntry& entry, std::vector<std::string_view>& out) const = 0;
    /// Returns true if the row moved in a selected span of time.
    [[nodiscard]] virtual bool movedIn(const TableEntry& entry, const MovedRows& moved) const
    {
        const auto of = entity();
        return !of || moved.has(*of, entry.connection, key(entry));
    }
    /// Combines a new row with the one before it (rates, traces). `before` is null for a new key.
    [[nodiscard]] virtual std::shared_ptr<const void> merged(const std::shared_ptr<const void>& before,
                                                             std::shared_ptr<const void> now) const
    {
        (void)before;
        return now;
    }
    /// Rings: maximum number of rows; the oldest are dropped. 0: no limit.
    [[nodiscard]] virtual std::size_t capacity() const { return 0; }
    /// The observer's entity, if the store may have more rows than are live.
    [[nodiscard]] virtual std::optional<Entity> entity() const { return std::nullopt; }
    /// The column of `RowOrder` by which a store orders as this column does; empty: none.
    [[nodiscard]] virtual std::string_view storeColumn(int column) const
    {
        (void)column;
        return {};
    }
    /// What that order means, if it is not exactly this column's: a sentence with %1 for the store, to be translated in `tables`.
    [[nodiscard]] virtual const char* storeOrderHint(int column) const
    {
        (void)column;
        return nullptr;
    }
    /// Default column and direction.
    [[nodiscard]] virtual int defaultSort() const { return 0; }
    [[nodiscard]] virtual bool defaultDescending() const { return false; }
};

} // namespace lockdesk
