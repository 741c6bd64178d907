// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/scenarios/lesson.h"
#include "backends/scenarios/playback.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockdesk::scenarios {

/// A place in a run where several actors could go on: how many, and which did.
struct Pick
{
    std::uint64_t of = 0, taken = 0;
};

struct RunOptions
{
    const Lesson* lesson = nullptr; ///< must outlive the run
    std::string variant;            ///< empty: the first one
    std::uint64_t seed = 1;
    Store* store = nullptr; ///< must outlive the run
    /// Without a sandbox; the run creates one. Unless it trusts its statements, a lesson with SQL that is not built in is
    /// refused (`not_confined`) on a store that cannot confine it to its sandbox.
    SessionOptions session;
    /// The address passed to workers, in their environment (LOCKDESK_STORE), so that no process list shows it.
    std::string store_url;
    Store* redlock = nullptr; ///< servers for the guard of that name; the run creates a sandbox there, too; may be null
    std::string redlock_url;  ///< as `store_url`
    std::filesystem::path worker; ///< lockdesk-worker
    std::vector<Choice> choices;  ///< faults chosen in an earlier run, to be repeated; in any order
    std::optional<std::vector<std::uint64_t>> order; ///< who goes on at each such place, then the first; nullopt: the seed decides
    std::string sandbox;          ///< sandbox id; empty: generated
};

/// Outcome of `step`.
enum class Stepped {
    event,    ///< one or more new events
    finished, ///< nothing is left to do
    stands, ///< all others wait inside the store for an actor that is frozen or hung, or one that hangs holds for ever by
            ///< its watchdog; an event has reported it
};

/// One lesson on one store, from creating its sandbox to its verdict. Used by one thread; `interrupt` from any.
class Run
{
public:
    explicit Run(RunOptions options);
    ~Run(); ///< calls `close`
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    /// Creates sandbox, clock and workers, runs the setup. Unsupported failure: the store does not support this variant.
    Answer<Done> prepare();
    /// Runs the next step, whenever it is due: the clock jumps there. A run that stands takes two seconds. The results are
    /// in `playback()`.
    Answer<Stepped> step();
    /// Likewise, but only up to `t`; may return without an event.
    Answer<Stepped> step_by(Duration t);
    /// Runs every step due by `t`, then sets the clock to it. Finished: nothing follows.
    Answer<Stepped> run_to(Duration t);
    /// Runs to the end, also when the run stands.
    Answer<Done> finish();
    /// Ends a run that stands: the waiting actors have waited in vain.
    void end();
    /// Time of the next step; nullopt: none.
    [[nodiscard]] std::optional<Duration> next_at();
    /// Injects a fault now, as `you`. Usage failure: no such fault or actor.
    Answer<Done> inject(const std::string& fault, const std::string& actor, std::int64_t amount = 0);
    /// Polls for actors that have joined or left. `step` does it too; call it while paused.
    Answer<Done> look_around();

    [[nodiscard]] Duration now() const; ///< sandbox clock since the start
    [[nodiscard]] bool finished() const;
    [[nodiscard]] const std::string& sandbox() const;
    [[nodiscard]] std::vector<std::string> actors() const; ///< possible targets of a fault
    [[nodiscard]] const Playback& playback() const;        ///< all events so far
    [[nodiscard]] const Header& header() const;
    [[nodiscard]] std::vector<Choice> not_done() const; ///< faults to be repeated whose place has not come
    [[nodiscard]] const std::vector<Pick>& picks() const; ///< made so far, in an order that was given
    [[nodiscard]] Verdict verdict() const; ///< so far; final when finished
    /// Ends the workers and drops the sandbox. Keeps the events.
    Answer<Done> close();
    /// Interrupts a running call; later calls fail, except `close`.
    void interrupt() noexcept;

private:
    struct Inside;
    std::unique_ptr<Inside> m_inside;
};

/// Runs a run in real time, times a speed. `play` belongs to the run's thread; other methods are thread-safe.
class Pacer
{
public:
    using OnProgress = std::function<void()>; ///< called after each step and each move of the clock; on the run's thread

    /// Returns at the end, when the run stands, on `pause`, or on a failure. The clock moves 20 times a second, never past
    /// a due step.
    Answer<Stepped> play(Run& run, const OnProgress& on_progress);
    void set_speed(double speed); ///< 1 is real time; <= 0: as fast as possible
    [[nodiscard]] double speed() const;
    void pause(); ///< ends the running `play`, or else the next one at once

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    double m_speed = 1;
    bool m_paused = false;
};

/// A sandbox created by a lesson.
struct LessonSandbox
{
    std::string id;
    std::string lesson; ///< its id; empty where it was never recorded
    std::string maker;  ///< host/pid
    std::optional<TimePoint> created_at;
    bool abandoned = false; ///< its maker is gone
};

/// Lists the lesson sandboxes of a store. `session` has no sandbox. A sandbox is abandoned when its maker was a process of
/// this computer (and container) that has ended, or of another one and has given no sign of life for a minute.
Answer<std::vector<LessonSandbox>> lesson_sandboxes(Store& store, const SessionOptions& session);
/// For actors in a sandbox, given sessions inside and outside of it: returns why no run leads the lesson (its maker is
/// gone, or never began), or nullopt if it lives. `watched`: how long the caller has been connected.
Answer<std::optional<std::string>> gone_maker(Session& inside, Session& outside, Duration watched);
/// Drops abandoned sandboxes and returns them.
Answer<std::vector<LessonSandbox>> remove_abandoned(Store& store, const SessionOptions& session);

} // namespace lockdesk::scenarios
