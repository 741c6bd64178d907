// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>

namespace lockdesk {
class Banner;
class Classroom;
class ClassStores;
class FeedSet;
class MainWindow;
class SandboxSweep;
} // namespace lockdesk

namespace lockdesk::app {

class ConnectionsController;

/// The lessons of this window: their stores, the classroom, and the offer to remove sandboxes left by a crash.
class Lessons final : public QObject
{
    Q_OBJECT

public:
    Lessons(ConnectionsController* connections, FeedSet* feeds, QObject* parent = nullptr);

    [[nodiscard]] Classroom* classroom() const { return m_classroom; }
    [[nodiscard]] SandboxSweep* sweep() const { return m_sweep; }
    /// Sets the window that shows the offer.
    void attach(MainWindow* window);
    /// Requests the end of the lesson.
    void leave();
    /// Waits until the lesson's sandbox is dropped.
    void waitForSandboxes(std::chrono::milliseconds atMost);

private:
    void offer();

    ClassStores* m_stores;
    Classroom* m_classroom;
    SandboxSweep* m_sweep;
    MainWindow* m_window = nullptr;
};

} // namespace lockdesk::app
