// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/scenarios/lesson.h"
#include "backends/scenarios/playback.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace lockdesk::scenarios {

struct RunOptions
{
    const Lesson* lesson = nullptr; ///< must outlive the run
    std::string variant;            ///< empty: the first one
    std::uint64_t seed = 1;
    Store* store = nullptr; ///< must outlive the run
    /// Without a sandbox; the run makes one. Where it does not trust its statements, a lesson that is not built in and has SQL is
    /// refused (`not_confined`) on a store that cannot keep it in its sandbox.
    SessionOptions session;
    /// The address as the workers get it, in their environment (LOCKDESK_STORE), so that no process list shows it.
    std::string store_url;
    Store* redlock = nullptr; ///< several servers for the guard of that name, on which the run makes a sandbox, too; may be none
    std::string redlock_url;  ///< as `store_url`
    std::filesystem::path worker; ///< lockdesk-worker
    std::vector<Choice> choices;  ///< faults chosen in an earlier run, to be done again
    std::string sandbox;          ///< its id; empty: made up
};

/// What `step` did.
enum class Stepped {
    event,    ///< a step: one or more events more
    finished, ///< nothing is left to do
    stands, ///< whoever is left waits inside the store for what an actor holds that is frozen or hangs; an event has told so
};

/// One lesson on one store, from its sandbox to its verdict. Used by one thread; `interrupt` from any.
class Run
{
public:
    explicit Run(RunOptions options);
    ~Run(); ///< closes
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    /// Sandbox, clock, workers, setup. Unsupported failure: the store cannot do this variant.
    Answer<Done> prepare();
    /// The next step, whenever it is due: the clock jumps there. Where it stands, that takes two seconds. What it asks and what the answer was is in `playback()`.
    Answer<Stepped> step();
    /// The same, but nothing that is due later than `t`, at which it may return without an event.
    Answer<Stepped> step_by(Duration t);
    /// Every step that is due up to then; then the clock is set to it. Finished: nothing comes after it either.
    Answer<Stepped> run_to(Duration t);
    /// To the end, also where it stands.
    Answer<Done> finish();
    /// The end of a run that stands: who waits then has waited in vain.
    void end();
    /// When the next step is due; none: nothing is left.
    [[nodiscard]] std::optional<Duration> next_at();
    /// Does it now, as `you`. Usage failure: no such fault or actor.
    Answer<Done> inject(const std::string& fault, const std::string& actor, std::int64_t amount = 0);
    /// Looks for actors that join or have vanished. Called by `step` too; call it while paused.
    Answer<Done> look_around();

    [[nodiscard]] Duration now() const; ///< the sandbox clock since the start
    [[nodiscard]] bool finished() const;
    [[nodiscard]] const std::string& sandbox() const;
    [[nodiscard]] std::vector<std::string> actors() const; ///< on whom a fault can be tried
    [[nodiscard]] const Playback& playback() const;        ///< all events so far
    [[nodiscard]] const Header& header() const;
    [[nodiscard]] Verdict verdict() const; ///< so far; the whole one when finished
    /// Ends the workers and drops the sandbox. Never throws away the events.
    Answer<Done> close();
    /// Cuts a running call; everything after it fails, except `close`.
    void interrupt() noexcept;

private:
    struct Inside;
    std::unique_ptr<Inside> m_inside;
};

/// Lets a run go on in real time, times a speed. `play` belongs to the run's thread; the rest is for any thread.
class Pacer
{
public:
    using Told = std::function<void()>; ///< after each step and each move of the clock; on the run's thread

    /// Returns at the end, where the run stands, on `pause`, or on a failure. The clock moves 20 times a second and never past a step that is due.
    Answer<Stepped> play(Run& run, const Told& told);
    void set_speed(double speed); ///< 1 is real time; <= 0: as fast as it goes
    [[nodiscard]] double speed() const;
    void pause(); ///< ends a `play` that runs, or else the next one at once

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    double m_speed = 1;
    bool m_paused = false;
};

/// A sandbox made by a lesson.
struct LessonSandbox
{
    std::string id;
    std::string lesson; ///< its id; empty where it was never written
    std::string maker;  ///< host/pid
    std::optional<TimePoint> created_at;
    bool abandoned = false; ///< its maker is gone
};

/// The lesson sandboxes of a store. `session` has no sandbox. One is abandoned when its maker was a process of this computer (and
/// container) that is not there any more, or of another one and has given no sign for a minute.
Answer<std::vector<LessonSandbox>> lesson_sandboxes(Store& store, const SessionOptions& session);
/// Of a sandbox, seen from inside and from outside, for those who take part in it: why nobody leads a lesson there (who made it is
/// gone, or has never begun). None: that one lives. `watched`: for how long whoever asks has been there.
Answer<std::optional<std::string>> gone_maker(Session& inside, Session& outside, Duration watched);
/// Drops those that are abandoned and answers them.
Answer<std::vector<LessonSandbox>> remove_abandoned(Store& store, const SessionOptions& session);

} // namespace lockdesk::scenarios
