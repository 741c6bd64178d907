// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/main_window.h"

#include "models/format/format.h"
#include "widgets/common/chrome.h"
#include "widgets/common/focus_order.h"
#include "widgets/sheets/sheet.h"
#include "widgets/shell/maintenance_banner.h"
#include "widgets/shell/own_faults_link.h"
#include "widgets/shell/page.h"
#include "widgets/shell/page_context.h"
#include "widgets/shell/palette.h"
#include "widgets/shell/sidebar.h"
#include "widgets/shell/status_line.h"
#include "widgets/shell/strip.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

constexpr int narrowBelow = 1100;

QString pageOf(const QString& entity)
{
    static const QHash<QString, QString> pages = {{QStringLiteral("lock"), QStringLiteral("locks")},
                                                  {QStringLiteral("task"), QStringLiteral("tasks")},
                                                  {QStringLiteral("message"), QStringLiteral("outbox")},
                                                  {QStringLiteral("worker"), QStringLiteral("workers")},
                                                  {QStringLiteral("waiter"), QStringLiteral("activity")}};
    return pages.value(entity);
}

// Lets no part widen the window, however long its texts become: only the user sets the width.
void neverWidens(QWidget* part)
{
    QSizePolicy policy = part->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored);
    part->setSizePolicy(policy);
}

} // namespace

MainWindow::MainWindow(const PageRegistry& registry, const PageContext& context, QWidget* parent)
    : QMainWindow(parent), m_feeds(context.feeds), m_strip(new Strip), m_sidebar(new Sidebar), m_status(new StatusLine), m_banner(new Banner),
      m_stack(new QStackedWidget), m_bars(new QVBoxLayout), m_below(new QVBoxLayout)
{
    setWindowTitle(tr("Lockdesk"));
    setWindowIcon(icon(QStringLiteral("lockdesk")));
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_strip);
    column->addWidget(m_banner);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_sidebar);
    auto* pages = new QVBoxLayout;
    pages->addLayout(m_bars);
    pages->addWidget(m_stack, 1);
    row->addLayout(pages, 1);
    column->addLayout(row, 1);
    column->addLayout(m_below);
    // At the bottom, so that nothing moves under the mouse when it appears.
    column->addWidget(makeMaintenanceBanner(context));
    column->addWidget(m_status);
    setCentralWidget(body);
    body->setAccessibleName(tr("Window"));
    menuBar()->setAccessibleName(tr("Menus"));
    for (QWidget* part : {static_cast<QWidget*>(m_strip), static_cast<QWidget*>(m_banner), static_cast<QWidget*>(m_stack),
                          static_cast<QWidget*>(m_status)})
        neverWidens(part);
    m_stack->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    setMinimumSize(640, 400);
    new OwnFaultsLink(context.workers, context.feeds, this); // before the pages, which show the faults
    buildPages(registry, context);
    connect(&Theme::get(), &Theme::changed, this, &MainWindow::makeRoom); // a zoom needs room
    buildMenus();
    buildKeys();
    resize(1280, 800);
    if (const QByteArray geometry = QSettings().value(QStringLiteral("window/geometry")).toByteArray(); !geometry.isEmpty())
        restoreGeometry(geometry);
    showPage(0);
    // Initially nothing is focused or selected.
    body->setFocusPolicy(Qt::ClickFocus);
    body->setFocus();
}

