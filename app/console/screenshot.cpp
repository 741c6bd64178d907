// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/screenshot.h"

#include "models/feed.h"
#include "widgets/common/table_view.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPixmap>

#include <algorithm>

namespace lockdesk::app {

namespace {

constexpr int stepMs = 100;
constexpr int patienceMs = 15'000; ///< a store that does not answer is a picture too
constexpr int paintMs = 1'300;     ///< for a page to sort, lay out and paint

} // namespace

Screenshots::Screenshots(MainWindow* window, FeedSet* feeds, QString target, int settleMs, QObject* parent)
    : QObject(parent), m_window(window), m_feeds(feeds), m_settleMs(settleMs)
{
    if (QFileInfo(target).isDir())
        planAll(target);
    else
        m_shots.push_back({target, {}, Theme::get().scheme(), window->size(), {}});
    m_timer.setInterval(stepMs);
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::wait);
    m_timer.start();
}

void Screenshots::planAll(const QString& folder)
{
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
        for (const Scheme scheme : {Scheme::dark, Scheme::light}) {
            const QString tail = QStringLiteral("-%1-%2.png")
                                     .arg(scheme == Scheme::dark ? QStringLiteral("dark") : QStringLiteral("light"))
                                     .arg(size.width());
            const auto add = [&](const QString& page, const QString& name, const QString& step) {
                m_shots.push_back({QDir(folder).filePath(name + tail), page, scheme, size, step});
            };
            for (const ConsolePage* page : m_window->pages())
                add(page->key(), page->key(), {});
            add(QStringLiteral("locks"), QStringLiteral("locks-detail"), QStringLiteral("detail"));
            add(QStringLiteral("locks"), QStringLiteral("force-unlock"), QStringLiteral("force-unlock"));
        }
    }
}

void Screenshots::wait()
{
    m_waited += stepMs;
    const auto& feeds = m_feeds->feeds();
    const bool answered = !feeds.empty() && std::none_of(feeds.begin(), feeds.end(), [](const Feed* feed) {
        return feed->health().state == HealthState::connecting;
    });
    if (answered || m_waited > patienceMs)
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
        // Detail and sheet of the picture before are closed as a person would.
        for (int i = 0; i < 4 && m_window->currentPage()->escape(); ++i) {
        }
        m_window->showPage(shot.page);
    }
    if (!shot.step.isEmpty()) {
        if (auto* table = m_window->currentPage()->findChild<TableView*>(); table != nullptr && table->model()->rowCount() > 0) {
            table->selectRow(0);
            table->setFocus();
            if (shot.step == QLatin1String("detail"))
                emit table->rowActivated(table->model()->index(0, 0));
            else
                m_window->currentPage()->startStep(shot.step);
        }
    }
    QTimer::singleShot(paintMs, this, &Screenshots::grab);
}

void Screenshots::grab()
{
    const Shot& shot = m_shots[m_next];
    if (!m_window->grab().save(shot.file, "PNG")) {
        qWarning("%s cannot be written", qPrintable(shot.file));
        return QCoreApplication::exit(1);
    }
    if (++m_next == m_shots.size())
        return QCoreApplication::exit(0);
    prepare();
}

} // namespace lockdesk::app
