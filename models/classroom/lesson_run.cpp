// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/lesson_run.h"

#include "models/format/format.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::chrono::milliseconds lookEvery{400}; ///< for actors that join or vanish while the lesson is stuck

} // namespace

/// Shared with the thread, which may outlive the object: a hanging store must not block the window.
struct LessonRun::Core
{
    using Task = std::function<void(scenarios::Run&)>;

    explicit Core(Setup s) : setup(std::move(s)) {}

    void work();
    bool prepare(scenarios::Run& run);
    void loop(scenarios::Run& run);
    void take(scenarios::Run& run);
    void fail(const Failure& failure);
    void tell(std::unique_lock<std::mutex>& held);
    void post(Task task);
    bool stepUntil(scenarios::Run& run, const std::function<bool()>& there);
    void tellThatItStands();

    const Setup setup;
    scenarios::Pacer pacer;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Task> tasks;
    News inbox;
    QObject* receiver = nullptr; ///< null: the object is gone
    bool reported = false;
    bool closing = false;
    scenarios::Run* run = nullptr; ///< set while it may be interrupted
    std::size_t taken = 0;         ///< events passed on; worker thread only
};

void LessonRun::Core::tell(std::unique_lock<std::mutex>& held)
{
    if (receiver == nullptr || std::exchange(reported, true))
        return;
    auto* to = static_cast<LessonRun*>(receiver);
    // Only posting happens under the lock, which keeps the receiver alive meanwhile.
    QMetaObject::invokeMethod(to, &LessonRun::news, Qt::QueuedConnection);
    Q_UNUSED(held)
}

void LessonRun::Core::post(Task task)
{
    std::unique_lock held(mutex);
    if (closing)
        return;
    tasks.push_back(std::move(task));
    inbox.busy = true;
    changed.notify_all();
}

void LessonRun::Core::fail(const Failure& failure)
{
    std::unique_lock held(mutex);
    // An interruption by closing is no failure to show.
    if (!closing && !inbox.failure)
        inbox.failure = failure;
    tell(held);
}

void LessonRun::Core::take(scenarios::Run& running)
{
    const auto& events = running.playback().file().events;
    QStringList actors;
    for (const std::string& name : running.actors())
        actors << format::exact(name);
    std::unique_lock held(mutex);
    inbox.events.insert(inbox.events.end(), events.begin() + std::ptrdiff_t(taken), events.end());
    taken = events.size();
    inbox.clock = running.now();
    inbox.finished = running.finished();
    inbox.actors = std::move(actors);
    inbox.sandbox = format::exact(running.sandbox());
    tell(held);
}

void LessonRun::Core::tellThatItStands()
{
    const std::lock_guard held(mutex);
    inbox.stands = true;
}

/// Returns false if the lesson cannot continue before `there` is true.
bool LessonRun::Core::stepUntil(scenarios::Run& running, const std::function<bool()>& there)
{
    while (!there()) {
        {
            const std::lock_guard held(mutex);
            if (closing)
                return true;
        }
        const auto stepped = running.step();
        take(running);
        if (!stepped)
            fail(stepped.failure());
        if (!stepped || *stepped == scenarios::Stepped::finished)
            return true;
        if (*stepped == scenarios::Stepped::stands)
            return false;
    }
    return true;
}

bool LessonRun::Core::prepare(scenarios::Run& running)
{
    const auto prepared = running.prepare();
    if (!prepared) {
        fail(prepared.failure());
        return false;
    }
    {
        const std::lock_guard held(mutex);
        inbox.header = running.header();
    }
    take(running);
    return true;
}

void LessonRun::Core::loop(scenarios::Run& running)
{
    while (true) {
        Task task;
        {
            std::unique_lock held(mutex);
            inbox.busy = !tasks.empty();
            tell(held);
            changed.wait_for(held, lookEvery, [this] { return closing || !tasks.empty(); });
            if (closing)
                return;
            if (!tasks.empty()) {
                task = std::move(tasks.front());
                tasks.pop_front();
                inbox.busy = true;
            }
        }
        if (task)
            task(running);
        else if (const auto looked = running.look_around(); !looked && !running.finished())
            fail(looked.failure()); // after the end, a failed poll only misses late participants
        take(running);
    }
}