void MainWindow::buildPages(const PageRegistry& registry, const PageContext& context)
{
    for (const PageRegistry::Factory& make : registry.factories()) {
        ConsolePage* page = make(context);
        m_pages.push_back(page);
        m_stack->addWidget(page);
        connect(page, &ConsolePage::statusChanged, this, [this, page] {
            if (page == currentPage())
                refreshStatus();
        });
        connect(page, &ConsolePage::sidebarChanged, this, [this, page] {
            if (page == currentPage())
                refreshSidebar();
        });
        connect(page, &ConsolePage::pageRequested, this,
                [this](const QString& key, const QString& filter) { showPage(key, filter); });
        connect(page, &ConsolePage::rowRequested, this,
                [this](const QString& entity, const QString& connection, const QString& rowKey) {
                    showRow(entity, connection, rowKey);
                });
        connect(page, &ConsolePage::stepRequested, this, &MainWindow::showRow);
        connect(page, &ConsolePage::stepsRequested, this, &MainWindow::showRows);
        connect(page, &ConsolePage::notice, m_status, &StatusLine::showNotice);
        connect(page, &ConsolePage::connectRequested, this, &MainWindow::connectRequested);
        connect(page, &ConsolePage::disconnectRequested, this, &MainWindow::disconnectRequested);
        connect(page, &ConsolePage::passwordWanted, this, &MainWindow::askPassword);
    }
    m_sidebar->setPages(m_pages);
    connect(m_sidebar, &Sidebar::pageChosen, this, [this](int index) { showPage(index); });
    connect(m_sidebar, &Sidebar::entryChosen, this, [this](const QString& id) {
        if (currentPage() != nullptr)
            currentPage()->openSidebarEntry(id);
    });
    connect(m_strip, &Strip::numberClicked, this,
            [this](const QString& key, const QString& filter) { showPage(key, filter); });
    connect(m_strip, &Strip::addRequested, this, [this] { emit connectRequested({}); });
    connect(m_strip, &Strip::segmentMenuRequested, this, &MainWindow::segmentMenu);
}

ConsolePage* MainWindow::currentPage() const { return qobject_cast<ConsolePage*>(m_stack->currentWidget()); }

ConsolePage* MainWindow::page(const QString& key) const
{
    for (ConsolePage* page : m_pages) {
        if (page->key() == key)
            return page;
    }
    return nullptr;
}

void MainWindow::showPage(int index)
{
    if (index < 0 || index >= int(m_pages.size()))
        return;
    ConsolePage* before = currentPage();
    ConsolePage* now = m_pages[std::size_t(index)];
    if (before != nullptr && before != now)
        before->setActive(false);
    // Hidden pages must not make the window wider than the current one needs (a projector has 1280 pixels).
    for (ConsolePage* page : m_pages)
        page->setSizePolicy(page == now ? QSizePolicy::Preferred : QSizePolicy::Ignored,
                            page == now ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    m_stack->setCurrentWidget(now);
    now->setActive(true);
    orderFocusByLayout(now);
    if (const QWidget* focus = QApplication::focusWidget(); focus == nullptr || !m_sidebar->isAncestorOf(focus))
        now->focusContent();
    m_sidebar->setCurrent(index);
    refreshSidebar();
    refreshStatus();
    if (m_further)
        refreshTitle();
    emit pageShown(now->key());
}

void MainWindow::showPage(const QString& key, const QString& filter)
{
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i]->key() != key)
            continue;
        showPage(int(i));
        if (!filter.isEmpty())
            m_pages[i]->applyFilter(filter);
        return;
    }
}

void MainWindow::showRow(const QString& entity, const QString& connection, const QString& rowKey, NextStep step)
{
    const QString key = pageOf(entity);
    if (key.isEmpty())
        return;
    showPage(key);
    ConsolePage* page = currentPage();
    page->revealRow(connection, rowKey, [this, page, rowKey, step](bool found) {
        if (page != currentPage()) // the user left the page
            return;
        if (!found)
            m_status->showNotice(tr("%1 is not there any more.").arg(format::foreign(rowKey)));
        else if (step != NextStep::show)
            page->startStep(step);
    });
}

void MainWindow::showRows(const QString& entity, const QString& connection, const QStringList& rowKeys, NextStep step)
{
    const QString key = pageOf(entity);
    if (key.isEmpty() || rowKeys.isEmpty())
        return;
    showPage(key);
    ConsolePage* page = currentPage();
    page->revealRows(connection, rowKeys, [this, page, wanted = rowKeys.size(), step](int found) {
        if (page != currentPage()) // the user left the page
            return;
        if (found < wanted)
            m_status->showNotice(tr("%Ln row(s) are not there any more.", nullptr, int(wanted) - found));
        if (found > 0 && step != NextStep::show)
            page->startStep(step);
    });
}

void MainWindow::refreshStatus()
{
    if (const ConsolePage* page = currentPage())
        m_status->setText(page->statusText());
}

void MainWindow::refreshSidebar()
{
    if (const ConsolePage* page = currentPage())
        m_sidebar->setEntries(page->sidebarCaption(), page->sidebarEntries());
}

void MainWindow::setSavedConnections(const std::vector<std::pair<QString, QString>>& saved) { m_saved = saved; }

