// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/screenshot.h"

#include "models/feed/feed_set.h"
#include "models/tables/roles.h"
#include "widgets/classroom/sidebar_ids.h"
#include "widgets/common/chrome.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/table_view.h"
#include "widgets/connect/connect_dialog.h"
#include "widgets/detail/row_page.h"
#include "widgets/shell/live_table_page.h"
#include "widgets/shell/main_window.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace lockdesk::app {

namespace {

constexpr int stepMs = 100;
constexpr int picturePatienceMs = 15'000; ///< a store without an answer is captured as well
constexpr int paintMs = 1'300;            ///< time for a page to sort, lay out and paint

} // namespace

Screenshots::Screenshots(MainWindow* window, FeedSet* feeds, QString target, int settleMs, std::vector<QSize> sizes,
                         std::vector<Scheme> schemes, QObject* parent)
    : QObject(parent), m_window(window), m_feeds(feeds), m_settleMs(settleMs)
{
    if (QFileInfo(target).isDir())
        planAll(target, sizes.empty() ? std::vector{QSize(1280, 800), QSize(1920, 1080)} : sizes,
                schemes.empty() ? std::vector{Scheme::dark, Scheme::light} : schemes);
    else
        m_shots.push_back({target, {}, Theme::get().scheme(), window->size(), {}, {}});
    m_timer.setInterval(stepMs);
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::wait);
    m_timer.start();
}

void Screenshots::planAll(const QString& folder, const std::vector<QSize>& sizes, const std::vector<Scheme>& schemes)
{
    for (const QSize size : sizes) {
        for (const Scheme scheme : schemes) {
            const QString tail = QStringLiteral("-%1-%2.png")
                                     .arg(scheme == Scheme::dark ? QStringLiteral("dark") : QStringLiteral("light"))
                                     .arg(size.width());
            const auto add = [&](const QString& page, const QString& name, const QString& step,
                                 const QString& environment = {}) {
                m_shots.push_back({QDir(folder).filePath(name + tail), page, scheme, size, step, environment});
            };
            for (const ConsolePage* page : m_window->pages())
                add(page->key(), page->key(), {});
            add(QStringLiteral("classroom"), QStringLiteral("which-lock"), QStringLiteral("which-lock"));
            add(QStringLiteral("tasks"), QStringLiteral("tasks-table"), QStringLiteral("table"));
            for (const char* page : {"locks", "tasks", "outbox", "workers"})
                add(QLatin1String(page), QLatin1String(page) + QStringLiteral("-detail"), QStringLiteral("detail"));
            add(QStringLiteral("locks"), QStringLiteral("locks-empty"), QStringLiteral("empty"));
            add(QStringLiteral("workers"), QStringLiteral("workers-start"), QStringLiteral("start"));
            for (const auto& [page, most] : {std::pair{"locks", 4}, {"tasks", 3}, {"outbox", 2}, {"workers", 2}})
                for (int i = 0; i < most; ++i)
                    add(QLatin1String(page), QStringLiteral("%1-action-%2").arg(QLatin1String(page)).arg(i),
                        QStringLiteral("action-%1").arg(i));
            for (const char* environment : {"production", "staging", "development"})
                add(QStringLiteral("locks"), QStringLiteral("force-release-%1").arg(QLatin1String(environment)),
                    QStringLiteral("force-release"), QLatin1String(environment));
            add(QStringLiteral("overview"), QStringLiteral("connect"), QStringLiteral("connect"));
            add(QStringLiteral("overview"), QStringLiteral("preferences"), QStringLiteral("preferences"));
        }
    }
}

void Screenshots::wait()
{
    if (m_ready && !m_ready())
        return;
    m_waited += stepMs;
    const auto& feeds = m_feeds->feeds();
    const bool answered = !feeds.empty() && std::none_of(feeds.begin(), feeds.end(), [](const Feed* feed) {
        return feed->health().state == HealthState::connecting;
    });
    if (answered || m_ready || m_waited > picturePatienceMs)
        m_settleMs -= stepMs;
    if (m_settleMs > 0)
        return;
    m_timer.stop();
    prepare();
}