void LessonRun::Core::work()
{
    {
        scenarios::RunOptions options;
        options.lesson = setup.library->find(setup.lesson);
        options.variant = setup.variant;
        options.seed = setup.seed;
        options.store = setup.target.store.get();
        options.session = setup.target.session;
        options.store_url = setup.target.url;
        options.redlock = setup.target.redlock.get();
        options.redlock_url = setup.target.redlockUrl;
        options.worker = setup.target.worker;
        options.choices = setup.choices;
        scenarios::Run running(std::move(options));
        bool wanted = false;
        {
            const std::lock_guard held(mutex);
            run = &running;
            wanted = !closing;
        }
        if (wanted && prepare(running))
            loop(running);
        {
            const std::lock_guard held(mutex);
            run = nullptr;
        }
        if (const auto gone = running.close(); !gone)
            fail(gone.failure());
    }
    std::unique_lock held(mutex);
    inbox.busy = inbox.playing = false;
    inbox.closed = true;
    tell(held);
}

LessonRun::LessonRun(Setup setup, QObject* parent) : QObject(parent), m_core(std::make_shared<Core>(std::move(setup)))
{
    m_core->receiver = this;
    m_thread.start([core = m_core] { core->work(); });
}

LessonRun::~LessonRun()
{
    close(true);
    const std::lock_guard held(m_core->mutex);
    m_core->receiver = nullptr;
}

LessonRun::News LessonRun::take()
{
    const std::lock_guard held(m_core->mutex);
    m_core->reported = false;
    News news = m_core->inbox;
    m_core->inbox.header.reset();
    m_core->inbox.events.clear();
    m_core->inbox.refusal.reset();
    m_core->inbox.stands = false;
    return news;
}

void LessonRun::step()
{
    m_core->post([core = m_core.get()](scenarios::Run& run) {
        const std::size_t before = core->taken;
        const bool moved = core->stepUntil(run, [&run, before] {
            const auto& events = run.playback().file().events;
            return std::any_of(events.begin() + std::ptrdiff_t(before), events.end(),
                               [](const auto& e) { return !e.quiet; });
        });
        if (!moved)
            core->tellThatItStands();
    });
}

void LessonRun::stepTo(int events)
{
    m_core->post([core = m_core.get(), events](scenarios::Run& run) {
        if (!core->stepUntil(run, [&run, events] { return run.playback().size() >= events; }))
            core->fail(Failure::usage("The lesson does not get that far again: whoever is left waits inside the store."));
    });
}

void LessonRun::play(double speed)
{
    m_core->pacer.set_speed(speed);
    {
        const std::lock_guard held(m_core->mutex);
        m_core->inbox.playing = !m_core->closing;
    }
    m_core->post([core = m_core.get()](scenarios::Run& run) {
        const auto played = core->pacer.play(run, [core, &run] { core->take(run); });
        {
            const std::lock_guard held(core->mutex);
            core->inbox.playing = false;
        }
        if (!played)
            core->fail(played.failure());
        else if (*played == scenarios::Stepped::stands)
            core->tellThatItStands();
    });
}

void LessonRun::setSpeed(double speed) { m_core->pacer.set_speed(speed); }

void LessonRun::pause()
{
    // A pause without a running `play` would end the next one.
    const std::lock_guard held(m_core->mutex);
    if (m_core->inbox.playing)
        m_core->pacer.pause();
}

void LessonRun::runTo(Duration t)
{
    m_core->post([core = m_core.get(), t](scenarios::Run& run) {
        if (const auto ran = run.run_to(t); !ran)
            core->fail(ran.failure());
        else if (*ran == scenarios::Stepped::stands)
            core->tellThatItStands();
    });
}

void LessonRun::inject(const QString& fault, const QString& actor, std::int64_t amount)
{
    m_core->post(
        [core = m_core.get(), fault = fault.toStdString(), actor = actor.toStdString(), amount](scenarios::Run& run) {
            const auto done = run.inject(fault, actor, amount);
            if (done)
                return;
            const std::lock_guard held(core->mutex);
            core->inbox.refusal = done.failure();
        });
}

void LessonRun::close(bool atOnce)
{
    const std::lock_guard held(m_core->mutex);
    m_core->closing = true;
    m_core->tasks.clear();
    m_core->pacer.pause();
    if (atOnce && m_core->run != nullptr)
        m_core->run->interrupt();
    m_core->changed.notify_all();
}

bool LessonRun::waitClosed(std::chrono::milliseconds atMost) { return m_thread.stop(atMost); }

} // namespace lockdesk
