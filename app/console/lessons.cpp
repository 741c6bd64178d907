// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/lessons.h"

#include "app/common/stores.h"
#include "app/console/lesson_stores.h"
#include "app/ctl/lesson_commands.h"
#include "models/classroom/classroom.h"
#include "models/classroom/sandbox_sweep.h"
#include "models/format/format.h"
#include "widgets/common/chrome.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/status_line.h"

namespace lockdesk::app {

Lessons::Lessons(ConnectionsController* connections, FeedSet* feeds, QObject* parent)
    : QObject(parent), m_stores(new LessonStores(connections, feeds, this)), m_classroom(new Classroom(m_stores, ctl::lesson_command_check(), this)),
      m_sweep(new SandboxSweep(m_stores, this))
{
    m_classroom->setScriptText(script_text);
}

void Lessons::attach(MainWindow* window)
{
    m_window = window;
    connect(m_sweep, &SandboxSweep::changed, window, [this] { offer(); });
    connect(m_sweep, &SandboxSweep::removed, window, [this](int sandboxes) {
        m_window->statusLine()->showNotice(tr("%Ln sandbox(es) removed.", nullptr, sandboxes));
    });
    connect(m_sweep, &SandboxSweep::problem, window,
            [this](const QString& text) { m_window->statusLine()->showNotice(text); });
    connect(window->banner(), &Banner::buttonClicked, m_sweep, &SandboxSweep::removeAll);
    m_sweep->look();
}

void Lessons::offer()
{
    if (m_sweep->count() == 0) {
        m_window->banner()->hide();
        return;
    }
    QStringList where;
    for (const SandboxSweep::Found& found : m_sweep->found()) {
        QStringList lessons;
        for (const scenarios::LessonSandbox& sandbox : found.sandboxes)
            lessons << format::foreign(sandbox.lesson.empty() ? sandbox.id : sandbox.lesson);
        lessons.removeDuplicates();
        where << QStringLiteral("%1 (%2)").arg(found.storeName, lessons.join(QStringLiteral(", ")));
    }
    m_window->banner()->showMessage(
        Glyph::triangle, Tone::closing, tr("A lesson did not end well."),
        tr("%Ln sandbox(es) of it are still there: %1.", nullptr, m_sweep->count()).arg(where.join(QStringLiteral("; "))),
        tr("Remove what is left"));
    m_window->banner()->setClosable(true);
}

void Lessons::leave() { m_classroom->setPresent(false); }

void Lessons::waitForSandboxes(std::chrono::milliseconds atMost) { m_classroom->shutDown(atMost); }

} // namespace lockdesk::app
