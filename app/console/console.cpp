// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/console.h"

#include "app/common/stores.h"
#include "app/console/audit_book.h"
#include "app/console/connection_tester.h"
#include "app/console/connections_controller.h"
#include "app/console/connections_manager.h"
#include "app/console/demo.h"
#include "app/console/finding_alerts.h"
#ifdef LOCKDESK_WITH_CLASSROOM
#include "app/console/lessons.h"
#endif
#include "app/console/link_follower.h"
#include "app/console/link_server.h"
#include "app/console/memory_return.h"
#include "app/console/password_prompt.h"
#include "app/console/recordings.h"
#include "app/console/worker_processes.h"
#include "models/actions/store_actions.h"
#include "models/feed/history.h"
#include "models/feed/replay.h"
#include "models/findings/finding_book.h"
#include "models/findings/finding_watch.h"
#include "models/format/format.h"
#include "models/tables/countdown_timer.h"
#include "models/timeline/timeline.h"
#include "widgets/connect/connect_dialog.h"
#include "widgets/overview/overview_page.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"
#include "widgets/shell/preferences_dialog.h"
#include "widgets/shell/shell_presenter.h"
#include "widgets/shell/status_line.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/selection_bar.h"

#include <QApplication>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace lockdesk::app {

Console::Console()
{
    buildContext();
    buildWindow();
    new MemoryReturn(this);
}

Console::~Console()
{
    shutDown();
    // Destroys the pages before the objects that they use.
    for (MainWindow* window : QList<MainWindow*>(m_further))
        delete window;
    m_window.reset();
}

void Console::buildContext()
{
    auto* feeds = new FeedSet(this);
    m_context.feeds = feeds;
    m_context.countdown = new CountdownTimer(this);
    m_context.history = new History(feeds, this);
    m_context.shown = new ShownConnections(this);
    m_context.timeline = new Timeline(feeds, this);
    m_context.findings = new FindingBook(feeds, this);
    m_connections = new ConnectionsController(feeds, this);
    m_tester = new ConnectionTester(m_connections->registry(), this);
    auto* actions = new StoreActions(
        feeds,
        [connections = m_connections](int index, const std::string& source) {
            return connections->openSession(index, source);
        },
        format::exact(operator_name()), this);
    actions->setScriptText(script_text);
    m_context.actions = actions;
    m_workers = new WorkerProcesses(
        [this](const QString& id) -> std::optional<WorkerProcesses::Target> {
            const auto profile = m_connections->openOne(id);
            if (!profile)
                return std::nullopt;
            return WorkerProcesses::Target{profile->name, profile->address(), profile->password, profile->readOnly,
                                           profile->retention.isEmpty() ? m_preferences.retention : profile->retention};
        },
        this);
    m_context.workers = m_workers;
    m_audit = new AuditBook(LocalAudit(), this);
    m_context.localAudit = m_audit->rows();
    connect(m_workers, &WorkerProcesses::forced, this, &Console::noteForced);
    m_demo = new Demo(m_connections, m_workers, this);
#ifdef LOCKDESK_WITH_CLASSROOM
    m_lessons = new Lessons(m_connections, feeds, this);
    m_context.classroom = m_lessons->classroom();
#endif
    connect(m_connections, &ConnectionsController::closed, this, [this](const QString& id) { m_workers->stopAll(id, 800); });
}

void Console::buildWindow()
{
    PageRegistry registry;
    registerPages(registry);
    m_window = std::make_unique<MainWindow>(registry, m_context);
    new ShellPresenter(m_context, m_window.get());
    MainWindow* window = m_window.get();
    window->addBarAbove(new SelectionBar(m_context.timeline));
    m_recordings = new Recordings(m_connections, m_context, this);
    m_recordings->attach(window);
    const auto say = [this](const QString& text) { this->say(text); };
    m_alerts = new FindingAlerts(new FindingWatch(m_context.feeds, m_context.findings, this), window, this);
    connect(m_alerts, &FindingAlerts::problem, window, say);
    connect(window, &MainWindow::alertsRequested, m_alerts, &FindingAlerts::showDialog);
    connect(window, &MainWindow::preferencesRequested, this, &Console::showPreferences);
    m_preferences = Preferences::load();
    m_preferences.apply(*m_context.feeds);
    m_connections->setInterval(m_preferences.interval);
#ifdef LOCKDESK_WITH_CLASSROOM
    m_lessons->attach(window);
#endif
    connect(m_workers, &OwnWorkers::notice, window, say);
    connect(m_audit, &AuditBook::problem, window, say);
    connect(m_recordings, &Recordings::notice, window, say);
    connect(m_demo, &Demo::notice, window, say);
    connect(m_connections, &ConnectionsController::problem, window, say);
    // Reports sources that cannot be read while the store itself answers.
    connect(m_context.feeds, &FeedSet::healthChanged, window, [say](Feed* feed) {
        if (feed->health().state == HealthState::live && !feed->health().cause.empty())
            say(feed->info().name + QStringLiteral(": ") + format::foreign(feed->health().cause));
    });
    connect(m_context.actions, &ActionRunner::lateWrite, window, [say](const LateWrite& write) { say(write.text); });
    m_manager = new ConnectionsManager(m_connections, m_tester, window, this);
    connect(m_manager, &ConnectionsManager::changed, this, &Console::refreshSaved);
    follow(window);
    m_links = new LinkFollower(
        m_context.feeds, window, [this] { return m_connections->closedOnes(); }, this);
    connect(m_connections, &ConnectionsController::opened, this, &Console::refreshSaved);
    const auto workersOn = [workers = m_workers](const QString& id) {
        const auto& all = workers->workers();
        return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const OwnWorker& one) {
            return one.connection == id && one.state != OwnWorker::State::crashed && one.state != OwnWorker::State::ended;
        }));
    };
    const auto* prompt = new PasswordPrompt(m_connections, m_context.feeds, workersOn, window, this);
    connect(prompt, &PasswordPrompt::notice, window, say);
}