void Screenshots::prepare()
{
    const Shot& shot = m_shots[m_next];
    Theme::get().setScheme(shot.scheme);
    m_window->resize(shot.size);
    if (!shot.page.isEmpty()) {
        // Closes detail and sheet of the previous picture as a user would.
        auto* table = qobject_cast<LiveTablePage*>(m_window->currentPage());
        const QString filter = table != nullptr ? table->filterBox()->text() : QString();
        for (int i = 0; i < 4 && m_window->currentPage()->escape(); ++i) {
        }
        if (table != nullptr)
            table->applyFilter(m_filterBefore.value_or(filter));
        m_filterBefore.reset();
        m_window->showPage(shot.page);
        m_window->centralWidget()->setFocus();
    }
    takeStep(shot);
    QTimer::singleShot(paintMs, this, &Screenshots::grab);
}

int Screenshots::rowFor(const Shot& shot) const
{
    const auto* page = qobject_cast<LiveTablePage*>(m_window->currentPage());
    if (page == nullptr)
        return -1;
    for (int row = 0; row < page->model()->rowCount(); ++row) {
        const QModelIndex index = page->model()->index(row, 0);
        const QString state = index.data(StateRole).toString();
        const bool held = state == QLatin1String("held") || state == QLatin1String("expired");
        const bool endsHoldOff = shot.page == QLatin1String("locks") && shot.step == QLatin1String("action-2");
        if (endsHoldOff && state != QLatin1String("cooling"))
            continue;
        if (shot.environment.isEmpty() || (index.data(EnvironmentRole).toString() == shot.environment && held))
            return row;
    }
    return -1;
}

void Screenshots::takeStep(const Shot& shot)
{
    ConsolePage* page = m_window->currentPage();
    if (shot.step == QLatin1String("connect")) {
        const auto& feeds = m_feeds->feeds();
        emit m_window->connectRequested(feeds.empty() ? QString() : feeds.front()->info().url);
        if (auto* dialog = m_window->findChild<ConnectDialog*>())
            dialog->testButton()->click();
        return;
    }
    if (shot.step == QLatin1String("preferences"))
        return emit m_window->preferencesRequested();
    if (shot.step == QLatin1String("which-lock"))
        return page->openSidebarEntry(QLatin1String(whichLockEntry));
    if (shot.step == QLatin1String("empty")) {
        m_filterBefore = static_cast<LiveTablePage*>(page)->filterBox()->text();
        return page->applyFilter(QStringLiteral("name~nobody-has-this"));
    }
    if (shot.step == QLatin1String("start"))
        return page->findChild<ToolRow*>()->findChild<QPushButton*>()->click();
    if (auto* tasks = qobject_cast<TasksPage*>(page))
        tasks->modeSwitch()->setCurrent(shot.step == QLatin1String("table") ? 1 : 0);
    const int row = shot.step.isEmpty() ? -1 : rowFor(shot);
    if (row < 0 || shot.step == QLatin1String("table"))
        return;
    auto* table = static_cast<LiveTablePage*>(page)->table();
    table->selectRow(row);
    table->setFocus();
    if (shot.step.startsWith(QLatin1String("action-"))) {
        static_cast<RowPage*>(page)->flow()->askAlways(); // a picture of an order must not give it
        const auto actions = page->findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly);
        if (QAction* action = actions.value(shot.step.section(QLatin1Char('-'), -1).toInt()))
            action->trigger();
    } else if (shot.step == QLatin1String("detail"))
        emit table->rowActivated(table->model()->index(row, 0));
    else if (shot.step == QLatin1String("force-release"))
        page->startStep(NextStep::force_release);
}

void Screenshots::grab()
{
    const Shot& shot = m_shots[m_next];
    auto* dialog = m_window->findChild<QDialog*>();
    QPixmap picture = m_window->grab();
    if (dialog != nullptr) {
        // At the place where a window manager would put it; a line replaces its frame.
        QPainter painter(&picture);
        const QPoint at((picture.width() - dialog->width()) / 2, (picture.height() - dialog->height()) / 2);
        painter.drawPixmap(at, dialog->grab());
        painter.setPen(Theme::get().tokens().inputEdge);
        painter.drawRect(QRect(at, dialog->size()).adjusted(-1, -1, 0, 0));
        dialog->reject();
    }
    if (!picture.save(shot.file, "PNG")) {
        qWarning("%s cannot be written", qPrintable(shot.file));
        return QCoreApplication::exit(1);
    }
    if (++m_next == m_shots.size())
        return QCoreApplication::exit(0);
    prepare();
}

} // namespace lockdesk::app
