// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the palette finds: every entry of the menus, the stores, and locks.
#include "backends/observe/store_rows.h"
#include "models/feed/feed_set.h"
#include "models/format/format.h"
#include "models/tables/fuzzy.h"
#include "models/tables/live_table_model.h"
#include "widgets/shell/live_table_page.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/palette.h"
#include "widgets/shell/status_line.h"
#include "widgets/shell/strip.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>

namespace lockdesk {

namespace {

QString keysOf(const QAction& action) { return action.shortcut().toString(QKeySequence::NativeText); }

} // namespace

void MainWindow::openPalette()
{
    if (m_palette != nullptr) {
        m_palette->close();
        return;
    }
    m_palette = new Palette(
        paletteEntries(),
        [this](const std::string& typed, std::vector<PaletteEntry>& found) { findLocks(typed, found); }, this);
    connect(m_palette, &Palette::refused, m_status, &StatusLine::showNotice);
    m_palette->open();
}

std::vector<PaletteEntry> MainWindow::paletteEntries()
{
    std::vector<PaletteEntry> entries;
    for (QAction* top : menuBar()->actions())
        if (top->menu() != nullptr)
            addMenuEntries(top->menu(), entries);
    addStoreEntries(entries);
    return entries;
}

// As the menu is when it opens: many fill themselves then.
void MainWindow::addMenuEntries(QMenu* menu, std::vector<PaletteEntry>& entries)
{
    emit menu->aboutToShow();
    for (QAction* action : menu->actions()) {
        if (action->isSeparator())
            continue;
        if (action->menu() != nullptr) {
            addMenuEntries(action->menu(), entries);
            continue;
        }
        PaletteEntry entry;
        entry.text = format::plainAction(action->text());
        entry.group = format::plainAction(menu->title());
        entry.keys = keysOf(*action);
        // Without a reason it is a note in an empty menu, or needs something that does not exist.
        if (!action->isEnabled() && (action->toolTip().isEmpty() || action->toolTip() == entry.text))
            continue;
        if (!action->isEnabled())
            entry.problem = action->toolTip();
        entry.run = [action = QPointer<QAction>(action)] {
            if (action != nullptr)
                action->trigger();
        };
        // The same action is in the menu Actions and in that of its page.
        const bool known = std::any_of(entries.begin(), entries.end(),
                                       [&](const PaletteEntry& one) { return one.text == entry.text && one.keys == entry.keys; });
        if (!known)
            entries.push_back(std::move(entry));
    }
    emit menu->aboutToHide();
}

void MainWindow::addStoreEntries(std::vector<PaletteEntry>& entries)
{
    const auto choose = [this](const QString& id) {
        m_strip->setChosen(id);
        emit m_strip->chosenChanged(id);
    };
    for (const Feed* feed : m_feeds->feeds())
        entries.push_back({tr("Show only %1").arg(feed->info().name), tr("Store"), {},
                           [choose, id = feed->info().id] { choose(id); }});
    if (m_feeds->feeds().size() > 1)
        entries.push_back({tr("Show all stores"), tr("Store"), {}, [choose] { choose({}); }});
}

// Only the best are made into entries: there may be a hundred thousand.
void MainWindow::findLocks(const std::string& typed, std::vector<PaletteEntry>& found)
{
    constexpr std::size_t most = 40;
    const auto* locks = qobject_cast<LiveTablePage*>(page(QStringLiteral("locks")));
    if (locks == nullptr)
        return;
    const FuzzyQuery query(typed);
    std::vector<std::pair<int, const TableEntry*>> best; // a heap, the worst in front
    const auto better = [](const auto& a, const auto& b) { return a.first > b.first; };
    locks->model()->forEachEntry([&](const TableEntry& entry) {
        const auto score = query.score(entry.as<LockRow>().name);
        if (!score || (best.size() == most && *score <= best.front().first))
            return;
        if (best.size() == most) {
            std::pop_heap(best.begin(), best.end(), better);
            best.pop_back();
        }
        best.emplace_back(*score, &entry);
        std::push_heap(best.begin(), best.end(), better);
    });
    for (const auto& [score, entry] : best) {
        const auto& lock = entry->as<LockRow>();
        const Feed* feed = m_feeds->at(entry->connection);
        found.push_back({format::foreign(lock.name), tr("Lock in %1").arg(feed->info().name), {},
                         [this, id = feed->info().id, key = format::exact(key_of(lock))] {
                             showRow(QStringLiteral("lock"), id, key);
                         },
                         {}, score});
    }
}

} // namespace lockdesk
