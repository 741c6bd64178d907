// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/finding.h"

#include <QMainWindow>
#include <QPointer>

#include <cstdint>
#include <string>
#include <vector>

class QActionGroup;
class QMenu;
class QStackedWidget;
class QVBoxLayout;

namespace lockdesk {

class Banner;
class ConsolePage;
class FeedSet;
class PageRegistry;
class Palette;
class Sidebar;
class StatusLine;
class Strip;
struct PageContext;
struct PaletteEntry;

/// The window: menu, strip, sidebar, pages, status line. Pages and `ShellPresenter` provide the content.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(const PageRegistry& registry, const PageContext& context, QWidget* parent = nullptr);

    [[nodiscard]] Strip* strip() const { return m_strip; }
    [[nodiscard]] Sidebar* sidebar() const { return m_sidebar; }
    [[nodiscard]] StatusLine* statusLine() const { return m_status; }
    /// Above every page: messages about the whole window. Hidden at first.
    [[nodiscard]] Banner* banner() const { return m_banner; }
    [[nodiscard]] const std::vector<ConsolePage*>& pages() const { return m_pages; }
    [[nodiscard]] ConsolePage* currentPage() const;
    [[nodiscard]] ConsolePage* page(const QString& key) const;

    void showPage(int index);
    void showPage(const QString& key, const QString& filter = {});
    /// Then the sheet of this step, if any. When the row is not there any more, the status line says so.
    void showRow(const QString& entity, const QString& connection, const QString& rowKey, NextStep step = NextStep::show);
    /// The same for several rows of one connection. Those that are not there any more are left out, and the status line says so.
    void showRows(const QString& entity, const QString& connection, const QStringList& rowKeys, NextStep step);
    /// Makes the rows of a connection visible, whichever stores were chosen.
    void showStore(const QString& connection) { emit storeWanted(connection); }
    /// Shows the facts of the store of this connection or, if it is none, of the first; else the status line says why not.
    void showFacts(const QString& id);
    /// Gives the focus to the content of the current page, unless a part of the page or the sidebar has it.
    void leadIntoPage();
    void bringToFront();
    /// Whether a sheet or a dialog waits for an answer.
    [[nodiscard]] bool isInUse() const;
    /// Makes it a window beside the first one: with a title that names its page, and a geometry of its own. Any number from
    /// 2 on, one for each.
    void setFurther(int number);
    [[nodiscard]] int further() const { return m_further; }
    void setProjector(bool on);
    /// Adds bars of the window's full width above or below the pages. Takes ownership.
    void addBarAbove(QWidget* bar);
    void addBarBelow(QWidget* bar);
    /// Name of the connection being recorded; empty: none.
    void setRecording(const QString& name);
    /// Number of findings that need a human, for the title.
    void setFindings(std::int64_t count);

signals:
    /// Opens the connection dialog with this address.
    void connectRequested(const QString& url);
    void editConnectionRequested(const QString& id);
    void disconnectRequested(const QString& id);
    /// Connection menu, "Connections": all saved ones.
    void manageConnectionsRequested();
    void demoRequested();
    void recordRequested();
    void stopRecordingRequested();
    void openRecordingRequested();
    void bundleRequested();
    /// Connection menu, "Open": one of `setSavedConnections`.
    void savedConnectionChosen(const QString& id);
    void pageShown(const QString& key);
    void storeWanted(const QString& connection);
    /// Window menu: a further window that shows this page.
    void windowRequested(const QString& page);
    /// Edit menu, "Alerts": what happens when a finding appears.
    void alertsRequested();
    void preferencesRequested();
    /// View menu, "Zoom": larger or smaller by this percentage; 0: as usual.
    void zoomRequested(int by);

public slots:
    /// Ids and names of the saved connections that are not open.
    void setSavedConnections(const std::vector<std::pair<QString, QString>>& saved);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    /// Makes the sidebar narrow where the pages need its room.
    void makeRoom();
    void buildPages(const PageRegistry& registry, const PageContext& context);
    void buildMenus();
    void buildConnectionMenu();
    void buildEditMenu();
    void openPalette();
    [[nodiscard]] std::vector<PaletteEntry> paletteEntries();
    void addMenuEntries(QMenu* menu, std::vector<PaletteEntry>& entries);
    void addStoreEntries(std::vector<PaletteEntry>& entries);
    void findLocks(const std::string& typed, std::vector<PaletteEntry>& found);
    void buildViewMenu();
    void buildRowMenu(const QString& title, const QString& pageKey, const QString& openText = {});
    void buildWindowMenu();
    void buildHelpMenu();
    void buildKeys();
    void escape();
    void refreshTitle();
    void refreshStatus();
    void refreshSidebar();
    void showAbout();
    void showKeys();
    void segmentMenu(const QString& id, const QPoint& at);
    /// Of this connection or, if it does not wait for one, of the first that does.
    void askPassword(const QString& id);
    [[nodiscard]] bool waitsForPassword(const QString& id = {}) const; ///< empty: any
    [[nodiscard]] QString geometryKey() const;

    FeedSet* m_feeds;
    Strip* m_strip;
    Sidebar* m_sidebar;
    StatusLine* m_status;
    Banner* m_banner;
    bool m_bannerWaits = false;
    int m_further = 0; ///< number of a window beside the first one, from 2 on; 0: the first one
    QStackedWidget* m_stack;
    QVBoxLayout* m_bars;  ///< above the pages
    QVBoxLayout* m_below; ///< below them
    QString m_recording;
    std::int64_t m_findings = 0;
    std::vector<ConsolePage*> m_pages;
    std::vector<std::pair<QString, QString>> m_saved;
    QAction* m_projector = nullptr;
    QPointer<Palette> m_palette;
};

} // namespace lockdesk
