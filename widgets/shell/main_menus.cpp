// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/main_window.h"

#include "models/feed/feed_set.h"
#include "models/format/format.h"
#include "widgets/common/splitter_keeper.h"
#include "widgets/common/table_view.h"
#include "widgets/connect/store_facts.h"
#include "widgets/shell/page.h"
#include "widgets/shell/status_line.h"
#include "widgets/shell/strip.h"
#include "widgets/theme/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>

#include <algorithm>

namespace lockdesk {

void MainWindow::buildMenus()
{
    menuBar()->setNativeMenuBar(false);
    buildConnectionMenu();
    buildEditMenu();
    buildViewMenu();
    buildRowMenu(tr("&Actions"), {});
    buildRowMenu(tr("&Workers"), QStringLiteral("workers"), tr("Open Workers"));
    buildRowMenu(tr("C&lassroom"), QStringLiteral("classroom"), tr("Open Classroom"));
    buildWindowMenu();
    buildHelpMenu();
}

void MainWindow::buildConnectionMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Connection"));
    menu->addAction(icon(QStringLiteral("plug")), tr("&Connect to a Store…"), QKeySequence(Qt::CTRL | Qt::Key_N), this,
                    [this] { emit connectRequested({}); });
    QMenu* open = menu->addMenu(tr("&Open"));
    connect(open, &QMenu::aboutToShow, this, [this, open] {
        open->clear();
        for (const auto& [id, name] : m_saved)
            open->addAction(format::buttonText(name), this, [this, id = id] { emit savedConnectionChosen(id); });
        if (m_saved.empty())
            open->addAction(tr("No other saved connections"))->setEnabled(false);
    });
    menu->addAction(tr("Co&nnections…"), QKeySequence(Qt::CTRL | Qt::Key_O), this, &MainWindow::manageConnectionsRequested);
    menu->addAction(tr("Open the &Demo"), this, &MainWindow::demoRequested);
    menu->addSeparator();
    auto* edit = menu->addAction(icon(QStringLiteral("edit")), tr("&Edit Connection…"), this,
                                 [this] { emit editConnectionRequested(m_strip->chosen()); });
    auto* password = menu->addAction(tr("Enter the &Password…"), this, [this] { askPassword(m_strip->chosen()); });
    menu->addAction(tr("Store &Facts…"), this, [this] { showFacts(m_strip->chosen()); });
    auto* drop = menu->addAction(tr("&Disconnect"), this, [this] { emit disconnectRequested(m_strip->chosen()); });
    menu->addSeparator();
    auto* record = menu->addAction(tr("&Record…"), this, &MainWindow::recordRequested);
    auto* stop =
        menu->addAction(icon(QStringLiteral("stop")), tr("&Stop Recording"), this, &MainWindow::stopRecordingRequested);
    menu->addAction(tr("Open Recordin&g or Bundle…"), this, &MainWindow::openRecordingRequested);
    menu->addAction(tr("Save &Incident Bundle…"), this, &MainWindow::bundleRequested);
    connect(menu, &QMenu::aboutToShow, this, [this, edit, password, drop, record, stop] {
        password->setEnabled(waitsForPassword());
        record->setEnabled(m_recording.isEmpty());
        stop->setEnabled(!m_recording.isEmpty());
        edit->setEnabled(!m_strip->chosen().isEmpty() && !m_strip->isRecording(m_strip->chosen()));
        drop->setEnabled(!m_strip->chosen().isEmpty());
    });
    menu->addSeparator();
    menu->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), qApp, &QApplication::closeAllWindows);
}

void MainWindow::segmentMenu(const QString& id, const QPoint& at)
{
    QMenu menu(this);
    menu.addAction(tr("Show Only This Store"), this, [this, id] {
        m_strip->setChosen(id);
        emit m_strip->chosenChanged(id);
    });
    const bool recording = m_strip->isRecording(id);
    if (!recording)
        menu.addAction(icon(QStringLiteral("edit")), tr("Edit Connection…"), this,
                       [this, id] { emit editConnectionRequested(id); });
    menu.addAction(tr("Store Facts…"), this, [this, id] { showFacts(id); });
    if (waitsForPassword(id))
        menu.addAction(tr("Enter the Password…"), this, [this, id] { askPassword(id); });
    menu.addAction(recording ? tr("Close Recording") : tr("Disconnect"), this, [this, id] { emit disconnectRequested(id); });
    menu.exec(at);
}

bool MainWindow::waitsForPassword(const QString& id) const
{
    const auto& all = m_feeds->feeds();
    return std::any_of(all.begin(), all.end(), [&](const Feed* feed) {
        return feed->waitsForPassword() && (id.isEmpty() || feed->info().id == id);
    });
}

void MainWindow::askPassword(const QString& id)
{
    Feed* wanted = m_feeds->find(id);
    for (Feed* feed : m_feeds->feeds())
        if (feed->waitsForPassword() && (wanted == nullptr || !wanted->waitsForPassword()))
            wanted = feed;
    if (wanted != nullptr && wanted->waitsForPassword())
        emit m_feeds->passwordWanted(wanted);
}

