// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/run.h"
#include "models/classroom/class_stores.h"

#include <QObject>

#include <memory>

namespace lockdesk {

/// One lesson on one store, on a thread of its own: the window never waits for it. All methods and signals in the GUI thread.
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
    /// What has become of it since the last `take`.
    struct News
    {
        std::optional<scenarios::Header> header; ///< once, when it is prepared
        std::vector<scenarios::Event> events;    ///< new ones
        Duration clock{0};
        QString sandbox;
        QStringList actors;
        bool busy = true; ///< works on something that was asked
        bool playing = false;
        bool finished = false;
        bool stands = false;            ///< it was asked to go on, and nobody can
        bool closed = false;            ///< nothing of it is left
        std::optional<Failure> failure; ///< it cannot go on
        std::optional<Failure> refusal; ///< of the last fault by hand
    };

    explicit LessonRun(Setup setup, QObject* parent = nullptr);
    /// Asks it to end if nobody has, and waits for nothing.
    ~LessonRun() override;

    News take();

    /// The next step that a list shows.
    void step();
    /// Goes on until so many events are there.
    void stepTo(int events);
    void play(double speed);
    void setSpeed(double speed);
    void pause();
    void runTo(Duration t);
    void inject(const QString& fault, const QString& actor, std::int64_t amount);
    /// Ends it and removes its sandbox; `news` says when that is done. `atOnce`: what runs is cut.
    void close(bool atOnce);
    /// Waits for that. False: not in time.
    bool waitClosed(std::chrono::milliseconds atMost);

signals:
    /// There is something to `take`.
    void news();

private:
    struct Core;
    std::shared_ptr<Core> m_core;
};

} // namespace lockdesk
