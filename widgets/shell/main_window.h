// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

#include <vector>

class QActionGroup;
class QStackedWidget;

namespace lockdesk {

class Page;
class PageRegistry;
class Sidebar;
class StatusLine;
class Strip;
struct PageContext;

/// The window: menu, strip, sidebar, pages, status line. It wires texts and keys; what they say comes from the pages and from
/// `ShellPresenter`.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(const PageRegistry& registry, const PageContext& context, QWidget* parent = nullptr);

    [[nodiscard]] Strip* strip() const { return m_strip; }
    [[nodiscard]] Sidebar* sidebar() const { return m_sidebar; }
    [[nodiscard]] StatusLine* statusLine() const { return m_status; }
    [[nodiscard]] const std::vector<Page*>& pages() const { return m_pages; }
    [[nodiscard]] Page* currentPage() const;
    [[nodiscard]] Page* page(const QString& key) const;

    void showPage(int index);
    void showPage(const QString& key, const QString& filter = {});
    void showRow(const QString& entity, const QString& connection, const QString& rowKey);
    void setProjector(bool on);

signals:
    void connectRequested();
    void editConnectionRequested(const QString& id);
    void disconnectRequested(const QString& id);
    void demoRequested();
    /// Connection menu, "Open": one of `setSavedConnections`.
    void savedConnectionChosen(const QString& id);
    void pageShown(const QString& key);

public slots:
    /// id and name of the saved connections that are not open.
    void setSavedConnections(const std::vector<std::pair<QString, QString>>& saved);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void buildPages(const PageRegistry& registry, const PageContext& context);
    void buildMenus();
    void buildConnectionMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildRowMenu(const QString& title, const QString& pageKey);
    void buildClassroomMenu();
    void buildHelpMenu();
    void buildKeys();
    void escape();
    void refreshStatus();
    void showAbout();
    void showKeys();
    void segmentMenu(const QString& id, const QPoint& at);

    Strip* m_strip;
    Sidebar* m_sidebar;
    StatusLine* m_status;
    QStackedWidget* m_stack;
    std::vector<Page*> m_pages;
    std::vector<std::pair<QString, QString>> m_saved;
    QAction* m_projector = nullptr;
};

} // namespace lockdesk