// What any window asks for.
void Console::follow(MainWindow* window)
{
    connect(window, &MainWindow::connectRequested, m_manager, &ConnectionsManager::createOne);
    connect(window, &MainWindow::editConnectionRequested, m_manager, &ConnectionsManager::edit);
    connect(window, &MainWindow::manageConnectionsRequested, m_manager, &ConnectionsManager::show);
    connect(window, &MainWindow::disconnectRequested, this, [this](const QString& id) {
        if (!id.isEmpty())
            m_connections->close(id);
        refreshSaved();
    });
    connect(window, &MainWindow::demoRequested, this, &Console::startDemo);
    connect(window, &MainWindow::savedConnectionChosen, m_connections, &ConnectionsController::openSaved);
    connect(window, &MainWindow::demoRequested, window, &MainWindow::leadIntoPage);
    connect(window, &MainWindow::savedConnectionChosen, window, &MainWindow::leadIntoPage);
    connect(window, &MainWindow::windowRequested, this, &Console::openWindow);
    connect(window, &MainWindow::zoomRequested, this, &Console::zoomBy);
}

void Console::say(const QString& text)
{
    m_window->statusLine()->showNotice(text);
    for (MainWindow* window : m_further)
        window->statusLine()->showNotice(text);
}

// There is no limit of windows. The first free number, so that a window that is opened again is where it was.
int Console::freeNumber() const
{
    int number = 2;
    while (std::any_of(m_further.begin(), m_further.end(), [number](const MainWindow* w) { return w->further() == number; }))
        ++number;
    return number;
}

MainWindow* Console::openWindow(const QString& page)
{
    PageRegistry registry;
    registerPages(registry, true);
    PageContext context = m_context;
    context.shown = new ShownConnections(this); // each window chooses its stores
    context.classroom = nullptr;
    auto* window = new MainWindow(registry, context);
    new ShellPresenter(context, window);
    window->addBarAbove(new SelectionBar(context.timeline));
    window->setFurther(freeNumber());
    follow(window);
    connect(window, &MainWindow::alertsRequested, m_window.get(), &MainWindow::alertsRequested);
    connect(window, &MainWindow::preferencesRequested, m_window.get(), &MainWindow::preferencesRequested);
    m_further.append(window);
    connect(window, &QObject::destroyed, this, [this, window, shown = context.shown] {
        m_further.removeAll(window);
        shown->deleteLater();
    });
    refreshSaved();
    window->showPage(page);
    window->show();
    m_recordings->attach(window);
    // Feeds bring changes; its tables begin with all that is there.
    for (const Feed* feed : m_context.feeds->feeds())
        if (feed->observer() != nullptr)
            feed->observer()->repeat_rows();
    return window;
}

void Console::takeLinks(const QByteArray& link)
{
    auto* server = new LinkServer({}, this);
    connect(server, &LinkServer::received, m_links, &LinkFollower::follow);
    if (!link.isEmpty())
        m_connections->whenOpened([this, link] { m_links->follow(link); });
}

QString Console::replay(const QString& path, double seconds)
{
    const QString wrong = m_recordings->replay(path);
    if (!wrong.isEmpty())
        m_window->statusLine()->showNotice(wrong);
    else if (seconds > 0)
        m_recordings->replaying()->seek(m_recordings->replaying()->begin() + Duration{std::llround(seconds * 1e6)});
    return wrong;
}

void Console::showPreferences()
{
    if (auto* open = m_window->findChild<PreferencesDialog*>()) {
        open->raise();
        open->activateWindow();
        return;
    }
    Preferences now = Preferences::load();
    now.limitsOf = m_connections->limits();
    std::vector<std::pair<QString, QString>> saved;
    for (const ConnectionsController::Profile& one : m_connections->saved())
        saved.emplace_back(one.id, one.name);
    auto* dialog = new PreferencesDialog(now, std::move(saved), m_window.get());
    connect(dialog, &PreferencesDialog::changed, this, &Console::usePreferences);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        dialog->preferences().save();
        if (const QString wrong = m_connections->keepLimits(dialog->preferences().limitsOf); !wrong.isEmpty())
            m_window->statusLine()->showNotice(wrong);
    });
    dialog->show();
}