void MainWindow::addBarAbove(QWidget* bar)
{
    neverWidens(bar);
    m_bars->addWidget(bar);
}

void MainWindow::addBarBelow(QWidget* bar)
{
    neverWidens(bar);
    m_below->addWidget(bar);
}

void MainWindow::setRecording(const QString& name)
{
    m_recording = name;
    refreshTitle();
}

void MainWindow::setFindings(std::int64_t count)
{
    if (std::exchange(m_findings, count) != count)
        refreshTitle();
}

// The number comes first: a task bar cuts the end.
void MainWindow::refreshTitle()
{
    if (m_further) {
        const QString page = currentPage() != nullptr ? currentPage()->title() : QString();
        setWindowTitle(m_further == 2 ? tr("%1, Lockdesk").arg(page) : tr("%1 (%2), Lockdesk").arg(page).arg(m_further));
        return;
    }
    const QString title = m_recording.isEmpty() ? tr("Lockdesk") : tr("Lockdesk, recording %1").arg(m_recording);
    setWindowTitle(m_findings > 0 ? tr("(%1) %2").arg(format::count(m_findings), title) : title);
}

void MainWindow::setProjector(bool on)
{
    if (m_projector != nullptr)
        m_projector->setChecked(on);
    menuBar()->setVisible(!on);
    m_strip->setVisible(!on);
    // The banner waits until projector mode ends.
    if (on)
        m_bannerWaits = m_banner->isVisibleTo(this);
    m_banner->setVisible(!on && (m_bannerWaits || m_banner->isVisibleTo(this)));
    if (!on)
        m_bannerWaits = false;
    m_sidebar->setVisible(!on);
    Theme::get().setScale(on ? 1.4 : 1.0);
    refreshStatus();
}

void MainWindow::escape()
{
    if (currentPage() != nullptr && currentPage()->escape())
        return;
    if (m_projector->isChecked())
        setProjector(false);
}

void MainWindow::buildKeys()
{
    auto* back = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    back->setWhatsThis(tr("Back: from the selection, then from the filter"));
    connect(back, &QShortcut::activated, this, &MainWindow::escape);
    // A projector has no menu, whose shortcuts are hidden with it.
    addAction(m_projector);
}

void MainWindow::leadIntoPage()
{
    ConsolePage* page = currentPage();
    const QWidget* focus = focusWidget(); // that of this window, also while a dialog is open over it
    if (page != nullptr && (focus == nullptr || (!page->isAncestorOf(focus) && !m_sidebar->isAncestorOf(focus))))
        page->focusContent();
}

void MainWindow::bringToFront()
{
    if (isMinimized())
        showNormal();
    show();
    raise();
    activateWindow();
}

bool MainWindow::isInUse() const
{
    if (QApplication::activeModalWidget() != nullptr || QApplication::activePopupWidget() != nullptr)
        return true;
    const auto sheets = findChildren<Sheet*>();
    return std::any_of(sheets.begin(), sheets.end(), [](const Sheet* sheet) { return sheet->isVisible(); });
}

void MainWindow::setFurther(int number)
{
    m_further = number;
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1280, 800);
    if (const QByteArray geometry = QSettings().value(geometryKey()).toByteArray(); !geometry.isEmpty())
        restoreGeometry(geometry);
    refreshTitle();
}

// Each window has its own place, such as a screen of its own.
QString MainWindow::geometryKey() const
{
    return m_further == 0   ? QStringLiteral("window/geometry")
           : m_further == 2 ? QStringLiteral("window/further")
                            : QStringLiteral("window/further%1").arg(m_further);
}

// At the start nothing has the focus: arrows lead into the page.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    const bool steps = event->key() == Qt::Key_Down || event->key() == Qt::Key_Up;
    if (steps && event->modifiers() == Qt::NoModifier && centralWidget()->hasFocus() && currentPage() != nullptr)
        currentPage()->focusContent();
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    makeRoom();
}

void MainWindow::makeRoom() { m_sidebar->setNarrow(width() < Theme::get().px(narrowBelow)); }

void MainWindow::closeEvent(QCloseEvent* event)
{
    QSettings().setValue(geometryKey(), saveGeometry());
    QMainWindow::closeEvent(event);
}

} // namespace lockdesk
