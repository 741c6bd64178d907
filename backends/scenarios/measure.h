// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/run.h"

namespace lockdesk::scenarios {

/// The ways to keep two from doing the same.
enum class Way {
    optimistic,   ///< read, then write if the version is still that one
    pessimistic,  ///< lock, read, write, unlock
    claim,        ///< claim a task by timestamp, unlock it
    lock_table,   ///< two transactions on a table of locks, as in lesson 4
    session_lock, ///< taken and given back by one connection
    skip_locked,  ///< a row locked by an open transaction
    fixed_lease,  ///< acquire, release
    watchdog,     ///< acquire, renew once, release
    redlock,      ///< fixed lease on several servers
    fence,        ///< a write that carries a token
};
const std::vector<Way>& all_ways();
const char* word(Way way);
std::optional<Way> parse_way(std::string_view text);

/// The lesson that shows a way, and what is counted in it.
struct WayLesson
{
    std::string lesson, variant;
    std::string counts;  ///< of its verdict: conflicts, waits, refused; empty: none
    bool numbers = true; ///< it is run for numbers; else it only shows the way
};
const WayLesson& lesson_of(Way way);

/// What one way came to. Absent: not measured.
struct WayNumbers
{
    Way way = Way::optimistic;
    std::optional<double> rounds_per_second;
    std::optional<Duration> p50;
    std::optional<std::int64_t> counted; ///< what `WayLesson::counts` names
    std::optional<std::int64_t> doubled; ///< work that was done once more
    std::optional<Duration> stall;       ///< from the hang of the holder until somebody went on
    std::optional<Duration> recovery;    ///< from the kill of the holder until somebody went on
    std::string why_not;                 ///< the store's reason when there are no rounds
};

struct Measurement
{
    std::string store, version; ///< its kind, and the server's own version text
    std::vector<WayNumbers> ways;
};

struct MeasureOptions
{
    Store* store = nullptr; ///< must outlive the measuring
    SessionOptions session; ///< without a sandbox; it makes its own and drops it
    std::string store_url;  ///< for the workers of the lessons, as in RunOptions
    std::filesystem::path worker;
    const LessonLibrary* lessons = nullptr;  ///< null: rounds only
    Duration each = std::chrono::seconds{1}; ///< of rounds for every way
};

/// Measures every way that a store can do: rounds of one client, then the lessons that count what rounds cannot show. Used
/// by one thread; `interrupt` from any.
class Measuring
{
public:
    /// Parts done, of how many, and the way whose turn it is; on the measuring thread.
    using Told = std::function<void(int done, int total, Way way)>;

    explicit Measuring(MeasureOptions options);
    /// Failure: the store cannot be asked, or it was interrupted (`unavailable`). Leaves nothing in the store.
    Answer<Measurement> run(const Told& told);
    void interrupt() noexcept;

private:
    Answer<Done> measure_rounds(Measurement& out, const Told& told, int total);
    Answer<Done> measure_lessons(Measurement& out, const Told& told, int total);
    Answer<Done> time(const std::function<Answer<Done>()>& round, WayNumbers& out);
    Answer<Done> play(WayNumbers& out);

    MeasureOptions m_options;
    std::atomic<bool> m_stopped = false;
    std::mutex m_mutex; ///< the pointer
    Run* m_run = nullptr;
};

} // namespace lockdesk::scenarios