void Console::usePreferences(const Preferences& preferences)
{
    if (preferences.theme != m_preferences.theme) {
        if (preferences.theme.isEmpty())
            Theme::get().followDesktop();
        else
            Theme::get().setScheme(preferences.theme == QLatin1String("dark") ? Scheme::dark : Scheme::light);
    }
    m_preferences = preferences;
    m_preferences.apply(*m_context.feeds);
    m_connections->setInterval(m_preferences.interval);
    m_alerts->setDesktop(m_preferences.notifications);
    Theme::get().setZoom(m_preferences.zoom);
    for (QWidget* window : QApplication::topLevelWidgets())
        window->update(); // times in another zone
}

void Console::zoomBy(int by)
{
    if (m_window->findChild<PreferencesDialog*>() != nullptr)
        return; // its own field has the zoom, which Cancel takes back
    Preferences kept = Preferences::load();
    kept.zoom = by == 0 ? Preferences().zoom : std::clamp(kept.zoom + by, Preferences::smallestZoom, Preferences::largestZoom);
    kept.save();
    m_preferences.zoom = kept.zoom;
    Theme::get().setZoom(kept.zoom);
    say(tr("Zoom %1 %").arg(kept.zoom));
}

void Console::refreshSaved()
{
    m_window->setSavedConnections(m_connections->closedOnes());
    for (MainWindow* window : m_further)
        window->setSavedConnections(m_connections->closedOnes());
}

void Console::start(const QStringList& addresses)
{
    if (const QString wrong = m_connections->loadSaved(); !wrong.isEmpty())
        m_window->statusLine()->showNotice(wrong);
    refreshSaved();
    for (const QString& address : addresses)
        openAddress(address);
    if (!addresses.isEmpty())
        return;
    const QStringList last = ConnectionsController::lastOpen();
    for (const QString& id : last) {
        if (id == QLatin1String(demoConnectionId))
            m_connections->whenOpened([this] { startDemo(); });
        else if (m_connections->savedOne(id) != nullptr)
            m_connections->openSaved(id);
    }
    if (last.isEmpty() && m_connections->saved().empty())
        startDemo();
}

void Console::startDemo()
{
    if (const QString wrong = m_demo->start(); !wrong.isEmpty())
        m_window->statusLine()->showNotice(tr("The demo did not start: %1").arg(wrong));
}

void Console::openAddress(const QString& address)
{
    if (address == QLatin1String(demoConnectionId))
        return m_connections->whenOpened([this] { startDemo(); });
    if (address.startsWith(QLatin1Char('@'))) {
        m_connections->openSaved(address.mid(1));
        return;
    }
    QString url;
    QString password;
    QString wrong = m_tester->splitPassword(address, url, password);
    if (wrong.isEmpty()) {
        ConnectionsController::Profile profile;
        profile.name = connectionNameFor(url);
        profile.id = url;
        profile.url = url;
        profile.password = password;
        wrong = m_connections->open(profile);
    }
    if (!wrong.isEmpty())
        m_window->statusLine()->showNotice(wrong);
}

// Records actions on a process, of which the store has no record, or an incomplete one.
void Console::noteForced(const QString& connection, const QString& action, const QString& worker, const QString& evidence,
                         const QString& reason)
{
    const Feed* feed = m_context.feeds->find(connection);
    LocalAuditRow entry;
    entry.source = "worker";
    entry.store = feed == nullptr ? connection.toStdString() : m_audit->rows()->placeOf(feed->info().url).toStdString();
    entry.row.at = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    entry.row.who = operator_name();
    entry.row.action = "worker-" + action.toStdString();
    entry.row.entity = "worker";
    entry.row.key = worker.toStdString();
    entry.row.reason = reason.toStdString();
    entry.row.evidence = evidence.toStdString();
    entry.row.result = "done";
    m_audit->write(entry);
}

void Console::shutDown()
{
    if (std::exchange(m_down, true))
        return;
    m_window->hide();
    for (MainWindow* window : m_further)
        window->hide();
    // Requests the end of everything before waiting for anything.
    m_workers->askAll();
#ifdef LOCKDESK_WITH_CLASSROOM
    m_lessons->leave();
#endif
    m_tester->cancel();
    m_alerts->stop();
    m_recordings->stop();
    m_recordings->closeReplay();
    m_context.feeds->stopAll();
    m_workers->stopAll({}, 300);
#ifdef LOCKDESK_WITH_CLASSROOM
    m_lessons->waitForSandboxes(std::chrono::milliseconds{1500});
#endif
}

} // namespace lockdesk::app
