// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/observe/more_sources.h"
#include "backends/observe/search_line.h"
#include "backends/observe/stopwatch.h"
#include "backends/observe/store_report.h"
#include "backends/observe/update.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockdesk {

/// The result of one poll of a store.
struct Reading
{
    ChangeBatch batch;
    Entities asked;
    std::optional<Backlog> backlog;
    std::optional<Durability> durability; ///< only when it was read, about every 30 s
    std::shared_ptr<const StoreReport> report; ///< likewise
    std::shared_ptr<const std::vector<DatabaseWait>> database_waits; ///< null: not read this time
    std::shared_ptr<const std::map<std::string, std::optional<std::string>>> records; ///< watched ones that were read
    std::map<Entity, std::int64_t> about;
    std::map<SearchOf, Found> found; ///< searches of this poll; their rows, in this order, are the last ones of `batch`
    ClockState clock;
    Duration busy{0};     ///< time the store took, without round trips
    Duration beside{0};   ///< the same for reads at their own pace (see MoreSources)
    bool full = false;    ///< everything was read
    bool partial = false; ///< rows alone were read, and not all rows of `batch.truncated`
};

/// What the store is searched for, beyond the rows that are held live.
using Searches = std::map<SearchOf, Search>;

/// When to read again what may be expensive and must not take more than its share of the store's time.
class OwnPace
{
public:
    OwnPace(Duration every, double share) : m_every(every), m_share(share) {}
    [[nodiscard]] bool due(SteadyPoint now, bool hurry) const;
    void took(SteadyPoint now, Duration busy);

private:
    const Duration m_every; ///< the shortest time between two reads, unless in a hurry
    const double m_share;
    std::optional<SteadyPoint> m_last;
    Duration m_busy{0}; ///< of the last read
};

struct ReadLimits
{
    std::size_t rows = 100'000; ///< per entity
    std::size_t found = 20'000; ///< per search
    double waits_share = 0.005;  ///< of the store's time for reading the waits of its own sessions
};

/// Reads one session: the changes since the last poll, or everything. One thread.
class Reader
{
public:
    /// Without `line`, searches use the session. `known`: left out of what is read whole, see `Changes::leave_out`.
    Reader(Session& session, ReadLimits limits, MoreSources* more = nullptr, SearchLine* line = nullptr, KnownRows* known = nullptr);
    /// Returns those of `wanted` that the store and source have.
    [[nodiscard]] Entities supported(Entities wanted) const;
    /// `full`: everything, not only changes. Entities requested for the first time are always read whole.
    Answer<Reading> read(Entities wanted, bool full);
    /// Reads everything if no entity has more than `rows` rows; else the first rows of each, as `partial`.
    Answer<Reading> read_first(Entities wanted, std::size_t rows);
    /// Searches where there are more rows than the limit: when the filter is new, and with each full poll. A new one gives its
    /// first rows (`Found::so_far`), and all of them with the next poll.
    void set_searches(const Searches& searches) { m_searches = searches; }
    /// Records to read as well: see Observer::watch_records.
    void set_records(const std::vector<std::string>& ids) { m_records = ids; }
    /// Reads the waits of the database's own sessions with the next poll, if their share permits.
    void hurry_waits(bool hurry) { m_hurry_waits = hurry; }
    /// Whether the next poll has to search for something new: it may take as long as a call may take.
    [[nodiscard]] bool has_to_search() const;
    /// Columns by which the store orders rows that are read by their changes.
    [[nodiscard]] std::map<Entity, std::vector<std::string>> orders() const;

private:
    Answer<Reading> read(Entities wanted, bool full, std::size_t limit);
    Answer<ChangeBatch> since(Entities wanted, bool full, std::size_t limit);
    [[nodiscard]] Reading finished(Reading reading) const;
    Answer<ChangeBatch> list_all(Entities wanted);
    std::optional<Failure> read_clock();
    std::optional<Failure> read_store(Reading& reading);
    std::optional<Failure> read_waits(Reading& reading);
    std::optional<Failure> read_records(Reading& reading);
    void read_about(Entities truncated, Reading& reading);
    void search(Reading& reading);
    template <class Row, class List, class Ordered>
    void search(Entity entity, List list, Ordered ordered, std::vector<Row>& into, Reading& reading);
    template <class Row, class List, class Ordered>
    void search(SearchOf of, List list, Ordered ordered, std::vector<Row>& into, Reading& reading);
    template <class Row, class List, class Ordered>
    std::optional<std::vector<Row>> found(Session& session, const Search& search, bool first, List list, Ordered ordered,
                                          Found& found);
    template <class Read> auto timed(Read read) -> decltype(read())
    {
        const Stopwatch watch(m_in_process);
        auto answer = read();
        m_spent += watch.of_store();
        ++m_calls;
        return answer;
    }

    Session& m_session;
    MoreSources* const m_more;
    SearchLine* const m_line;
    KnownRows* const m_known;
    const std::size_t m_limit, m_found_limit;
    const bool m_in_process; ///< the store runs in this thread
    ChangeCursor m_cursor;
    Entities m_covered, m_truncated;
    Searches m_searches, m_searched;
    Searches m_begun; ///< of which the first rows are known, and not all
    std::vector<std::string> m_records;
    std::map<std::string, SteadyPoint> m_records_read;
    bool m_line_used = false;
    std::set<SearchOf> m_failed; ///< whose window the store did not order
    ClockState m_clock;
    SteadyPoint m_clock_read{}, m_about_read{}, m_backlog_read{}, m_report_read{};
    OwnPace m_waits_pace;
    bool m_hurry_waits = false;
    bool m_may_read_waits = true; ///< the server shows them, and to this user
    std::map<Entity, std::int64_t> m_about;
    Duration m_spent{0};
    int m_calls = 0;
};

} // namespace lockdesk
