// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Edit menu: copying from the table in use, finding, selecting.
#include "widgets/common/export_table.h"
#include "widgets/common/table_view.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"
#include "widgets/shell/status_line.h"
#include "widgets/shell/table_in_use.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>

#include <functional>
#include <utility>
#include <vector>

namespace lockdesk {

namespace {

// Text selected in a field or label goes before the rows of a table. Returns false if there is none.
bool copySelectedText(QWidget* focus)
{
    if (auto* text = qobject_cast<QPlainTextEdit*>(focus); text != nullptr && text->textCursor().hasSelection()) {
        text->copy();
        return true;
    }
    if (auto* field = qobject_cast<QLineEdit*>(focus); field != nullptr && field->hasSelectedText()) {
        field->copy();
        return true;
    }
    if (const auto* label = qobject_cast<QLabel*>(focus); label != nullptr && label->hasSelectedText()) {
        // Break opportunities of long names are not theirs.
        QGuiApplication::clipboard()->setText(label->selectedText().remove(QChar(0x200B)));
        return true;
    }
    return false;
}

bool selectAllText(QWidget* focus)
{
    if (auto* text = qobject_cast<QPlainTextEdit*>(focus)) {
        text->selectAll();
        return true;
    }
    if (auto* field = qobject_cast<QLineEdit*>(focus)) {
        field->selectAll();
        return true;
    }
    return false;
}

} // namespace

void MainWindow::buildEditMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Edit"));
    QList<QAction*> ofTables;
    const auto add = [&](const QString& text, const QKeySequence& key, std::function<void(TableView&)> act,
                         bool (*first)(QWidget*) = nullptr) {
        QAction* action = menu->addAction(text, this, [this, act = std::move(act), first] {
            if (first != nullptr && first(QApplication::focusWidget()))
                return;
            if (TableView* table = tableInUse(currentPage()))
                act(*table);
        });
        action->setShortcut(key);
        addAction(action); // keys work where the menu is hidden, too
        ofTables << action;
        return action;
    };
    add(tr("Copy C&ell"), copyCellKey, [](TableView& table) { table.copyCell(); });
    add(tr("&Copy Rows"), QKeySequence::Copy, [](TableView& table) { table.copyRows(); }, &copySelectedText)
        ->setIcon(icon(QStringLiteral("copy")));
    add(tr("Copy as C&SV"), {}, [](TableView& table) { table.copyCsv(); });
    add(tr("Copy as &JSON"), {}, [](TableView& table) { table.copyJson(); });
    QAction* commands = add(tr("Copy Command &Line"), {}, [](TableView& table) { table.copyCommands(); });
    QAction* links = add(tr("Copy Lin&k"), {}, [](TableView& table) { table.copyLinks(); });
    menu->addSeparator();
    add(tr("Select &All"), QKeySequence::SelectAll, [](TableView& table) { table.selectAll(); }, &selectAllText);
    menu->addSeparator();
    QAction* find = menu->addAction(icon(QStringLiteral("filter")), tr("&Find"), this, [this] {
        if (currentPage() != nullptr)
            currentPage()->focusFilter();
    });
    find->setShortcuts({QKeySequence::Find, QKeySequence(Qt::Key_Slash)});
    addAction(find);
    menu->addSeparator();
    QAction* save = menu->addAction(tr("E&xport Table…"), this, [this] {
        if (TableView* table = tableInUse(currentPage()))
            exportTable(table, currentPage()->key(), [this](const QString& text) { m_status->showNotice(text); });
    });
    save->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    addAction(save);
    ofTables << save;
    menu->addAction(tr("A&lerts…"), this, &MainWindow::alertsRequested);
    QAction* preferences = menu->addAction(tr("&Preferences…"), this, &MainWindow::preferencesRequested);
    preferences->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Comma));
    preferences->setMenuRole(QAction::PreferencesRole);
    addAction(preferences);
    // Disabled only while the menu is open: a disabled action has no keys, and what is selected changes silently.
    connect(menu, &QMenu::aboutToShow, this, [this, ofTables, commands, links] {
        const TableView* table = tableInUse(currentPage());
        for (QAction* action : ofTables)
            action->setEnabled(table != nullptr && table->model()->rowCount() > 0);
        if (table != nullptr && table->commandLines().isEmpty())
            commands->setEnabled(false);
        if (table != nullptr && table->links().isEmpty())
            links->setEnabled(false);
    });
    connect(menu, &QMenu::aboutToHide, this, [ofTables] {
        for (QAction* action : ofTables)
            action->setEnabled(true);
    });
}

} // namespace lockdesk
