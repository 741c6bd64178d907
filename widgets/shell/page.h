// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/finding.h"
#include "widgets/theme/tokens.h"

#include <QAction>
#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

namespace lockdesk {

/// Everything a page may see: models and commands, never a store. Defined in page_context.h.
struct PageContext;

/// What a page puts under the pages in the sidebar, in place of the sources: lessons.
struct SidebarEntry
{
    QString id;
    QString number; ///< before the text; may be empty
    QString text;
    QString toolTip = {};
    bool done = false; ///< a check mark
    bool current = false;
    bool wrong = false; ///< it cannot be opened: a warning sign
    friend bool operator==(const SidebarEntry&, const SidebarEntry&) = default;
};

/// One page of the main window. A page lays itself out over its whole area (tool row, banner, tables) and talks to the shell
/// by the texts below and by signals only.
class ConsolePage : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Stable name for settings and the command line (`locks`).
    [[nodiscard]] virtual QString key() const = 0;
    [[nodiscard]] virtual QString title() const = 0;
    [[nodiscard]] virtual QString iconName() const = 0;

    /// What stands right in the sidebar (`140`), and whether it is an alarm (diamond, alarm ink). Grouped digits.
    [[nodiscard]] virtual QString countText() const { return {}; }
    [[nodiscard]] virtual bool countAlarms() const { return false; }
    /// Left end of the status bar.
    [[nodiscard]] virtual QString statusText() const { return {}; }

    /// Right parts of the status bar, the clock aside. Empty: those of the connections.
    [[nodiscard]] virtual QStringList statusParts() const { return {}; }
    /// Entries of the sidebar while this page is shown. None: the sources.
    [[nodiscard]] virtual QString sidebarCaption() const { return {}; }
    [[nodiscard]] virtual std::vector<SidebarEntry> sidebarEntries() const { return {}; }
    virtual void openSidebarEntry(const QString& id) { Q_UNUSED(id) }

    /// Shown or hidden. A hidden page does no work.
    virtual void setActive(bool active) { Q_UNUSED(active) }
    /// `/`.
    virtual void focusFilter() {}
    /// The keyboard goes to what the page is for, once it is shown: never into a field, where letters and `/` would be typed.
    virtual void focusContent() { setFocus(); }
    /// Shows the rows that this filter text names (four numbers, findings, other pages).
    virtual void applyFilter(const QString& text) { Q_UNUSED(text) }
    /// Selects a row by its connection and key and scrolls to it, once a filter that hid it is gone. `done(false)`: it is not here.
    virtual void revealRow(const QString& connection, const QString& key, std::function<void(bool)> done)
    {
        Q_UNUSED(connection)
        Q_UNUSED(key)
        done(false);
    }
    /// Opens the sheet of a finding's next step for the selected rows.
    virtual void startStep(lockdesk::NextStep step) { Q_UNUSED(step) }
    /// For the menu Actions (Workers on that page): what can be done with the selected rows. Owned by the page, enabled as now.
    [[nodiscard]] virtual QList<QAction*> rowActions() const { return {}; }
    /// Esc: closes the innermost thing (sheet, detail, filter). False: there was none.
    virtual bool escape() { return false; }

signals:
    void countChanged();
    void statusChanged();
    void sidebarChanged();
    /// Another page, with a filter text if it is not empty.
    void pageRequested(const QString& key, const QString& filter);
    /// The connection dialog, with this address in it.
    void connectRequested(const QString& url);
    /// Something happened that the status line should say for a moment.
    void notice(const QString& text);
    /// A row on another page: `entity` is lock, task, message or worker.
    void rowRequested(const QString& entity, const QString& connection, const QString& rowKey);
    /// The same, and then `startStep` there.
    void stepRequested(const QString& entity, const QString& connection, const QString& rowKey, lockdesk::NextStep step);
    /// Close this connection (the demo's "Start with an empty window").
    void disconnectRequested(const QString& connection);
};

/// Which pages there are, in the order of the sidebar. Filled by `registerPages` (pages.cpp): the one place to plug a page in.
class PageRegistry
{
public:
    using Factory = std::function<ConsolePage*(const PageContext& context)>;
    void add(Factory factory) { m_factories.push_back(std::move(factory)); }
    [[nodiscard]] const std::vector<Factory>& factories() const { return m_factories; }

private:
    std::vector<Factory> m_factories;
};

/// Overview, Locks, Tasks, Outbox, Workers, Timeline, Activity, Classroom.
void registerPages(PageRegistry& registry);

} // namespace lockdesk
