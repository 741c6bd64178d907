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
#include <utility>
#include <vector>

namespace lockdesk {

/// What a page may use: models and commands, never a store. Defined in page_context.h.
struct PageContext;

/// An entry that a page adds to the sidebar in place of the sources: lessons.
struct SidebarEntry
{
    QString id;
    QString number; ///< before the text; may be empty
    QString text;
    QString toolTip = {};
    bool done = false; ///< a check mark
    bool current = false;
    bool wrong = false; ///< cannot be opened: a warning sign
    friend bool operator==(const SidebarEntry&, const SidebarEntry&) = default;
};

/// A page of the main window. Lays out its whole area (tool row, banner, tables) and communicates with the shell only by
/// the texts and signals below.
class ConsolePage : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Stable name for settings and the command line (`locks`).
    [[nodiscard]] virtual QString key() const = 0;
    [[nodiscard]] virtual QString title() const = 0;
    [[nodiscard]] virtual QString iconName() const = 0;

    /// Text at the right in the sidebar (`140`), and whether it is an alarm (diamond, alarm ink). Grouped digits.
    [[nodiscard]] virtual QString countText() const { return {}; }
    [[nodiscard]] virtual bool countAlarms() const { return false; }
    /// A warning (triangle, warning ink); less than an alarm.
    [[nodiscard]] virtual bool countWarns() const { return false; }
    /// Left end of the status bar.
    [[nodiscard]] virtual QString statusText() const { return {}; }

    /// Right parts of the status bar, except the clock. Empty: those of the connections.
    [[nodiscard]] virtual QStringList statusParts() const { return {}; }
    /// Sidebar entries while this page is shown. Empty: the sources.
    [[nodiscard]] virtual QString sidebarCaption() const { return {}; }
    [[nodiscard]] virtual std::vector<SidebarEntry> sidebarEntries() const { return {}; }
    virtual void openSidebarEntry(const QString& id) { Q_UNUSED(id) }

    /// Shown or hidden. A hidden page does no work.
    virtual void setActive(bool active) { Q_UNUSED(active) }
    /// Focuses the filter, for the key `/`.
    virtual void focusFilter() {}
    /// Focuses the main content when the page is shown: never a field, where letters and `/` would be typed.
    virtual void focusContent() { setFocus(); }
    /// Shows the rows that match a filter text (from the four numbers, findings, other pages).
    virtual void applyFilter(const QString& text) { Q_UNUSED(text) }
    /// Selects a row by connection and key and scrolls to it, without a filter that hides it. `done(false)`: no such row.
    virtual void revealRow(const QString& connection, const QString& key, std::function<void(bool)> done)
    {
        Q_UNUSED(connection)
        Q_UNUSED(key)
        done(false);
    }
    /// The same for several rows: `done` gets how many of them were found.
    virtual void revealRows(const QString& connection, const QStringList& keys, std::function<void(int)> done)
    {
        revealRow(connection, keys.value(0), [done = std::move(done)](bool found) { done(found ? 1 : 0); });
    }
    /// Opens the sheet of a finding's next step for the selected rows.
    virtual void startStep(lockdesk::NextStep step) { Q_UNUSED(step) }
    /// Actions on the selected rows for the menu Actions (Workers on that page). Owned by the page, in their current state.
    [[nodiscard]] virtual QList<QAction*> rowActions() const { return {}; }
    /// Esc: closes the innermost thing (sheet, detail, filter). Returns false if there is none.
    virtual bool escape() { return false; }

signals:
    void countChanged();
    void statusChanged();
    void sidebarChanged();
    /// Shows another page, with a filter text if not empty.
    void pageRequested(const QString& key, const QString& filter);
    /// Opens the connection dialog with this address.
    void connectRequested(const QString& url);
    /// A text that the status line shows for a moment.
    void notice(const QString& text);
    /// Shows a row on another page: `entity` is lock, task, message, worker or waiter.
    void rowRequested(const QString& entity, const QString& connection, const QString& rowKey);
    /// The same, and then `startStep` there.
    void stepRequested(const QString& entity, const QString& connection, const QString& rowKey, lockdesk::NextStep step);
    /// The same for several rows of one connection.
    void stepsRequested(const QString& entity, const QString& connection, const QStringList& rowKeys, lockdesk::NextStep step);
    /// Close this connection (the demo's "Start with an empty window").
    void disconnectRequested(const QString& connection);
    /// Asks for the password of this connection, whose login was refused.
    void passwordWanted(const QString& connection);
};

/// The pages in the order of the sidebar. Filled by `registerPages` (pages.cpp), the one place to add a page.
class PageRegistry
{
public:
    using Factory = std::function<ConsolePage*(const PageContext& context)>;
    void add(Factory factory) { m_factories.push_back(std::move(factory)); }
    [[nodiscard]] const std::vector<Factory>& factories() const { return m_factories; }

private:
    std::vector<Factory> m_factories;
};

/// Overview, Locks, Tasks, Outbox, Workers, Timeline, Activity, Classroom, Jobs. `further`: of a window beside the first one, which
/// has the classroom.
void registerPages(PageRegistry& registry, bool further = false);

} // namespace lockdesk
