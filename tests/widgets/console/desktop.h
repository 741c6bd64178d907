// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"

#include <QObject>
#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <string>

namespace lockdesk::test {

/// An X server with a window manager and a home folder, for this process and its children. Created before QApplication.
/// Throws std::runtime_error naming what is not installed.
class Desktop
{
public:
    Desktop();
    [[nodiscard]] const std::filesystem::path& home() const { return m_home.path(); }

private:
    TempDir m_home{"lockdesk-desktop"};
    ChildProcess m_server, m_manager;
};

/// Returns the desktop of this process.
Desktop& desktop();

/// Waits, at most so many ms, until keys go to this window. QWindow's own word is no proof: a dialog counts as active there as soon as
/// the window that it belongs to is.
bool awaitActive(const QWidget* window, int most);

/// Sends real key strokes to the focused widget (`ctrl+2`, `Return`), in a modal dialog once the X server has focused it.
void pressKeys(const QStringList& keys);
void typeText(const QString& text);

/// Clicks with the mouse of the X server, which then returns to its corner: the middle of the widget, or a point in it.
void clickWidget(const QWidget* widget);
void clickAt(const QWidget* widget, const QPoint& point);

/// Returns xdotool's id of a visible window of process `pid` whose title contains `title`; empty: none.
QString windowOf(qint64 pid, const QString& title);
/// Focuses that window and presses `key` there.
void pressKeyIn(const QString& window, const QString& key);

/// `main` of a console test: creates desktop, application and theme, then runs the test.
int runConsoleTest(int argc, char** argv, const std::function<std::unique_ptr<QObject>()>& make);

} // namespace lockdesk::test
