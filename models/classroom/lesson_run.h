// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/runners/bounded_thread.h"
#include "backends/scenarios/run.h"
#include "models/classroom/class_stores.h"

#include <QObject>

#include <memory>

namespace lockdesk {

/// One lesson on one store, on its own thread: the window never waits for it. Methods and signals belong to the GUI thread.
class LessonRun final : public QObject
{
    Q_OBJECT

public:
    struct Setup
    {
        std::shared_ptr<const scenarios::LessonLibrary> library;
        std::string lesson, variant;
        std::uint64_t seed = 1;
        std::vector<scenarios::Choice> choices;
        ClassTarget target;
    };
    /// Changes since the last `take`.
    struct News
    {
        std::optional<scenarios::Header> header; ///< set once, after preparation
        std::vector<scenarios::Event> events;    ///< new ones
        Duration clock{0};
        QString sandbox;
        QStringList actors;
        bool busy = true; ///< works on a request
        bool playing = false;
        bool finished = false;
        bool stands = false;            ///< it was asked to continue, but no actor can
        bool closed = false;            ///< everything is gone
        std::optional<Failure> failure; ///< why it cannot continue
        std::optional<Failure> refusal; ///< of the last fault by hand
    };

    explicit LessonRun(Setup setup, QObject* parent = nullptr);
    /// Requests the end if `close` did not; does not wait.
    ~LessonRun() override;

    News take();

    /// Runs to the next step that a list shows.
    void step();
    /// Runs until there are this many events.
    void stepTo(int events);
    void play(double speed);
    void setSpeed(double speed);
    void pause();
    void runTo(Duration t);
    void inject(const QString& fault, const QString& actor, std::int64_t amount);
    /// Ends the run and removes its sandbox; `news` reports completion. `atOnce`: interrupts what runs.
    void close(bool atOnce);
    /// Waits until it is closed, and then leaves its thread behind. Returns false on timeout.
    bool waitClosed(std::chrono::milliseconds atMost);

signals:
    /// `take` has something new.
    void news();

private:
    struct Core;
    std::shared_ptr<Core> m_core;
    BoundedThread m_thread;
};

} // namespace lockdesk