void MainWindow::showFacts(const QString& id)
{
    const auto& all = m_feeds->feeds();
    const Feed* feed = m_feeds->find(id);
    if (feed == nullptr && !all.empty())
        feed = all.front();
    if (feed == nullptr)
        m_status->showNotice(tr("No store is connected."));
    else if (showStoreFacts(*feed, this) == nullptr)
        m_status->showNotice(feed->info().recording ? tr("%1 is a plain recording: it has no facts of its store.").arg(feed->info().name)
                                                    : tr("%1 has not reported its facts yet.").arg(feed->info().name));
}

void MainWindow::buildViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        QAction* show = menu->addAction(icon(m_pages[i]->iconName()), m_pages[i]->title(), this,
                                        [this, i] {
                                            showPage(int(i));
                                            m_pages[i]->focusContent(); // from the sidebar, too
                                        });
        if (i < 9)
            show->setShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + i)));
        addAction(show);
    }
    menu->addSeparator();
    QMenu* themes = menu->addMenu(tr("&Theme"));
    auto* group = new QActionGroup(this);
    const auto choose = [themes, group](const QString& text, const char* name, auto use, auto isUsed) {
        QAction* action = themes->addAction(text, themes, [use, name] {
            use();
            QSettings().setValue(QStringLiteral("window/theme"), QLatin1String(name));
        });
        action->setCheckable(true);
        group->addAction(action);
        connect(themes, &QMenu::aboutToShow, action, [action, isUsed] { action->setChecked(isUsed()); });
    };
    const auto chooseScheme = [&](const QString& text, Scheme scheme, const char* name) {
        choose(text, name, [scheme] { Theme::get().setScheme(scheme); },
               [scheme] { return !Theme::get().followsDesktop() && Theme::get().scheme() == scheme; });
    };
    choose(tr("&As the Desktop"), "", [] { Theme::get().followDesktop(); }, [] { return Theme::get().followsDesktop(); });
    chooseScheme(tr("&Dark"), Scheme::dark, "dark");
    chooseScheme(tr("&Light"), Scheme::light, "light");
    constexpr int zoomStep = 10;
    const auto zoom = [&](const QString& text, int by, const QList<QKeySequence>& keys) {
        menu->addAction(text, this, [this, by] { emit zoomRequested(by); })->setShortcuts(keys);
    };
    // Without Shift too, on keyboards where + is above =.
    zoom(tr("&Larger"), zoomStep, {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    zoom(tr("&Smaller"), -zoomStep, {QKeySequence(Qt::CTRL | Qt::Key_Minus)});
    zoom(tr("&Usual Size"), 0, {QKeySequence(Qt::CTRL | Qt::Key_0)});
    m_projector = menu->addAction(icon(QStringLiteral("projector")), tr("&Projector Size"));
    m_projector->setShortcut(Qt::Key_F5);
    m_projector->setCheckable(true);
    connect(m_projector, &QAction::toggled, this, &MainWindow::setProjector);
    menu->addSeparator();
    menu->addAction(tr("&Reset Layout of This Page"), this, [this] {
        for (auto* table : currentPage()->findChildren<TableView*>())
            table->resetLayout();
        for (auto* handle : currentPage()->findChildren<SplitterKeeper*>())
            handle->reset();
    });
}

void MainWindow::buildRowMenu(const QString& title, const QString& pageKey, const QString& openText)
{
    QMenu* menu = menuBar()->addMenu(title);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, pageKey, openText] {
        menu->clear();
        const ConsolePage* shown = pageKey.isEmpty() ? currentPage() : page(pageKey);
        const QList<QAction*> actions = shown != nullptr ? shown->rowActions() : QList<QAction*>();
        menu->addActions(actions);
        if (actions.isEmpty())
            menu->addAction(tr("Nothing to do on this page"))->setEnabled(false);
        if (!pageKey.isEmpty() && shown != nullptr && shown != currentPage()) {
            menu->addSeparator();
            menu->addAction(openText, this, [this, pageKey] { showPage(pageKey); });
        }
        if (pageKey == QLatin1String("classroom")) {
            menu->addSeparator();
            menu->addAction(m_projector);
        }
    });
}

void MainWindow::buildWindowMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("Wi&ndow"));
    QAction* open = menu->addAction(tr("&New Window"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), this,
                                    [this] { emit windowRequested(currentPage()->key()); });
    QAction* shut = menu->addAction(tr("&Close Window"), QKeySequence(Qt::CTRL | Qt::Key_W), this, &QWidget::close);
    addAction(open);
    addAction(shut);
}

void MainWindow::buildHelpMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Help"));
    QAction* find = menu->addAction(tr("&Everything by Name…"), QKeySequence(Qt::CTRL | Qt::Key_K), this,
                                    &MainWindow::openPalette);
    addAction(find);
    QAction* keys = menu->addAction(tr("&Keys"), QKeySequence(Qt::Key_Question), this, &MainWindow::showKeys);
    addAction(keys);
    menu->addAction(tr("&About Lockdesk"), this, &MainWindow::showAbout);
}

void MainWindow::showAbout()
{
    QMessageBox box(this);
    box.setWindowTitle(tr("About Lockdesk"));
    box.setTextFormat(Qt::RichText);
    box.setIconPixmap(icon(QStringLiteral("lockdesk")).pixmap(64, 64));
    box.setText(tr("<b>Lockdesk %1</b><p>Console and engine for distributed locks and task workers.</p>"
                   "<p>The programs are GPL-3.0-or-later, the engine is Apache-2.0.</p>")
                    .arg(QApplication::applicationVersion()));
    box.exec();
}

} // namespace lockdesk
