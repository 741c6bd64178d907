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

/// An X server with a window manager and a home folder, for this process and its children. Made before QApplication.
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

/// The desktop of this process.
Desktop& desktop();

/// Real key strokes into whatever has the keyboard (`ctrl+2`, `Return`), as if somebody typed them.
void pressKeys(const QStringList& keys);
void typeText(const QString& text);

/// A real click there, with the mouse of the X server, which goes back to its corner afterwards. In the middle of the widget, or at
/// a point in it.
void clickWidget(const QWidget* widget);
void clickAt(const QWidget* widget, const QPoint& point);

/// The id, as xdotool names it, of a visible window of process `pid` whose title has `title` in it; empty while there is none.
QString windowOf(qint64 pid, const QString& title);
/// Gives that window the keyboard and strokes `key` there.
void pressKeyIn(const QString& window, const QString& key);

/// `main` of a console test: desktop, application, theme, then the test.
int runConsoleTest(int argc, char** argv, const std::function<std::unique_ptr<QObject>()>& make);

} // namespace lockdesk::test
